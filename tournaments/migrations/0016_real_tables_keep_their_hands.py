"""What the database itself promises about real tables: a hand that counts only ever becomes void, and nothing goes."""

from django.db import migrations

FORWARD = """
CREATE FUNCTION tournaments_offline_hand_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP <> 'UPDATE' THEN
        RAISE EXCEPTION 'hands of real tables stay: no % on %', TG_OP, TG_TABLE_NAME USING ERRCODE = '23001';
    END IF;
    IF OLD.state IN ('posted', 'void', 'dropped') AND (
        (NEW.state <> OLD.state AND NOT (OLD.state = 'posted' AND NEW.state = 'void'))
        OR (NEW.table_id, NEW.number, NEW.dealer, NEW."by", NEW.liable, NEW.totals, NEW.entered_by_id)
            <> (OLD.table_id, OLD.number, OLD.dealer, OLD."by", OLD.liable, OLD.totals, OLD.entered_by_id)
        OR (NEW.winner, NEW.from_seat, NEW.settlement, NEW.moved) IS DISTINCT FROM
            (OLD.winner, OLD.from_seat, OLD.settlement, OLD.moved)
    ) THEN
        RAISE EXCEPTION 'a settled hand only ever becomes void' USING ERRCODE = '23001';
    END IF;
    RETURN NEW;
END $$;

CREATE FUNCTION tournaments_offline_answer_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'what was answered stays: no % on %', TG_OP, TG_TABLE_NAME USING ERRCODE = '23001';
END $$;

CREATE TRIGGER offline_hand_stays BEFORE UPDATE OR DELETE ON tournaments_offlinehand
    FOR EACH ROW EXECUTE FUNCTION tournaments_offline_hand_stays();
CREATE TRIGGER offline_answer_stays BEFORE UPDATE OR DELETE ON tournaments_offlineanswer
    FOR EACH ROW EXECUTE FUNCTION tournaments_offline_answer_stays();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON tournaments_offlinehand
    FOR EACH STATEMENT EXECUTE FUNCTION tournaments_offline_hand_stays();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON tournaments_offlineanswer
    FOR EACH STATEMENT EXECUTE FUNCTION tournaments_offline_answer_stays();
"""

BACKWARD = """
DROP TRIGGER no_truncate ON tournaments_offlineanswer;
DROP TRIGGER no_truncate ON tournaments_offlinehand;
DROP TRIGGER offline_answer_stays ON tournaments_offlineanswer;
DROP TRIGGER offline_hand_stays ON tournaments_offlinehand;
DROP FUNCTION tournaments_offline_answer_stays();
DROP FUNCTION tournaments_offline_hand_stays();
"""


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0015_people_and_referees")]

    operations = [migrations.RunSQL(FORWARD, BACKWARD)]
