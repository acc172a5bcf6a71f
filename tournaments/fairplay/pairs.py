"""All pairs of an event that met, the most conspicuous first."""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Final

from tournaments.fairplay.facts import Event, HandFacts, gathered
from tournaments.fairplay.figures import Figure, evidence, strongest, together
from tournaments.fairplay.signals import SIGNALS, Pair

CHANCE_PAIRS: Final = 0.1
"""A pair stands out when chance alone shows one so conspicuous in fewer than so many events of this size."""


@dataclass(frozen=True, slots=True)
class PairReport:
    """Two players. `hands` they shared; `p`: how likely chance alone makes them so conspicuous; `stands_out`: beyond
    what chance shows among all the event's pairs (CHANCE_PAIRS)."""

    one: str
    other: str
    hands: int
    p: float
    stands_out: bool
    figures: tuple[Figure, ...]

    @property
    def evidence(self) -> float:
        """Tens of odds against chance."""
        return evidence(self.p)

    def to_json(self) -> dict[str, Any]:
        return {
            "one": self.one, "other": self.other, "hands": self.hands, "p": self.p,
            "evidence": round(self.evidence, 2), "stands_out": self.stands_out,
            "figures": [figure.to_json() for figure in self.figures],
        }  # fmt: skip


def reports(
    hands: Iterable[HandFacts],
    silver: int,
    bots: Iterable[str] = (),
    progress: Callable[[int, int], None] | None = None,
) -> list[PairReport]:
    """Every pair of people that met, sorted by evidence. `silver`: what an entrant starts with; `bots` are left out.

    `progress` is told of pairs done, and of how many.
    """
    event, left_out = gathered(hands), frozenset(bots)
    shared = Counter(
        pair
        for hand in event.hands
        for pair in combinations(sorted(hand.players), 2)
        if left_out.isdisjoint(pair)
    )  # fmt: skip
    found = []
    for done, pair in enumerate(sorted(shared)):
        if progress is not None:
            progress(done, len(shared))
        found.append(_report(event, *pair, silver, len(shared)))
    return sorted(found, key=lambda report: (report.p, report.one, report.other))


def _report(event: Event, one: str, other: str, silver: int, pairs: int) -> PairReport:
    hands = [hand for hand in event.by_player[one] if other in hand.players]
    figures = []
    for giver, taker in ((one, other), (other, one)):
        pair = Pair(event, giver, taker, hands, silver)
        figures += [figure for signal in SIGNALS if (figure := signal(pair)) is not None]
    p = combined(figures)
    kept = tuple(sorted(figures, key=lambda figure: figure.p))
    return PairReport(one, other, len(hands), p, p * pairs < CHANCE_PAIRS, kept)


def combined(figures: Iterable[Figure]) -> float:
    """How likely chance alone makes a pair so conspicuous: by its strongest figure, or by all together, whichever is
    less likely, doubled for having looked twice."""
    shares = [figure.p for figure in figures]
    return min(1.0, 2 * min(strongest(shares), together(shares)))
