"""Whether a hand wins and what it waits for, by table (RULES.md §4)."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from games.engine.hand_table import MASK, ROWS, SHIFT, UNIT_OF, mapped, pack, suit_keys
from games.engine.tiles import COPIES, Kind

HAND_SETS: Final = 5
HONOUR_SUIT: Final = 3

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


_SUITS, _HONOURS = mapped(bytes(_class(row.fewest, row.fewest_with_pair) for row in ROWS))
_SUM: Final = tuple(bytes(_added(one, other) for other in _CLASSES) for one in _CLASSES)
_NEEDED: Final = tuple(bytes(total % _WIDTH for total in totals) for totals in _SUM)
"""The wilds that a whole hand needs, of the classes of its two halves."""


def wilds_needed(packed: int) -> int:
    """How few wilds complete a packed hand's natural tiles to sets and a pair; 4 when three are not enough."""
    # Written out, without `suit_keys`: this is asked more often than anything else.
    return _NEEDED[_SUM[_SUITS[packed & MASK]][_SUITS[packed >> SHIFT & MASK]]][
        _SUM[_SUITS[packed >> 2 * SHIFT & MASK]][_HONOURS[packed >> 3 * SHIFT]]
    ]


def is_winning(concealed: Sequence[Kind], melds_count: int, wild: Kind) -> bool:
    """Whether the concealed tiles (17 less three a meld, the winning tile included) make sets and a pair."""
    if len(concealed) + 3 * melds_count != 3 * HAND_SETS + 2:
        return False
    wilds = concealed.count(wild)
    return wilds_needed(pack(concealed) - wilds * UNIT_OF[wild]) <= wilds


def waits(concealed: Sequence[Kind], melds_count: int, wild: Kind, bonus_kind: Kind) -> tuple[Kind, ...]:
    """The kinds of which one more tile wins, ascending. `concealed` is 16 tiles less three a meld.

    The bonus kind is none, nor is a kind of which the concealed tiles already hold all there are; of the wild kind
    there is one less to hold, which lies face up.
    """
    if len(concealed) + 3 * melds_count != 3 * HAND_SETS + 1:
        return ()
    wilds = concealed.count(wild)
    naturals = pack(concealed) - wilds * UNIT_OF[wild]
    found = [kind for kind in _completing(naturals, wilds) if kind not in (wild, bonus_kind)]
    if wilds < COPIES - 1 and wild != bonus_kind and wilds_needed(naturals) <= wilds + 1:
        found.append(wild)
        found.sort()
    return tuple(found)


def _completing(packed: int, wilds: int) -> tuple[Kind, ...]:
    """The kinds of which one more natural tile completes the hand, fewer than all four being held."""
    a, b, c, d = suit_keys(packed)
    m, p, s, z = _SUITS[a], _SUITS[b], _SUITS[c], _HONOURS[d]
    mp, sz = _SUM[m][p], _SUM[s][z]
    return (
        *_completing_suit(0, a, _SUM[p][sz], wilds),
        *_completing_suit(1, b, _SUM[m][sz], wilds),
        *_completing_suit(2, c, _SUM[mp][z], wilds),
        *_completing_suit(3, d, _SUM[mp][s], wilds),
    )


@lru_cache(maxsize=1 << 16)
def _completing_suit(suit: int, key: int, rest: int, wilds: int) -> tuple[Kind, ...]:
    """What a suit offers of `_completing`; `rest` is the class of the other three."""
    classes, digits = (_HONOURS, 7) if suit == HONOUR_SUIT else (_SUITS, 9)
    units = [5**place for place in reversed(range(digits))]
    return tuple(
        9 * suit + place
        for place, unit in enumerate(units)
        if key // unit % 5 < COPIES and _NEEDED[rest][classes[key + unit]] <= wilds
    )
