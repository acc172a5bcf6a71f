"""Four programs written from docs/protocol.md play an event on two web processes and two tickers."""

import asyncio
import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.protocol_client import Player, call
from tests.running_site import RunningSite
from tests.sizes import sized

pytestmark = pytest.mark.slow

HANDS = sized(2, 4)
FAST = (
    "--turn-ms", "2000", "--reserve-ms", "1000", "--claim-ms", "120", "--claim-min-ms", "50", "--seed-ms", "800",
    "--pause-ms", "500", "--draw-every-ms", "300", "--min-hands", "1",
)  # fmt: skip


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningSite]:
    with RunningSite(tmp_path_factory.mktemp("site"), "yuhuan_championship", webs=2, tickers=2) as running:
        yield running


@pytest.fixture(autouse=True)
def show_log(site: RunningSite) -> Iterator[None]:
    """What the processes printed, for a test that fails."""
    yield
    print(site.log())


def create_event(site: RunningSite, slug: str, *options: str) -> dict[str, object]:
    return json.loads(
        site.manage("create_event", "--name", "测试赛", "--slug", slug, "--minutes", "10", *FAST, *options)
    )


@pytest.mark.parametrize(("mode", "hands"), [("natural", HANDS), ("uniform", 1)])
def test_four_programs_on_two_web_processes_play_a_table_to_its_end(site: RunningSite, mode: str, hands: int) -> None:
    slug = f"cup-{mode}"
    assert create_event(site, slug, "--claim-mode", mode, "--hands-per-table", str(hands))["state"] == "running"
    players = [Player([site.web[index % 2], site.web[(index + 1) % 2]]) for index in range(4)]

    async def everybody() -> None:
        async with asyncio.timeout(150):
            await asyncio.gather(*(player.take_part(slug) for player in players))

    asyncio.run(everybody())
    check_what_they_saw(players, hands)
    check_the_books(site, slug, players, hands)


def check_what_they_saw(players: list[Player], hands: int) -> None:
    assert len({table for player in players for table in player.tables}) == 1
    for player in players:
        counts = [v for v, _ in player.views]
        assert counts == sorted(counts)
        assert {view["hand"] for _, view in player.views} == set(range(1, hands + 1))
        assert player.reconnects == 0
        assert not [refusal for refusal in player.refused if refusal["code"] == "malformed"]
        seats = {view["seat"] for _, view in player.views}
        assert len(seats) == 1


def current_ranking(site: RunningSite, slug: str, shown: dict[str, int]) -> dict[str, Any]:
    """The ranking once it has been computed again, which may take a few seconds; it says how old it is."""
    for _ in range(40):
        ranking = call(site.web[0], "GET", f"/events/{slug}/ranking")
        if {row["player"]: row["silver"] for row in ranking["rows"]} == shown:
            break
        time.sleep(0.2)
    return ranking


def check_the_books(site: RunningSite, slug: str, players: list[Player], hands: int) -> None:
    """Ranking, ledger and records agree with what the tables showed."""
    last = players[0].views[-1][1]
    shown = {player.id: last["silver"][player.views[-1][1]["seat"]] for player in players}
    ranking = current_ranking(site, slug, shown)
    assert {row["player"]: row["silver"] for row in ranking["rows"]} == shown
    assert sum(shown.values()) == 4000
    assert [row["rank"] for row in ranking["rows"]] == sorted(row["rank"] for row in ranking["rows"])
    for player in players:
        me = player.api("GET", f"/events/{slug}/me")
        assert me["silver"] == shown[player.id]
        assert me["state"] in ("idle", "out")
        played = call(site.web[1], "GET", f"/players/{player.id}/hands")
        assert len(played) == hands
        assert 1000 + sum(hand["silver"] for hand in played) == shown[player.id]
    records = [call(site.web[0], "GET", f"/hands/{hand['hand_id']}/record") for hand in played]
    path = Path(site.folder) / f"{slug}.jsonl"
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
    site.manage("verify_record", str(path))
    site.manage("verify_ledger")
    for record in records:
        commitments = {view["commitment"] for _, view in players[0].views if view["hand"] == record["hand"]}
        assert commitments == {record["fairness"]["commitment"]}
        if record["hand"] > 1:  # the first hand may be dealt before everybody has opened the table
            assert all(record["fairness"]["client_seeds"])
