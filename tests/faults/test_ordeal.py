"""Players play on through deaths at the worst moments, outages and replaced programs; nothing is lost, doubled or skipped.

`make faults` goes through the whole matrix again and again until 100,000 actions were acknowledged, or for
FAULT_MINUTES, waits out longer outages, and writes docs/fault-report.md. T5 and T15 are situations at the table.
"""

import asyncio
import itertools
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.faults import report
from tests.faults.matrix import EVENTS, SHORT, Cell, cells
from tests.faults.nemesis import aside
from tests.faults.ordeal import Ordeal, Outcome, everybody_moves
from tests.faults.survivor import Survivor
from tests.running_site import RunningSite
from tests.sizes import FULL, sized
from yuhuan_site.environment import BASE_DIR

pytestmark = pytest.mark.slow

WANTED = 100_000
MINUTES = float(os.environ.get("FAULT_MINUTES") or "inf")
SLOW = (
    "--turn-ms", "60000", "--reserve-ms", "60000", "--claim-ms", "60000", "--claim-min-ms", "50", "--seed-ms", "100",
    "--pause-ms", "300", "--draw-every-ms", "300", "--min-hands", "1", "--hints", "none",
)  # fmt: skip
AWAY_S = sized(6, 20)
VALKEY_AWAY_S = sized(4, 60)
REPLACED = sized(("web0", "web1"), ("web0", "web1", "ticker0", "worker", "beat"))
GRACES = """SELECT max((a.payload->>'ms')::int) FROM games_loggedaction a JOIN games_hand h ON h.id = a.hand_id
    WHERE a.type = 'grace' AND h.table_id = %s"""
TIMED_OUT = (
    "SELECT count(*) FROM games_loggedaction a JOIN games_hand h ON h.id = a.hand_id WHERE a.auto AND h.table_id = %s"
)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningSite]:
    with RunningSite(tmp_path_factory.mktemp("site"), "yuhuan_faults", webs=2, own_server=True) as running:
        yield running
        print(running.log())


@pytest.fixture(scope="module")
def slow_event(site: RunningSite) -> str:
    """An event in which there is all the time to think."""
    site.manage("create_event", "--name", "停电赛", "--slug", "outage", "--minutes", "600", *SLOW)
    return "outage"


def again_and_again(ordeal: Ordeal) -> Iterator[Cell]:
    for cell in itertools.cycle(cells()):
        if ordeal.acknowledged >= WANTED:
            return
        yield cell


async def suffer(ordeal: Ordeal) -> tuple[list[Outcome], dict[str, Any], float]:
    """What came of each cell, what was counted afterwards, and how long it took."""
    began = time.monotonic()
    await ordeal.begin()
    plan: Iterable[Cell] = again_and_again(ordeal) if FULL else SHORT
    outcomes = await ordeal.run(plan, began + MINUTES * 60)
    return outcomes, await ordeal.end(), time.monotonic() - began


def test_nothing_acknowledged_is_lost_whatever_dies_at_whatever_moment(site: RunningSite) -> None:
    outcomes, counted, seconds = asyncio.run(suffer(Ordeal(site, players=sized(4, 64), hands=sized(1, 2))))
    if FULL:
        report.put(report.HEADING, report.crashes(outcomes, counted, seconds))
    assert [(str(one.cell), one.found) for one in outcomes if one.found] == []
    assert counted["found"] == []
    assert sum(one.reached for one in outcomes) >= len(SHORT)
    assert counted["figures"]["acknowledged"] > 50
    assert counted["figures"]["views compared"] > 100


def test_the_matrix_is_whole_and_each_part_of_it_is_mixed():
    whole = cells()
    assert len(set(whole)) == len(whole) == 18 * 9
    assert {cell.event for cell in whole[:18]} == set(EVENTS)
    assert {cell.process for cell in whole[:9]} == {"web0", "ticker0", "worker"}
    assert sum(cell.dies_there for cell in whole) == 18
    assert all(isinstance(cell, Cell) for cell in SHORT)


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
        await self.until(self._is_waiting)

    def _is_waiting(self) -> bool:
        """Somebody is asked, and nobody who is asked has answered already."""
        asked = [one for one in self.four if one.views and one.views[-1][1]["decision"]]
        return bool(asked) and all(one.views[-1][1]["decision"] != one.decided for one in asked)

    def asked(self) -> list[str | None]:
        return [one.views[-1][1]["decision"] for one in self.four]

    def lines(self) -> list[tuple[int, list[int]]]:
        """How often each had to reconnect, and the codes it was closed with."""
        return [(one.reconnects, one.closed_with) for one in self.four]


def evening(site: RunningSite, event: str, course: Callable[[Evening], Awaitable[None]]) -> Evening:
    """Four sit down, play a little, and then `course` happens."""

    async def run() -> Evening:
        now = Evening(site)
        tasks = [asyncio.create_task(one.keep_playing(event, now.enough)) for one in now.four]
        await everybody_moves(now.four, tasks)
        await course(now)
        await everybody_moves(now.four, tasks)
        for task in tasks:
            task.cancel()
        return now

    return asyncio.run(run())


