"""L8 on real locks: people play, are drawn and settled, organisers do everything at once, and nobody waits in a circle.

PostgreSQL says itself who waited for over a second and whether it had to break a circle. Ten minutes with FULL=1
(`make faults`), whose figures stand in docs/fault-report.md.
"""

import asyncio
import json
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier
from typing import Any

import psycopg
import pytest

from tests.faults import report
from tests.faults.ordeal import Ordeal, everybody_moves
from tests.running_site import RunningSite
from tests.sizes import FULL, sized

pytestmark = pytest.mark.slow

HELD = "主办人让系统替这个座位打"
"""What a player is told for whom the organiser lets the server play: no fault."""
A_ROW = "SELECT 1 FROM django_content_type WHERE id = %s FOR UPDATE"
SECONDS = sized(5, 600)
PLAYERS = sized(8, 48)
DESKS = sized(2, 3)


@pytest.fixture
def site(tmp_path: Path) -> Iterator[RunningSite]:
    with RunningSite(tmp_path, "yuhuan_locks", webs=2, tickers=2, own_server=True) as running:
        yield running
        print(running.log())


def test_whatever_is_done_at_once_nobody_waits_in_a_circle(site: RunningSite) -> None:
    ordeal = Ordeal(site, PLAYERS, hands=2)
    acts, failed, counted = asyncio.run(an_evening(ordeal))
    waits = site.lock_waits()
    told = (
        f"{PLAYERS} players and {DESKS} organisers for {SECONDS} s: {ordeal.acknowledged:,} acknowledged actions,"
        f" {sum(acts.values()):,} acts at the desk ({', '.join(f'{what} {times}' for what, times in sorted(acts.items()))});"
        f" {waits['circles']} circles, {waits['long']} waits of over a second."
    )
    print(f"\n{told}")
    if FULL:
        report.note("Locks", told)
    assert failed == []
    assert [words for words in counted["found"] if HELD not in words] == []
    assert waits["circles"] == 0
    assert len(acts) >= sized(8, 14)
    assert ordeal.acknowledged > PLAYERS


async def an_evening(ordeal: Ordeal) -> tuple[Counter[str], list[str], dict[str, Any]]:
    """What was done at the desks, what failed there, and what was counted afterwards."""
    await ordeal.begin()
    desks = [asyncio.to_thread(sit_at_a_desk, ordeal.site, number) for number in range(DESKS)]
    done = await asyncio.gather(*desks)
    await everybody_moves(ordeal.survivors, ordeal.playing)
    acts: Counter[str] = Counter()
    for one in done:
        acts.update(one["acts"])
    return acts, [words for one in done for words in one["failed"]], await ordeal.end()


def sit_at_a_desk(site: RunningSite, number: int) -> dict[str, Any]:
    desk = ("-m", "tests.faults.desk", "ordeal", str(SECONDS), str(number))
    return json.loads(site.python(*desk, patience=SECONDS + 120).splitlines()[-1])


def test_a_circle_is_noticed(tmp_path: Path) -> None:
    with RunningSite(tmp_path, "yuhuan_circle", webs=0, tickers=0, celery=False, own_server=True) as site:
        both_first = Barrier(2)

        def lock(first: int, second: int) -> bool:
            """True for the one that PostgreSQL did not sacrifice."""
            with psycopg.connect(site.env["DATABASE_URL"]) as connection:
                connection.execute(A_ROW, [first])
                both_first.wait()
                try:
                    connection.execute(A_ROW, [second])
                except psycopg.errors.DeadlockDetected:
                    return False
                return True

        with ThreadPoolExecutor() as pool:
            assert sorted(pool.map(lock, (1, 2), (2, 1))) == [False, True]
        assert site.lock_waits()["circles"] == 1
