"""Exactly what each seat may say now; the reducer accepts nothing else (RULES.md §3)."""

from typing import Final

from games.engine.actions import Action, IllegalAction
from games.engine.claims import PASSES, WINDOWS, WINS, claims_of
from games.engine.decompose import is_winning
from games.engine.state import HandState, SeatState
from games.engine.tiles import KINDS
from games.engine.wall import EXHAUSTED_AT

DISCARDS: Final = tuple(tuple(Action(seat, "discard", tile=tile) for tile in KINDS) for seat in range(4))
KONGS_CONCEALED: Final = tuple(tuple(Action(seat, "kong_concealed", tile=tile) for tile in KINDS) for seat in range(4))
KONGS_ADDED: Final = tuple(tuple(Action(seat, "kong_added", tile=tile) for tile in KINDS) for seat in range(4))


def legal_actions(state: HandState, seat: int) -> tuple[Action, ...]:
    """The seat's choices, () when nothing is asked of it.

    On its turn: win, kongs, then one discard a kind in MPSZ order. In a window, for every other seat that has not
    answered: its claims, then pass.
    """
    if type(seat) is not int or seat not in range(4):
        return ()
    if state.phase == "act":
        return _own_actions(state, seat) if seat == state.turn else ()
    if state.phase not in WINDOWS or seat == state.turn or state.answers[seat] is not None:
        return ()
    return (*claims_of(state, seat), PASSES[seat])


def default_action(state: HandState) -> Action:
    """What is played for a seat that lets its turn run out: the drawn tile, else its highest discard, else win.

    Raises IllegalAction outside a turn.
    """
    if state.phase != "act":
        raise IllegalAction("nobody is on turn")
    discards = _discards(state, state.turn)
    if not discards:
        return WINS[state.turn]
    drawn = None if state.drawn is None else DISCARDS[state.turn][state.drawn]
    return drawn if drawn in discards else discards[-1]


def _own_actions(state: HandState, seat: int) -> tuple[Action, ...]:
    """After a chow or pong nothing was drawn, and the seat may only discard (RULES.md §3.4)."""
    if state.drawn is None:
        return _discards(state, seat)
    own = state.seats[seat]
    wins = WINS[seat : seat + 1] if is_winning(own.concealed, len(own.melds), state.wild) else ()
    kongs = _kongs(state, seat, own) if state.left > EXHAUSTED_AT else ()
    return wins + kongs + _discards(state, seat)


def _kongs(state: HandState, seat: int, own: SeatState) -> tuple[Action, ...]:
    concealed = own.concealed
    fours = tuple(
        KONGS_CONCEALED[seat][tile] for tile, fourth in zip(concealed, concealed[3:], strict=False) if tile == fourth
    )
    fourths = sorted(meld.tiles[0] for meld in own.melds if meld.type == "pong" and meld.tiles[0] in concealed)
    return fours + tuple(KONGS_ADDED[seat][tile] for tile in fourths)


def _discards(state: HandState, seat: int) -> tuple[Action, ...]:
    """One a kind. Wild tiles are never thrown, bonus tiles never in a hand (RULES.md §3.2, §2.7)."""
    own = DISCARDS[seat]
    return tuple(own[tile] for tile in dict.fromkeys(state.seats[seat].concealed) if tile != state.wild)
