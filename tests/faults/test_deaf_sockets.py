"""Sockets that never read, on a real web process: what they cost it, and what their neighbours notice.

A hundred for a minute with FULL=1 (`make faults`), whose figures stand in docs/fault-report.md.
"""

import asyncio
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest
from websockets.asyncio.client import connect

from tests.faults import report
from tests.games.sockets import Deaf
from tests.running_site import RunningSite
from tests.sizes import FULL, sized

pytestmark = pytest.mark.slow

DEAF = sized(20, 100)
SECONDS = sized(2, 60)
LET_IN_S = 2.0
"""For letting them all in at once, which costs the same whether or not they read."""
NEIGHBOURS = 30
TABLE = """
from django.db import transaction
from accounts.guests import create_bot
from games import service
from games.engine.clock import TableSettings
from games.engine.rules import preset
with transaction.atomic():
    settings = TableSettings(spectator_delay_ms=0, hands_per_table=40, pause_ms=500)
    bots = [create_bot() for _ in range(4)]
    table = service.open_table(bots, "", "", preset("platform"), settings, [1000] * 4, [1000] * 4)
print("table", table.pk)
"""


@pytest.fixture
def site(tmp_path: Path) -> Iterator[RunningSite]:
    with RunningSite(tmp_path, "yuhuan_deaf", celery=False) as running:
        yield running
        print(running.log())


def test_sockets_that_never_read_cost_little_and_their_neighbours_nothing(site: RunningSite) -> None:
    path = f"/ws/tables/{site.manage('shell', '-c', TABLE).split('table ')[1].strip()}/"
    web = psutil.Process(site.children["web0"].process.pid)
    asyncio.run(pings(site.web[0] + path, SECONDS))  # warm
    before, alone = web.memory_info().rss, asyncio.run(pings(site.web[0] + path, SECONDS))
    deaf = [Deaf(site.web[0], path) for _ in range(DEAF)]
    time.sleep(LET_IN_S)
    silent = asyncio.run(pings(site.web[0] + path, SECONDS))
    for one in deaf:
        one.close()
    deaf = [Deaf(site.web[0], path) for _ in range(DEAF)]
    over = threading.Event()
    asking = threading.Thread(target=go_on_asking, args=(deaf, over))
    asking.start()
    time.sleep(LET_IN_S)
    beside = asyncio.run(pings(site.web[0] + path, SECONDS))
    grown = web.memory_info().rss - before
    over.set()
    asking.join()
    left = [one for one in deaf if one.say({"type": "ping"}) and one.say({"type": "ping"})]
    for one in deaf:
        one.close()
    cost = (
        f"{DEAF} sockets that never read what their table sends them: {grown / 1e6:+.1f} MB, {DEAF - len(left)} cut off"
        f" after {SECONDS} s. Pings of {NEIGHBOURS} neighbours, p50 / p99: alone {told(alone)}, beside them"
        f" {told(silent)}; while each of them also asks for the whole view ten times a second {told(beside)}."
    )
    print(f"\n{cost}")
    if FULL:
        report.note("Sockets that never read", cost)
    assert grown < 20_000_000
    assert not FULL or not left
    assert len(beside) > NEIGHBOURS


def go_on_asking(deaf: list[Deaf], over: threading.Event) -> None:
    """Each asks for the whole view ten times a second, and never looks at an answer."""
    while not over.is_set():
        began = time.monotonic()
        for one in deaf:
            one.say({"type": "sync"})
        over.wait(max(0.0, began + 0.1 - time.monotonic()))


async def pings(url: str, seconds: float) -> list[float]:
    """Milliseconds that some neighbours waited for their pongs."""
    waited: list[float] = []

    async def neighbour() -> None:
        async with connect(url.replace("http", "ws"), compression=None) as line:
            end = time.monotonic() + seconds
            while time.monotonic() < end:
                began = time.monotonic()
                await line.send('{"type":"ping"}')
                while '"pong"' not in str(await line.recv())[:20]:
                    pass
                waited.append((time.monotonic() - began) * 1000)
                await asyncio.sleep(0.1)

    await asyncio.gather(*(neighbour() for _ in range(NEIGHBOURS)))
    return waited


def told(waited: list[float]) -> str:
    ordered = sorted(waited)
    return " / ".join(f"{ordered[int(part * (len(ordered) - 1))]:.1f} ms" for part in (0.5, 0.99))
