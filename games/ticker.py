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

from games import dbclock, lane, service
from games.faults import faultpoint
from games.models import Heartbeat

logger = logging.getLogger(__name__)

PACE_S = 0.025
BEAT_EVERY_S = 0.5
ALIVE_FOR = timedelta(seconds=2)
"""A sign of life older than this means that nobody is there; game time stops."""
AT_ONCE = 64
_DUE = """SELECT id, extract(epoch FROM due_at - statement_timestamp())::float FROM games_hand
    WHERE due_at <= statement_timestamp() + make_interval(secs => %s) ORDER BY due_at LIMIT %s"""
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
                wait_s = await database_sync_to_async(self.step)()
            except Error:
                logger.exception("the database does not answer, trying again")
                await asyncio.sleep(0.5)
                continue
            await asyncio.sleep(wait_s)

    def step(self) -> float:
        """Do what is due; returns the seconds until it is worth looking again.

        A hand is looked at in its own moment, not at the next beat of this loop: the loop's rhythm follows from what
        it did before, and would tell in milliseconds whether a bot has answered in the window that closes now.
        """
        if self._beat_is_due():
            self._last_beat = time.monotonic()
            beat(f"ticker:{os.getpid()}")
            self._runs = keep_clock()
        if not self._runs:
            return PACE_S
        found = [(hand_id, left) for hand_id, left in due_hands() if not self._is_left_alone(hand_id)]
        due = [hand_id for hand_id, left in found if left <= 0]
        self._tick_all(due)
        return 0 if due else min((left for _, left in found), default=PACE_S)

    def _is_left_alone(self, hand_id: str) -> bool:
        return self._failed_until.get(hand_id, 0.0) >= time.monotonic()

    def _beat_is_due(self) -> bool:
        return time.monotonic() - self._last_beat >= BEAT_EVERY_S

    def _tick_all(self, hand_ids: list[str]) -> None:
        if not hand_ids:
            return
        faultpoint("ticker picked")
        try:
            left = lane.tick_all(hand_ids)
        except Error:
            raise
        except Exception:
            logger.exception("hands cannot go on together; each is tried alone")
            left = set(hand_ids)
        for hand_id in left:
            self._tick(hand_id)
            if self._beat_is_due():
                break  # the time that many hands take must not pass for one in which nobody could play

    def _tick(self, hand_id: str) -> None:
        try:
            service.tick(hand_id)
        except Error:
            raise
        except Exception:
            # One broken hand must not stop the others; it stays due, and the admin shows it as stuck.
            logger.exception("hand %s cannot go on", hand_id)
            self._failed_until[hand_id] = time.monotonic() + PAUSE_AFTER_FAILURE_S


def due_hands() -> list[tuple[str, float]]:
    """Hands whose time has come or comes before the next look, the longest waiting first, and how many seconds are
    left; read without a lock, forty times a second."""
    with connection.cursor() as cursor:
        cursor.execute(_DUE, [PACE_S, AT_ONCE])
        return cursor.fetchall()


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
