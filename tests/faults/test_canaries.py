"""What nobody may know is looked for wherever it could have gone: Redis, tasks, logs, the admin's pages.

The real processes play one hand. Afterwards its record tells what was secret while it lasted: the seed, the wall that
was left, every seat's hand at every moment; and what stays secret: tokens and recovery codes.
"""

import asyncio
import base64
import json
import re
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import redis

from games.engine.record import read_record, replay_record
from games.engine.tiles import tile_names
from tests.protocol_client import Player, call
from tests.running_site import RunningSite

pytestmark = pytest.mark.slow

EVENT = (
    "--turn-ms", "20000", "--claim-ms", "2000", "--claim-min-ms", "50", "--seed-ms", "300", "--pause-ms", "400",
    "--draw-every-ms", "300", "--min-hands", "1", "--hands-per-table", "1", "--spectator-delay-ms", "0",
)  # fmt: skip
STAFF = """
from django.test import Client
from accounts.models import Player
desk = Player.objects.create_superuser("desk", password="a long enough one")
client = Client(); client.force_login(desk); print("session", client.cookies["sessionid"].value)
"""
GROUP = re.compile(rb'"PUBLISH" "yuhuan__group__table\.(\w+)\.([0-3])"')
PAGES = 60


class Monitor:
    """Everything that Redis is told meanwhile, a line a command."""

    def __init__(self, url: str) -> None:
        self.lines: list[bytes] = []
        self.connection = redis.Redis.from_url(url).connection_pool.get_connection()
        self.connection.send_command("MONITOR")
        assert self.connection.read_response() == b"OK"
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        try:
            while True:
                self.lines.append(plain(self.connection.read_response()))
        except (redis.RedisError, OSError, ValueError):
            pass  # closed: the site has stopped

    def close(self) -> None:
        self.connection.disconnect()


def plain(line: bytes) -> bytes:
    """A line with its quotes as they were sent, and behind it whatever was sent as base64 (Celery's messages)."""
    sent = line.replace(b'\\"', b'"').replace(b"\\\\", b"\\")
    return sent + b"".join(_decoded(found) for found in re.findall(rb"[A-Za-z0-9+/]{40,}={0,2}", sent))


def _decoded(text: bytes) -> bytes:
    try:
        return base64.b64decode(text + b"=" * (-len(text) % 4))
    except ValueError:
        return b""


@pytest.fixture
def site(tmp_path: Path) -> Iterator[RunningSite]:
    with RunningSite(tmp_path, "yuhuan_canaries") as running:
        yield running
        print(running.log())


def test_no_secret_of_a_hand_or_a_person_goes_where_it_does_not_belong(site: RunningSite) -> None:
    key = site.manage("shell", "-c", STAFF).split("session ")[1].strip()
    monitor = Monitor(site.env["REDIS_URL"])
    site.manage("create_event", "--name", "金丝雀", "--slug", "canary", "--minutes", "20", *EVENT)
    players = [Player(site.web) for _ in range(4)]
    codes = [guest["recovery_code"] for guest in (call(site.web[0], "POST", "/guest", data={}) for _ in range(2))]
    pages: list[str] = []

    async def everybody() -> None:
        async with asyncio.timeout(300):
            desk = asyncio.to_thread(walk, site.web[0], key, players, pages)
            await asyncio.gather(desk, *(player.take_part("canary") for player in players))

    asyncio.run(everybody())
    monitor.close()
    record = call(site.web[0], "GET", f"/hands/{last_hand(site)}/record")
    log = (site.folder / "site.log").read_bytes()
    secrets = secrets_of(record)
    words = [player.token.encode() for player in players] + [code.encode() for code in codes] + [key.encode()]
    assert len(pages) > 10
    assert sum(b"tournaments.tasks" in line for line in monitor.lines) > 3
    for page in pages:
        assert_without(page.encode(), [*(hand for hands in secrets.hands for hand in hands), *secrets.server], "a page")
    assert_without(log, [*(hand for hands in secrets.hands for hand in hands), *secrets.server, *words], "the log")
    own = 0
    for line in monitor.lines:
        push = GROUP.search(line)
        seat = int(push[2]) if push and push[1].decode() == record["table"] else None
        others = [hand for index in range(4) if index != seat for hand in secrets.hands[index]]
        if b'"phase":"result"' not in line and b'"phase":"closed"' not in line:
            assert_without(line, others, "Redis")
        assert_without(line, [*secrets.server, *words], "Redis")
        own += seat is not None and any(hand in line for hand in secrets.hands[seat])
    assert own > 40, "the hands were not even found where they belong: nothing was looked for"
    for told in (*(next(iter(hands)) for hands in secrets.hands), *secrets.server[:4], *words):
        for line in (
            b'"told" "' + told + b'"',
            plain(b'"LPUSH" "celery" "' + base64.b64encode(b"args: " + told) + b'"'),
        ):
            with pytest.raises(AssertionError, match="planted"):
                assert_without(line, [told, *words], "planted")


