"""Whether this process reaches the database, as its own sign of life tells (games.pulse). No clock of the game.

Without a database nothing can be stored and game time stands still (games.ticker); sockets stay open and say so.
"""

import time
from typing import Final

LOST_AFTER_S: Final = 3.0


class Lifesign:
    """When a sign of life was last stored; a process that gives none has lost nothing."""

    def __init__(self) -> None:
        self._given_at: float | None = None

    def given(self) -> None:
        self._given_at = time.monotonic()

    def ended(self) -> None:
        self._given_at = None

    @property
    def is_lost(self) -> bool:
        return self._given_at is not None and time.monotonic() - self._given_at > LOST_AFTER_S


own = Lifesign()
