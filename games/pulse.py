"""A web process' sign of life, twice a second, from a thread of its own."""

import logging
import os
import threading

from django.db import Error, connection

from games import lifesign
from games.ticker import BEAT_EVERY_S, beat

logger = logging.getLogger(__name__)


class Pulse:
    """Beats as `web:<pid>` from `start` to `stop`. Starting twice is once."""

    def __init__(self) -> None:
        self._thread: threading.Thread | None = None
        self._ending = threading.Event()

    def start(self) -> None:
        if self._thread is None:
            self._ending.clear()
            lifesign.own.given()
            self._thread = threading.Thread(target=self._run, name="pulse", daemon=True)
            self._thread.start()

    def stop(self) -> None:
        if self._thread is not None:
            self._ending.set()
            self._thread.join()
            self._thread = None
            lifesign.own.ended()

    def _run(self) -> None:
        while not self._ending.is_set():
            try:
                beat(f"web:{os.getpid()}")
                lifesign.own.given()
            except Error:
                logger.warning("no sign of life: the database does not answer")
            finally:
                connection.close()
            self._ending.wait(BEAT_EVERY_S)
