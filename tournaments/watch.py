"""Reading `me` for all sockets of an event in this process at once, every two seconds (docs/protocol.md).

A thousand sockets that each asked the database would ask it five hundred times a second.
"""

import asyncio
import logging
from collections.abc import Callable, Collection, Coroutine
from typing import Any, ClassVar, Final

from django.db import Error

from accounts.errands import Errands
from accounts.together import apart, few_at_a_time
from tournaments import service
from tournaments.models import Event

logger = logging.getLogger(__name__)

EVERY_S: Final = 2.0
GATHER_S: Final = 0.02
"""Looks within this time become one read: a bell concerns everybody at once."""
Show = Callable[[service.Me], Coroutine[Any, Any, None]]


class Watch:
    """The sockets of one event in this process and event loop, and the task that reads for them."""

    _watches: ClassVar[dict[tuple[asyncio.AbstractEventLoop, str], "Watch"]] = {}

    def __init__(self, slug: str) -> None:
        self.slug = slug
        self.shows: dict[str, set[Show]] = {}
        self.errands = Errands()
        self.task: asyncio.Task[None] | None = None
        self.asked: set[str] = set()
        self.looking: asyncio.Task[None] | None = None

    @classmethod
    def over(cls, event: Event) -> "Watch":
        """The watch over this event, shared by its sockets."""
        key = (asyncio.get_running_loop(), event.slug)
        return cls._watches.setdefault(key, cls(event.slug))

    def add(self, player_id: str, show: Show) -> None:
        """Call `show` with the player's state from now on."""
        self.shows.setdefault(player_id, set()).add(show)
        if self.task is None:
            self.task = asyncio.create_task(self._run())

    def remove(self, player_id: str, show: Show) -> None:
        """No longer; the last one to go ends the watch."""
        shows = self.shows.get(player_id, set())
        shows.discard(show)
        self.errands.recall(show)
        if not shows:
            self.shows.pop(player_id, None)
        if not self.shows:
            for task in (self.task, self.looking):
                if task is not None:
                    task.cancel()
            self.task = None
            self._watches.pop((asyncio.get_running_loop(), self.slug), None)

    def look(self, player_id: str) -> None:
        """Read and show one player's state now, together with all who are asked for in the same moment."""
        self.asked.add(player_id)
        if self.looking is None or self.looking.done():
            self.looking = asyncio.create_task(self._look())

    async def _look(self) -> None:
        while self.asked:
            await asyncio.sleep(GATHER_S)
            asked, self.asked = self.asked, set()
            try:
                await self._show(asked)
            except Error:
                logger.warning("the database does not answer; the next regular read will tell")

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(EVERY_S)
            try:
                await self._show(list(self.shows))
            except Error:
                logger.warning("the database does not answer; sockets wait")

    async def _show(self, player_ids: Collection[str]) -> None:
        found = await apart(self._read)(player_ids)
        told = [(show, me) for player_id, me in found.items() for show in self.shows.get(player_id, ())]
        async for show, me in few_at_a_time(told):
            self.errands.send(show, show, me)  # who is still busy is told two seconds later

    def _read(self, player_ids: Collection[str]) -> dict[str, service.Me]:
        return dict(service.mes(Event.objects.get(slug=self.slug), player_ids))
