"""One simulated evening: an event, its players, and the processes of the site, all in one thread and from one seed."""

import asyncio
import logging
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Any
from unittest import mock

from django.db import Error, connections

from accounts.guests import create_guest
from accounts.identity import IdentityMiddleware
from games import consumers, moves, presence, snapshot, ticker
from games import service as service_of_tables
from games.engine.play import Entry, Play
from games.engine.visibility import Facts
from games.invariants import Violation, of_move
from games.invariants.log import Journal, check_journal, check_once
from games.invariants.privacy import Seen, check_counter, check_interference, check_shape
from games.models import Hand, LoggedAction, Table
from games.signals import written
from tests.simulation.client import OF_A_MESSAGE, Client, Line
from tests.simulation.seams import (
    PROCESS,
    Bus,
    Dead,
    Faults,
    Process,
    VirtualLoop,
    enter,
    seams,
)
from tournaments import broadcast, service
from tournaments import tasks as worker_tasks
from tournaments.models import Event
from tournaments.service import lifecycle
from tournaments.service.entrants import NotNow
from tournaments.service.inspection import inspect

SETTINGS = {
    "turn_ms": 1_000, "reserve_ms": 300, "claim_ms": 500, "claim_min_ms": 50, "seed_ms": 100, "pause_ms": 200, "hints": "none",
    "draw_every_ms": 500, "spectator_delay_ms": 0, "min_hands": 1, "length_ms": 24 * 3_600_000, "hands_per_table": 4,
}  # fmt: skip
PATIENCE_S = 600
"""How long after the last fault the last hands may take to end."""
WEBS, TICKERS, WORKERS = 2, 2, 2


@dataclass
class Outcome:
    """What an evening came to. `trace` is the same whenever the seed is."""

    seed: int
    hands: int = 0
    actions: int = 0
    acked: int = 0
    views: int = 0
    seconds: float = 0.0
    happened: dict[str, int] = field(default_factory=dict)
    violations: list[str] = field(default_factory=list)
    trace: tuple[str, ...] = ()

    @property
    def ids(self) -> set[str]:
        return {violation.split()[0] for violation in self.violations}


