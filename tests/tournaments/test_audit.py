"""The audit log: noted with the act or not at all, never changed, worded for readers."""

import pytest
from django.db import IntegrityError, connection, transaction
from django.db.utils import DatabaseError

from tournaments.models import AuditEntry
from tournaments.service.audit import note


def test_a_note_says_who_did_what_to_whom_and_why(running, people):
    (judge,) = people(1)
    with transaction.atomic():
        entry = note(running, judge, "warn", target="阿海", reason=" 拖延 ", hand=3)
    entry.refresh_from_db()
    assert (entry.event, entry.actor, entry.act, entry.target) == (running, judge, "warn", "阿海")
    assert (entry.reason, entry.details) == ("拖延", {"hand": 3})
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp() - %s < interval '5 seconds'", [entry.at])
        assert cursor.fetchone() == (True,)


def test_what_is_rolled_back_leaves_no_note(running):
    def note_then_fail() -> None:
        with transaction.atomic():
            note(running, None, "pause")
            raise ValueError("the act failed")

    with pytest.raises(ValueError, match="the act failed"):
        note_then_fail()
    assert not AuditEntry.objects.filter(act="pause").exists()


@pytest.mark.django_db(transaction=True)
def test_a_note_outside_a_transaction_is_refused():
    with pytest.raises(RuntimeError, match="in the transaction"):
        note(None, None, "pause")


@pytest.mark.parametrize("change", ["UPDATE {} SET reason = ''", "DELETE FROM {}", "TRUNCATE {}"])
def test_the_database_refuses_to_change_a_note(running, change):
    note(running, None, "pause", reason="停电")

    def change_it() -> None:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
            cursor.execute(change.format("tournaments_auditentry"))

    with pytest.raises(DatabaseError, match="append-only"):
        change_it()
    assert AuditEntry.objects.get(act="pause").reason == "停电"


def test_an_act_is_a_slug(running):
    with pytest.raises(IntegrityError, match="act_is_a_slug"), transaction.atomic():
        note(running, None, "Pause!")