class Secrets:
    """`server`: what nobody knew. `hands`: what each seat held at any time, as the site could have written it."""

    def __init__(self, server: list[bytes], hands: list[set[bytes]]) -> None:
        self.server, self.hands = server, hands


def secrets_of(record: dict[str, Any]) -> Secrets:
    seed = bytes.fromhex(record["fairness"]["server_seed"])
    states = [step.state for step in replay_record(read_record(record))]
    rest = tile_names(states[0].wall[states[-1].front : states[-1].back])
    server = [seed, seed.hex().encode(), base64.b64encode(seed), base64.urlsafe_b64encode(seed)]
    server += [written for start in range(0, len(rest) - 12, 6) for written in writings(rest[start : start + 12])]
    hands = [set[bytes]() for _ in range(4)]
    for state in states:
        for seat, held in enumerate(state.seats):
            if state.phase != "over" and len(held.concealed) >= 7:
                hands[seat].update(writings(tile_names(held.concealed)))
    return Secrets(server, hands)


def writings(tiles: list[str]) -> list[bytes]:
    """The same tiles as JSON with and without spaces, as Python writes them, and one after another."""
    return [
        json.dumps(tiles, separators=(",", ":"))[1:-1].encode(), json.dumps(tiles)[1:-1].encode(),
        repr(tiles)[1:-1].encode(), "".join(tiles).encode(),
    ]  # fmt: skip


def assert_without(text: bytes, secrets: list[bytes], where: str) -> None:
    found = [secret for secret in secrets if secret in text]
    assert not found, f"{where} tells {found[:3]}: {text[:200]!r}"


def last_hand(site: RunningSite) -> str:
    return str(site.rows("SELECT id FROM games_hand ORDER BY started_at DESC LIMIT 1")[0][0])


def walk(address: str, session: str, players: list[Player], pages: list[str]) -> None:
    """An organiser with every right looks at all there is, while the hand is played."""
    end = time.monotonic() + 200
    while not any(view["phase"] == "act" for _, view in players[0].views[-1:]):
        assert time.monotonic() < end, "no hand began"
        time.sleep(0.02)
    table = players[0].tables[-1]
    waiting = [f"/api/tables/{table}", f"/tables/{table}/", f"/admin/games/table/{table}/change/", "/admin/"]
    seen: set[str] = set()
    while waiting and len(pages) < PAGES:
        path = waiting.pop(0)
        if path in seen or "logout" in path or "password" in path:
            continue
        seen.add(path)
        page = fetch(address + path, session)
        if any(view["phase"] in ("result", "closed") for _, view in players[0].views[-3:]):
            return  # the hands are open now
        pages.append(page)
        links = re.findall(r'href="(/admin/[^"#?]*)"', page)
        waiting += sorted(links, key=lambda link: table not in link)


def fetch(url: str, session: str) -> str:
    request = urllib.request.Request(url, headers={"Cookie": f"sessionid={session}"})
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return str(answer.read().decode(errors="replace"))
    except urllib.error.HTTPError as error:
        return str(error.read().decode(errors="replace"))
