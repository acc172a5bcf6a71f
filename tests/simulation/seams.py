"""The seams at which one seed decides everything: time, chance, the outcome of commits, the bus, the death of processes.

Nothing of the site is copied or rewritten. Its code runs as it is, in one thread on a real PostgreSQL:

time    an event loop that never waits but moves its own clock on; where a statement asks the database for the time
        (`clock_timestamp()`, `statement_timestamp()`, the only clocks that decide anything) it is told that clock's
chance  `secrets` reads from the seed
store   the connection's commit, which may tell nobody what became of it: done and lost, or not done and lost
bus     a channel layer that drops, doubles and reorders, and a task queue that does the same
death   `games.faults.faultpoint`, which the site passes at its dangerous moments, and any await
"""

import asyncio
import re
import selectors
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any
from unittest import mock

from asgiref.sync import AsyncToSync, SyncToAsync
from channels.layers import channel_layers
from django.db import OperationalError, close_old_connections, connection
from django.db.backends.postgresql.base import DatabaseWrapper
from django.utils import timezone

from accounts import together
from games import faults, lifesign, store
from tests.dice import thrown

EPOCH = datetime(2030, 1, 1, tzinfo=UTC)
ASKS_THE_TIME = re.compile(r"(?:clock|statement)_timestamp\(\)", re.IGNORECASE)
PROCESS: ContextVar["Process"] = ContextVar("process")


class Dead(BaseException):
    """The process that was running has died at this point. Not an Exception: nothing of the site may catch it."""


class VirtualLoop(asyncio.SelectorEventLoop):
    """Time passes only when everybody sleeps, and then at once."""

    def __init__(self) -> None:
        super().__init__(selectors.SelectSelector())
        self.now = 0.0
        self._selector.select = self._skip  # type: ignore[attr-defined]

    def time(self) -> float:
        return self.now

    def _skip(self, timeout: float | None = None) -> list[Any]:
        assert timeout is not None, "everybody waits, and for nothing"
        self.now += timeout
        return []


class Process:
    """One operating-system process of the site: what dies with it is its memory and its tasks."""

    def __init__(self, name: str, on_death: Callable[["Process"], None]) -> None:
        self.name, self.on_death = name, on_death
        self.tasks: dict[asyncio.Task[Any], None] = {}  # in the order they began: a set would have its own
        self.begin()

    def begin(self) -> None:
        self.alive = True
        self.memory: tuple[Any, ...] = (type(store._live)(), type(store._delayed)())
        self.lifesign = lifesign.Lifesign()
        self.shared: dict[str, Any] = {}

    def die(self) -> None:
        if self.alive:
            self.alive = False
            asyncio.get_running_loop().call_soon(self._gone)

    def _gone(self) -> None:
        for task in list(self.tasks):
            task.cancel()
        self.on_death(self)

    def run(self, work: Any) -> "asyncio.Task[Any]":
        """A task that is this process'."""
        token = PROCESS.set(self)
        task = asyncio.get_running_loop().create_task(work)
        PROCESS.reset(token)
        self.tasks[task] = None
        task.add_done_callback(lambda done: self.tasks.pop(done, None))
        return task


class Faults:
    """How often what goes wrong; `calm` stops all of it, `boost` multiplies one thing. Counts what happened."""

    def __init__(self, chance: Random, boost: Mapping[str, float] | None = None) -> None:
        self.chance, self.boost, self.calm = chance, boost or {}, False
        self.happened: dict[str, int] = {}

    def strikes(self, what: str, probability: float) -> bool:
        if self.calm or self.chance.random() >= probability * self.boost.get(what, 1.0):
            return False
        self.happened[what] = self.happened.get(what, 0) + 1
        return True


class Points:
    """In the place of the armed faultpoints: at each passing the process may die."""

    def __init__(self, hit: Faults) -> None:
        self.hit = hit

    def get(self, name: str) -> None:
        process = PROCESS.get(None)
        if process is not None and self.hit.strikes(f"died: {name}", 0.0012):
            process.die()
            raise Dead(name)


