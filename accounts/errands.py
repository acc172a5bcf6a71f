"""What many sockets of a process are to do, each in its own time: nobody waits for one that does not read."""

import asyncio
import logging
from collections.abc import Callable, Coroutine, Hashable
from typing import Any

from django.db import Error

logger = logging.getLogger(__name__)


class Errands:
    """One errand at a time for each of those who run them."""

    def __init__(self) -> None:
        self._running: dict[Hashable, asyncio.Task[None]] = {}

    def send(self, who: Hashable, do: Callable[..., Coroutine[Any, Any, None]], *arguments: Any) -> bool:
        """Have somebody do something; false while an earlier errand is not done."""
        if who in self._running:
            return False
        self._running[who] = task = asyncio.create_task(_quietly(do(*arguments)))
        task.add_done_callback(lambda done: self._running.pop(who) if self._running.get(who) is done else None)
        return True

    def recall(self, who: Hashable) -> None:
        """Somebody leaves: what was begun is given up."""
        if (task := self._running.pop(who, None)) is not None:
            task.cancel()


async def _quietly(work: Coroutine[Any, Any, None]) -> None:
    try:
        await work
    except Error:
        logger.warning("the database does not answer; a socket waits")
    except OSError:
        pass  # the line is gone in mid-sentence; `disconnect` follows
    except Exception:
        logger.exception("a socket could not be told what is new")
