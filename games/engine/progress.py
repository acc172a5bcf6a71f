"""What each line of the log makes of a live hand: `advance(play, entry)`. The same lines give the same play in any process."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from games.engine import table
from games.engine.actions import Action, IllegalAction, action_from_json
from games.engine.claims import claimants
from games.engine.clock import LASTING_WISHES, THINK_MS, WISHES
from games.engine.events import Event
from games.engine.fairness import NO_CLIENT_SEEDS, fair_deal
from games.engine.play import SEATS, WINDOWS, Entry, Play


def advance(play: Play, entry: Entry) -> tuple[Play, tuple[Event, ...]]:
    """The play after one more entry. Raises IllegalAction, MalformedAction; `play` itself never changes."""
    events: tuple[Event, ...] = ()
    if entry.type in _MOVES:
        if play.halted:
            raise IllegalAction("the table stands still")
        after, events = _MOVES[entry.type](play, entry)
    else:
        after = _SAYS[entry.type](play, entry)
    return replace(after, seq=play.seq + 1), events


def _take_seed(play: Play, entry: Entry) -> Play:
    seat = _seat_of(entry)
    if play.phase != "deal":
        raise IllegalAction("the tiles are dealt: no seed is taken any more")
    if play.heat is not None:
        raise IllegalAction("the walls of a heat take no seeds")
    if play.seeds[seat] is not None:
        raise IllegalAction("this seat has given its seed")
    return replace(play, seeds=_with(play.seeds, seat, entry.payload["client_seed"]))


def _deal(play: Play, entry: Entry) -> tuple[Play, tuple[Event, ...]]:
    if play.phase != "deal":
        raise IllegalAction("the tiles are dealt")
    seeds = [seed or "" for seed in play.seeds] if play.heat is None else NO_CLIENT_SEEDS
    dice, wall = fair_deal(play.server_seed, play.heat or play.table_id, play.number, seeds)
    state, events = table.start(play.rules, wall, play.dealer, dice)
    return _asked(replace(play, state=state), entry.at), events


def _act(play: Play, entry: Entry) -> tuple[Play, tuple[Event, ...]]:
    seat = _seat_of(entry)
    action = action_from_json(seat, entry.payload)
    if not play.clocks[seat].asked:
        raise IllegalAction("nothing is asked of this seat")
    if play.phase == "result":
        return _continue(play, seat, action), ()
    assert play.state is not None
    state, events = table.apply(play.state, action)
    clock = play.clocks[seat]
    on_turn = play.phase == "act"
    if on_turn:
        clock = clock.spend(entry.at - play.opened_at - play.settings.turn_ms)
    clock = clock.timed_out(on_turn=on_turn) if entry.auto else clock.answered()
    after = replace(play, state=state, clocks=_with(play.clocks, seat, clock))
    if state.phase in WINDOWS and play.in_window:
        return _seen_by(after, seat), events
    return _asked(after, entry.at), events


def _continue(play: Play, seat: int, action: Action) -> Play:
    if action.type != "pass":
        raise IllegalAction("the hand is over: only 继续 (pass) is possible")
    return _seen_by(replace(play, clocks=_with(play.clocks, seat, play.clocks[seat].answered())), seat)


def _close(play: Play, entry: Entry) -> tuple[Play, tuple[Event, ...]]:
    if not play.in_window or play.state is None:
        raise IllegalAction("no window is open")
    state, events = table.close_window(play.state)
    return _asked(replace(play, state=state), entry.at), events


def _think(play: Play, entry: Entry) -> Play:
    seat = _seat_of(entry)
    clock = play.clocks[seat]
    if not (play.settings.uniform and play.in_window and play.decision(seat)):
        raise IllegalAction("there is nothing to think about now")
    if play.extra_ms:
        raise IllegalAction("somebody is thinking already")
    if not clock.thinks:
        raise IllegalAction("no 想一想 is left in this hand")
    clocks = _with(play.clocks, seat, replace(clock, thinks=clock.thinks - 1))
    return _seen_by_all(replace(play, extra_ms=THINK_MS, clocks=clocks))


def _set_auto(play: Play, entry: Entry) -> Play:
    seat, held = _seat_of(entry), entry.payload.get("held")
    if held is None and play.clocks[seat].held:
        raise IllegalAction("the organiser has this seat played")
    clock = replace(play.clocks[seat], auto=bool(entry.payload["on"]), held=bool(held), misses=0)
    if held:
        clock = replace(clock, wishes=clock.wishes & LASTING_WISHES)
    after = replace(play, clocks=_with(play.clocks, seat, clock))
    return _seen_by(after, seat) if play.in_window else _seen_by_all(_show_autos(after))


def _wish(play: Play, entry: Entry) -> Play:
    seat = _seat_of(entry)
    wishes = frozenset(entry.payload["wishes"])
    if not wishes <= frozenset(WISHES) or play.clocks[seat].held:
        raise IllegalAction("no such wish now")
    return _seen_by(replace(play, clocks=_with(play.clocks, seat, replace(play.clocks[seat], wishes=wishes))), seat)


def _grace(play: Play, entry: Entry) -> Play:
    ms = int(entry.payload["ms"])
    return _seen_by_all(replace(play, opened_at=play.opened_at + ms, desk=play.desk.shifted(ms)))


def _halt(play: Play, entry: Entry) -> Play:
    desk = play.desk.halt(entry.payload["why"], entry.payload.get("text", ""), entry.at)
    return _seen_by_all(replace(play, desk=desk))


def _resume(play: Play, entry: Entry) -> Play:
    desk, stood_ms = play.desk.resume(entry.payload["why"], entry.at)
    return _seen_by_all(replace(play, desk=desk, opened_at=play.opened_at + stood_ms))


def _give_time(play: Play, entry: Entry) -> Play:
    seat = _seat_of(entry)
    clock = play.clocks[seat]
    clock = replace(clock, reserve_ms=clock.reserve_ms + int(entry.payload["ms"]))
    return _seen_by_all(replace(play, clocks=_with(play.clocks, seat, clock)))


def _notice(play: Play, entry: Entry) -> Play:
    after = replace(play, desk=play.desk.tell(entry.payload))
    seats = entry.payload.get("seats")
    if seats is None:
        return _seen_by_all(after)
    for seat in seats:
        after = _seen_by(after, seat)
    return after


def _asked(play: Play, at: int) -> Play:
    """Open the next question: who is asked, since when. Everybody sees the change."""
    asked = _whom(play)
    clocks = tuple(
        clock.ask() if seat in asked else replace(clock, asked=False) for seat, clock in enumerate(play.clocks)
    )
    after = replace(play, clocks=clocks, opened_at=at, extra_ms=0)
    return _seen_by_all(after if play.in_window else _show_autos(after))


def _whom(play: Play) -> frozenset[int]:
    state = play.state
    if state is None:
        return frozenset()
    match play.phase:
        case "act":
            return frozenset({state.turn})
        case "result":
            return frozenset(SEATS) - play.bots
        case _ if play.settings.uniform:
            return frozenset(SEATS) - {state.turn}
        case _:
            return claimants(state)


def _show_autos(play: Play) -> Play:
    return replace(play, shown_auto=tuple(clock.auto for clock in play.clocks))


def _seen_by(play: Play, viewer: int) -> Play:
    return replace(play, v=_with(play.v, viewer, play.v[viewer] + 1))


def _seen_by_all(play: Play) -> Play:
    return replace(play, v=tuple(count + 1 for count in play.v))


def _seat_of(entry: Entry) -> int:
    assert entry.seat is not None, f"a {entry.type} entry belongs to a seat"
    return entry.seat


def _with(values: tuple[Any, ...], index: int, value: Any) -> tuple[Any, ...]:
    return (*values[:index], value, *values[index + 1 :])


_MOVES: Final[Mapping[str, Callable[[Play, Entry], tuple[Play, tuple[Event, ...]]]]] = {
    "deal": _deal, "act": _act, "close": _close,
}  # fmt: skip
"""What moves the hand on; nothing of it happens while the table stands still."""
_SAYS: Final[Mapping[str, Callable[[Play, Entry], Play]]] = {
    "seed": _take_seed, "think": _think, "auto": _set_auto, "wish": _wish, "grace": _grace,
    "halt": _halt, "resume": _resume, "time": _give_time, "notice": _notice,
}  # fmt: skip
