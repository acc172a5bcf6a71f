"""RULES.md §3 once more, slowly: every conceivable action is asked about, one sentence of the rules at a time.

Shares nothing with the engine but the tiles, the action and the state it asks about.
"""

from collections import Counter
from functools import cache
from itertools import combinations_with_replacement

from games.engine.actions import Action
from games.engine.state import HandState
from games.engine.tiles import KINDS, Kind

CHOW_PAIRS = tuple(combinations_with_replacement(KINDS, 2))


def every_action(seat: int) -> list[Action]:
    """All that can be written down for a seat, sensible or not."""
    with_tile = [
        Action(seat, kind, tile=tile) for kind in ("discard", "kong_concealed", "kong_added") for tile in KINDS
    ]
    plain = [Action(seat, kind) for kind in ("pong", "kong_open", "win", "pass")]
    return [*with_tile, *plain, *(Action(seat, "chow", tiles=pair) for pair in CHOW_PAIRS)]


def allowed(state: HandState, action: Action) -> bool:
    if state.phase == "act":
        return action.seat == state.turn and _on_turn(state, action)
    if state.phase in ("claim", "rob"):
        return action.seat != state.turn and state.answers[action.seat] is None and _in_window(state, action)
    return False


def _on_turn(state: HandState, action: Action) -> bool:
    own = state.seats[state.turn]
    held = Counter(own.concealed)
    after_a_draw = state.drawn is not None
    room_for_a_kong = state.left > 16
    match action.type:
        case "discard":
            return held[action.tile] > 0 and action.tile not in (state.wild, state.bonus_kind)
        case "win":
            return after_a_draw and wins(own.concealed, state.wild)
        case "kong_concealed":
            return after_a_draw and room_for_a_kong and held[action.tile] == 4 and action.tile != state.wild
        case "kong_added":
            pongs = [meld.tiles[0] for meld in own.melds if meld.type == "pong"]
            return after_a_draw and room_for_a_kong and action.tile in pongs and held[action.tile] == 1
    return False


def _in_window(state: HandState, action: Action) -> bool:
    tile = state.last.tile
    own = state.seats[action.seat]
    held = Counter(own.concealed)
    match action.type:
        case "pass":
            return True
        case "win":
            return wins((*own.concealed, tile), state.wild)
        case "kong_open":
            return state.phase == "claim" and held[tile] >= 3 and state.left > 16
        case "pong":
            return state.phase == "claim" and held[tile] >= 2 and _leaves_a_discard(state, held, (tile, tile))
        case "chow":
            return (
                state.phase == "claim"
                and action.seat == (state.turn + 1) % 4
                and state.wild not in action.tiles
                and all(held[kind] > 0 for kind in action.tiles)
                and _is_run(sorted((*action.tiles, tile)))
                and _leaves_a_discard(state, held, action.tiles)
            )
    return False


def _leaves_a_discard(state: HandState, held: Counter[Kind], used: tuple[Kind, ...]) -> bool:
    return any(kind != state.wild for kind in (held - Counter(used)).elements())


def _is_run(kinds: list[Kind]) -> bool:
    first, second, third = kinds
    return third < 27 and first + 1 == second == third - 1 and first // 9 == third // 9


def wins(concealed: tuple[Kind, ...], wild: Kind) -> bool:
    """Whether the concealed tiles are melds and one pair, the wild tiles standing for anything."""
    naturals = tuple(sorted(kind for kind in concealed if kind != wild))
    return _fills(naturals, len(concealed) - len(naturals), pair_needed=True)


@cache
def _fills(naturals: tuple[Kind, ...], wilds: int, pair_needed: bool) -> bool:
    if not naturals:
        return wilds % 3 == (2 if pair_needed else 0)
    kind = naturals[0]
    groups = [((kind,) * 3, pair_needed)]
    if pair_needed:
        groups.append(((kind, kind), False))
    groups += [(tuple(range(start, start + 3)), pair_needed) for start in _starts(kind)]
    return any(_rest_fills(naturals, wilds, group, needed) for group, needed in groups)


def _rest_fills(naturals: tuple[Kind, ...], wilds: int, group: tuple[Kind, ...], pair_needed: bool) -> bool:
    rest, missing = list(naturals), 0
    for kind in group:
        if kind in rest:
            rest.remove(kind)
        else:
            missing += 1
    return missing <= wilds and _fills(tuple(rest), wilds - missing, pair_needed)


def _starts(kind: Kind) -> list[Kind]:
    if kind >= 27:
        return []
    return [start for start in (kind - 2, kind - 1, kind) if start // 9 == kind // 9 == (start + 2) // 9 and start >= 0]
