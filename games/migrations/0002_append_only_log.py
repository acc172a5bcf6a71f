"""The database itself refuses to change or delete a line of a hand's log."""

from django.db import migrations

FORBID = """
CREATE FUNCTION games_log_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the log of a hand is append-only (%)', TG_OP USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER games_log_append_only BEFORE UPDATE OR DELETE ON games_loggedaction
    FOR EACH ROW EXECUTE FUNCTION games_log_is_append_only();
"""
ALLOW = """
DROP TRIGGER games_log_append_only ON games_loggedaction;
DROP FUNCTION games_log_is_append_only();
"""


class Migration(migrations.Migration):
    dependencies = [("games", "0001_tables_and_hands")]
    operations = [migrations.RunSQL(FORBID, ALLOW)]