def late_s(now: Evening, since: float, until: float) -> list[float]:
    """How late each seat saw each change within that time, in seconds, the shortest first."""
    path = Path(now.site.folder) / "seen.json"
    path.write_text(json.dumps([seen for one in now.four for seen in one.seen]))
    command = [sys.executable, "-m", "tests.faults.lateness", path, now.table, str(since), str(until)]
    done = subprocess.run(command, cwd=BASE_DIR, env=now.site.env, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


MEASURED: list[str] = []
"""Lines for the report."""


def measured(words: str) -> None:
    """Say a figure; by `make faults` it goes into the report."""
    print(words)
    MEASURED.append(f"- {words}")
    if FULL:
        report.put(report.OUTAGES, "\n".join([report.OUTAGES, "", report.when(), "", *MEASURED, ""]))


def grace_ms(now: Evening) -> int:
    return int(now.site.rows(GRACES, now.table)[0][0] or 0)  # type: ignore[call-overload]


def test_postgresql_is_killed_and_comes_back_and_the_same_sockets_go_on(site: RunningSite, slow_event: str) -> None:
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

    now = evening(site, slow_event, course)
    assert now.lines() == [(0, [])] * 4
    assert grace_ms(now) >= away_ms
    measured(f"PostgreSQL away for {away_ms / 1000:.0f} s: no socket closed, {grace_ms(now) / 1000:.1f} s given back")
    assert site.rows(TIMED_OUT, now.table) == [(0,)]


def test_valkey_is_gone_and_play_goes_on(site: RunningSite, slow_event: str) -> None:
    since = until = 0.0

    async def course(now: Evening) -> None:
        nonlocal since, until
        since = time.time()
        site.kill("valkey")
        end = time.monotonic() + VALKEY_AWAY_S
        while time.monotonic() < end:
            await everybody_moves(now.four)
        until = time.time()
        await now.four[0].hop(site.web[1])  # a socket that opens meanwhile opens all the same
        await everybody_moves(now.four)
        await aside(site.start, "valkey")

    now = evening(site, slow_event, course)
    assert sum(one.reconnects for one in now.four) == 1
    late = late_s(now, since, until)
    assert late
    p99 = late[len(late) * 99 // 100]
    measured(
        f"Valkey away for {until - since:.0f} s: {len(late)} changes seen late by {late[len(late) // 2]:.2f} s (median), {p99:.2f} s (p99)"
    )
    assert site.rows(TIMED_OUT, now.table) == [(0,)]


def test_programs_are_replaced_one_after_another_and_nobody_loses_anything(site: RunningSite, slow_event: str) -> None:
    async def course(now: Evening) -> None:
        for name in REPLACED:
            await aside(site.stop, name)
            if name.startswith("web"):  # the other one serves meanwhile; without a ticker no window closes
                await everybody_moves(now.four)
            await aside(site.start, name)
            await aside(site.wait_for_web)

    now = evening(site, slow_event, course)
    codes = {code for one in now.four for code in one.closed_with}
    assert codes == {1012}
    assert all(one.reconnects >= 1 for one in now.four)
    measured(
        f"Rolling restart of all programs: closed with 1012, back after at most {max(max(one.back_after_s) for one in now.four):.1f} s"
    )
    assert site.rows(TIMED_OUT, now.table) == [(0,)]


def test_the_whole_stack_restarts_while_all_four_think(site: RunningSite, slow_event: str) -> None:
    """T5: nobody loses the turn or the hand by it, and the clocks did not run."""
    away_ms = 0

    async def course(now: Evening) -> None:
        nonlocal away_ms
        await now.all_think()
        before = now.asked()
        for name in ("web0", "web1"):
            await aside(site.stop, name)
        gone = time.monotonic()
        for name in ("ticker0", "worker", "beat", "valkey"):
            await aside(site.stop, name)
        site.signal("postgres", signal.SIGQUIT)
        site.children.pop("postgres").process.wait(30)
        await asyncio.sleep(3)
        for name in ("postgres", "valkey", "ticker0", "worker", "beat"):
            await aside(site.start, name)
        away_ms = round((time.monotonic() - gone) * 1000)
        for name in ("web0", "web1"):
            await aside(site.start, name)
        await aside(site.wait_for_web)
        await now.until(lambda: all(one.heard_at > gone + 3 for one in now.four))
        assert now.asked() == before
        for one in now.four:
            await one.decide()

    now = evening(site, slow_event, course)
    assert grace_ms(now) >= away_ms
    measured(
        f"The whole stack away for {away_ms / 1000:.0f} s while all think: {grace_ms(now) / 1000:.1f} s given back"
    )
    assert site.rows(TIMED_OUT, now.table) == [(0,)]
