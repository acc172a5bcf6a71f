"""The recount after an ordeal finds what it is there to find: each fault planted into a site that is played on."""

import secrets
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection, transaction

from games import service, snapshot
from games.engine.due import next_due
from games.engine.visibility import count_for, view
from games.models import Hand, LiveSeat, LoggedAction, Seat, Table
from games.signals import hand_ending
from tests.faults.journal import gaps
from tests.faults.recount import recount, rows
from tests.faults.survivor import digest, oddities_of
from tests.protocol_client import first_choice
from tests.tournaments.cast import begin, draw_now, guests, play_through, sit
from tournaments.models import Event, Line

pytestmark = pytest.mark.django_db


@dataclass
class Four:
    """Four players at a table, in one thread, with the journal that tests.faults.survivor would keep."""

    event: Event
    table: Table
    journal: dict[str, Any] = field(default_factory=lambda: {"said": {}, "seen": [], "oddities": []})

    def play(self, steps: int) -> None:
        """So many steps: an answer where one is asked for, else what is due."""
        for _ in range(steps):
            self.act() or self.wait()

    def act(self, around: Callable[[], AbstractContextManager[Any]] = nullcontext) -> bool:
        """Whoever is asked first answers, inside `around`; False when nobody is asked."""
        for seat in Seat.objects.filter(table=self.table):
            shown = snapshot.for_seat(self.table.pk, seat.index)
            self.journal["oddities"] += oddities_of(shown.view)
            self.journal["seen"].append([self.table.pk, seat.index, shown.v, digest(shown.view), 0.0])
            if shown.view["decision"]:
                self.send(seat.player_id, first_choice(shown.view), shown.view["decision"], around)
                return True
        return False

    def send(self, player: str, action: dict[str, Any], decision: str, around: Callable[[], Any]) -> None:
        said = self.journal["said"][(client_id := secrets.token_hex(8))] = {"player": player, "action": action}
        with around():
            said["acked"] = service.act(self.table.pk, player, client_id, decision, action)

    def wait(self) -> None:
        """What is due next is due now, and done."""
        hand = Hand.objects.exclude(state="done").get(table=self.table)
        Hand.objects.filter(pk=hand.pk).update(started_at=hand.started_at - timedelta(seconds=30))
        service.tick(hand.pk)

    def found(self) -> list[str]:
        """What the recount finds, but that the table is still being played."""
        found = recount(self.journal, every=1)["found"]
        return [words for words in found if words.split(":")[0] not in ("unfinished", "open", "taken")]


@pytest.fixture
def four() -> Four:
    event = begin("cup", hints="none")
    sit(event, *guests(4))
    draw_now(event)
    return Four(event, Table.objects.get(event="cup"))


def kinds(found: list[str]) -> set[str]:
    return {words.split(":")[0] for words in found}


def test_without_a_fault_nothing_is_found(four: Four):
    four.play(60)
    assert len(four.journal["said"]) > 15
    assert four.found() == []


@contextmanager
def rolled_back() -> Iterator[None]:
    """What is written inside never was."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def test_an_acknowledgement_before_the_commit_is_seen(four: Four):
    """The process died between the two."""
    four.play(6)
    while not four.act(rolled_back):
        four.wait()
    assert "lost" in kinds(four.found())


def test_an_action_without_an_idempotency_key_is_seen(four: Four, monkeypatch):
    four.play(4)
    monkeypatch.setattr(service, "_said_before", lambda *_: None)
    with connection.cursor() as cursor:
        cursor.execute("DROP INDEX one_action_a_client_id")
    player = Seat.objects.get(table=four.table, index=1).player_id
    for _ in range(2):  # sent, and sent again after a reconnect
        service.wish(four.table.pk, player, "again", ["sort"])
    four.journal["said"]["again"] = {"player": player, "action": {"wishes": ["sort"]}, "acked": None}
    assert {kind.split()[0] for kind in kinds(four.found())} == {"doubled", "G4"}


def test_a_settlement_outside_the_transaction_is_seen(four: Four, monkeypatch):
    """The process died after the hand's end was committed and before its silver was."""
    monkeypatch.setattr(hand_ending, "send", lambda **_: [])
    play_through(four.event, guests(4))
    assert any("is over and was not posted" in words for words in four.found())


def test_a_timer_that_does_not_look_at_the_time_is_seen(four: Four, monkeypatch):
    four.wait()
    monkeypatch.setattr(service, "next_due", lambda *given: replace(next_due(*given), at=0))
    service.tick(Hand.objects.get(table=four.table).pk)
    assert kinds(four.found()) == {"early"}


def test_a_view_that_says_more_than_the_protocol_is_seen(four: Four, monkeypatch):
    def talkative(play: Any, *rest: Any) -> dict[str, Any]:
        return {**view(play, *rest), "wall": play.state and list(play.state.wall)}

    monkeypatch.setattr(snapshot, "view", talkative)
    four.play(2)
    assert "leak" in kinds(four.found())


def test_the_number_of_the_log_in_place_of_the_viewers_count_is_seen(four: Four, monkeypatch):
    """It would tell that somebody has answered in a window."""
    monkeypatch.setattr(
        snapshot, "count_for", lambda play, seat, **closed: play.seq + bool(count_for(play, seat, **closed))
    )
    four.play(30)
    assert "view" in kinds(four.found())


def past_the_triggers(sql: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            f"SET LOCAL session_replication_role = replica; {sql}; SET LOCAL session_replication_role = origin"
        )


def test_a_posting_that_does_not_balance_is_seen(four: Four):
    play_through(four.event, guests(4))
    line = Line.objects.filter(posting__key__startswith="hand:").first() or Line.objects.first()
    past_the_triggers(f"UPDATE tournaments_line SET amount = amount + 1 WHERE id = {line.pk}")
    assert any("sums to" in words for words in four.found())
    transaction.set_rollback(True)  # the database would not let it be committed


def test_a_player_seated_twice_is_seen(four: Four):
    LiveSeat.objects.all().delete()
    people = [seat.player for seat in four.table.seats.all()]
    service.open_table(people, "cup", "Cup", four.event.play_rules(), four.event.table_settings(), [0] * 4, [0] * 4)
    assert kinds(four.found()) >= {"twice"}


def test_an_action_that_left_the_log_is_seen(four: Four):
    four.play(12)
    middle = LoggedAction.objects.filter(client_id__isnull=False).first()
    past_the_triggers(f"UPDATE games_loggedaction SET seq = 900 WHERE id = {middle.pk}")
    assert kinds(list(gaps(list(rows())))) == {"gap"}


def test_an_action_under_another_name_is_seen(four: Four):
    four.play(12)
    said = next(iter(four.journal["said"].values()))
    said["player"] = Seat.objects.filter(table=four.table).exclude(player=said["player"]).first().player_id
    assert kinds(four.found()) == {"foreign"}


def test_a_hand_that_nobody_ends_is_seen(four: Four):
    four.play(12)
    assert {"unfinished", "open", "taken"} <= kinds(recount(four.journal, every=1)["found"])
