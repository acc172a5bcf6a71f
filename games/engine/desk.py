"""What a referee does to a hand as it goes on: let its clocks stand still, and tell its seats something.

A hand stands still while anything holds it: the event's pause, the table's own, a dispute. Part of `Play`, so it
follows from the log like everything else. Times in ms from the hand's start.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

HALTS: Final = ("dispute", "table", "event")
"""Why a hand may stand still, what weighs most first."""


@dataclass(frozen=True, slots=True)
class Notice:
    """Something said to some seats or (None) to all at the table. `code` names it, `text` is the referee's own."""

    number: int
    code: str
    text: str
    seats: tuple[int, ...] | None
    data: Mapping[str, Any]

    def concerns(self, viewer: int | None) -> bool:
        return self.seats is None or viewer in self.seats

    def to_json(self) -> dict[str, Any]:
        """As in a view's `notices`."""
        return {"number": self.number, "code": self.code, "text": self.text, **self.data}


@dataclass(frozen=True, slots=True)
class Desk:
    """`halts`: why the hand stands still -> the words for it, in the order they came; `since` when the first began."""

    halts: tuple[tuple[str, str], ...] = ()
    since: int = 0
    notices: tuple[Notice, ...] = ()

    @property
    def halted(self) -> bool:
        return bool(self.halts)

    def clock(self, now: int) -> int:
        """What the time is for this hand: while it stands still, the moment it came to a stop."""
        return min(now, self.since) if self.halted else now

    def halt(self, why: str, text: str, at: int) -> "Desk":
        others = tuple(halt for halt in self.halts if halt[0] != why)
        return replace(self, halts=(*others, (why, text)), since=self.since if self.halted else at)

    def resume(self, why: str, at: int) -> tuple["Desk", int]:
        """The desk without that halt, and how long the hand stood still if nothing holds it any more, else 0."""
        after = replace(self, halts=tuple(halt for halt in self.halts if halt[0] != why))
        return after, at - self.since if self.halted and not after.halted else 0

    def tell(self, payload: Mapping[str, Any]) -> "Desk":
        seats = payload.get("seats")
        notice = Notice(
            len(self.notices) + 1,
            payload["code"],
            payload.get("text", ""),
            None if seats is None else tuple(seats),
            payload.get("data", {}),
        )
        return replace(self, notices=(*self.notices, notice))

    def shifted(self, ms: int) -> "Desk":
        """After time was given back to the hand: what was given back is not counted twice."""
        return replace(self, since=self.since + ms)

    def halts_json(self) -> list[dict[str, str]]:
        """As in a view's `halts`, what weighs most first."""
        halts = sorted(self.halts, key=lambda halt: HALTS.index(halt[0]))
        return [{"why": why, "text": text} for why, text in halts]

    def notices_json(self, viewer: int | None) -> list[dict[str, Any]]:
        """As in a view's `notices`, for a seat or a watcher (None)."""
        return [notice.to_json() for notice in self.notices if notice.concerns(viewer)]


NOTHING_SAID: Final = Desk()
