"""People come, sit down, play for a measured while, and go: what every scenario of benchmarks/load.py is made of."""

import asyncio
import gc
import time
from collections.abc import Awaitable, Callable
from typing import Any, Final

from benchmarks.crowd import ground
from benchmarks.crowd.company import Company, Manners
from benchmarks.crowd.figures import Told
from benchmarks.crowd.person import Person
from tests.running_site import RunningSite

LOOK_S: Final = 0.1


class Run:
    """One event on one site. `site` is None where the addresses are somebody else's: then the site is not read."""

    def __init__(self, addresses: list[str], event: str, manners: Manners, site: RunningSite | None) -> None:
        self.site = site
        self.company = Company(addresses, event, manners, Told(0.0))
        self.people: list[Person] = []
        self.tasks: list[asyncio.Task[None]] = []

    @classmethod
    def on(cls, site: RunningSite, manners: Manners, hints: str = "all") -> "Run":
        """A new event on our own site."""
        from benchmarks.crowd import desk  # needs the site's Django

        return cls(site.web, desk.begin_event(manners.speed, hints), manners, site)

    async def come(self, count: int, within_s: float) -> None:
        """So many more people, evenly spread over the seconds from now."""
        for at in range(count):
            person = Person(self.company, len(self.people))
            self.people.append(person)
            self.tasks.append(asyncio.create_task(person.live(within_s * at / max(1, count))))

    async def until_seated(self, count: int, within_s: float) -> bool:
        """Wait until so many play; False when it takes longer."""
        end = time.monotonic() + within_s
        while self.company.seated < count and time.monotonic() < end:
            self._raise()
            await asyncio.sleep(LOOK_S)
        return self.company.seated >= count

    async def measure(
        self, seconds: float, meanwhile: Callable[[], Awaitable[Any]] | None = None, at: float = 1 / 3
    ) -> dict[str, Any]:
        """Figures of that time. `meanwhile` happens at that share of it, and what it gives stands under its own name;
        where it takes long the rest of the time still follows."""
        gc.collect()
        gc.freeze()  # what is there stays: this program's pauses are not the site's
        loop = asyncio.get_running_loop()
        before = await self._read()
        self.company.told, began, own = Told(loop.time()), loop.time(), time.process_time()
        received = self._received()
        happened = None
        if meanwhile is not None:
            await asyncio.sleep(seconds * at)
            happened = await meanwhile()
            seconds *= 1 - at
        await asyncio.sleep(seconds)
        self._raise()
        took, own = loop.time() - began, time.process_time() - own
        unanswered = self._overdue(loop.time())
        after = await self._read()
        figures = {
            "seconds": round(took, 1),
            "seated": self.company.seated,
            "sockets": sum(line.socket is not None for person in self.people for line in person.lines),
            **self.company.told.figures(),
            "not answered at the end": unanswered,
            "KB received": round((self._received() - received) / 1000),
            "cores used by this program": round(own / took, 3),
        }
        if before is not None and after is not None:
            figures["site"] = ground.between(before, after, took)
        return figures | ({"meanwhile": happened} if happened else {})

    async def end(self) -> dict[str, Any]:
        """Everybody goes. Where the site is ours: how late it was, and whether everything holds."""
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        company = self.company
        if self.site is None:
            return {"acknowledged": sum(one["acked"] is not None for one in company.said.values())}
        from benchmarks.crowd import desk  # needs the site's Django

        return await asyncio.to_thread(desk.end_event, company.event, company.said, self.site.rows)

    def _received(self) -> int:
        return self.company.received + sum(person.received for person in self.people)

    async def _read(self) -> ground.Reading | None:
        return None if self.site is None else await asyncio.to_thread(ground.read, self.site)

    def _overdue(self, now: float) -> int:
        """What was to be answered before now and was not waits at least as long as it has waited."""
        told, late = self.company.told, [at for at in self.company.open.values() if at >= self.company.told.since]
        for at in late:
            told.note(told.ack, at, now)
        for thrown in (one for throws in self.company.thrown.values() for one in throws):
            for _ in thrown.seats:
                told.note(told.seen, thrown.at, now)
        return len(late)

    def _raise(self) -> None:
        for task in self.tasks:
            if task.done() and not task.cancelled():
                task.result()
