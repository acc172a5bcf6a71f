"""What the people of one run share: how they play, what was said, and who has seen what."""

import secrets
from dataclasses import dataclass, field
from typing import Any

from benchmarks.crowd.figures import Told


@dataclass(frozen=True)
class Manners:
    """How this crowd plays. `speed`: how many times as fast as people; shares of people with a flaky line (cut every
    `cut_every_s` or so) and with a second page; `hashed`: all sockets of a table go to the same web process."""

    speed: float = 1.0
    flaky: float = 0.02
    cut_every_s: float = 20.0
    tabs: float = 0.1
    hashed: bool = True
    seed: int = 1


@dataclass
class Thrown:
    """A throw that others are still to see: how far the hand is with it, when it was to be sent, whose eyes are missing."""

    progress: tuple[int, int]
    at: float
    seats: set[int]


@dataclass
class Company:
    """What the people of one run share. `said`: id -> player, action, acked (v or None), as tests.faults.journal reads it."""

    addresses: list[str]
    event: str
    manners: Manners
    told: Told
    said: dict[str, dict[str, Any]] = field(default_factory=dict)
    open: dict[str, float] = field(default_factory=dict)
    """When each answer that is not confirmed yet was to be sent; of good lines alone."""
    thrown: dict[str, list[Thrown]] = field(default_factory=dict)
    steady: dict[str, set[int]] = field(default_factory=dict)
    """Seats of each table whose line is a good one."""
    received: int = 0
    """Bytes of frames at tables that are over."""
    seated: int = 0
    closing: bool = False
    """Nobody sits down any more."""

    def address_for(self, table: str, attempt: int = 0) -> str:
        """Where a socket of this table goes; after attempts in vain to the next process, as a proxy would have it."""
        at = sum(table.encode()) if self.manners.hashed else secrets.randbelow(len(self.addresses))
        return self.addresses[(at + attempt) % len(self.addresses)]
