"""One simulated evening: an event, its players, and the processes of the site, all in one thread and from one seed."""

import asyncio
import logging
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from random import Random
from typing import Any
from unittest import mock

from django.db import Error, connections

from accounts.guests import create_guest
from accounts.identity import IdentityMiddleware
from accounts.socket import CheckedSocket
from games import attendance, consumers, ticker
from games.invariants.log import Journal, check_journal, check_once
from games.models import Hand, LoggedAction, Table
from tests.simulation.client import OF_A_MESSAGE, Client, Line
from tests.simulation.seams import PROCESS, Bus, Dead, Faults, Process, VirtualLoop, enter, seams
from tests.simulation.site import Site
from tests.simulation.watch import Watch
from tournaments import broadcast, service
from tournaments.models import Event
from tournaments.service.entrants import NotNow
from tournaments.service.inspection import inspect

SETTINGS = {
    "turn_ms": 1_000, "reserve_ms": 300, "claim_ms": 500, "claim_min_ms": 50, "seed_ms": 100, "pause_ms": 200, "hints": "none",
    "draw_every_ms": 500, "spectator_delay_ms": 0, "min_hands": 1, "length_ms": 24 * 3_600_000, "hands_per_table": 4,
}  # fmt: skip
PATIENCE_S = 600
"""How long after the last fault the last hands may take to end."""


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


class World(Site):
    """The site and its players. `boost` multiplies how often something goes wrong; `players` people come; `talk`: how
    often they say something beside the game; an `impatient` world ends at the first thing it finds."""

    def __init__(
        self, seed: int, hands: int, *, boost: Mapping[str, float] | None = None, players: int = 4, talk: float = 0.01,
        impatient: bool = False,
    ) -> None:  # fmt: skip
        self.seed, self.hands, self.players, self.talk = seed, hands, players, talk
        self.mode = ("natural", "natural", "uniform")[seed % 3]
        super().__init__(Faults(Random(f"faults {seed}"), boost), Random(f"world {seed}"))
        self.bus, self.watch = Bus(self.hit), Watch()
        self.dice = Random(f"secrets {seed}")
        self.impatient = impatient
        self.application = IdentityMiddleware(consumers.TableConsumer.as_asgi())

    def run(self) -> Outcome:
        """The whole evening. Call outside a transaction."""
        self.database = connections["default"]
        CheckedSocket._sessions.clear()  # of an evening before, whose time was another
        loop = VirtualLoop()
        loop.set_exception_handler(_unless_meant)
        asyncio.set_event_loop(loop)
        try:
            with seams(self.dice, self.hit, self.bus, loop), self._pace(), self.watch.watching():
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
        self.dice.seed(f"secrets {self.seed}")
        self.start()
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
            self.watch.found.append(f"S7 {name}: not over {PATIENCE_S} s after the last fault: {self._stuck(name)}")
        for task in playing:
            task.cancel()
        return self._outcome(name)

    async def _until(self, condition: Any, seconds: float) -> bool:
        loop = asyncio.get_running_loop()
        end = loop.time() + seconds
        while loop.time() < end:
            await asyncio.sleep(1.0)
            if round(loop.time()) % 8 == 0:
                self.watch.look_around(self.event)
            if self.impatient and self.watch.found:
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
            violations=[*self.watch.found, *wrong, *map(str, found)],
            trace=tuple(lines.values_list("hash", flat=True)),
        )

    # --- people ----------------------------------------------------------------------------------------------------

    def _client(self, number: int) -> Client:
        # What a process draws once, at the first use of something, must not move what comes after it.
        self.dice.seed(f"player {number} of {self.seed}")
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

    @contextmanager
    def _pace(self) -> Iterator[None]:
        """The worker's queue is ours, and what is polled is polled as rarely as nobody is missed for it."""
        patches = [
            mock.patch.object(broadcast, "ask_for", self._ask),
            mock.patch.object(broadcast, "ask_once", lambda _what, *asked, in_ms=0: broadcast.ask(*asked, in_ms=in_ms)),
            mock.patch.object(attendance, "STEP_S", 1.0),
            mock.patch.object(ticker, "BEAT_EVERY_S", 1.8),
        ]
        level = logging.root.manager.disable
        logging.disable(logging.CRITICAL)  # of all that goes wrong here on purpose
        with ExitStack() as stack:
            stack.callback(logging.disable, level)
            for patch in patches:
                stack.enter_context(patch)
            yield


def _unless_meant(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """What a task ended with that nobody waits for; of those that die here on purpose nothing is said."""
    if not isinstance(context.get("exception"), Dead | Error):
        loop.default_exception_handler(context)
