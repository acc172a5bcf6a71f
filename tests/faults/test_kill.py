"""kill -9 of the web process and of the ticker at five moments of a hand: the same clients finish, nothing is lost."""

import asyncio
import json
from collections.abc import Iterator

import pytest

from tests.protocol_client import Player, call
from tests.running_site import RunningSite

pytestmark = pytest.mark.slow

FAST = (
    "--turn-ms", "3000", "--reserve-ms", "2000", "--claim-ms", "1000", "--claim-min-ms", "100", "--seed-ms", "400",
    "--pause-ms", "600", "--draw-every-ms", "300", "--min-hands", "1", "--hands-per-table", "3",
)  # fmt: skip
MOMENTS = ("deal", "act", "claim", "act", "result")


@pytest.fixture
def site(tmp_path: object) -> Iterator[RunningSite]:
    with RunningSite(tmp_path, "yuhuan_kill") as running:  # type: ignore[arg-type]
        yield running
        print(running.log())


@pytest.mark.parametrize("victim", ["web0", "ticker0"])
def test_a_killed_process_loses_no_acknowledged_action(site: RunningSite, victim: str) -> None:
    site.manage("create_event", "--name", "断电赛", "--slug", "kill", "--minutes", "20", *FAST)
    players = [Player(site.web) for _ in range(4)]
    killed: list[str] = []

    async def kill_at_each_moment() -> None:
        for moment in MOMENTS:
            await until(lambda moment=moment: players[0].views and players[0].views[-1][1]["phase"] == moment)
            site.kill(victim)
            killed.append(moment)
            await asyncio.sleep(0.3)
            site.start(victim)
            await asyncio.to_thread(site.wait_for_web)
            await asyncio.sleep(2)

    async def everybody() -> None:
        async with asyncio.timeout(200):
            killer = asyncio.create_task(kill_at_each_moment())
            await asyncio.gather(*(player.take_part("kill") for player in players))
            await killer

    asyncio.run(everybody())
    assert killed == list(MOMENTS)
    assert victim != "web0" or all(player.reconnects >= len(MOMENTS) for player in players)
    check_the_log(site, players)
    check_the_money(site, players)


async def until(condition: object) -> None:
    while not condition():  # type: ignore[operator]
        await asyncio.sleep(0.005)


def check_the_log(site: RunningSite, players: list[Player]) -> None:
    """Acknowledged is a part of stored, stored is a part of sent, and nothing is stored twice."""
    rows = site.rows("SELECT client_id, count(*) FROM games_loggedaction WHERE client_id IS NOT NULL GROUP BY 1")
    stored = dict(rows)
    acked = {client_id for player in players for client_id in player.acked}
    sent = {client_id for player in players for client_id in player.sent}
    assert len(acked) > 50
    assert acked <= stored.keys() <= sent
    assert set(stored.values()) == {1}
    gaps = site.rows("SELECT hand_id FROM games_loggedaction GROUP BY 1 HAVING max(seq) <> count(*) OR min(seq) <> 1")
    assert gaps == []
    for player in players:
        counts = [v for v, _ in player.views]
        assert counts == sorted(counts)


def check_the_money(site: RunningSite, players: list[Player]) -> None:
    site.manage("verify_ledger")
    last = {player.views[-1][1]["seat"]: player.views[-1][1]["silver"] for player in players}
    assert len(last) == 4
    assert len({json.dumps(silver) for silver in last.values()}) == 1
    assert sum(last[0]) == 4000
    ranking = call(site.web[0], "GET", "/events/kill/ranking")
    assert sorted(row["silver"] for row in ranking["rows"]) == sorted(last[0])
    for hand in call(site.web[0], "GET", f"/players/{players[0].id}/hands"):
        record = call(site.web[0], "GET", f"/hands/{hand['hand_id']}/record")
        site.manage("verify_record", "-", stdin=json.dumps(record) + "\n")
