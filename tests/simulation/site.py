"""The processes of the simulated site: what each does by itself, how it dies and comes back."""

import asyncio
from functools import partial
from random import Random
from typing import Any

from django.db import Error

from games import service as tables
from games import ticker
from tests.simulation.client import Line
from tests.simulation.seams import Dead, Faults, Process, enter
from tournaments import service
from tournaments import tasks as worker_tasks
from tournaments.models import Event
from tournaments.service import lifecycle

WEBS, TICKERS, WORKERS = 2, 2, 2


class Site:
    """Two of each. `lines` are the open sockets, with the process that serves each."""

    event: Event

    def __init__(self, hit: Faults, chance: Random) -> None:
        self.hit, self.chance = hit, chance
        self.webs = [Process(f"web:{n}", self._restart_web) for n in range(WEBS)]
        self.tickers = [Process(f"ticker:{n}", self._restart_ticker) for n in range(TICKERS)]
        self.workers = [Process(f"worker:{n}", self._restart_worker) for n in range(WORKERS)]
        self.lines: list[tuple[Process, Line]] = []

    def start(self) -> None:
        """Everything runs; call inside the loop."""
        for process in self.webs:
            self._start_web(process)
        for process in self.tickers:
            self._start_ticker(process)
        for process in self.workers:
            self._start_worker(process)

    def _start_web(self, web: Process) -> None:
        web.begin()
        web.lifesign.given()
        web.run(self._pulse(web))

    async def _pulse(self, web: Process) -> None:
        while True:
            await self._as(web, lambda: (ticker.beat(web.name), web.lifesign.given()))
            await asyncio.sleep(1.7)

    def _start_ticker(self, process: Process) -> None:
        process.begin()
        process.run(self._tick(process))

    async def _tick(self, process: Process) -> None:
        own = ticker.Ticker()
        while True:
            due = await self._as(process, ticker.due_hands) or []
            await self._as(process, own.step)
            await asyncio.sleep(0.05 + self.chance.random() * 0.25)
            for hand, _left in due if self.hit.strikes("ticker: late and double", 0.2) else ():
                await self._as(process, partial(tables.tick, hand))

    def _start_worker(self, process: Process) -> None:
        process.begin()
        process.run(self._sweep(process))

    async def _sweep(self, process: Process) -> None:
        while True:
            await asyncio.sleep(2 + self.chance.random() * 2)
            await self._as(process, service.sweep_seating)
            await self._as(process, lambda: lifecycle.complete(self.event.slug))

    async def _as(self, process: Process, work: Any) -> Any:
        """A piece of work of a process; the database may fail it, which its own loop outlives, or it may die."""
        if self.hit.strikes(f"died: {process.name.partition(':')[0]} by itself", 0.0005):
            process.die()
            raise Dead
        enter(process)
        try:
            return work()
        except Error:
            return None

    def _restart_web(self, web: Process) -> None:
        for process, line in self.lines:
            if process is web:
                line.to_client.put_nowait(None)
        self.lines = [(process, line) for process, line in self.lines if process is not web]
        self._later(self._start_web, web)

    def _restart_ticker(self, process: Process) -> None:
        self._later(self._start_ticker, process)

    def _restart_worker(self, process: Process) -> None:
        self._later(self._start_worker, process)

    def _later(self, start: Any, process: Process) -> None:
        asyncio.get_running_loop().call_later(0.2 + self.chance.random() * 3, start, process)

    def _ask(self, task: str, *arguments: Any, in_ms: int = 0) -> None:
        """The task queue: loses, doubles, delays."""
        work = getattr(worker_tasks, task.rpartition(".")[2])
        if self.hit.strikes("queue: lost", 0.1):
            return
        for _ in range(1 + self.hit.strikes("queue: doubled", 0.1)):
            late = in_ms / 1000 + self.chance.random() * 0.2
            asyncio.get_running_loop().call_later(late, self._do_task, work, arguments)

    def _do_task(self, work: Any, arguments: tuple[Any, ...]) -> None:
        worker = self.chance.choice(self.workers)
        if worker.alive:
            worker.run(self._as(worker, lambda: work(*arguments)))
