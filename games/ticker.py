"""Acts for whoever is due: time-outs, bots, the end of a claim window, the next hand. Several may run.

Game time runs only while a web process is alive. The row `clock` says until when it ran; a gap is given back to
every hand before anything else happens (docs/adr, time is a column).
"""

import asyncio
import logging
import os
import time
from datetime import timedelta

from channels.db import database_sync_to_async
from django.db import Error, connection, transaction

from games import dbclock, service
from games.faults import faultpoint
from games.models import Heartbeat

logger = logging.getLogger(__name__)

PACE_S = 0.025
BEAT_EVERY_S = 0.5
ALIVE_FOR = timedelta(seconds=2)
"""A sign of life older than this means that nobody is there; game time stops."""
AT_ONCE = 50
_DUE = "SELECT id FROM games_hand WHERE due_at <= statement_timestamp() ORDER BY due_at LIMIT %s"
PAUSE_AFTER_FAILURE_S = 5.0


class Ticker:
    """One loop. `stop()` ends it after the step under way."""

    def __init__(self) -> None:
        self._stopping = False
        self._failed_until: dict[str, float] = {}
        self._last_beat = 0.0
        self._runs = False

    def stop(self) -> None:
        self._stopping = True

    async def run(self) -> None:
        """Until stopped. A database that is away is waited for."""
        while not self._stopping:
            try:
                busy = await database_sync_to_async(self.step)()
            except Error:
                logger.exception("the database does not answer, trying again")
                await asyncio.sleep(0.5)
                continue
            await asyncio.sleep(0 if busy else PACE_S)

    def step(self) -> int:
        """Look once; returns how many hands were due."""
        if self._beat_is_due():
            self._last_beat = time.monotonic()
            beat(f"ticker:{os.getpid()}")
            self._runs = keep_clock()
        if not self._runs:
            return 0
        hands = [hand_id for hand_id in due_hands() if self._failed_until.get(hand_id, 0.0) < time.monotonic()]
        for hand_id in hands:
            self._tick(hand_id)
            if self._beat_is_due():
                break  # the time that many hands take must not pass for one in which nobody could play
        return len(hands)

    def _beat_is_due(self) -> bool:
        return time.monotonic() - self._last_beat >= BEAT_EVERY_S

    def _tick(self, hand_id: str) -> None:
        faultpoint("ticker picked")
        try:
            service.tick(hand_id)
        except Error:
            raise
        except Exception:
            # One broken hand must not stop the others; it stays due, and the admin shows it as stuck.
            logger.exception("hand %s cannot go on", hand_id)
            self._failed_until[hand_id] = time.monotonic() + PAUSE_AFTER_FAILURE_S


def due_hands() -> list[str]:
    """Hands whose time has come, the longest waiting first; read without a lock, forty times a second."""
    with connection.cursor() as cursor:
        cursor.execute(_DUE, [AT_ONCE])
        return [hand_id for (hand_id,) in cursor.fetchall()]


def beat(name: str) -> None:
    """Leave a sign of life."""
    Heartbeat.objects.update_or_create(name=name, defaults={"at": dbclock.now()})


@transaction.atomic
def keep_clock() -> bool:
    """Whether game time runs. Moves the clock on, and first gives back any time it stood still."""
    clock = Heartbeat.objects.select_for_update().filter(name="clock").first()
    now = dbclock.now()
    alive = Heartbeat.objects.filter(name__startswith="web:").order_by("-at").values_list("at", flat=True).first()
    if alive is None or now - alive > ALIVE_FOR:
        return False
    if clock is None:
        Heartbeat.objects.get_or_create(name="clock", defaults={"at": alive})
        return True
    if alive - clock.at > ALIVE_FOR:
        service.give_back(clock.at, now)
        logger.warning("the clocks stood still for %s", now - clock.at)
    clock.at = max(alive, clock.at)
    clock.save(update_fields=["at"])
    return True
