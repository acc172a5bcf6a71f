"""The score sheet of a hand that was played at a table."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games import store
from games.engine.clock import settings_from_json
from games.engine.hints import totals_of_waits
from games.engine.scoring import score_loser
from games.engine.state import HandState
from games.engine.tiles import Kind, tile_name
from games.engine.visibility import without_losers
from games.models import Hand, Seat
from games.scoresheet import SEATS, Person, ScoreSheet, Surroundings, Wait, called, sheet_of

AT_REST = 1
"""Concealed tiles of a hand at rest are three for each open set, and one."""


def sheet_of_hand(hand: Hand, viewer: str | None) -> ScoreSheet:
    """The sheet of a finished hand. `viewer`: the id of the player who reads, None for a visitor.

    While the table's heat goes on, the losers' tiles are left out; while the table hides names, those of the others.
    """
    assert hand.result is not None
    state = store.load(hand).state
    assert state is not None
    seats = list(hand.table.seats.all())
    own = next((seat.index for seat in seats if seat.player_id == viewer), None)
    if hand.table.in_running_heat:
        return _sheet_in_a_heat(hand, state, seats, own)
    people = [_person(hand, seat, own) for seat in seats]
    rate = settings_from_json(hand.table.settings).silver_per_unit if hand.table.event else None
    around = Surroundings(
        people,
        tile_name(state.wild),
        tile_name(state.bonus_kind),
        rate,
        waits_at_the_end(state),
        _counted(state, hand.result) if hand.result["kind"] == "draw" else None,
    )
    return sheet_of(hand.result, around)


def _person(hand: Hand, seat: Seat, own: int | None) -> Person:
    known = seat.index == own or not hand.table.hides_names
    name = seat.nickname if known else _seat_called(hand, seat.index)
    return Person(called(name, bot=seat.is_bot and known), seat.is_bot and known, seat.index == own)


def _seat_called(hand: Hand, index: int) -> str:
    """A seat by its wind: the name of somebody who has none yet."""
    wind = ("E", "S", "W", "N")[(index - hand.dealer) % 4]
    return _("%(wind)s seat") % {"wind": pgettext("wind", wind)}


def _sheet_in_a_heat(hand: Hand, state: HandState, seats: Sequence[Seat], own: int | None) -> ScoreSheet:
    """Score, payments and the winner's hand: other tables still play these tiles."""
    assert hand.result is not None
    rate = settings_from_json(hand.table.settings).silver_per_unit if hand.table.event else None
    around = Surroundings(
        [_person(hand, seat, own) for seat in seats], tile_name(state.wild), tile_name(state.bonus_kind), rate,
        [()] * len(SEATS), None,
    )  # fmt: skip
    return sheet_of(without_losers(hand.result, own), around)


def waits_at_the_end(state: HandState) -> list[tuple[Wait, ...]]:
    """What each seat that did not win waited for when the hand ended, by seat; () for the winner and unready hands."""
    assert state.result is not None
    wall = Counter(state.wall[state.front : state.back])
    winner = state.result.winner
    return [() if seat == winner else _waits(state, seat, wall) for seat in SEATS]


def _counted(state: HandState, result: Mapping[str, Any]) -> list[dict[str, Any]]:
    """What each seat's tiles come to after a drawn hand, in which they count for nothing (RULES.md §7)."""
    return [
        result["seats"][at]
        | score_loser(state.rules, state.wild, state.wind(at), own.concealed, own.melds, own.bonus).to_json()
        for at, own in enumerate(state.seats)
    ]


def _waits(state: HandState, seat: int, wall: Counter[Kind]) -> tuple[Wait, ...]:
    own = state.seats[seat]
    if len(own.concealed) % 3 != AT_REST:
        return ()
    found = totals_of_waits(
        state.rules, state.wild, state.bonus_kind, state.wind(seat), own.concealed, own.melds, own.bonus
    )
    return tuple(Wait(tile_name(tile), wall[tile], total) for tile, total in found)
