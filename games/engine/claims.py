"""What the other seats may claim while a window is open, and who gets the tile (RULES.md §3.3, §3.5)."""

from typing import Final

from games.engine.actions import Action
from games.engine.decompose import is_winning
from games.engine.state import HandState
from games.engine.tiles import EAST, Kind
from games.engine.wall import EXHAUSTED_AT

WINS: Final = tuple(Action(seat, "win") for seat in range(4))
PASSES: Final = tuple(Action(seat, "pass") for seat in range(4))
PONGS: Final = tuple(Action(seat, "pong") for seat in range(4))
KONGS_OPEN: Final = tuple(Action(seat, "kong_open") for seat in range(4))
WINDOWS: Final = ("claim", "rob")

_PRIORITY: Final = {"win": 0, "kong_open": 1, "pong": 2, "chow": 3}
_NOBODY: Final = (9, 9)


def _chows_of(tile: Kind) -> tuple[tuple[Kind, Kind], ...]:
    if tile >= EAST:
        return ()
    number = tile % 9
    starts = range(max(0, number - 2), min(6, number) + 1)
    runs = [tuple(tile - number + start + i for i in range(3)) for start in starts]
    return tuple((a, b) for a, b in (tuple(kind for kind in run if kind != tile) for run in runs))


CHOW_PAIRS: Final = tuple(_chows_of(tile) for tile in range(34))
"""For each kind, the pairs that make a chow with it, ascending."""

CHOWS: Final = tuple(
    tuple(tuple(Action(seat, "chow", tiles=pair) for pair in pairs) for pairs in CHOW_PAIRS) for seat in range(4)
)


def claims_of(state: HandState, seat: int) -> tuple[Action, ...]:
    """The seat's claims in the open window, answered or not, `pass` not listed; () outside a window."""
    last = state.last
    if last is None or seat == last.seat or state.phase not in WINDOWS:
        return ()
    own = state.seats[seat]
    wins = WINS[seat : seat + 1] if is_winning((*own.concealed, last.tile), len(own.melds), state.wild) else ()
    return wins if state.phase == "rob" else wins + _exposures(state, seat, last.tile)


def _exposures(state: HandState, seat: int, tile: Kind) -> tuple[Action, ...]:
    concealed = state.seats[seat].concealed
    copies = concealed.count(tile)
    found: list[Action] = []
    if copies >= 3 and state.left > EXHAUSTED_AT:
        found.append(KONGS_OPEN[seat])
    if copies >= 2 and _can_discard_after(concealed, (tile, tile), state.wild):
        found.append(PONGS[seat])
    if seat == (state.turn + 1) % 4:
        found.extend(chow for chow in CHOWS[seat][tile] if _may_chow(concealed, chow, state.wild))
    return tuple(found)


def _may_chow(concealed: tuple[Kind, ...], chow: Action, wild: Kind) -> bool:
    assert chow.tiles is not None
    a, b = chow.tiles
    held = a in concealed and b in concealed and wild not in (a, b)
    return held and _can_discard_after(concealed, (a, b), wild)


def _can_discard_after(concealed: tuple[Kind, ...], used: tuple[Kind, Kind], wild: Kind) -> bool:
    """A chow or pong must not leave only wild tiles concealed (RULES.md §3.2); the used are never wild."""
    return len(concealed) - len(used) > concealed.count(wild)


def claimants(state: HandState) -> frozenset[int]:
    """The seats that can claim something in this window, whether or not they have answered."""
    return frozenset(seat for seat in range(4) if claims_of(state, seat))


def best_claim(state: HandState) -> Action | None:
    """The answer that takes the tile if the window closes now; None when everybody passes."""
    taken, best = None, _NOBODY
    for answer in state.answers:
        if answer is not None and answer.type != "pass" and _rank(state, answer) < best:
            taken, best = answer, _rank(state, answer)
    return taken


def is_settled(state: HandState) -> bool:
    """Whether no missing answer could still change who takes the tile."""
    taken = best_claim(state)
    best = _NOBODY if taken is None else _rank(state, taken)
    missing = [seat for seat in range(4) if state.answers[seat] is None]
    return not any(_rank(state, claim) < best for seat in missing for claim in claims_of(state, seat))


def _rank(state: HandState, claim: Action) -> tuple[int, int]:
    """Lower takes the tile: the kind of claim, then the first counter-clockwise from who let it go."""
    return _PRIORITY[claim.type], (claim.seat - state.turn) % 4
