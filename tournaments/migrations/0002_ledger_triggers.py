"""What the database itself promises about the ledger, whoever writes to it.

A posting balances per currency and stays within its event; balances move with lines and not otherwise; postings
and lines are never changed, and no account of the three tables is ever removed.
"""

from django.db import migrations

FORWARD = """
CREATE FUNCTION tournaments_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the ledger is append-only: no % on %', TG_OP, TG_TABLE_NAME USING ERRCODE = '23001';
END $$;

CREATE FUNCTION tournaments_line_moves_balance() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE tournaments_account SET balance = balance + NEW.amount WHERE id = NEW.account_id;
    RETURN NULL;
END $$;

CREATE FUNCTION tournaments_balance_moves_with_lines() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        IF NEW.balance <> 0 THEN
            RAISE EXCEPTION 'an account begins at 0' USING ERRCODE = '23001';
        END IF;
    ELSIF pg_trigger_depth() < 2 OR (NEW.id, NEW.event_id, NEW.currency) <> (OLD.id, OLD.event_id, OLD.currency)
          OR NEW.player_id IS DISTINCT FROM OLD.player_id THEN
        RAISE EXCEPTION 'a balance moves only with a ledger line' USING ERRCODE = '23001';
    END IF;
    RETURN NEW;
END $$;

CREATE FUNCTION tournaments_posting_balances() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (
        SELECT 1 FROM tournaments_line l JOIN tournaments_account a ON a.id = l.account_id
        WHERE l.posting_id = NEW.posting_id GROUP BY a.currency HAVING sum(l.amount) <> 0
    ) THEN
        RAISE EXCEPTION 'posting % does not sum to zero', NEW.posting_id USING ERRCODE = '23514';
    END IF;
    IF EXISTS (
        SELECT 1 FROM tournaments_line l JOIN tournaments_account a ON a.id = l.account_id
        JOIN tournaments_posting p ON p.id = l.posting_id
        WHERE l.posting_id = NEW.posting_id AND a.event_id <> p.event_id
    ) THEN
        RAISE EXCEPTION 'posting % touches another event', NEW.posting_id USING ERRCODE = '23514';
    END IF;
    RETURN NULL;
END $$;

CREATE TRIGGER line_moves_balance AFTER INSERT ON tournaments_line
    FOR EACH ROW EXECUTE FUNCTION tournaments_line_moves_balance();
CREATE CONSTRAINT TRIGGER posting_balances AFTER INSERT ON tournaments_line
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION tournaments_posting_balances();
CREATE TRIGGER balance_moves_with_lines BEFORE INSERT OR UPDATE ON tournaments_account
    FOR EACH ROW EXECUTE FUNCTION tournaments_balance_moves_with_lines();
CREATE TRIGGER account_stays BEFORE DELETE ON tournaments_account
    FOR EACH ROW EXECUTE FUNCTION tournaments_append_only();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON tournaments_posting
    FOR EACH ROW EXECUTE FUNCTION tournaments_append_only();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON tournaments_line
    FOR EACH ROW EXECUTE FUNCTION tournaments_append_only();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON tournaments_account
    FOR EACH STATEMENT EXECUTE FUNCTION tournaments_append_only();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON tournaments_posting
    FOR EACH STATEMENT EXECUTE FUNCTION tournaments_append_only();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON tournaments_line
    FOR EACH STATEMENT EXECUTE FUNCTION tournaments_append_only();
"""

BACKWARD = """
DROP TRIGGER no_truncate ON tournaments_line;
DROP TRIGGER no_truncate ON tournaments_posting;
DROP TRIGGER no_truncate ON tournaments_account;
DROP TRIGGER append_only ON tournaments_line;
DROP TRIGGER append_only ON tournaments_posting;
DROP TRIGGER account_stays ON tournaments_account;
DROP TRIGGER balance_moves_with_lines ON tournaments_account;
DROP TRIGGER posting_balances ON tournaments_line;
DROP TRIGGER line_moves_balance ON tournaments_line;
DROP FUNCTION tournaments_posting_balances();
DROP FUNCTION tournaments_balance_moves_with_lines();
DROP FUNCTION tournaments_line_moves_balance();
DROP FUNCTION tournaments_append_only();
"""


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0001_events_and_ledger")]

    operations = [migrations.RunSQL(FORWARD, BACKWARD)]
