"""Everything the site keeps, gone through: by hand, every night, and at every action where that is asked for."""

import json
from io import StringIO

import pytest
from django.core.management import call_command
from django.db import DatabaseError, connection, transaction
from django.urls import reverse

from accounts.guests import create_bot
from games import service as games
from games.engine.record import verify
from games.invariants import Broken, assert_move
from games.models import Hand, LoggedAction, Seat
from games.recording import record_of
from games.signals import written
from tests.tournaments.cast import begin, organiser
from tournaments import service
from tournaments.models import Inspection, Standing
from tournaments.service.inspection import inspect, inspect_and_keep
from tournaments.tasks import inspect_everything
from yuhuan_site.celery import app

pytestmark = pytest.mark.django_db


@pytest.fixture
def played():
    """An event of four bots, played to its end."""
    event = begin("bots", kind="demo", seed_ms=0, hands_per_table=2, bot_level="novice", hints="none")
    table = service.seat_bots(event, [create_bot() for _ in range(4)])
    games.play_out(table.pk)
    service.release_table(table.pk, event.slug)
    service.finish(event.slug)
    return event


def by_force(statement: str, *values: object) -> None:
    """Past every trigger, as somebody with all rights could."""
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("SET session_replication_role = replica")
        cursor.execute(statement, values)
        cursor.execute("SET session_replication_role = DEFAULT")


def broken() -> set[str]:
    return {violation.id for violation in inspect().violations}


def test_a_played_event_holds_in_every_respect(played):
    report = inspect()
    assert report.violations == ()
    assert (report.hands, report.events) == (2, 1)


@pytest.mark.parametrize(
    ("statement", "wanted"),
    [
        ("UPDATE games_loggedaction SET at_ms = at_ms + 1 WHERE seq = 3", "G5"),
        ("UPDATE games_loggedaction SET hash = 'f' || substr(hash, 2) WHERE seq = 3 AND hash NOT LIKE 'f%%'", "G5"),
        ("DELETE FROM games_loggedaction WHERE seq = 3", "G1"),
        ("UPDATE games_hand SET result = jsonb_set(result, '{settlement}', '[1, 2, 3, 4]')", "G2"),
        ("UPDATE games_hand SET result = jsonb_set(result, '{log_hash}', '\"00\"')", "G5"),
        ("UPDATE games_hand SET server_seed = ''", "P6"),
        ("UPDATE games_table SET rules = 'forgotten@1'", "G6"),
        ("UPDATE tournaments_account SET balance = balance + 1 WHERE player_id IS NOT NULL", "L2"),
        ("ALTER TABLE tournaments_account DROP CONSTRAINT no_silver_below_zero; UPDATE tournaments_account SET balance = -1 WHERE player_id IS NOT NULL AND currency = 'silver'", "L3"),
        ("DELETE FROM tournaments_posting WHERE key LIKE 'hand:%%'", "L4"),
        ("ALTER TABLE tournaments_line DROP CONSTRAINT no_empty_line; UPDATE tournaments_line SET amount = 0 WHERE amount > 900", "L5"),
        ("UPDATE tournaments_line SET amount = -amount WHERE posting_id IN"
         " (SELECT id FROM tournaments_posting WHERE key LIKE 'hand:%%')", "L6"),
        ("UPDATE tournaments_standing SET position = 1 - position WHERE position < 2", "L7"),
        ("DELETE FROM games_seat WHERE index = 3", "S2"),
        ("UPDATE tournaments_entry SET state = 'waiting', waiting_since = now() WHERE FALSE; UPDATE tournaments_entry"
         " SET state = 'seated', waiting_since = NULL; UPDATE games_table SET closed_at = now() - interval '1 hour'", "S3"),
        ("UPDATE games_hand SET number = 7 WHERE number = 2", "S4"),
        ("UPDATE games_hand SET state = 'live', due_at = NULL WHERE number = 2", "S5"),
    ],
)  # fmt: skip
def test_what_somebody_with_all_rights_changes_is_found(played, statement, wanted):
    by_force(statement)
    assert wanted in broken()


def test_the_database_refuses_to_change_or_delete_a_line_of_a_log(played):
    for change in (
        lambda: LoggedAction.objects.filter(seq=3).update(at_ms=0),
        lambda: LoggedAction.objects.filter(seq=3).update(hash=""),
        lambda: LoggedAction.objects.filter(seq=3).delete(),
    ):
        with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
            change()


