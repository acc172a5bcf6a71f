"""The path of a move: stored log lines per CPU second of the servers, with real rules and whole views.

    python benchmarks/bench_moves.py [TABLES,TABLES,…] [SECONDS] [ROUNDS]

So many tables of four people, each with a socket of its own, answer as soon as they are asked. Counted are the lines that
a durable PostgreSQL of its own has stored, and the CPU time of every process: web, ticker, PostgreSQL, Valkey. In turns
with it: the same site with every move in a transaction of its own (benchmarks/peers/alone.py), and a bare fan-out that
knows no rules and keeps nothing (benchmarks/peers/fanout.py).

Beside them @kobalab/majiang-server, which keeps nothing either, with its pauses at 0 and as many tables of four: the lines
of its games' records (deals, draws, discards, claims, kongs, wins, draws of a hand) per CPU second of its one process.
Where its record has a draw, our log has the window that closed before it; a pass is a line of ours and none of its. It
needs Node and `npm install` in benchmarks/peers; without them it is left out and named. Prints JSON.
"""

import asyncio
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

import psutil
import websockets

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from benchmarks.measure import show, spread  # noqa: E402

WORDS = ("25,100", "20", "2")
WARM_S = 3.0
PEERS = ROOT / "benchmarks" / "peers"
MAJIANG = "@kobalab/majiang-server"
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
AS_FIRST_BUILT = {
    "web": ("yuhuan_site.asgi:application", "benchmarks.peers.alone:application"),
    "ticker": ("manage.py runticker", "-m benchmarks.peers.alone"),
}


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


class Chatter:
    """One of four at a table of the bare fan-out; the first of them says something as soon as it hears something."""

    def __init__(self, address: str, table: int, speaks: bool) -> None:
        self.address, self.speaks = f"{address}/{table}", speaks
        self.seen, self.heard, self.answered = False, 0, list[float]()

    async def play(self) -> None:
        async with websockets.connect(self.address, compression=None, open_timeout=60) as socket:
            self.seen = True
            while True:
                if self.speaks:
                    await socket.send('{"type":"act"}')
                await socket.recv()
                self.heard += 1


async def drive(
    seats: list[Any], seconds: float, count: Callable[[], int], spent: Callable[[], dict[str, float]], said: Any
) -> dict[str, Any]:
    """Let them play, and count between two moments."""
    playing = [asyncio.create_task(seat.play()) for seat in seats]
    while not all(seat.seen for seat in seats) and not any(task.done() for task in playing):
        await asyncio.sleep(0.1)
    await asyncio.sleep(min(WARM_S, seconds))
    for seat in seats:
        seat.answered.clear()
    began, moves, before = time.monotonic(), count(), spent()
    await asyncio.sleep(seconds)
    moves, took, after = count() - moves, time.monotonic() - began, spent()
    failed = [task.exception() for task in playing if task.done()]
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    if failed:
        sys.exit(f"{len(failed)} sockets ended: {failed[0]!r}\n{said()}")
    used = {name: now - before[name] for name, now in after.items()}
    answered = sorted(s for seat in seats for s in seat.answered)
    return {
        "moves a second": round(moves / took, 1),
        "moves a CPU second": moves / max(sum(used.values()), 1e-9),
        "CPU ms a move": {name: round(1000 * each / max(1, moves), 2) for name, each in used.items()},
        "ack ms p50, p99": [round(1000 * answered[int(len(answered) * at)]) for at in (0.5, 0.99)]
        if answered
        else None,
    }


def cpu(process: psutil.Process) -> float:
    """Seconds of CPU of a process and all its children, those that have ended included."""
    times = [one.cpu_times() for one in (process, *process.children(recursive=True))]
    return sum(one.user + one.system for one in times) + times[0].children_user + times[0].children_system


