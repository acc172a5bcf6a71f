"""All pairs of an event that met, the most conspicuous first."""

from collections.abc import Iterable
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


def reports(hands: Iterable[HandFacts], silver: int, bots: Iterable[str] = ()) -> list[PairReport]:
    """Every pair of people that met, sorted by evidence. `silver`: what an entrant starts with; `bots` are left out."""
    event = gathered(hands)
    pairs = met(event, bots)
    found = [report(event, one, other, silver, len(pairs)) for one, other in pairs]
    return sorted(found, key=lambda pair: (pair.p, pair.one, pair.other))


def met(event: Event, bots: Iterable[str] = ()) -> list[tuple[str, str]]:
    """The pairs of people that sat together in a hand, each and all in the order of their ids."""
    left_out = frozenset(bots)
    pairs = {pair for hand in event.hands for pair in combinations(sorted(hand.players), 2)}
    return sorted(pair for pair in pairs if left_out.isdisjoint(pair))


def report(event: Event, one: str, other: str, silver: int, pairs: int) -> PairReport:
    """One pair of an event in which so many pairs met."""
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
