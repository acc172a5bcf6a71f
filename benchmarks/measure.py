"""What the benchmarks share: jobs measured in turns beside each other, their ratios, and the machine they ran on."""

import json
import os
import platform
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from importlib.metadata import PackageNotFoundError, version
from statistics import median
from typing import Any

Job = Callable[[], int]
"""Does its work once and gives how many of the counted things it did."""


def in_turns(jobs: Mapping[str, Job], rounds: int) -> dict[str, list[float]]:
    """Each job's rate per CPU second of this process, once a round; all of them in each round, one after another.

    A round before the first warms caches and is not counted.
    """
    rates: dict[str, list[float]] = {name: [] for name in jobs}
    for number in range(rounds + 1):
        for name, job in jobs.items():
            began = time.process_time()
            done = job()
            spent = time.process_time() - began
            if number:
                rates[name].append(done / max(spent, 1e-9))
    return rates


def spread(values: Sequence[float], digits: int = 2) -> dict[str, float]:
    """`{"min", "median", "max"}`, rounded."""
    return {name: round(of(values), digits) for name, of in (("min", min), ("median", median), ("max", max))}


def beside(rates: Mapping[str, Sequence[float]], ours: str) -> dict[str, Any]:
    """Everybody's rate, and our rate divided by each peer's of the same round."""
    ratios = {
        name: spread([mine / theirs for mine, theirs in zip(rates[ours], peer, strict=True)])
        for name, peer in rates.items()
        if name != ours
    }
    return {"per_second": {name: round(median(rate)) for name, rate in rates.items()}, f"{ours} / peer": ratios}


def versions(*packages: str) -> dict[str, str]:
    """The versions that are installed, of those asked for."""
    found = {}
    for package in packages:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            found[package] = "not installed"
    return found


def machine() -> dict[str, Any]:
    """Where the figures come from; the load says how quiet it was."""
    return {
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.machine()}",
        "cores": os.cpu_count(),
        "load": round(os.getloadavg()[0], 1),
        "date": time.strftime("%Y-%m-%d", time.gmtime()),
    }


def show(figures: Mapping[str, Any], *packages: str) -> None:
    """Print the figures, the versions and the machine as JSON."""
    told = {**figures, "versions": versions(*packages), "machine": machine()}
    json.dump(told, sys.stdout, ensure_ascii=False, indent=1)
    sys.stdout.write("\n")
