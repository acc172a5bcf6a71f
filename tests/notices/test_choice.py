"""Who is told: entrants of what begins, whoever does not see the table they sit at, and nobody who looks."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
from celery import Celery
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import Player
from games import calling, dbclock, presence, snapshot
from games import service as games
from games.engine.clock import TableSettings
from games.engine.rules import rules_for
from games.models import Hand, Presence, Seat, Table
from games.signals import out_of_sight
from notices import choice
from notices import service as notices
from tests.haste import at_most
from tests.notices.far_browser import Browser, PushService
from tests.tournaments.cast import begin, draw_now, guests, sit
from tournaments import broadcast
from tournaments import service as tournaments
from tournaments.signals import event_started, people_seated

pytestmark = pytest.mark.django_db(transaction=True)

SLOW = TableSettings(turn_ms=60_000, reserve_ms=0, claim_ms=8_000, claim_min_ms=50, seed_ms=0, pause_ms=60_000)


@pytest.fixture
def heard() -> Iterator[list[dict[str, Any]]]:
    """What `out_of_sight` told, after the commits."""
    told: list[dict[str, Any]] = []

    def listen(table_id: str, player_id: str, **_more: Any) -> None:
        told.append({"table_id": table_id, "player_id": player_id})

    out_of_sight.connect(listen)
    yield told
    out_of_sight.disconnect(listen)


def subscribe(service: PushService, player: Player, *topics: str) -> int:
    data = Browser().subscription(service.endpoint(player.pk))
    return notices.subscribe(player, data["endpoint"], **data["keys"], topics=topics).pk


def looked(table: Table, seconds_ago: float | None, seen_ago: float = 0) -> None:
    """The cast's sockets live; their pages were last in sight so long ago, or never."""
    now = dbclock.now()
    at = None if seconds_ago is None else now - timedelta(seconds=seconds_ago)
    for seat in Seat.objects.filter(table=table):
        seen = now - timedelta(seconds=seen_ago)
        Presence.objects.update_or_create(seat=seat, defaults={"seen_at": seen, "looked_at": at})


@pytest.fixture
def open_table() -> Callable[[], Table]:
    players = guests(4)
    return lambda: games.open_table(players, "cup", "杯赛", rules_for("platform"), SLOW, [1000] * 4, [1000] * 4)


def deal(table: Table) -> Hand:
    hand = Hand.objects.get(table=table)
    games.tick(hand.id)
    return hand


def dealer_of(table: Table) -> Player:
    return Seat.objects.get(table=table, index=0).player


# --- a turn -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seconds", "told"), [(0, 0), (2, 0), (4, 1), (None, 1)], ids=["now", "just now", "a while ago", "never"]
)
def test_a_turn_is_told_when_it_comes_to_a_page_out_of_sight(
    open_table: Callable[[], Table], heard: list[Any], seconds: float | None, told: int
) -> None:
    table = open_table()
    looked(table, seconds)
    deal(table)
    assert heard == [{"table_id": table.pk, "player_id": dealer_of(table).pk}] * told


@pytest.mark.parametrize("seconds", [0, None], ids=["all look", "nobody looks"])
def test_who_looks_is_known_without_a_question_more(open_table: Callable[[], Table], seconds: float | None) -> None:
    table = open_table()
    looked(table, seconds)
    with CaptureQueriesContext(connection) as queries:
        deal(table)
    assert sum("games_presence" in query["sql"] for query in queries) == 1


def test_a_turn_waits_unseen_only_after_ten_seconds(open_table: Callable[[], Table]) -> None:
    table = open_table()
    looked(table, 0)
    deal(table)
    dealer = dealer_of(table)
    for seconds, unseen in ((0, False), (9, False), (11, True), (None, True)):
        looked(table, seconds)
        assert bool(calling.unseen_turn(table.pk, dealer.pk)) is unseen, seconds
    other = Seat.objects.get(table=table, index=1).player
    assert calling.unseen_turn(table.pk, other.pk) is None


