"""The long-running programs and how each is started again when it ends by itself."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from yuhuan_site.stack.children import Child

_FIRST_DELAY_S = 0.5
_LONGEST_DELAY_S = 20.0
_HEALTHY_AFTER_S = 30.0


@dataclass(slots=True)
class Service:
    """`start` makes a running child. After a death the next start waits, each time longer, until it lived well."""

    name: str
    start: Callable[[], Child]
    child: Child | None = None
    started_at: float = 0.0
    delay: float = field(default=_FIRST_DELAY_S)
    again_at: float | None = None

    def begin(self) -> Child:
        self.again_at = None
        self.started_at = time.monotonic()
        self.child = self.start()
        return self.child

    def notice_death(self) -> float | None:
        """Seconds until the next start, when the child has just been found dead; else None."""
        if self.again_at is not None or self.child is None or self.child.is_alive():
            return None
        return self.plan_restart()

    def plan_restart(self) -> float:
        """Set the time of the next start; answers the wait in seconds."""
        if time.monotonic() - self.started_at > _HEALTHY_AFTER_S:
            self.delay = _FIRST_DELAY_S
        wait, self.delay = self.delay, min(self.delay * 2, _LONGEST_DELAY_S)
        self.again_at = time.monotonic() + wait
        return wait

    def is_due(self) -> bool:
        return self.again_at is not None and time.monotonic() >= self.again_at