class World:
    """The site and its players. `boost` multiplies how often something goes wrong; `players` people come; `talk`: how
    often they say something beside the game; an `impatient` world ends at the first thing it finds."""

    def __init__(
        self, seed: int, hands: int, *, boost: Mapping[str, float] | None = None, players: int = 4, talk: float = 0.01,
        impatient: bool = False,
    ) -> None:  # fmt: skip
        self.seed, self.hands, self.players, self.talk = seed, hands, players, talk
        self.mode = ("natural", "natural", "uniform")[seed % 3]
        self.chance = Random(f"world {seed}")
        self.hit = Faults(Random(f"faults {seed}"), boost)
        self.bus = Bus(self.hit)
        self.webs = [Process(f"web:{n}", self._restart_web) for n in range(WEBS)]
        self.tickers = [Process(f"ticker:{n}", self._restart_ticker) for n in range(TICKERS)]
        self.workers = [Process(f"worker:{n}", self._restart_worker) for n in range(WORKERS)]
        self.lines: list[tuple[Process, Line]] = []
        self.found: list[str] = []
        self.looked = 0
        self.impatient = impatient
        self.application = IdentityMiddleware(consumers.TableConsumer.as_asgi())

    def run(self) -> Outcome:
        """The whole evening. Call outside a transaction."""
        self.database = connections["default"]
        loop = VirtualLoop()
        asyncio.set_event_loop(loop)
        try:
            with seams(self.seed, self.hit, self.bus, loop), self._taps():
                outcome = loop.run_until_complete(self._evening())
                outcome.seconds = loop.now
                for task in asyncio.all_tasks(loop):
                    task.cancel()
                loop.run_until_complete(asyncio.sleep(0.1))
        finally:
            asyncio.set_event_loop(None)
            loop.close()
        return outcome

    # --- the evening -----------------------------------------------------------------------------------------------

    async def _evening(self) -> Outcome:
        PROCESS.set(Process("the world", lambda _: None))
        # Django gives each task of a loop a connection of its own; here one thing happens at a time, on one.
        connections["default"] = self.database
        self.hit.calm = True
        name = f"sim-{self.seed}"
        service.create_event(name, slug=name, claim_mode=self.mode, **SETTINGS)
        service.open_event(name)
        self.event = service.start_event(name)
        self.clients = [self._client(number) for number in range(self.players)]
        for start, processes in (
            (self._start_web, self.webs), (self._start_ticker, self.tickers), (self._start_worker, self.workers),
        ):  # fmt: skip
            for process in processes:
                start(process)
        self.hit.calm = False
        loop = asyncio.get_running_loop()
        playing = [loop.create_task(client.evening()) for client in self.clients]
        await self._until(
            lambda: Hand.objects.filter(table__event=name, result__isnull=False).count() >= self.hands, 40 * self.hands
        )
        self.hit.calm = True
        for client in self.clients:
            client.stopping = True
        service.finish(name)
        ended = await self._until(lambda: Event.objects.get(slug=name).state == Event.State.FINISHED, PATIENCE_S)
        if not ended:
            self.found.append(f"S7 {name}: not over {PATIENCE_S} s after the last fault: {self._stuck(name)}")
        for task in playing:
            task.cancel()
        return self._outcome(name)

    async def _until(self, condition: Any, seconds: float) -> bool:
        loop = asyncio.get_running_loop()
        end = loop.time() + seconds
        while loop.time() < end:
            await asyncio.sleep(1.0)
            if self.impatient and self.found:
                return True
            if condition():
                return True
        return False

    def _stuck(self, name: str) -> list[str]:
        hands = Hand.objects.filter(table__event=name, table__state=Table.State.PLAYING).exclude(state=Hand.State.DONE)
        return [f"{hand} {hand.state} due {hand.due_at}" for hand in hands]

    def _outcome(self, name: str) -> Outcome:
        lines = LoggedAction.objects.filter(hand__table__event=name).order_by("hand__table", "hand__number", "seq")
        said = lines.exclude(client_id=None).filter(type__in=OF_A_MESSAGE)
        journal = Journal(
            sent=frozenset().union(*(client.sent for client in self.clients)),
            acked={client_id: v for client in self.clients for client_id, v in client.acked.items()},
            stored=tuple(said.values_list("client_id", "v")),
        )
        found = [*inspect(event=name).violations, *check_journal(journal), *check_once(journal)]
        wrong = [words for client in self.clients for words in client.wrong]
        return Outcome(
            seed=self.seed,
            hands=Hand.objects.filter(table__event=name, result__isnull=False).count(),
            actions=lines.count(),
            acked=len(journal.acked),
            views=sum(client.views for client in self.clients),
            happened=dict(sorted(self.hit.happened.items())),
            violations=[*self.found, *wrong, *map(str, found)],
            trace=tuple(lines.values_list("hash", flat=True)),
        )

    # --- processes -------------------------------------------------------------------------------------------------

    def _start_web(self, web: Process) -> None:
        web.begin()
        web.lifesign.given()
        web.run(self._pulse(web))

    async def _pulse(self, web: Process) -> None:
        while True:
            await self._as(web, lambda: (ticker.beat(web.name), web.lifesign.given()))
            await asyncio.sleep(1.7)

    def _start_ticker(self, process: Process) -> None:
        process.begin()
        process.run(self._tick(process))

    async def _tick(self, process: Process) -> None:
        own = ticker.Ticker()
        while True:
            due = await self._as(process, ticker.due_hands) or []
            await self._as(process, own.step)
            await asyncio.sleep(0.05 + self.chance.random() * 0.25)
            for hand in due if self.hit.strikes("ticker: late and double", 0.2) else ():
                await self._as(process, partial(service_of_tables.tick, hand))

    def _start_worker(self, process: Process) -> None:
        process.begin()
        process.run(self._sweep(process))

    async def _sweep(self, process: Process) -> None:
        while True:
            await asyncio.sleep(2 + self.chance.random() * 2)
            await self._as(process, service.sweep_seating)
            await self._as(process, lambda: lifecycle.complete(self.event.slug))

    async def _as(self, process: Process, work: Any) -> Any:
        """A piece of work of a process; the database may fail it, which its own loop outlives, or it may die."""
        if self.hit.strikes(f"died: {process.name.partition(':')[0]} by itself", 0.0005):
            process.die()
            raise Dead
        enter(process)
        try:
            return work()
        except Error:
            return None

    def _restart_web(self, web: Process) -> None:
        for process, line in self.lines:
            if process is web:
                line.to_client.put_nowait(None)
        self.lines = [(process, line) for process, line in self.lines if process is not web]
        self._later(self._start_web, web)

    def _restart_ticker(self, process: Process) -> None:
        self._later(self._start_ticker, process)

    def _restart_worker(self, process: Process) -> None:
        self._later(self._start_worker, process)

    def _later(self, start: Any, process: Process) -> None:
        asyncio.get_running_loop().call_later(0.2 + self.chance.random() * 3, start, process)

    # --- people ----------------------------------------------------------------------------------------------------

    def _client(self, number: int) -> Client:
        guest = create_guest(f"玩家{number}")
        service.enter(self.event, guest.player)
        client = Client(self.seed * 100 + number, guest.player.pk, self.hit, self._sit_down, self._connect, self.talk)
        client.token = guest.token  # type: ignore[attr-defined]
        client.player = guest.player  # type: ignore[attr-defined]
        return client

    async def _sit_down(self, player_id: str) -> str | None:
        """What the pages do: ask where one sits, else press start. None: not at a table yet."""
        await asyncio.sleep(self.chance.random() * 0.1)
        web = self.chance.choice(self.webs)
        if not web.alive:
            return None
        player = next(client.player for client in self.clients if client.player_id == player_id)  # type: ignore[attr-defined]
        enter(web)
        token = PROCESS.set(web)
        try:
            me = service.me(self.event, player)
            if me.state in ("idle", "waiting"):
                me = service.start(self.event, player)
            return me.table
        except (NotNow, Error, Dead):
            return None
        finally:
            PROCESS.reset(token)

    def _connect(self, client: Client, table: str) -> Line | None:
        web = self.chance.choice(self.webs)
        if not web.alive:
            return None
        headers = [(b"authorization", f"Bearer {client.token}".encode())]  # type: ignore[attr-defined]
        scope = {
            "type": "websocket",
            "headers": headers,
            "path": "",
            "url_route": {"kwargs": {"table_id": table}},
            "subprotocols": [],
        }
        line = Line(web, self.application, scope)
        self.lines.append((web, line))
        return line

    # --- what is looked at while it goes on ------------------------------------------------------------------------

    @contextmanager
    def _taps(self) -> Iterator[None]:
        """Every line of a log and every third view is held against the invariants as it is made."""
        written.connect(self._on_line, dispatch_uid="simulation", weak=False)
        level = logging.root.manager.disable
        logging.disable(logging.CRITICAL)
        patches = [
            mock.patch.object(moves, "publish", self._tapped_publish(moves.publish)),
            mock.patch.object(snapshot, "_made", self._tapped_snapshot(snapshot._made)),
            mock.patch.object(broadcast, "ask_for", self._ask),
            mock.patch.object(broadcast, "ask_once", lambda _what, task, *arguments, in_ms=0: broadcast.ask(task, *arguments, in_ms=in_ms)),
            # As rare as they may be without anybody being missed: what is polled finds nothing new most of the time.
            mock.patch.object(consumers, "POLL_S", 2.0),
            mock.patch.object(presence, "REPORT_EVERY_S", 4.0),
            mock.patch.object(ticker, "BEAT_EVERY_S", 1.8),
        ]  # fmt: skip
        with ExitStack() as stack:
            for patch in patches:
                stack.enter_context(patch)
            try:
                yield
            finally:
                written.disconnect(dispatch_uid="simulation")
                logging.disable(level)

    def _ask(self, task: str, *arguments: Any, in_ms: int = 0) -> None:
        """The task queue: loses, doubles, delays."""
        work = getattr(worker_tasks, task.rpartition(".")[2])
        if self.hit.strikes("queue: lost", 0.1):
            return
        for _ in range(1 + self.hit.strikes("queue: doubled", 0.1)):
            late = in_ms / 1000 + self.chance.random() * 0.2
            asyncio.get_running_loop().call_later(late, self._do_task, work, arguments)

    def _do_task(self, work: Any, arguments: tuple[Any, ...]) -> None:
        worker = self.chance.choice(self.workers)
        if worker.alive:
            worker.run(self._as(worker, lambda: work(*arguments)))

    def _on_line(self, before: Play, entry: Entry, after: Play, **_more: Any) -> None:
        self._note(of_move(before, entry, after))

    def _tapped_publish(self, real: Any) -> Any:
        def publish(at_table: Any, play: Play, events: Any, seats: Any) -> None:
            real(at_table, play, events, seats)
            for seat in seats:
                self._look(
                    play,
                    seat,
                    moves.facts_of(at_table.hand, at_table.seats, at_table.at_ms),
                    moves.view,
                    moves.count_for,
                )

        return publish

    def _tapped_snapshot(self, real: Any) -> Any:
        def made(hand: Any, play: Play, viewer: int | None, now_ms: int) -> Any:
            shown = real(hand, play, viewer, now_ms)
            self._look(
                play,
                viewer,
                snapshot.facts_of(hand, list(hand.table.seats.all()), now_ms),
                snapshot.view,
                snapshot.count_for,
            )
            return shown

        return made

    def _look(self, play: Play, viewer: int | None, facts: Facts, view_of: Any, number: Any) -> None:
        self.looked += 1
        if self.looked % 3:
            return
        shown = view_of(play, viewer, facts)
        seen = Seen(play, viewer, facts, shown)
        self._note(check_shape(seen) + check_counter(seen, number(play, viewer, closed=facts.closed)))
        self._note(check_interference(seen))

    def _note(self, violations: list[Violation]) -> None:
        self.found += [str(violation) for violation in violations][:3]
