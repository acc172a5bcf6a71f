"""What happens when: an evening of two hours, in seconds of event time. Pure: the same choices, the same evening."""

from dataclasses import dataclass
from random import Random
from typing import Final

COMING: Final = 180.0
"""Seconds over which people enter."""
LATE: Final = (0.15, 0.5)
LEAVING: Final = (0.25, 0.8)
"""Shares of the evening in which late ones come and some leave for good."""
LATE_SHARE: Final = 0.05
LEAVING_SHARE: Final = 0.05
DISQUALIFY_AT: Final = 0.35
VOID_AT: Final = 0.5
PAUSE_AT: Final = 0.6
PAUSE_LASTS: Final = 300.0


@dataclass(frozen=True, slots=True)
class Visit:
    """One guest's evening: when it comes, and when its phone is put away for good (None: it stays)."""

    number: int
    comes: float
    leaves: float | None


@dataclass(frozen=True, slots=True)
class Evening:
    """Everything that is decided beforehand. Seconds of event time; `speed`: how many of them pass in a real one."""

    visits: tuple[Visit, ...]
    minutes: float
    speed: float
    disqualify_at: float
    void_at: float
    pause_at: float
    pause_lasts: float

    @property
    def length(self) -> float:
        return self.minutes * 60

    def real(self, seconds: float) -> float:
        """Real seconds for so many of the evening's."""
        return seconds / self.speed

    def ms(self, seconds: float, least: int = 50) -> int:
        """The same in milliseconds, never shorter than a machine can keep."""
        return max(least, round(1000 * self.real(seconds)))


def evening(clients: int, minutes: float, speed: float, seed: int) -> Evening:
    """An evening for so many guests. One in twenty is late, one in twenty leaves."""
    chance, length = Random(seed), minutes * 60  # noqa: S311 (a rehearsal repeats itself)
    visits = []
    for number in range(clients):
        late = number % round(1 / LATE_SHARE) == 7
        leaving = number % round(1 / LEAVING_SHARE) == 3
        comes = length * chance.uniform(*LATE) if late else chance.uniform(0, min(COMING, length / 4))
        visits.append(Visit(number, comes, length * chance.uniform(*LEAVING) if leaving else None))
    pause = min(PAUSE_LASTS, length / 10)
    return Evening(tuple(visits), minutes, speed, length * DISQUALIFY_AT, length * VOID_AT, length * PAUSE_AT, pause)
