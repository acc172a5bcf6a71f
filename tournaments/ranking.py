"""From results to an order: silver, then points, then a shared rank (RULES.md §9). Pure.

Finals on the same walls are ordered by the difference to the same seat elsewhere first (tournaments/heats.py).
"""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Result:
    """What one entrant has. `key` is the caller's own, and the last, arbitrary but steady, order of equals."""

    key: int
    silver: int
    points: int
    hands: int
    disqualified: bool = False
    difference: Fraction = Fraction(0)


@dataclass(frozen=True, slots=True)
class Ranked:
    """A result in its place. `rank` is None for those with too few hands, who come below, and for the
    disqualified, who come last."""

    result: Result
    position: int
    rank: int | None


def order(results: Iterable[Result], min_hands: int) -> tuple[Ranked, ...]:
    """Everybody, best first: ranked players by silver and points (equals share a rank), then the others, then the
    disqualified."""

    def place(result: Result) -> tuple[bool, bool, Fraction, int, int, int]:
        worth = (-result.difference, -result.silver, -result.points)
        return result.disqualified, result.hands < min_hands, *worth, result.key

    inside = sorted(results, key=place)
    ranked: list[Ranked] = []
    rank: int | None = None
    for position, result in enumerate(inside):
        if result.hands < min_hands or result.disqualified:
            rank = None
        elif not ranked or _worth(ranked[-1].result) != _worth(result):
            rank = position + 1
        ranked.append(Ranked(result, position, rank))
    return tuple(ranked)


def _worth(result: Result) -> tuple[Fraction, int, int]:
    return result.difference, result.silver, result.points
