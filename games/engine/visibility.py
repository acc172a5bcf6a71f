"""What each viewer may see: secrets are removed here, where the message is made, and nowhere else.

A viewer is a seat 0-3 or None for a watcher. The one function that makes a view is `view`; `seat_view` is the same
knowledge for a bot.
"""

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.engine.actions import action_to_json
from games.engine.due import base_deadline
from games.engine.events import Event
from games.engine.hints import hints
from games.engine.legal import legal_actions
from games.engine.melds import Meld
from games.engine.play import SEATS, WATCHER, Play
from games.engine.seatview import SeatView
from games.engine.state import HandState
from games.engine.tiles import TILE_COUNT, tile_name, tile_names


@dataclass(frozen=True, slots=True)
class Facts:
    """What a view needs beside the play. `now` in ms from the hand's start; `result` as stored with the hand."""

    event: str
    names: Sequence[str]
    silver: Sequence[int]
    points: Sequence[int]
    away: frozenset[int]
    now: int
    closed: bool = False
    result: Mapping[str, Any] | None = None
    withheld: bool = False
    """Other tables still play this wall: of the result a viewer is shown the own tiles and the winner's."""
    nameless: bool = False
    """Nobody is told who the others are: their names are empty."""


def seat_view(state: HandState, seat: int) -> SeatView:
    """A hand as one seat sees it, its choices included."""
    own = state.seats[seat]
    return SeatView(
        rules=state.rules,
        seat=seat,
        dealer=state.dealer,
        wild=state.wild,
        bonus_kind=state.bonus_kind,
        left=state.left,
        phase=state.phase,
        turn=state.turn,
        concealed=own.concealed,
        drawn=state.drawn if state.turn == seat and state.phase == "act" else None,
        counts=_four(len(other.concealed) for other in state.seats),
        melds=_four(other.melds for other in state.seats),
        bonus=_four(other.bonus for other in state.seats),
        rivers=_four(other.river for other in state.seats),
        last=state.last,
        legal=legal_actions(state, seat),
    )


def view(play: Play, viewer: int | None, facts: Facts) -> dict[str, Any]:
    """The whole view of docs/protocol.md, JSON-ready, as this viewer may see it."""
    return {
        **_table_part(play, viewer, facts),
        **(_hand_part(play, play.state) if play.state else _undealt_part(play)),
        **_time_part(play, viewer, facts),
        **(_own_part(play, viewer, facts) if viewer is not None else _NOTHING_OWN),
        "notices": play.desk.notices_json(viewer),
        "commitment": play.commitment,
        "client_seeds": [seed or "" for seed in play.seeds] if play.state else None,
        "result": _result_part(viewer, facts) if play.phase == "result" else None,
    }


def count_for(play: Play, viewer: int | None, *, closed: bool = False) -> int:
    """The viewer's `v`; that the table has closed is one more change, after the last logged one."""
    return play.v[WATCHER if viewer is None else viewer] + closed


def presence_of(play: Play, away: Container[int]) -> list[str]:
    """How each seat is shown: here, away, auto or bot."""
    return [_presence(play, seat, away) for seat in SEATS]


def events_for(events: Iterable[Event], viewer: int | None) -> list[dict[str, Any]]:
    """Events JSON-ready; the tile of a draw is told to its own seat alone."""
    return [_event(event, hide_tile=event.type == "draw" and event.seat != viewer) for event in events]


_NOTHING_OWN: Mapping[str, Any] = {
    "seat": None, "mine": None, "drawn": None, "legal": None, "decision": None,
    "reserve_ms": None, "thinks_left": None, "wishes": None, "waits": None, "held": None,
}  # fmt: skip


def _table_part(play: Play, viewer: int | None, facts: Facts) -> dict[str, Any]:
    return {
        "table": play.table_id,
        "event": facts.event,
        "hand": play.number,
        "hands": play.settings.hands_per_table,
        "rules": play.rules.label,
        "dealer": play.dealer,
        "names": [name if seat == viewer or not facts.nameless else "" for seat, name in enumerate(facts.names)],
        "silver": list(facts.silver),
        "points": list(facts.points),
        "present": presence_of(play, facts.away),
        "phase": "closed" if facts.closed else play.phase,
        "halts": [] if facts.closed else play.desk.halts_json(),
    }


