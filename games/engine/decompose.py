"""Whether a hand wins and what it waits for, by table (RULES.md §4)."""

from collections.abc import Sequence
from typing import Final

from games.engine.hand_table import ROWS, UNIT_OF, pack, row_places
from games.engine.tiles import COPIES, KINDS, Kind

HAND_SETS: Final = 5

# A suit enters the win check as its class: how few wilds complete it without and with the pair, each 0 to 4, where
# 4 wilds do not exist. Two classes add up to a class again, so four suits are three look-ups.
_TOO_MANY: Final = 4
_WIDTH: Final = _TOO_MANY + 1
_CLASSES: Final = range(_WIDTH * _WIDTH)


def _class(fewest: int, with_pair: int) -> int:
    return min(fewest, _TOO_MANY) * _WIDTH + min(with_pair, _TOO_MANY)


def _added(one: int, other: int) -> int:
    (plain, paired), (other_plain, other_paired) = divmod(one, _WIDTH), divmod(other, _WIDTH)
    return _class(plain + other_plain, min(plain + other_paired, paired + other_plain))


_CLASS_OF: Final = bytes(_class(row.fewest, row.fewest_with_pair) for row in ROWS)
_SUM: Final = tuple(bytes(_added(one, other) for other in _CLASSES) for one in _CLASSES)


def wilds_needed(packed: int) -> int:
    """How few wilds complete a packed hand's natural tiles to sets and a pair; 4 when three are not enough."""
    a, b, c, d = row_places(packed)
    return _SUM[_SUM[_CLASS_OF[a]][_CLASS_OF[b]]][_SUM[_CLASS_OF[c]][_CLASS_OF[d]]] % _WIDTH


def is_winning(concealed: Sequence[Kind], melds_count: int, wild: Kind) -> bool:
    """Whether the concealed tiles (17 less three a meld, the winning tile included) make sets and a pair."""
    if len(concealed) + 3 * melds_count != 3 * HAND_SETS + 2:
        return False
    wilds = concealed.count(wild)
    return wilds_needed(pack(concealed) - wilds * UNIT_OF[wild]) <= wilds


def waits(concealed: Sequence[Kind], melds_count: int, wild: Kind, bonus_kind: Kind) -> tuple[Kind, ...]:
    """The kinds of which one more tile wins, ascending. `concealed` is 16 tiles less three a meld.

    The bonus kind is none, nor is a kind of which the concealed tiles already hold all there are.
    """
    if len(concealed) + 3 * melds_count != 3 * HAND_SETS + 1:
        return ()
    wilds = concealed.count(wild)
    naturals = pack(concealed) - wilds * UNIT_OF[wild]
    return tuple(
        kind
        for kind in KINDS
        if kind != bonus_kind
        and concealed.count(kind) < _copies(kind, wild)
        and _wins_with(kind, naturals, wilds, wild)
    )


def _wins_with(kind: Kind, naturals: int, wilds: int, wild: Kind) -> bool:
    if kind == wild:
        return wilds_needed(naturals) <= wilds + 1
    return wilds_needed(naturals + UNIT_OF[kind]) <= wilds


def _copies(kind: Kind, wild: Kind) -> int:
    """How many there are to hold: one of the wild kind lies face up."""
    return COPIES - 1 if kind == wild else COPIES
