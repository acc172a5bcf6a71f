"""A web process' sign of life, twice a second, from a thread of its own."""

import logging
import os
import threading

from django.db import DatabaseError, connection

from games.ticker import BEAT_EVERY_S, beat

logger = logging.getLogger(__name__)


def start() -> threading.Thread:
    """Begin beating as `web:<pid>` for as long as the process lives."""
    thread = threading.Thread(target=_run, name="pulse", daemon=True)
    thread.start()
    return thread


def _run() -> None:
    wait = threading.Event()
    while True:
        try:
            beat(f"web:{os.getpid()}")
        except DatabaseError:
            logger.warning("no sign of life: the database does not answer")
        finally:
            connection.close()
        wait.wait(BEAT_EVERY_S)
