"""Does to a running site what a cell of the matrix says, and mends it."""

import asyncio
import signal
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import redis

from games.faults import KILLED
from tests.faults.matrix import Cell
from tests.running_site import RunningSite
from tests.sizes import sized
from yuhuan_site.stack.children import wait_until

REACHED_WITHIN_S, HALT_S, GONE_S = sized(180.0, 45.0), 10.0, 0.7
T = TypeVar("T")
OTHER = {"web": "web0", "ticker": "ticker0", "worker": "worker", "beat": "beat"}


_hands = ThreadPoolExecutor(max_workers=1, thread_name_prefix="nemesis")


async def aside(deed: Callable[..., T], *arguments: Any) -> T:
    """Do something slow while the players play on. Processes die with the thread that started them: it is one, and stays."""
    return await asyncio.get_running_loop().run_in_executor(_hands, deed, *arguments)


class Unreached(Exception):
    """Nobody came to the point in time: a person's own act ends a hand rarely. The cell says nothing."""


class Nemesis:
    """Blocking; call from a thread of its own while players play. `armed` hears which process is about to be struck."""

    def __init__(self, site: RunningSite, armed: Callable[[str], None]) -> None:
        self.site, self.armed = site, armed
        self.ended_by_themselves = 0

    def strike(self, cell: Cell, passings: int) -> None:
        """Arm the process, wait until it stands at its point, let the event happen, and put everything back up."""
        deed = "" if cell.dies_there else "=stop"
        self._again(cell.process, FAULTPOINTS=f"{cell.point}@{passings}{deed}")
        self.armed(cell.process)
        child = self.site.children[cell.process]
        if cell.dies_there:
            self._await(lambda: child.process.poll() is not None, cell)
            assert child.process.returncode == KILLED, f"{cell}: ended with {child.process.returncode}"
        else:
            self._await(lambda: child.process.poll() is not None or self.site.is_halted(cell.process), cell)
            assert child.process.poll() is None, f"{cell}: ended instead of halting"
            self._happen(cell)
        self._again(cell.process)

    def supervise(self) -> None:
        """As the supervisor of a real site does: start again whatever of ours has ended by itself."""
        for name in ("web0", "web1", "ticker0", "worker", "beat"):
            if not self.site.children[name].is_alive():
                print(f"{name} has ended by itself", flush=True)
                self.ended_by_themselves += 1
                self._again(name)

    def mend(self) -> None:
        """Start again whatever is missing or stands still."""
        for name in ("postgres", "valkey"):
            if name not in self.site.children:
                self.site.start(name)
        for name in ("web0", "web1", "ticker0", "worker", "beat"):
            child = self.site.children.get(name)
            if child is None or not child.is_alive() or self.site.is_halted(name):
                self._again(name)

    def _await(self, reached: Callable[[], bool], cell: Cell) -> None:
        if not wait_until(reached, REACHED_WITHIN_S, 0.02):
            self._again(cell.process)
            raise Unreached(str(cell))

    def _happen(self, cell: Cell) -> None:
        match cell.event:
            case "web" | "ticker" | "worker" | "beat":
                self._again(OTHER[cell.event])
            case "valkey":
                self.site.kill("valkey")
                self._go_on(cell, GONE_S)
                self.site.start("valkey")
                return
            case "flush":
                with redis.Redis.from_url(self.site.env["REDIS_URL"]) as client:
                    client.flushall()
            case "postgres":
                self.site.kill("postgres")
                self._go_on(cell, GONE_S)
                self.site.start("postgres")
                return
            case "immediate":
                self.site.signal("postgres", signal.SIGQUIT)
                self.site.children.pop("postgres").process.wait(30)
                self._go_on(cell, GONE_S)
                self.site.start("postgres")
                return
            case "halt":
                time.sleep(HALT_S)
        self._go_on(cell, 0)

    def _go_on(self, cell: Cell, seconds: float) -> None:
        """Let the halted process run; after a server's end for a moment without it."""
        self.site.signal(cell.process, signal.SIGCONT)
        time.sleep(seconds)

    def _again(self, name: str, **settings: str) -> None:
        if name in self.site.children:
            self.site.kill(name)
        self.site.start(name, **settings)
        if name.startswith("web"):  # of the others one may just stand still
            self.site.wait_for_web(name)
