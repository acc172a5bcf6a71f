"""The ordeal: the same players play on through deaths at the worst moments; nothing is lost, doubled or skipped.

`make faults` goes through the whole matrix again and again until 100,000 actions were acknowledged, or for
FAULT_MINUTES, and writes docs/fault-report.md.
"""

import asyncio
import itertools
import os
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.faults import report
from tests.faults.matrix import EVENTS, SHORT, Cell, cells
from tests.faults.ordeal import Ordeal, Outcome
from tests.running_site import RunningSite
from tests.sizes import FULL, sized

pytestmark = pytest.mark.slow

WANTED = 100_000
MINUTES = float(os.environ.get("FAULT_MINUTES") or "inf")


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


def test_nothing_acknowledged_is_lost_whatever_dies_at_whatever_moment(tmp_path: Path) -> None:
    with RunningSite(tmp_path, "yuhuan_ordeal", webs=2, own_server=True) as site:
        outcomes, counted, seconds = asyncio.run(suffer(Ordeal(site, players=sized(4, 8), hands=sized(1, 2))))
    if FULL:
        report.put(report.HEADING, report.crashes(outcomes, counted, seconds))
    assert [(str(one.cell), one.found) for one in outcomes if one.found] == []
    assert counted["found"] == []
    assert len(outcomes) >= len(SHORT)
    assert counted["figures"]["acknowledged"] > 50
    assert counted["figures"]["views compared"] > 100


def test_the_matrix_is_whole_and_each_part_of_it_is_mixed():
    whole = cells()
    assert len(set(whole)) == len(whole) == 18 * 9
    assert {cell.event for cell in whole[:18]} == set(EVENTS)
    assert {cell.process for cell in whole[:9]} == {"web0", "ticker0", "worker"}
    assert sum(cell.dies_there for cell in whole) == 18
    assert all(isinstance(cell, Cell) for cell in SHORT)
