"""Servers go away and come back, and programs are replaced, while people sit at their tables (T5, T15)."""

import asyncio
import signal
import time
from collections.abc import Awaitable, Callable, Iterator

import pytest

from tests.faults.nemesis import aside
from tests.faults.ordeal import everybody_moves
from tests.faults.survivor import Survivor
from tests.running_site import RunningSite
from tests.sizes import sized

pytestmark = pytest.mark.slow

SLOW = (
    "--turn-ms", "60000", "--reserve-ms", "60000", "--claim-ms", "60000", "--claim-min-ms", "50", "--seed-ms", "100",
    "--pause-ms", "300", "--draw-every-ms", "300", "--min-hands", "1", "--hints", "none",
)  # fmt: skip
AWAY_S = sized(6, 20)
VALKEY_AWAY_S = sized(4, 60)
GRACES = """SELECT max((a.payload->>'ms')::int) FROM games_loggedaction a JOIN games_hand h ON h.id = a.hand_id
    WHERE a.type = 'grace' AND h.table_id = %s"""
TIMED_OUT = (
    "SELECT count(*) FROM games_loggedaction a JOIN games_hand h ON h.id = a.hand_id WHERE a.auto AND h.table_id = %s"
)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningSite]:
    with RunningSite(tmp_path_factory.mktemp("site"), "yuhuan_outage", webs=2, own_server=True) as running:
        running.manage("create_event", "--name", "停电赛", "--slug", "outage", "--minutes", "600", *SLOW)
        yield running
        print(running.log())


class Evening:
    """Four people at one table of the site, two at each web process."""

    def __init__(self, site: RunningSite) -> None:
        self.site = site
        self.four = [Survivor([*site.web[index % 2 :], *site.web[: index % 2]]) for index in range(4)]
        self.enough = asyncio.Event()

    @property
    def table(self) -> str:
        return self.four[0].tables[0]

    async def until(self, condition: Callable[[], bool]) -> None:
        async with asyncio.timeout(90):
            while not condition():
                await asyncio.sleep(0.02)

    async def all_think(self) -> None:
        """Nobody answers any more, and somebody is asked."""
        for one in self.four:
            one.thinks = True
        await self.until(lambda: any(one.views and one.views[-1][1]["decision"] for one in self.four))

    def asked(self) -> list[str | None]:
        return [one.views[-1][1]["decision"] for one in self.four]

    def lines(self) -> list[tuple[int, list[int]]]:
        """How often each had to reconnect, and the codes it was closed with."""
        return [(one.reconnects, one.closed_with) for one in self.four]


def evening(site: RunningSite, course: Callable[[Evening], Awaitable[None]]) -> Evening:
    """Four sit down, play a little, and then `course` happens."""

    async def run() -> Evening:
        now = Evening(site)
        tasks = [asyncio.create_task(one.keep_playing("outage", now.enough)) for one in now.four]
        await everybody_moves(now.four, tasks)
        await course(now)
        await everybody_moves(now.four, tasks)
        for task in tasks:
            task.cancel()
        return now

    return asyncio.run(run())


def grace_ms(now: Evening) -> int:
    return int(now.site.rows(GRACES, now.table)[0][0] or 0)  # type: ignore[call-overload]


def test_postgresql_is_killed_and_comes_back_and_the_same_sockets_go_on(site: RunningSite) -> None:
    """T15: a banner is sent, an act meanwhile is not lost, no clock ran."""
    away_ms = 0

    async def course(now: Evening) -> None:
        nonlocal away_ms
        await now.all_think()
        before = now.asked()
        site.kill("postgres")
        gone = time.monotonic()
        await now.until(lambda: all(one.outages == 1 for one in now.four))
        for one in now.four:
            await one.decide()  # looks again, and answers what it was asked; nobody can store it
            one.open_act = one.open_act or await one._answer(one.socket, one.views[-1][1])
        await asyncio.sleep(max(0.0, AWAY_S - (time.monotonic() - gone)))
        assert now.asked() == before
        away_ms = round((time.monotonic() - gone) * 1000)
        await aside(site.start, "postgres")

    now = evening(site, course)
    assert now.lines() == [(0, [])] * 4
    assert grace_ms(now) >= away_ms
    assert site.rows(TIMED_OUT, now.table) == [(0,)]


def test_valkey_is_gone_and_play_goes_on(site: RunningSite) -> None:
    async def course(now: Evening) -> None:
        site.kill("valkey")
        end = time.monotonic() + VALKEY_AWAY_S
        while time.monotonic() < end:
            await everybody_moves(now.four, [])
        await now.four[0].hop(site.web[1])  # a socket that opens meanwhile opens all the same
        await everybody_moves(now.four, [])
        await aside(site.start, "valkey")

    now = evening(site, course)
    assert sum(one.reconnects for one in now.four) == 1
    assert site.rows(TIMED_OUT, now.table) == [(0,)]


def test_programs_are_replaced_one_after_another_and_nobody_loses_anything(site: RunningSite) -> None:
    async def course(now: Evening) -> None:
        for name in ("web0", "web1", "ticker0", "worker", "beat"):
            await aside(site.stop, name)
            await everybody_moves(now.four, []) if name.startswith("web") else None
            await aside(site.start, name)
            await aside(site.wait_for_web)

    now = evening(site, course)
    codes = {code for one in now.four for code in one.closed_with}
    assert codes == {1012}
    assert all(one.reconnects >= 1 for one in now.four)
    assert site.rows(TIMED_OUT, now.table) == [(0,)]


def test_the_whole_stack_restarts_while_all_four_think(site: RunningSite) -> None:
    """T5: nobody loses the turn or the hand by it, and the clocks did not run."""
    away_ms = 0

    async def course(now: Evening) -> None:
        nonlocal away_ms
        await now.all_think()
        before = now.asked()
        gone = time.monotonic()
        for name in ("web0", "web1", "ticker0", "worker", "beat", "valkey"):
            await aside(site.stop, name)
        site.signal("postgres", signal.SIGQUIT)
        site.children.pop("postgres").process.wait(30)
        await asyncio.sleep(3)
        for name in ("postgres", "valkey", "ticker0", "worker", "beat", "web0", "web1"):
            await aside(site.start, name)
        away_ms = round((time.monotonic() - gone) * 1000) - 1000  # the last sign of life may be half a second old
        await aside(site.wait_for_web)
        await now.until(lambda: all(one.heard_at > gone + 3 for one in now.four))
        assert now.asked() == before
        for one in now.four:
            await one.decide()

    now = evening(site, course)
    assert grace_ms(now) >= away_ms
    assert site.rows(TIMED_OUT, now.table) == [(0,)]
