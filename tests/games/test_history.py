"""A player's finished hands: newest first, page by page, as far as the reader may find them."""

import pytest
from django.db.models.functions import Now

from accounts.guests import create_bot
from games.engine.clock import TableSettings
from games.engine.rules import preset
from games.history import events_of, finished_hands
from games.models import Hand, Table
from games.service import open_table, play_out

pytestmark = pytest.mark.django_db
QUICK = TableSettings(seed_ms=0, hands_per_table=2, hints="none", bot_level="novice")


@pytest.fixture
def player() -> str:
    """One who sat at three tables of two hands, each time in another seat, the second a private one."""
    one, *others = [create_bot() for _ in range(4)]
    for number, event in enumerate(("spring", "home", "autumn")):
        four = [*others[:number], one, *others[number:]]
        table = open_table(
            four, event, event, preset("platform"), QUICK, [1000] * 4, [1000] * 4, private=event == "home"
        )
        play_out(table.pk)
    return one.pk


def listed(player: str, viewer: str | None, limit: int, **narrowed: str) -> list[tuple[str, int, int]]:
    """Every page after the other: event, number and own seat of each hand."""
    found: list[tuple[str, int, int]] = []
    before = None
    while rows := finished_hands(player, before, limit, viewer=viewer, **narrowed):
        found += [(row["event"], row["hand"], row["seat"]) for row in rows]
        before = rows[-1]["hand_id"]
    return found


@pytest.mark.parametrize("limit", [1, 3, 30])
def test_pages_of_any_length_hold_every_hand_once_and_the_newest_first(player, limit):
    wanted = [("autumn", 2, 2), ("autumn", 1, 2), ("home", 2, 1), ("home", 1, 1), ("spring", 2, 0), ("spring", 1, 0)]
    assert listed(player, player, limit) == wanted


def test_a_stranger_finds_no_hand_of_a_private_table_and_no_event_of_it(player):
    assert {event for event, _, _ in listed(player, None, 2)} == {"spring", "autumn"}
    assert [event for event, _ in events_of(player)] == ["autumn", "spring"]
    assert [event for event, _ in events_of(player, player)] == ["autumn", "home", "spring"]
    other = Table.objects.get(event="home").seats.exclude(player=player).first()
    assert other is not None
    assert len(listed(player, other.player_id, 4)) == 6


def test_wins_losses_and_draws_are_all_there_is(player):
    outcomes = [listed(player, player, 2, outcome=outcome) for outcome in ("win", "loss", "draw")]
    assert sorted(row for rows in outcomes for row in rows) == sorted(listed(player, player, 30))
    assert listed(player, player, 1, event="spring") == [("spring", 2, 0), ("spring", 1, 0)]


def test_a_voided_hand_is_listed_and_neither_won_nor_lost_nor_drawn(player):
    hand = Hand.objects.get(table__event="spring", number=1)
    Hand.objects.filter(pk=hand.pk).update(voided_at=Now())
    assert ("spring", 1, 0) in listed(player, player, 30)
    for outcome in ("win", "loss", "draw"):
        assert ("spring", 1, 0) not in listed(player, player, 30, outcome=outcome)


def test_nobody_finds_out_that_a_table_without_names_is_played(player):
    Table.objects.filter(event="spring").update(nameless=True, state="playing")
    assert [event for event, _ in events_of(player)] == ["autumn"]
    assert {event for event, _, _ in listed(player, None, 30)} == {"autumn"}
