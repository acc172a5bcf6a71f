"""Polls of many sockets take turns, so that a move never stands behind hundreds of them."""

import asyncio

import pytest

from games import consumers
from games.consumers import TableConsumer

POLLS = 30


class Counted(TableConsumer):
    """A socket that counts who reads at the same time; what it reads takes a few rounds of the loop."""

    seat = seat_id = None
    now = most = polls = 0

    async def _is_cut_off(self) -> bool:
        return False

    async def _heal(self) -> None:
        Counted.now += 1
        Counted.most = max(Counted.most, Counted.now)
        for _ in range(3):
            await asyncio.sleep(0)
        Counted.now -= 1
        Counted.polls += 1


def test_of_all_sockets_of_a_process_one_polls_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(consumers, "WATCH_POLL_S", 1e-6)
    monkeypatch.setattr(consumers, "RECHECK_S", 1e9)
    monkeypatch.setattr(consumers.presence, "REPORT_EVERY_S", 1e9)

    async def evening() -> None:
        pollers = [asyncio.create_task(Counted()._poll()) for _ in range(10)]
        while Counted.polls < POLLS:
            await asyncio.sleep(0)
        for poller in pollers:
            poller.cancel()
        await asyncio.gather(*pollers, return_exceptions=True)

    asyncio.run(evening())
    assert Counted.most == 1
