"""What must happen next at a table, and when, if nobody says anything (docs/protocol.md, "The flow of a hand")."""

from dataclasses import dataclass
from typing import Literal

from games.engine import table
from games.engine.actions import Action
from games.engine.claims import claimants, is_settled
from games.engine.clock import AUTO_TURN_MS, BOT_CLAIM_MS, BOT_TURN_MS, WISH_MS
from games.engine.play import Play
from games.engine.state import HandState
from games.engine.wishes import wished_action

DueKind = Literal["deal", "bot", "wish", "timeout", "close", "next"]


@dataclass(frozen=True, slots=True)
class Due:
    """`at` in ms from the hand's start; `seat` is who is acted for (`bot`, `wish`, `timeout`)."""

    at: int
    kind: DueKind
    seat: int | None = None


def next_due(play: Play, away: frozenset[int] = frozenset()) -> Due:
    """The one thing to do next. `away`: seats without a socket; a shown result does not wait for them."""
    match play.phase:
        case "deal":
            return Due(play.opened_at + play.settings.seed_ms, "deal")
        case "act":
            return _turn(play)
        case "result":
            return Due(play.opened_at + (0 if _all_continued(play, away) else play.settings.pause_ms), "next")
        case _:
            return _window(play)


def base_deadline(play: Play) -> int:
    """When the base time of the turn, the window or the pause ends, the same for all who are asked; in ms."""
    match play.phase:
        case "deal":
            length = play.settings.seed_ms
        case "act":
            length = play.settings.turn_ms
        case "result":
            length = play.settings.pause_ms
        case _:
            length = play.settings.claim_ms + play.extra_ms
    return play.opened_at + length


def _turn(play: Play) -> Due:
    assert play.state is not None
    seat = play.state.turn
    clock = play.clocks[seat]
    if seat in play.bots:
        return Due(play.opened_at + min(BOT_TURN_MS, play.settings.turn_ms), "bot", seat)
    if wished_action(play, seat) is not None:
        return Due(play.opened_at + min(WISH_MS, play.settings.turn_ms), "wish", seat)
    if clock.auto:
        return Due(play.opened_at + min(AUTO_TURN_MS, play.settings.turn_ms), "timeout", seat)
    return Due(play.opened_at + play.settings.turn_ms + clock.reserve_ms, "timeout", seat)


def _window(play: Play) -> Due:
    assert play.state is not None
    closing = Due(_window_end(play), "close")
    answer_at = min(play.opened_at + min(BOT_CLAIM_MS, play.settings.claim_min_ms // 2), closing.at)
    for seat in sorted(claimants(play.state)):
        if play.clocks[seat].asked and play.state.answers[seat] is None:
            if seat in play.bots:
                return Due(answer_at, "bot", seat)
            if wished_action(play, seat) is not None:
                return Due(answer_at, "wish", seat)
    return closing


def _window_end(play: Play) -> int:
    assert play.state is not None
    if play.settings.uniform:
        return base_deadline(play)
    minimum = play.opened_at + play.settings.claim_min_ms
    return minimum if is_settled(_without_absent(play, play.state)) else base_deadline(play)


def _without_absent(play: Play, state: HandState) -> HandState:
    """The window as if every seat in 托管 had passed: nobody waits for them."""
    for seat in claimants(state):
        if play.clocks[seat].auto and state.answers[seat] is None:
            state, _ = table.apply(state, Action(seat, "pass"))
    return state


def _all_continued(play: Play, away: frozenset[int]) -> bool:
    return all(
        not clock.asked or clock.auto or seat in away or seat in play.bots for seat, clock in enumerate(play.clocks)
    )
