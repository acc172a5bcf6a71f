"""The path of a move: durable log lines per CPU second of the servers, with real rules and whole views.

    python benchmarks/bench_moves.py [TABLES,TABLES,…] [SECONDS] [ROUNDS]

So many tables of four people, each with a socket of its own, answer as soon as they are asked. Counted are the lines that
PostgreSQL has stored, and the CPU time of every process of the site: web, ticker, PostgreSQL, Valkey. The site runs as
deployed (one web process, one ticker), on a durable PostgreSQL of its own. Prints JSON.
"""

import asyncio
import json
import os
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import psutil
import websockets

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from benchmarks.measure import show, spread  # noqa: E402

TABLES, SECONDS, ROUNDS = "25,100", 20.0, 2
WARM_S = 3.0
SEATED = """
import json
from django.db import transaction
from accounts.guests import create_guest, create_token
from games import service
from games.engine.clock import TableSettings
from games.engine.rules import preset
fast = TableSettings(hands_per_table=100, claim_mode="natural", claim_ms=2000, claim_min_ms=50, seed_ms=0, pause_ms=50)
seated = []
for _ in range({tables}):
    people = [create_guest().player for _ in range(4)]
    with transaction.atomic():
        table = service.open_table(people, "", "", preset("platform"), fast, [10**6] * 4, [1000] * 4)
    seated.append([table.pk, [create_token(player) for player in people]])
print("seated", json.dumps(seated))
"""


def cpu(site: Any) -> dict[str, float]:
    """Seconds of CPU by program, with all its children."""
    spent: dict[str, float] = {}
    for name, child in site.children.items():
        process = psutil.Process(child.process.pid)
        times = [one.cpu_times() for one in (process, *process.children(recursive=True))]
        own = process.cpu_times()
        ended = own.children_user + own.children_system
        spent[name] = sum(one.user + one.system for one in times) + ended
    return spent


class Seat:
    """Answers at once: a win or a pass if offered, else the tile that was drawn."""

    def __init__(self, address: str, table: str, token: str) -> None:
        self.address, self.token = f"{address}/ws/tables/{table}/", token
        self.decision, self.number, self.sent_at, self.seen = "", 0, 0.0, False
        self.answered: list[float] = []

    async def play(self) -> None:
        headers = {"Authorization": f"Bearer {self.token}"}
        async with websockets.connect(
            self.address, additional_headers=headers, max_size=None, compression=None, open_timeout=60
        ) as socket:
            async for text in socket:
                message = json.loads(text)
                if message["type"] == "view":
                    self.seen = True
                    await self.answer(socket, message["view"])
                elif message["type"] == "ack":
                    self.answered.append(time.monotonic() - self.sent_at)

    async def answer(self, socket: Any, view: Mapping[str, Any]) -> None:
        if view["decision"] in (None, self.decision) or not view["legal"]:
            return
        self.decision, self.number = view["decision"], self.number + 1
        wanted = next((one for one in view["legal"] if one["type"] in ("win", "pass")), view["legal"][-1])
        act = {"type": "act", "id": f"{self.token[-8:]}-{self.number}", "decision": self.decision, "action": wanted}
        self.sent_at = time.monotonic()
        await socket.send(json.dumps(act))


async def drive(site: Any, seats: list[Seat], seconds: float) -> dict[str, Any]:
    """Let them play, and count between two moments."""
    playing = [asyncio.create_task(seat.play()) for seat in seats]
    while not all(seat.seen for seat in seats) and not any(task.done() for task in playing):
        await asyncio.sleep(0.1)
    await asyncio.sleep(WARM_S)
    began, lines, spent = time.monotonic(), stored(site), cpu(site)
    for seat in seats:
        seat.answered.clear()
    await asyncio.sleep(seconds)
    lines, took = stored(site) - lines, time.monotonic() - began
    spent = {name: used - spent[name] for name, used in cpu(site).items()}
    failed = [task.exception() for task in playing if task.done()]
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    if failed:
        sys.exit(f"{len(failed)} sockets ended: {failed[0]!r}\n{site.log()}")
    answered = sorted(ms for seat in seats for ms in seat.answered)
    return {
        "moves a second": round(lines / took, 1),
        "moves a CPU second": round(lines / sum(spent.values()), 1),
        "CPU ms a move": {name: round(1000 * used / max(1, lines), 2) for name, used in spent.items()},
        "ack ms p50, p99": [round(1000 * answered[int(len(answered) * share)]) for share in (0.5, 0.99)]
        if answered
        else None,
    }


def stored(site: Any) -> int:
    return int(site.rows("SELECT count(*) FROM games_loggedaction")[0][0])


def measured(tables: int, seconds: float) -> dict[str, Any]:
    """One site, so many tables."""
    from tests.running_site import RunningSite

    with tempfile.TemporaryDirectory(prefix="yuhuan-bench-") as folder:
        os.chmod(folder, 0o755)  # PostgreSQL may have to be another user
        with RunningSite(Path(folder), "bench", celery=False, own_server=True) as site:
            said = site.manage("shell", "-c", SEATED.format(tables=tables))
            seated = json.loads(said.split("seated ")[1])
            address = site.web[0].replace("http", "ws")
            return asyncio.run(
                drive(site, [Seat(address, table, token) for table, tokens in seated for token in tokens], seconds)
            )


def main() -> None:
    words = [*sys.argv[1:], *(TABLES, SECONDS, ROUNDS)[len(sys.argv) - 1 :]]
    tables, seconds, rounds = [int(word) for word in str(words[0]).split(",")], float(words[1]), int(words[2])
    os.environ.setdefault("SECRET_KEY", "only for this")
    os.environ.setdefault("SEED_KEY", "dGVzdCBrZXkgdGVzdCBrZXkgdGVzdCBrZXkgdGVzdCE=")
    os.environ.update(ALLOWED_HOSTS="127.0.0.1", STATIC_HASHED="false")
    found = {count: [measured(count, seconds) for _ in range(rounds)] for count in tables}
    show(
        {
            "seconds": seconds,
            "tables": found,
            "moves a CPU second": {
                count: spread([one["moves a CPU second"] for one in runs]) for count, runs in found.items()
            },
        },
        "channels",
        "django",
        "psycopg",
        "uvicorn",
    )


if __name__ == "__main__":
    main()
