"""A short ordeal: the same players play on through deaths at the worst moments; nothing is lost, doubled or skipped."""

import asyncio
from pathlib import Path

import pytest

from tests.faults.matrix import EVENTS, SHORT, Cell, cells
from tests.faults.ordeal import Ordeal
from tests.running_site import RunningSite

pytestmark = pytest.mark.slow


def test_nothing_acknowledged_is_lost_whatever_dies_at_whatever_moment(tmp_path: Path) -> None:
    with RunningSite(tmp_path, "yuhuan_ordeal", webs=2, own_server=True) as site:
        ordeal = Ordeal(site, players=4, hands=1)

        async def suffer() -> tuple[list[list[str]], dict[str, object]]:
            await ordeal.begin()
            outcomes = await ordeal.run(SHORT)
            return [outcome.found for outcome in outcomes], await ordeal.end(every=1)

        founds, counted = asyncio.run(suffer())
        assert founds == [[] for _ in SHORT]
        assert counted["found"] == []
        assert counted["figures"]["acknowledged"] > 50
        assert counted["figures"]["views compared"] > 100


def test_the_matrix_is_whole_and_each_part_of_it_is_mixed():
    whole = cells()
    assert len(set(whole)) == len(whole) == 18 * 9
    assert {cell.event for cell in whole[:18]} == set(EVENTS)
    assert {cell.process for cell in whole[:9]} == {"web0", "ticker0", "worker"}
    assert sum(cell.dies_there for cell in whole) == 18
    assert all(isinstance(cell, Cell) for cell in SHORT)
