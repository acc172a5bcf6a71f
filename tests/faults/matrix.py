"""The matrix of faults: every named point of every process that passes it, times everything that may happen there."""

import itertools
from dataclasses import dataclass
from typing import Final

from games.faults import POINTS

PROCESSES: Final = {
    "web0": POINTS[:8],
    "ticker0": ("ticker picked", "before append", "after append", "settlement", "after commit", "before publish",
                "ticker before commit"),
    "worker": ("seating after table", "seating after two seats", "seating before commit"),
}  # fmt: skip
"""Which process passes which points. A move of a person is the web's, what is due is the ticker's, seats the worker's."""

EVENTS: Final = {
    "web": "kill -9 of a web process",
    "ticker": "kill -9 of a ticker",
    "worker": "kill -9 of the worker",
    "beat": "kill -9 of beat",
    "valkey": "kill -9 of Valkey",
    "flush": "FLUSHALL on Valkey",
    "postgres": "kill -9 of PostgreSQL",
    "immediate": "immediate shutdown of PostgreSQL",
    "halt": "SIGSTOP for 10 s",
}


@dataclass(frozen=True, slots=True)
class Cell:
    """While `process` stands at `point`, `event` happens; where the event is its own end, it dies there."""

    process: str
    point: str
    event: str

    @property
    def dies_there(self) -> bool:
        return self.process.rstrip("0") == self.event

    def passing(self, number: int) -> int:
        """At which passing of the point: another one each time, the first where it is passed once a hand or table."""
        rare = self.point == "settlement" or self.point.startswith("seating")
        return 1 if rare else 1 + number * 5 % 7

    def __str__(self) -> str:
        return f"{self.process.rstrip('0')} at “{self.point}”: {EVENTS[self.event]}"


def cells() -> list[Cell]:
    """All of them, rows of all processes and all events mixed evenly, so that a part of them is a fair part."""
    rows = [(process, point) for process, points in PROCESSES.items() for point in points]
    spread = sorted(range(len(rows)), key=lambda index: index * 7 % len(rows))
    events = list(EVENTS)
    return [
        Cell(*rows[row], events[(number + turn) % len(events)])
        for turn, (number, row) in itertools.product(range(len(events)), enumerate(spread))
    ]


SHORT: Final = (
    Cell("web0", "after commit", "web"),
    Cell("ticker0", "settlement", "postgres"),
    Cell("web0", "before ack", "valkey"),
    Cell("ticker0", "ticker before commit", "ticker"),
    Cell("worker", "seating after two seats", "worker"),
)
"""What runs with every `make test`: each process dies once at its worst moment, each server once."""
