"""A hand may be marked void, once; the mark is never taken back."""

from django.db import migrations, models

FORWARD = """
CREATE FUNCTION games_void_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'a voided hand stays voided' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER games_void_stays BEFORE UPDATE OF voided_at, void_reason, result ON games_hand
    FOR EACH ROW WHEN (OLD.voided_at IS NOT NULL AND (
        NEW.voided_at IS DISTINCT FROM OLD.voided_at OR NEW.void_reason <> OLD.void_reason
        OR NEW.result IS DISTINCT FROM OLD.result))
    EXECUTE FUNCTION games_void_stays();
"""
BACKWARD = """
DROP TRIGGER games_void_stays ON games_hand;
DROP FUNCTION games_void_stays();
"""


class Migration(migrations.Migration):
    dependencies = [("games", "0004_who_looks")]

    operations = [
        migrations.AddField(
            model_name="hand",
            name="voided_at",
            field=models.DateTimeField(blank=True, editable=False, null=True, verbose_name="voided"),
        ),
        migrations.AddField(
            model_name="hand",
            name="void_reason",
            field=models.CharField(blank=True, default="", editable=False, max_length=300, verbose_name="reason"),
            preserve_default=False,
        ),
        migrations.RunSQL(FORWARD, BACKWARD),
    ]
