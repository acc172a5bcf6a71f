"""One figure of one ordered pair, beside its null distribution; and how figures go together."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import exp, expm1, log, log1p, log10
from typing import Any, Final

from tournaments.fairplay.null import Distribution, mean, tail

BINS: Final = 24
SMALLEST: Final = 1e-15
"""Below this no share is told apart from another: floating point, not evidence."""


@dataclass(frozen=True, slots=True)
class Figure:
    """What was seen of `giver` towards `taker`, and what chance gives.

    `p`: how likely chance gives so much or more. `bins`: (low end, share) of the null distribution, of equal width
    `width`. `times`: how much it rests on. `moments`: (hand, step) in the replays.
    """

    name: str
    giver: str
    taker: str
    value: float
    expected: float
    p: float
    times: int
    width: float
    bins: tuple[tuple[float, float], ...]
    moments: tuple[tuple[str, int], ...] = ()

    def to_json(self) -> dict[str, Any]:
        return {
            "name": self.name, "giver": self.giver, "taker": self.taker, "value": round(self.value, 3),
            "expected": round(self.expected, 3), "p": self.p, "times": self.times, "width": self.width,
            "bins": [[round(low, 4), round(share, 6)] for low, share in self.bins],
            "moments": [list(moment) for moment in self.moments],
        }  # fmt: skip


def figure(
    name: str, giver: str, taker: str, value: float, null: Distribution, times: int,
    moments: Iterable[tuple[str, int]] = (), p: float | None = None,
) -> Figure:  # fmt: skip
    """A figure from its null distribution. `p` where a second null is stricter."""
    width, bins = _bins(null)
    found = tail(null, value) if p is None else p
    return Figure(
        name, giver, taker, value, mean(null), max(SMALLEST, found), times, width, bins, tuple(moments)
    )  # fmt: skip


def strongest(shares: Iterable[float]) -> float:
    """Null: all these figures are chance. How likely is the strongest of them? (Šidák; safe where they go together.)"""
    found = list(shares)
    if not found:
        return 1.0
    smallest = min(found)
    return -expm1(len(found) * log1p(-smallest)) if smallest < 1 else 1.0


def together(shares: Iterable[float]) -> float:
    """Null: all these figures are chance, each by itself. How likely is so much in all? (Fisher.)"""
    found = list(shares)
    half = -sum(log(max(SMALLEST, share)) for share in found)
    term, total = 1.0, 1.0
    for index in range(1, len(found)):
        term *= half / index
        total += term
    return min(1.0, exp(-half) * total) if found else 1.0


def evidence(share: float) -> float:
    """Tens of odds against chance: 3 is one in a thousand."""
    return -log10(max(SMALLEST, share))


def _bins(null: Distribution) -> tuple[float, tuple[tuple[float, float], ...]]:
    kept = {at: share for at, share in null.items() if share > 1e-6} or dict(null)
    low, high = min(kept), max(kept)
    whole = all(float(at).is_integer() for at in kept) and high - low < BINS
    width = 1.0 if whole else (high - low) / BINS or 1.0
    count = int(high - low) + 1 if whole else BINS
    shares = [0.0] * count
    for at, share in kept.items():
        shares[min(count - 1, int((at - low) / width))] += share
    return width, tuple((low + index * width, share) for index, share in enumerate(shares))
