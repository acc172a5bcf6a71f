"""Measures how long windows stay open: those that somebody could have used, and those nobody could.

Four programs a table play over real sockets, through the real web server, service, ticker, PostgreSQL and Valkey. In a
window each of the other three says something at a moment of its own: it passes, or is refused where it is not asked, so
that every window makes the same work.
"""

import asyncio
import json
import math
import random
import secrets
import threading
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from time import monotonic
from typing import Any

from django.db import connections, transaction
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from accounts.guests import create_token
from accounts.models import Player
from games import service
from games.engine.claims import claimants
from games.engine.clock import TableSettings
from games.engine.rules import preset
from games.models import Hand, LiveSeat, LoggedAction
from games.recording import plays_of
from games.ticker import Ticker

WINDOW_MS = 600
ANSWERED_WITHIN = 0.25
"""Of the window: a late answer prolongs a natural one, and disturbs the clock that measures."""
PATIENT = {
    "turn_ms": 3_600_000, "reserve_ms": 0, "seed_ms": 0, "pause_ms": 600_000, "hands_per_table": 1, "hints": "none",
}  # fmt: skip
NATURAL = PATIENT | {"claim_mode": "natural", "claim_ms": 5_000, "claim_min_ms": WINDOW_MS}
UNIFORM = PATIENT | {"claim_mode": "uniform", "claim_ms": WINDOW_MS, "thinks": 0}
RULE = "|---|---|---:|---:|---:|---:|---:|---:|"
Choose = Callable[[dict[str, Any], random.Random], dict[str, Any]]


def _both() -> dict[bool, list[float]]:
    return {True: [], False: []}


@dataclass
class Sample:
    """Milliseconds from a discard (or an added kong) to the next public event, by whether somebody could use it.

    `stored` on the database's clock, as both stand in the log; `seen` as the first seat's socket received both, which
    on a busy machine says more of the machine.
    """

    stored: dict[bool, list[float]] = field(default_factory=_both)
    seen: dict[bool, list[float]] = field(default_factory=_both)

    def enough(self, count: int) -> bool:
        return min(map(len, self.stored.values())) >= count

    def p(self, measured: str) -> float:
        times = getattr(self, measured)
        return ks_p(times[True], times[False])

    def says(self) -> str:
        rows = [
            f"| {measured} | {'somebody could' if could else 'nobody could'} | {len(times):,} | {_at(times, 0.05):.1f} | "
            f"{_at(times, 0.5):.1f} | {_at(times, 0.95):.1f} | {_at(times, 0.99):.1f} | {self.p(measured):.3f} |"
            for measured in ("stored", "seen")
            for could, times in getattr(self, measured).items()
        ]
        return "\n".join(("| measured | | windows | p5 ms | median | p95 | p99 | KS p |", RULE, *rows))


class TickerThread:
    """A ticker as in `manage.py runticker`, in a thread."""

    def __enter__(self) -> None:
        self.ticker = Ticker()
        self.thread = threading.Thread(target=lambda: asyncio.run(self.ticker.run()), daemon=True)
        self.thread.start()

    def __exit__(self, *failure: object) -> None:
        self.ticker.stop()
        self.thread.join(10)
        assert not self.thread.is_alive()


def measure(count: int, at_once: int, play_one: Callable[[random.Random, Sample], None]) -> Sample:
    """Play tables, so many at once, until there are `count` windows of each kind."""
    sample = Sample()

    def play(number: int) -> None:
        chance = random.Random(number)
        try:
            while not sample.enough(count):
                play_one(chance, sample)
        finally:
            connections.close_all()

    with TickerThread(), ThreadPoolExecutor(at_once) as pool:
        for done in [pool.submit(play, number) for number in range(at_once)]:
            done.result()
    return sample


def play_a_table(
    address: str, settings: dict[str, Any], choose: Choose, windows: int, chance: random.Random, sample: Sample,
    prepare: Callable[[str], None] | None = None,
) -> None:  # fmt: skip
    """One table, until its hand is over or so many windows have closed. `prepare` gets its id before anybody sees it."""
    players = [Player.objects.create(nickname=secrets.token_hex(6)) for _ in range(4)]
    with transaction.atomic():
        chosen = TableSettings(**settings)
        table_id = service.open_table(players, "", "", preset("platform"), chosen, [1000] * 4, [1000] * 4).pk
        if prepare:
            prepare(table_id)
    prepared = LoggedAction.objects.filter(hand__table_id=table_id, type="close").count()
    tokens = [create_token(player) for player in players]
    seen = asyncio.run(
        _play(address.replace("http", "ws") + f"/ws/tables/{table_id}/", tokens, choose, windows, chance)
    )
    hand = Hand.objects.select_related("table").get(table_id=table_id)
    Hand.objects.filter(table_id=table_id).update(state=Hand.State.DONE, due_at=None)
    LiveSeat.objects.filter(table_id=table_id).delete()
    for ms, (could, stored) in zip(seen, list(_stored(hand))[prepared:], strict=False):
        if stored is not None:
            sample.stored[could].append(stored)
            if ms is not None:
                sample.seen[could].append(ms)