class Bus:
    """A channel layer that loses, doubles and delays."""

    def __init__(self, hit: Faults) -> None:
        self.hit = hit
        self.groups: dict[str, set[str]] = {}
        self.queues: dict[str, asyncio.Queue[Any]] = {}
        self.channels = 0

    async def new_channel(self, prefix: str = "specific") -> str:
        self.channels += 1
        return f"{prefix}.{self.channels}"

    async def receive(self, channel: str) -> Any:
        return await self.queues.setdefault(channel, asyncio.Queue()).get()

    async def group_add(self, group: str, channel: str) -> None:
        self.groups.setdefault(group, set()).add(channel)

    async def group_discard(self, group: str, channel: str) -> None:
        self.groups.get(group, set()).discard(channel)

    async def send(self, channel: str, message: Any) -> None:
        self._deliver(channel, message)

    async def group_send(self, group: str, message: Any) -> None:
        self.publish([(group, message)])

    def publish(self, messages: Sequence[tuple[str, Any]]) -> None:
        for group, message in messages:
            for channel in sorted(self.groups.get(group, ())):
                self._deliver(channel, message)

    def _deliver(self, channel: str, message: Any) -> None:
        if self.hit.strikes("bus: dropped", 0.05):
            return
        for _ in range(1 + self.hit.strikes("bus: doubled", 0.05)):
            late = self.hit.chance.random() if self.hit.strikes("bus: delayed", 0.1) else 0.001
            queue = self.queues.setdefault(channel, asyncio.Queue())
            asyncio.get_running_loop().call_later(late, queue.put_nowait, message)


def now() -> datetime:
    """The one time of everybody."""
    return EPOCH + timedelta(seconds=asyncio.get_event_loop().time())


def enter(process: Process) -> None:
    """Be this process for one piece of synchronous work: its memory is what the site's modules hold."""
    store._live, store._delayed = process.memory  # type: ignore[assignment]
    lifesign.own._given_at = process.lifesign._given_at


def _shared_here() -> dict[str, Any]:
    return PROCESS.get().shared


def tell_the_time(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
    """A wrapper of every statement (django.db.connection.execute_wrapper)."""
    return execute(ASKS_THE_TIME.sub(f"'{now().isoformat()}'::timestamptz", sql), params, many, context)


@contextmanager
def seams(dice: Random, hit: Faults, bus: Bus, loop: VirtualLoop) -> Iterator[None]:
    """Everything of one simulated evening hangs on the seed while this lasts; `dice` is what `secrets` reads from."""
    real_commit = DatabaseWrapper._commit
    memory, given_at = (store._live, store._delayed), lifesign.own._given_at

    async def in_line(self: SyncToAsync, *arguments: Any, **named: Any) -> Any:
        """`sync_to_async` in this very thread; before and after it others have their turn."""
        if self.func is close_old_connections:
            return None  # all processes share one connection here
        process = PROCESS.get()
        await asyncio.sleep(dice.random() * 0.01)
        if hit.strikes("store: away", 0.002):
            raise OperationalError("the database does not answer")
        enter(process)
        result = self.func(*arguments, **named)
        await asyncio.sleep(dice.random() * 0.01)
        return result

    def soon(self: AsyncToSync, *arguments: Any, **named: Any) -> None:
        """`async_to_sync`: what is told after a commit goes out by itself."""
        PROCESS.get().run(self.awaitable(*arguments, **named))

    def commit(self: Any) -> None:
        if hit.strikes("commit: unknown, aborted", 0.004):
            self._rollback()
            raise OperationalError("the connection was lost at the commit")
        real_commit(self)
        if hit.strikes("commit: unknown, committed", 0.004):
            raise OperationalError("the connection was lost after the commit")

    patches = [
        mock.patch.object(SyncToAsync, "__call__", in_line),
        mock.patch.object(AsyncToSync, "__call__", soon),
        mock.patch.object(DatabaseWrapper, "_commit", commit),
        mock.patch.object(faults, "_armed", Points(hit)),
        mock.patch.object(time, "monotonic", loop.time),
        mock.patch.object(timezone, "now", now),
        thrown(dice),
        mock.patch.object(together, "here", _shared_here),
        mock.patch.dict(channel_layers.backends, {"default": bus}),
    ]
    with ExitStack() as stack:
        for patch in patches:
            stack.enter_context(patch)
        stack.enter_context(connection.execute_wrapper(tell_the_time))
        try:
            yield
        finally:
            store._live, store._delayed = memory
            lifesign.own._given_at = given_at
