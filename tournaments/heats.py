"""Finals on the same walls: what a seat made of its tiles, against what others made of them in the same seat. Pure."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class SeatResult:
    """One seat's settlement of one hand of a heat, in 胡."""

    heat: str
    hand: int
    seat: int
    player: str
    hu: int


def differences(results: Iterable[SeatResult]) -> dict[str, Fraction]:
    """For each player the sum, over the hands, of the own settlement less the mean of the others' in the same seat.

    A hand that was played at one table only tells nothing and counts 0.
    """
    places: dict[tuple[str, int, int], list[SeatResult]] = defaultdict(list)
    for result in results:
        places[result.heat, result.hand, result.seat].append(result)
    sums: dict[str, Fraction] = defaultdict(Fraction)
    for alike in places.values():
        total, others = sum(result.hu for result in alike), len(alike) - 1
        for result in alike:
            sums[result.player] += result.hu - Fraction(total - result.hu, others) if others else 0
    return dict(sums)