def _stored(hand: Hand) -> Iterator[tuple[bool, float | None]]:
    """Every window of a hand's log: whether somebody could use it, and how long it was open; None where an answer came
    after the minimum, for which a natural window rightly waits."""
    opened, answered = None, 0
    for play, entry, _events in plays_of(hand):
        if entry.type == "close" and opened is not None:
            late = not opened.settings.uniform and answered > opened.settings.claim_min_ms
            yield bool(claimants(opened.state)), None if late else entry.at - opened.opened_at
        elif play.in_window and opened is None:
            opened, answered = play, 0
        elif play.in_window and opened is not None:
            answered = entry.at - opened.opened_at
        if not play.in_window:
            opened = None


async def _play(url: str, tokens: list[str], choose: Choose, windows: int, chance: random.Random) -> list[float | None]:
    """How long the first seat saw each window open; None where it saw none (a machine too busy)."""
    seen: list[float | None] = []
    over = asyncio.Event()
    async with asyncio.timeout(300), asyncio.TaskGroup() as group:
        for seat, token in enumerate(tokens):
            group.create_task(
                _sit(url, token, choose, random.Random(chance.random()), over, seen if seat == 0 else None)
            )
        while len(seen) < windows and not over.is_set():
            await asyncio.sleep(0.005)
        over.set()
    return seen


async def _sit(
    url: str, token: str, choose: Choose, chance: random.Random, over: asyncio.Event, seen: list[float | None] | None
) -> None:
    """One seat's program; it answers each phase once."""
    answered, opened, turns = None, None, -1
    async with connect(url, additional_headers={"Authorization": f"Bearer {token}"}, compression=None) as line:
        while not over.is_set():
            try:
                message = json.loads(await asyncio.wait_for(line.recv(), 0.1))
            except TimeoutError:
                continue
            if message["type"] != "view":
                continue
            view, now = message["view"], monotonic()
            moment = (view["phase"], view["turn"], sum(map(len, view["rivers"])), view["left"])
            if view["phase"] == "result":
                over.set()
            elif moment != answered:
                answered = moment
                if view["phase"] == "act" and seen is not None and turns >= 0:
                    seen.append((now - opened) * 1000 if opened else None)
                turns, opened = (turns + 1, None) if view["phase"] == "act" else (turns, now)
                asyncio.get_running_loop().create_task(_answer(line, view, choose, chance))


async def _answer(line: Any, view: dict[str, Any], choose: Choose, chance: random.Random) -> None:
    window = view["phase"] in ("claim", "rob")
    silent = view["turn"] == view["seat"] if window else view["decision"] is None
    if silent:
        return
    await asyncio.sleep(chance.random() * (ANSWERED_WITHIN * WINDOW_MS / 1000 if window else 0.02))
    action = {"type": "pass"} if window else choose(view, chance)
    decision = view["decision"] or "not asked"
    try:
        await line.send(json.dumps({"type": "act", "id": secrets.token_hex(6), "decision": decision, "action": action}))
    except ConnectionClosed:
        pass  # enough has been measured


def _at(times: Sequence[float], part: float) -> float:
    return sorted(times)[int(part * (len(times) - 1))] if times else math.nan


def ks_p(first: Sequence[float], second: Sequence[float]) -> float:
    """The two-sample Kolmogorov–Smirnov test: how probable a distance as large is when both are of one distribution.

    The asymptotic formula with Stephens' correction (Numerical Recipes, 14.3.3).
    """
    one, two = sorted(first), sorted(second)
    distance = max(abs(bisect_right(one, at) / len(one) - bisect_right(two, at) / len(two)) for at in (*one, *two))
    size = math.sqrt(len(one) * len(two) / (len(one) + len(two)))
    reach = (size + 0.12 + 0.11 / size) * distance
    if reach < 0.3:
        return 1.0
    return min(1.0, 2 * sum((-1) ** (k - 1) * math.exp(-2 * (k * reach) ** 2) for k in range(1, 101)))