def _result_part(viewer: int | None, facts: Facts) -> Mapping[str, Any] | None:
    return facts.result if facts.result is None or not facts.withheld else without_losers(facts.result, viewer)


def without_losers(result: Mapping[str, Any], viewer: int | None) -> dict[str, Any]:
    """A result without the concealed tiles of those who did not win, and of what they were counted from."""
    shown = {viewer, result["winner"]}
    nothing: Mapping[str, Any] = {"hand": [], "items": [], "tai_items": [], "reading": None}
    seats = [seat if number in shown else {**seat, **nothing} for number, seat in enumerate(result["seats"])]
    return {**result, "seats": seats}


def _presence(play: Play, seat: int, away: Container[int]) -> str:
    if seat in play.bots:
        return "bot"
    if play.shown_auto[seat]:
        return "auto"
    return "away" if seat in away else "here"


def _undealt_part(play: Play) -> dict[str, Any]:
    return {
        "turn": play.dealer, "wild": None, "bonus_kind": None, "left": TILE_COUNT, "dice": None,
        "counts": [0] * 4, "melds": [[] for _ in SEATS], "bonus": [0] * 4, "rivers": [[] for _ in SEATS],
        "last": None,
    }  # fmt: skip


def _hand_part(play: Play, state: HandState) -> dict[str, Any]:
    last = state.last
    return {
        "turn": state.turn,
        "wild": tile_name(state.wild),
        "bonus_kind": tile_name(state.bonus_kind),
        "left": state.left,
        "dice": [list(roll) for roll in state.dice],
        "counts": [len(seat.concealed) for seat in state.seats],
        "melds": [[_meld(meld) for meld in seat.melds] for seat in state.seats],
        "bonus": [seat.bonus for seat in state.seats],
        "rivers": [tile_names(seat.river) for seat in state.seats],
        "last": {"seat": last.seat, "tile": tile_name(last.tile), "type": last.type} if last else None,
    }


def _meld(meld: Meld) -> dict[str, Any]:
    return {"type": meld.type, "tiles": tile_names(meld.tiles), "from": meld.from_seat}


def _time_part(play: Play, viewer: int | None, facts: Facts) -> dict[str, Any]:
    left = max(0, base_deadline(play) - play.desk.clock(facts.now))
    hidden = play.in_window and not play.settings.uniform and (viewer is None or not play.clocks[viewer].asked)
    unhurried = play.settings.untimed and play.phase != "deal"
    return {"deadline_ms": None if hidden or unhurried or facts.closed else left}


def _own_part(play: Play, seat: int, facts: Facts) -> dict[str, Any]:
    clock = play.clocks[seat]
    own = play.state.seats[seat] if play.state else None
    overrun = 0
    if play.phase == "act" and clock.asked:
        overrun = max(0, play.desk.clock(facts.now) - play.opened_at - play.settings.turn_ms)
    return {
        "seat": seat,
        "mine": tile_names(own.concealed) if own else None,
        "drawn": _drawn(play.state, seat),
        "legal": _legal(play, seat) if play.decision(seat) and not facts.closed else [],
        "decision": None if facts.closed else play.decision(seat),
        "held": clock.held,
        "reserve_ms": max(0, clock.reserve_ms - overrun),
        "thinks_left": clock.thinks,
        "wishes": sorted(clock.wishes),
        "waits": hints(seat_view(play.state, seat), play.settings.hints) if play.state else None,
    }


def _drawn(state: HandState | None, seat: int) -> str | None:
    if state is None or state.drawn is None or state.turn != seat or state.phase != "act":
        return None
    return tile_name(state.drawn)


def _legal(play: Play, seat: int) -> list[dict[str, Any]]:
    if play.phase == "result" or play.state is None:
        return [{"type": "pass"}]
    return [action_to_json(action) for action in legal_actions(play.state, seat)]


def _event(event: Event, *, hide_tile: bool) -> dict[str, Any]:
    data: dict[str, Any] = {"type": event.type}
    if event.seat is not None:
        data["seat"] = event.seat
    if event.tile is not None and not hide_tile:
        data["tile"] = tile_name(event.tile)
    if event.tiles:
        data["tiles"] = tile_names(event.tiles)
    if event.kind is not None:
        data["kind"] = event.kind
    return data


def _four(values: Iterable[Any]) -> Any:
    first, second, third, fourth = values
    return first, second, third, fourth
