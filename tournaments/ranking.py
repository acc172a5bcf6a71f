"""From results to an order: silver, then points, then a shared rank (RULES.md §9). Pure.

Finals on the same walls are ordered by the difference to the same seat elsewhere first (tournaments/heats.py).
"""

from collections.abc import Iterable, Sequence
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


@dataclass(frozen=True, slots=True)
class RankedClub:
    """A club in its place: how many of it have a rank, and what they have on average."""

    name: str
    rank: int
    members: int
    silver: Fraction
    difference: Fraction


def order_clubs(members: Iterable[tuple[str, Result]]) -> tuple[RankedClub, ...]:
    """Clubs by what their ranked members have on average, best first; equals share a rank. Points say nothing here."""
    of_club: dict[str, list[Result]] = {}
    for name, result in members:
        of_club.setdefault(name, []).append(result)
    means = {name: _mean(results) for name, results in of_club.items()}
    inside = sorted(means, key=lambda name: (-means[name][0], -means[name][1], name))
    first = {mean: place + 1 for place, mean in reversed(list(enumerate(means[name] for name in inside)))}
    return tuple(
        RankedClub(name, first[means[name]], len(of_club[name]), silver=means[name][1], difference=means[name][0])
        for name in inside
    )


def _mean(results: Sequence[Result]) -> tuple[Fraction, Fraction]:
    """Difference and silver."""
    many = len(results)
    return sum((result.difference for result in results), Fraction(0)) / many, Fraction(
        sum(result.silver for result in results), many
    )


def _worth(result: Result) -> tuple[Fraction, int, int]:
    return result.difference, result.silver, result.points