def test_an_answered_turn_and_one_on_auto_are_not_told(open_table: Callable[[], Table]) -> None:
    table = open_table()
    looked(table, 0)
    deal(table)
    looked(table, None)
    dealer = dealer_of(table)
    games.set_auto(table.pk, dealer.pk, "a", True)
    assert calling.unseen_turn(table.pk, dealer.pk) is None
    games.set_auto(table.pk, dealer.pk, "b", False)
    decision = calling.unseen_turn(table.pk, dealer.pk)
    assert decision
    shown = snapshot.for_seat(table.pk, 0)
    assert shown
    throw = next(action for action in shown.view["legal"] if action["type"] == "discard")
    games.act(table.pk, dealer.pk, "c", decision, throw)
    assert calling.unseen_turn(table.pk, dealer.pk) is None


def test_one_turn_is_told_once(open_table: Callable[[], Table], service: PushService) -> None:
    begin("cup")
    table = open_table()
    deal(table)
    wanted = subscribe(service, dealer_of(table), "turn")
    notice, to = choice.of_a_turn(table.pk, dealer_of(table).pk)
    assert notice
    assert (notice.topic, notice.about, notice.table, list(to)) == ("turn", "杯赛", table.pk, [wanted])
    assert choice.of_a_turn(table.pk, dealer_of(table).pk) == choice.NOBODY


def test_presence_tells_the_table_nothing_of_who_looks(open_table: Callable[[], Table]) -> None:
    """A page that is hidden is as present as any: what others see follows from sockets alone."""
    table = open_table()
    looked(table, None)
    seats = list(Seat.objects.filter(table=table))
    found = presence.attention(seats, dbclock.now())
    assert found.away == frozenset()
    assert found.elsewhere == frozenset(range(4))


@pytest.mark.parametrize("trouble", ["no broker", "a receiver that breaks"])
def test_a_move_neither_waits_for_a_notice_nor_fails_with_it(
    open_table: Callable[[], Table], service: PushService, monkeypatch: pytest.MonkeyPatch, trouble: str
) -> None:
    def broken(*_arguments: object) -> list[int]:
        raise RuntimeError("broken")

    table = open_table()
    subscribe(service, dealer_of(table), "turn")
    looked(table, None)
    if trouble == "no broker":
        monkeypatch.setattr(broadcast, "current_app", Celery("nowhere", broker="redis://127.0.0.1:1/0"))
    else:
        monkeypatch.setattr(notices, "wanted_by", broken)
    with at_most(2):
        hand = deal(table)
    hand.refresh_from_db()
    assert hand.seq == 1
    assert calling.unseen_turn(table.pk, dealer_of(table).pk)


# --- a seat, a start --------------------------------------------------------------------------------------------


def test_a_seat_is_told_to_those_whose_page_has_not_come_to_the_table(service: PushService) -> None:
    event = begin("cup")
    people = guests(4)
    wanted = {player.pk: subscribe(service, player, "seated") for player in people[:3]}
    seated: list[dict[str, Any]] = []

    def listen(**said: Any) -> None:
        seated.append(said)

    people_seated.connect(listen)
    sit(event, *people)
    assert draw_now(event) == 1
    people_seated.disconnect(listen)
    (said,) = seated
    assert sorted(said["player_ids"]) == sorted(player.pk for player in people)
    here = Seat.objects.get(table=said["table_id"], player=people[0])
    presence.note({here.pk: True}, dbclock.now())
    notice, to = choice.of_a_seat("cup", said["table_id"], said["player_ids"])
    assert notice
    assert notice.about == event.name
    assert sorted(to) == sorted([wanted[people[1].pk], wanted[people[2].pk]])


def test_a_start_is_told_to_all_entrants_who_asked(service: PushService) -> None:
    tournaments.create_event("杯赛", slug="cup")
    event = tournaments.open_event("cup")
    people = guests(3)
    for player in people[:2]:
        tournaments.enter(event, player)
    wanted = subscribe(service, people[0], "start", "turn")
    subscribe(service, people[1], "turn")
    subscribe(service, people[2], "start")
    assert choice.of_a_start("cup") == choice.NOBODY
    started: list[str] = []

    def listen(slug: str, **_more: Any) -> None:
        started.append(slug)

    event_started.connect(listen)
    tournaments.start_event("cup")
    tournaments.start_event("cup")
    tournaments.pause("cup")
    tournaments.resume("cup")
    event_started.disconnect(listen)
    assert started == ["cup"]
    notice, to = choice.of_a_start("cup")
    assert notice
    assert (notice.topic, notice.slug, list(to)) == ("start", "cup", [wanted])
