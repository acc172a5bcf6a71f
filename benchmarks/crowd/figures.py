"""What is measured, kept whole: every sample of a stretch of time, told as percentiles in milliseconds."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

PARTS: Final = {"p50": 0.5, "p99": 0.99, "p99.9": 0.999, "max": 1.0}


def percentiles(seconds: Sequence[float]) -> dict[str, float] | None:
    """`{"samples", "p50", "p99", "p99.9", "max"}` in milliseconds; None of nothing."""
    if not seconds:
        return None
    ordered = sorted(seconds)
    last = len(ordered) - 1
    return {"samples": len(ordered)} | {
        name: round(1000 * ordered[round(part * last)], 1) for name, part in PARTS.items()
    }


@dataclass
class Told:
    """One stretch of time. Samples are seconds, of what was to happen from `since` on (seconds of the loop's clock).

    `ack`: from the moment an answer was to be sent to its confirmation; `seen`: from the same moment to the first view
    of another seat that shows it; `late`: what of that is this program's own, between that moment and the sending;
    `back`: from the loss of a line to the first view on the next one; `seated`: from pressing start to the table.
    """

    since: float
    ack: list[float] = field(default_factory=list)
    seen: list[float] = field(default_factory=list)
    late: list[float] = field(default_factory=list)
    back: list[float] = field(default_factory=list)
    seated: list[float] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)

    def note(self, samples: list[float], began: float, ended: float) -> None:
        """Keep one sample, unless it began before this stretch."""
        if began >= self.since:
            samples.append(ended - began)

    def figures(self) -> dict[str, Any]:
        """Everything, milliseconds."""
        names = ("ack", "seen", "late", "back", "seated")
        return {f"{name}, ms": percentiles(getattr(self, name)) for name in names} | {"counts": dict(self.counts)}
