"""Every way one suit's tiles, with some wilds, form sets and perhaps the pair (RULES.md §4).

A grouping is a multiset of groups. It fits when it demands at least the natural tiles held; what it demands
beyond them is what the wilds stand for. Which of several equal tiles lies in which group is left open here.
"""

from functools import cache, lru_cache
from typing import Final, NamedTuple

from games.engine.hand_table import suit_row

SuitCounts = tuple[int, ...]
"""How many natural tiles of each kind: nine for a suit, seven for the honours."""


class Group(NamedTuple):
    """Three in a row from `first`, three equal, or two equal; `first` counts within the suit from 0."""

    shape: str
    first: int

    @property
    def kinds(self) -> tuple[int, ...]:
        """The kinds it is made of, within the suit."""
        return _KINDS[self.shape, self.first]


Grouping = tuple[Group, ...]

_KINDS: Final = (
    {("chow", i): (i, i + 1, i + 2) for i in range(7)}
    | {("triplet", i): (i, i, i) for i in range(9)}
    | {("pair", i): (i, i) for i in range(9)}
)
_HONOUR_COUNT: Final = 7


@lru_cache(maxsize=1 << 14)
def groupings(naturals: SuitCounts, wilds: int, pair: bool, barred: int | None = None) -> tuple[Grouping, ...]:
    """All groupings that use up the naturals and exactly so many wilds, with the pair or without.

    `barred` is a kind that no wild may stand for: the bonus kind among the honours.
    """
    tiles = sum(naturals) + wilds
    sets, rest = divmod(tiles - (2 if pair else 0), 3)
    if sets < 0 or rest:
        return ()
    return tuple(sorted(_grow(naturals, wilds, sets, pair, barred)))


@lru_cache(maxsize=1 << 15)
def _grow(naturals: SuitCounts, wilds: int, sets: int, pair: bool, barred: int | None) -> frozenset[Grouping]:
    if suit_row(naturals).distances[2 * sets + pair] > wilds:
        return frozenset()
    if not sets and not pair:
        return frozenset({()})
    lowest = next((kind for kind, count in enumerate(naturals) if count), None)
    found: set[Grouping] = set()
    for group in _candidates(len(naturals), sets, pair, lowest):
        left, used = _take(naturals, group)
        if used <= wilds and barred not in group.kinds:
            is_pair = group.shape == "pair"
            for rest in _grow(left, wilds - used, sets - (not is_pair), pair and not is_pair, barred):
                found.add(tuple(sorted((group, *rest))))
    return frozenset(found)


@cache
def _candidates(size: int, sets: int, pair: bool, lowest: int | None) -> tuple[Group, ...]:
    """Groups that hold the lowest natural tile left, or any group once none is."""
    shapes = (("chow", "triplet") if sets else ()) + (("pair",) if pair else ())
    return tuple(
        Group(shape, first)
        for shape, first in _KINDS
        if shape in shapes
        and (lowest is None or lowest in _KINDS[shape, first])
        and first < size
        and not (shape == "chow" and size == _HONOUR_COUNT)
    )


def _take(naturals: SuitCounts, group: Group) -> tuple[SuitCounts, int]:
    """The naturals left once the group has taken what it can, and how many wilds fill its gaps."""
    left, used = list(naturals), 0
    for kind in group.kinds:
        if left[kind]:
            left[kind] -= 1
        else:
            used += 1
    return tuple(left), used