def of_site(tables: int, seconds: float, as_first_built: bool) -> dict[str, Any]:
    """One site as deployed, so many tables."""
    from tests.running_site import RunningSite

    class Site(RunningSite):
        def _python(self, name: str, settings: Mapping[str, str], *arguments: str) -> Any:
            this, that = AS_FIRST_BUILT[name.rstrip("0123456789")]
            line = " ".join(arguments).replace(this, that) if as_first_built else " ".join(arguments)
            return super()._python(name, settings, *line.split())

    with tempfile.TemporaryDirectory(prefix="yuhuan-bench-") as folder:
        os.chmod(folder, 0o755)  # PostgreSQL may have to be another user
        with Site(Path(folder), "bench", celery=False, own_server=True) as site:
            seated = json.loads(site.manage("shell", "-c", SEATED.format(tables=tables)).split("seated ")[1])
            address = site.web[0].replace("http", "ws")
            seats = [Seat(address, table, token) for table, tokens in seated for token in tokens]

            def spent() -> dict[str, float]:
                return {name: cpu(psutil.Process(child.process.pid)) for name, child in site.children.items()}

            def stored() -> int:
                return int(str(site.rows("SELECT count(*) FROM games_loggedaction")[0][0]))

            return asyncio.run(drive(seats, seconds, stored, spent, site.log))


def of_fanout(tables: int, seconds: float) -> dict[str, Any]:
    """The bare fan-out, so many tables."""
    from yuhuan_site.stack.valkey import free_port

    port = free_port()
    server = subprocess.Popen([sys.executable, str(PEERS / "fanout.py"), str(port)])
    try:
        seats = [
            Chatter(f"ws://127.0.0.1:{port}", table, speaks=seat == 0) for table in range(tables) for seat in range(4)
        ]
        time.sleep(1)

        def heard() -> int:
            return sum(seat.heard for seat in seats if seat.speaks)

        return asyncio.run(
            drive(seats, seconds, heard, lambda: {"server": cpu(psutil.Process(server.pid))}, lambda: "")
        )
    finally:
        server.terminate()
        server.wait()


def of_majiang(tables: int, seconds: float) -> dict[str, Any]:
    """Kobalab's server, so many tables; its players are a process of their own."""
    start = partial(subprocess.Popen, cwd=PEERS, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    with start(["node", "majiang_server.cjs"]) as server:
        port = server.stdout.readline().strip()
        with start(["node", "majiang_clients.cjs", port, str(tables)]) as clients:

            def recorded() -> int:
                print(file=clients.stdin, flush=True)
                return int(clients.stdout.readline())

            try:
                clients.stdout.readline()
                return asyncio.run(
                    drive([], seconds, recorded, lambda: {"server": cpu(psutil.Process(server.pid))}, lambda: "")
                )
            finally:
                clients.terminate()
                server.terminate()


def beside(ours: list[dict[str, Any]], theirs: list[dict[str, Any]]) -> dict[str, float]:
    """Our moves per CPU second, divided by a peer's of the same round."""
    rate = "moves a CPU second"
    return spread([one[rate] / other[rate] for one, other in zip(ours, theirs, strict=True)], 3)


def main() -> None:
    given = [*sys.argv[1:], *WORDS[len(sys.argv) - 1 :]]
    tables, seconds, rounds = [int(word) for word in given[0].split(",")], float(given[1]), int(given[2])
    os.environ.setdefault("SECRET_KEY", "only for this")
    os.environ.setdefault("SEED_KEY", "dGVzdCBrZXkgdGVzdCBrZXkgdGVzdCBrZXkgdGVzdCE=")
    os.environ.update(ALLOWED_HOSTS="127.0.0.1", STATIC_HASHED="false")
    there = shutil.which("node") is not None and (PEERS / "node_modules" / MAJIANG).is_dir()
    ways: dict[str, Callable[[int, float], dict[str, Any]]] = {
        "ours": partial(of_site, as_first_built=False),
        "each move alone": partial(of_site, as_first_built=True),
        "bare fan-out": of_fanout,
    } | ({MAJIANG: of_majiang} if there else {})
    figures: dict[str, Any] = {"seconds": seconds, "rounds": rounds, "missing": [] if there else [MAJIANG]}
    for count in tables:
        runs: dict[str, list[dict[str, Any]]] = {name: [] for name in ways}
        for _ in range(rounds):
            for name, of in ways.items():
                runs[name].append(of(count, seconds))
        ours = runs["ours"]
        figures[f"{count} tables"] = {
            "moves a CPU second": {
                name: round(median(one["moves a CPU second"] for one in done), 1) for name, done in runs.items()
            },
            **{f"ours / {name}": beside(ours, done) for name, done in runs.items() if name != "ours"},
            "ours": [one | {"moves a CPU second": round(one["moves a CPU second"], 1)} for one in ours],
        }
    show(figures, "channels", "django", "psycopg", "uvicorn", "websockets", "uvloop")


if __name__ == "__main__":
    main()
