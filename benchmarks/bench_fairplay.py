"""What the look for collusion finds, and what it says of honest players: precision and recall on labelled bots.

    python benchmarks/bench_fairplay.py [EVENTS] [PROCESSES] [FIRST_SEED]

Each event has 16 entrants and 8 random draws of tables of four hands, as a club's evening has: 128 hands, of which two
given people share six on average, in fours. Every fourth event is honest; in each other three pairs conspire, each in
another way (benchmarks/colluders.py). An honest pair is one of which neither conspires; `beside` are pairs of which one
conspires with somebody else. Prints JSON; bench_fairplay.json beside it is what it printed last.
"""

import json
import multiprocessing
import platform
import sys
import time
from collections import defaultdict
from collections.abc import Iterable, Sequence
from math import sqrt
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from benchmarks.bench_bots import machine  # noqa: E402
from benchmarks.colluders import KINDS, SILVER, event, field_of  # noqa: E402
from tournaments.fairplay import read_facts, reports  # noqa: E402

EVENTS, ENTRANTS, ROUNDS, PAIRS = 40, 16, 8, 3
FIGURES = ("flow", "lift", "declined", "feeding", "soft", "timing", "dump")
BESIDE = "beside"
P_LEVELS = (1e-2, 1e-3, 1e-4, 1e-5)
HANDS = ((1, 4), (5, 8), (9, 12), (13, 99))


class Seen(NamedTuple):
    """A pair as the desk shows it. `kind` None: honest; "beside": one of them conspires with a third. `place` in the queue, from 1. `least`: the smallest p by figure."""

    kind: str | None
    hands: int
    p: float
    stands_out: bool
    place: int
    least: dict[str, float]


def main() -> None:
    events = int(sys.argv[1]) if len(sys.argv) > 1 else EVENTS
    processes = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    first = int(sys.argv[3]) if len(sys.argv) > 3 else 0
    began = time.monotonic()
    with multiprocessing.Pool(processes) as pool:
        seen = [pair for pairs in pool.imap_unordered(one_event, range(first, first + events)) for pair in pairs]
    print(json.dumps({
        "events": events, **summary(seen), "python": platform.python_version(), "machine": machine(),
        "seconds": round(time.monotonic() - began),
    }, ensure_ascii=False, indent=1))  # fmt: skip


def summary(seen: Sequence[Seen]) -> dict[str, Any]:
    """What the pairs of some events come to."""
    honest, beside = [pair for pair in seen if pair.kind is None], [pair for pair in seen if pair.kind == BESIDE]
    planted = [pair for pair in seen if pair.kind in KINDS]
    met = [pair for pair in planted if pair.hands]
    return {
        "entrants": ENTRANTS, "rounds": ROUNDS, "honest_pairs": len(honest),
        "conspiring_pairs": len(planted), "of_these_met": len(met),
        "beside": {"pairs": len(beside), "stand_out": sum(pair.stands_out for pair in beside)},
        "stands_out": _at(planted, honest, lambda pair: pair.stands_out),
        "by_p": {f"{level:g}": _at(planted, honest, lambda pair, level=level: pair.p <= level) for level in P_LEVELS},
        "by_kind": {kind: _kind([pair for pair in planted if pair.kind == kind]) for kind in KINDS},
        "by_hands": {f"{low}-{high}": _kind([pair for pair in met if low <= pair.hands <= high]) for low, high in HANDS},
        "by_figure": {name: _figure(name, planted, honest) for name in FIGURES},
        "honest_p": {f"{level:g}": _share(honest, lambda pair, level=level: pair.p <= level) for level in (0.5, 0.1, 0.05, *P_LEVELS)},
    }  # fmt: skip


def one_event(seed: int) -> list[Seen]:
    """All pairs of an event that met, and those conspirators that never did."""
    kinds = [] if seed % 4 == 0 else [KINDS[(seed * PAIRS + index) % len(KINDS)] for index in range(PAIRS)]
    players = field_of(ENTRANTS, kinds, seed)
    labels = {frozenset((f"p{2 * index:02}", f"p{2 * index + 1:02}")): kind for index, kind in enumerate(kinds)}
    involved = {name for pair in labels for name in pair}
    found = []
    for place, pair in enumerate(reports((read_facts(hand) for hand in event(players, ROUNDS, seed)), SILVER), 1):
        names = frozenset((pair.one, pair.other))
        least: dict[str, float] = defaultdict(lambda: 1.0)
        for figure in pair.figures:
            least[figure.name] = min(least[figure.name], figure.p)
        kind = labels.pop(names, BESIDE if names & involved else None)
        found.append(Seen(kind, pair.hands, pair.p, pair.stands_out, place, dict(least)))
    return found + [Seen(kind, 0, 1.0, False, 0, {}) for kind in labels.values()]


def _at(planted: Sequence[Seen], honest: Sequence[Seen], flagged: Any) -> dict[str, Any]:
    """Of those flagged, how many conspire; of those that conspire (and met), how many are flagged; honest ones flagged."""
    right, wrong = sum(map(flagged, planted)), sum(map(flagged, honest))
    met = sum(1 for pair in planted if pair.hands)
    return {
        "precision": round(right / (right + wrong), 3) if right + wrong else None,
        "recall_of_met": round(right / met, 3) if met else None,
        "recall_of_all": round(right / len(planted), 3) if planted else None,
        "honest_flagged": wrong,
        "honest_rate": round(wrong / len(honest), 6) if honest else None,
        "honest_rate_at_most": round(_upper(wrong, len(honest)), 6) if honest else None,
    }


def _kind(pairs: Sequence[Seen]) -> dict[str, Any]:
    met = [pair for pair in pairs if pair.hands]
    figures = {name: sum(pair.least.get(name, 1.0) <= 1e-3 for pair in met) for name in FIGURES}
    return {
        "pairs": len(pairs), "met": len(met), "stand_out": sum(pair.stands_out for pair in met),
        "first_of_queue": sum(pair.place == 1 for pair in met), "among_first_five": sum(0 < pair.place <= 5 for pair in met),
        "p_below_0.01": sum(pair.p <= 0.01 for pair in met),
        "figures_below_0.001": {name: count for name, count in figures.items() if count},
    }  # fmt: skip


def _figure(name: str, planted: Sequence[Seen], honest: Sequence[Seen]) -> dict[str, Any]:
    """One figure alone, at p <= 0.001 (the smaller of both directions, so twice that by chance)."""
    return _at(planted, honest, lambda pair: pair.least.get(name, 1.0) <= 1e-3)


def _share(pairs: Iterable[Seen], holds: Any) -> float | None:
    found = [bool(holds(pair)) for pair in pairs]
    return round(sum(found) / len(found), 5) if found else None


def _upper(times: int, of: int) -> float:
    """The upper end of the 95 % interval of a rate (Wilson)."""
    z, share = 1.96, times / of
    return (share + z * z / (2 * of) + z * sqrt(share * (1 - share) / of + z * z / (4 * of * of))) / (1 + z * z / of)


if __name__ == "__main__":
    main()
