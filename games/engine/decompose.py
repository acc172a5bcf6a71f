"""Whether a hand wins, and what it waits for (RULES.md §4)."""

from collections.abc import Sequence

from games.engine.readings import groupings
from games.engine.tiles import COPIES, KINDS, Kind, counts


def is_winning(concealed: Sequence[Kind], melds_count: int, wild: Kind) -> bool:
    """Whether the concealed tiles (17 less three a meld, the winning tile included) make sets and a pair."""
    if len(concealed) + 3 * melds_count != 17:
        return False
    naturals = counts(kind for kind in concealed if kind != wild)
    wilds = sum(kind == wild for kind in concealed)
    states = {(0, False)}
    for start, end in ((0, 9), (9, 18), (18, 27), (27, 34)):
        suit = tuple(naturals[start:end])
        states = {
            (used + more, paired or pair)
            for used, paired in states
            for more in range(wilds - used + 1)
            for pair in (False, True)
            if not (paired and pair) and groupings(suit, more, pair)
        }
    return (wilds, True) in states


def waits(concealed: Sequence[Kind], melds_count: int, wild: Kind, bonus_kind: Kind) -> tuple[Kind, ...]:
    """The kinds of which one more tile wins, ascending; the bonus kind and fifth copies excepted."""
    held = counts(concealed)
    return tuple(
        kind
        for kind in KINDS
        if kind != bonus_kind
        and held[kind] < (COPIES - 1 if kind == wild else COPIES)
        and is_winning((*concealed, kind), melds_count, wild)
    )