def test_a_record_names_the_last_link_of_its_log(played):
    for hand in Hand.objects.all():
        record = record_of(hand)
        verify(record)
        assert record["log_hash"] == hand.result["log_hash"]
        assert hand.log.filter(hash=record["log_hash"], type__in=("act", "close")).exists()


def test_the_command_says_what_holds_and_what_does_not(played, capsys):
    out = StringIO()
    call_command("check_invariants", stdout=out)
    assert "everything holds: 1 events and 2 hands" in out.getvalue()
    by_force("UPDATE games_loggedaction SET at_ms = at_ms + 1 WHERE seq = 3")
    told = StringIO()
    with pytest.raises(SystemExit) as ended:
        call_command("check_invariants", stdout=out, stderr=told)
    assert ended.value.code == 1
    hands = list(Hand.objects.values_list("pk", flat=True))
    assert all(f"G5 {hand}: line 3 is not the one that was written" in told.getvalue() for hand in hands)
    assert "(G5 × 2)" in told.getvalue()


def test_the_command_answers_in_json_and_for_one_event(played):
    begin("other")
    out = StringIO()
    by_force("UPDATE games_hand SET server_seed = ''")
    with pytest.raises(SystemExit):
        call_command("check_invariants", "--json", stdout=out)
    report = json.loads(out.getvalue())
    assert (report["hands"], report["events"]) == (2, 2)
    assert {violation["id"] for violation in report["violations"]} == {"P6"}
    out = StringIO()
    call_command("check_invariants", "--json", "--event", "other", stdout=out)
    assert json.loads(out.getvalue())["violations"] == []


def test_the_command_lists_what_it_asks():
    out = StringIO()
    call_command("check_invariants", "--list", stdout=out)
    assert [line.split()[0] for line in out.getvalue().splitlines()][::9] == ["E1", "P1", "G4", "L7"]


def test_every_night_everything_is_gone_through_and_the_admin_shows_what_was_found(played, client):
    assert app.conf.beat_schedule["invariants"]["task"] == inspect_everything.name
    inspect_everything()
    by_force("UPDATE games_loggedaction SET at_ms = at_ms + 1 WHERE seq = 3")
    inspect_everything()
    assert list(Inspection.objects.values_list("broken", "hands", "events")) == [(2, 2, 1), (0, 2, 1)]
    client.force_login(organiser())
    listing = client.get(reverse("admin:tournaments_inspection_changelist"))
    assert listing.status_code == 200
    page = client.get(reverse("admin:tournaments_inspection_change", args=[Inspection.objects.first().pk]))
    assert "line 3 is not the one that was written" in page.content.decode()


def test_the_night_reads_only_what_is_new_and_stores_so_much_and_no_more(played, monkeypatch):
    monkeypatch.setattr("tournaments.service.inspection.KEPT", 1)
    by_force("UPDATE games_loggedaction SET at_ms = at_ms + 1 WHERE seq = 3")
    kept = inspect_and_keep()
    assert (kept.broken, len(kept.violations)) == (2, 1)
    Hand.objects.update(ended_at="2020-01-01T00:00:00Z")
    assert inspect_and_keep().hands == 0
    assert inspect().hands == 2


def test_a_ranking_that_follows_from_the_ledger_holds_and_any_other_does_not(played):
    assert broken() == set()
    Standing.objects.filter(position=0).update(rank=2)
    assert broken() == {"L7"}


def test_with_assert_invariants_an_action_that_breaks_one_is_undone(monkeypatch):
    written.connect(assert_move)
    try:
        event = begin("bots", kind="demo", seed_ms=0, hands_per_table=1, bot_level="novice", hints="none")
        table = service.seat_bots(event, [create_bot() for _ in range(4)])
        games.play_out(table.pk)  # all of it lawful
        assert Hand.objects.get(table=table).ended_at is not None
        with monkeypatch.context() as patch, transaction.atomic():
            patch.setattr("games.engine.table.wild_of", lambda wall: (wall[65] + 1) % 34)
            other = service.seat_bots(event, [create_bot() for _ in range(4)])
            with pytest.raises(Broken, match="E6"), transaction.atomic():
                games.play_out(other.pk)
        assert not LoggedAction.objects.filter(hand__table=other).exists()
        assert Seat.objects.filter(table=other).count() == 4
    finally:
        written.disconnect(assert_move)
