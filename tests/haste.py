"""How long something may take, on a machine that others compute on as well."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import psutil

HALF_A_CORE: Final = 0.5
PATIENCE: Final = 10


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """What is done inside takes at most so long where half a core is idle meanwhile, and ten times as long anywhere."""
    clock = Meanwhile()
    yield
    took = clock.passed()
    limit = seconds if clock.has_half_a_core() else seconds * PATIENCE
    assert took <= limit, f"{took:.2f} s"


class Meanwhile:
    """What has gone by since this was made."""

    def __init__(self) -> None:
        self.began, self.idle = time.monotonic(), psutil.cpu_times().idle

    def passed(self) -> float:
        """Seconds on the wall."""
        return time.monotonic() - self.began

    def has_half_a_core(self) -> bool:
        """Whether half a core or more had nothing to do, on the average."""
        return psutil.cpu_times().idle - self.idle >= HALF_A_CORE * self.passed()
