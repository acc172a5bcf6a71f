"""One of the crowd: enters, presses start, thinks before each answer, sometimes loses the line or has a second page."""

import asyncio
import math
import secrets
from collections.abc import Callable, Mapping
from random import Random
from typing import Any, Final

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from benchmarks.crowd.company import Company, Thrown
from benchmarks.crowd.frames import Me, Refusal, View, at_event
from benchmarks.crowd.http import Refused, call
from benchmarks.crowd.line import Line
from tournaments.rehearsal.guest import THINKS, choice

AGAIN_S: Final = 0.5
"""Before one tries again what did not work."""


class Person:
    """`live` ends when it is cancelled, when `company.closing` and the table is over, or when the silver is gone."""

    def __init__(self, company: Company, number: int) -> None:
        self.company, self.number = company, number
        self.chance = Random(f"{company.manners.seed} {number}")
        self.is_flaky = self.chance.random() < company.manners.flaky
        self.pages = 2 if self.chance.random() < company.manners.tabs else 1
        self.id = self.table = ""
        # As a proxy on this machine would say: people come from different addresses.
        self.headers = {"X-Forwarded-For": f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"}
        self.lines: list[Line] = []
        self.view: View | None = None
        self.busy: tuple[str, str] | None = None
        """Id and decision of the answer that is on its way."""
        self.answered: str | None = None
        self.thinks_of: str | None = None
        self.lost_at: float | None = None
        self.seeded = 0

    async def live(self, after_s: float = 0.0) -> None:
        """The whole visit. `after_s`: when it comes, from now."""
        loop = asyncio.get_running_loop()
        came = loop.time() + after_s
        await asyncio.sleep(after_s)
        await self._enter()
        while not self.company.closing:
            if (table := await self._sit_down()) is None:
                continue
            self.company.told.note(self.company.told.seated, came, loop.time())
            self.company.seated += 1
            await self._play(table)
            self.company.seated -= 1
            came = loop.time()

    async def _sit_down(self) -> str | None:
        """Press start and wait for a table. None where one has to begin again, as somebody else where silver is gone."""
        event = self.company.event
        if await self._insist("POST", f"/events/{event}/start", {}) is None:
            me = await self._insist("GET", f"/events/{event}/me")
            if me["state"] == "out":
                await self._enter()
                return None
            await asyncio.sleep(AGAIN_S)
        return await self._drawn()

    async def _enter(self) -> None:
        """As a new guest; whose silver is gone comes back as another one."""
        self.headers.pop("Authorization", None)
        guest = await self._insist("POST", "/guest", {})
        self.id, self.headers["Authorization"] = guest["player"], f"Bearer {guest['token']}"
        await self._insist("POST", f"/events/{self.company.event}/enter", {})

    @property
    def is_cut_off(self) -> bool:
        """Whether it sits at a table that it does not see just now."""
        return self.lost_at is not None

    @property
    def received(self) -> int:
        """Bytes of frames at the present table."""
        return sum(line.received for line in self.lines)

    def open_page(self) -> asyncio.Task[None]:
        """One more page of this person's at the present table, which only looks."""
        line = self._line(self.table, self._looks, self._lost_page)
        self.lines.append(line)
        return asyncio.ensure_future(line.hold())

    async def _drawn(self) -> str | None:
        """Wait on the event's socket until there is a table; None when the line has ended instead."""
        while True:
            url = self.company.addresses[self.number % len(self.company.addresses)].replace("http", "ws", 1)
            url += f"/ws/events/{self.company.event}/"
            try:
                async with connect(url, additional_headers=self.headers, compression=None, max_size=None,
                                   open_timeout=30, close_timeout=2) as socket:  # fmt: skip
                    while True:
                        me = at_event.decode(await socket.recv(decode=False))
                        if isinstance(me, Me) and me.table:
                            return me.table
                        if isinstance(me, Me) and me.state not in ("waiting", "seated"):
                            return None
            except (ConnectionClosed, OSError, InvalidHandshake):
                self.company.told.counts["event sockets lost"] += 1
                await asyncio.sleep(AGAIN_S)

    async def _play(self, table: str) -> None:
        self.table, self.view, self.lost_at = table, None, None
        self.busy = self.answered = self.thinks_of = None
        self.lines = [self._line(table, self._sees, self._lost)]
        self.lines += [self._line(table, self._looks, self._lost_page) for _ in range(self.pages - 1)]
        cutting = asyncio.ensure_future(self._lose_lines()) if self.is_flaky else None
        try:
            await asyncio.gather(*(line.hold() for line in self.lines))
        finally:
            if cutting is not None:
                cutting.cancel()
            self._leave(table)

    def _leave(self, table: str) -> None:
        for line in self.lines:
            line.finish()
            for client_id in line.pending:
                self.company.open.pop(client_id, None)  # the table is over: nobody waits for it any more
        self.company.received += self.received
        self.lines, self.view = [], None
        self.company.thrown.pop(table, None)
        self.company.steady.pop(table, None)

    def _line(self, table: str, on_view: Callable[[View, bool], None], on_lost: Callable[[int], None]) -> Line:
        def url(attempt: int) -> str:
            return self.company.address_for(table, attempt).replace("http", "ws", 1) + f"/ws/tables/{table}/"

        return Line(
            url, self.headers, self.chance, on_view=on_view, on_settled=self._settled, on_lost=on_lost,
            on_final=self._final,
        )  # fmt: skip

    async def _lose_lines(self) -> None:
        while True:
            await asyncio.sleep(self.chance.expovariate(1 / self.company.manners.cut_every_s))
            self.company.told.counts["lines cut by us"] += 1
            self.lines[0].cut()

    # --- what comes -------------------------------------------------------------------------------------------------

    def _looks(self, view: View, _first: bool) -> None:
        """A second page: it shows, it never answers."""
        self.company.told.counts["views of second pages"] += 1
        if view.phase == "closed":
            self._over()

    def _sees(self, view: View, first: bool) -> None:
        now = asyncio.get_running_loop().time()
        self.company.told.counts["views"] += 1
        if first and self.lost_at is not None:
            self.company.told.note(self.company.told.back, self.lost_at, now)
            self.lost_at = None
        self.view = view
        if self.answered != view.decision:
            self.answered = None
        self._notice(view, now)
        if view.phase == "closed":
            self._over()
        elif view.phase == "deal" and (first or self.seeded != view.hand):
            self._seed(view.hand)
        elif view.seat is not None:
            if view.present[view.seat] == "auto" and not view.held and not self.lines[0].pending:
                self._ask({"type": "auto", "on": False}, {"on": False}, now)
            self._consider(view, now)

    def _notice(self, view: View, now: float) -> None:
        """Whether this is the first sight of what another seat has thrown."""
        if view.seat is None or self.is_flaky:
            return
        self.company.steady.setdefault(self.table, set()).add(view.seat)
        for thrown in self.company.thrown.get(self.table, ()):
            if view.seat in thrown.seats and view.progress >= thrown.progress:
                thrown.seats.discard(view.seat)
                self.company.told.note(self.company.told.seen, thrown.at, now)

    def _consider(self, view: View, now: float) -> None:
        if not view.decision or self.busy or view.decision in (self.answered, self.thinks_of):
            return
        self.thinks_of = view.decision
        seconds = self.chance.lognormvariate(*THINKS) / self.company.manners.speed
        asyncio.get_running_loop().call_at(now + seconds, self._answer, view.decision, now + seconds)

    def _over(self) -> None:
        for line in self.lines:
            line.finish()

    # --- what is said -----------------------------------------------------------------------------------------------

    def _answer(self, decision: str, at: float) -> None:
        """It has thought. What is not asked any more is not answered."""
        view = self.view
        if self.thinks_of == decision:
            self.thinks_of = None
        if view is None or view.decision != decision or self.busy is not None or self.lines[0].finished:
            return
        action = choice({"legal": view.legal, "mine": view.mine})
        self.busy = self._ask({"type": "act", "decision": decision, "action": action}, action, at), decision
        if action["type"] == "discard" and view.phase == "act" and not self.is_flaky:
            hand, count = view.progress
            others = self.company.steady.get(self.table, set()) - {view.seat}
            throws = self.company.thrown.setdefault(self.table, [])
            throws[:] = [*(one for one in throws if one.seats), Thrown((hand, count + 1), at, set(others))]

    def _ask(self, frame: dict[str, Any], action: Mapping[str, Any], at: float) -> str:
        client_id = secrets.token_hex(12)
        self.company.said[client_id] = {"player": self.id, "action": action, "acked": None}
        now = asyncio.get_running_loop().time()
        self.company.told.note(self.company.told.late, at, now)
        if not self.is_flaky:
            self.company.open[client_id] = at
        self.lines[0].ask({**frame, "id": client_id})
        return client_id

    def _settled(self, client_id: str, refusal: Refusal | None, v: int) -> None:
        now, at = asyncio.get_running_loop().time(), self.company.open.pop(client_id, math.inf)
        if refusal is None:
            self.company.said[client_id]["acked"] = v
            if at < math.inf:
                self.company.told.note(self.company.told.ack, at, now)
        else:
            self.company.told.counts[f"refused: {refusal.code}, {refusal.message}"] += 1
        if self.busy is not None and self.busy[0] == client_id:
            self.answered, self.busy = self.busy[1] if refusal is None else None, None
            if self.view is not None:
                self._consider(self.view, now)

    def _seed(self, hand: int) -> None:
        """Once a connection, always the same."""
        self.seeded = hand
        seed = Random(f"{self.id} {hand}").randbytes(32).hex()
        self.lines[0].write({"type": "seed", "hand": hand, "client_seed": seed})

    # --- lines that go ----------------------------------------------------------------------------------------------

    def _lost(self, code: int) -> None:
        self.company.told.counts[f"lines lost with {code}"] += 1
        if self.lost_at is None:
            self.lost_at = asyncio.get_running_loop().time()

    def _lost_page(self, code: int) -> None:
        self.company.told.counts[f"lines lost with {code}"] += 1

    def _final(self, code: int) -> None:
        self.company.told.counts[f"closed for good with {code}"] += 1
        self._over()

    async def _insist(self, method: str, path: str, data: Any = None) -> Any:
        """The answer, asked for until there is one; None where it is 409."""
        address = self.company.addresses[self.number % len(self.company.addresses)]
        while True:
            try:
                return await call(address, method, path, self.headers, data)
            except Refused as refused:
                if refused.status == 409:
                    return None
                self.company.told.counts[f"HTTP {refused.status}"] += 1
            except OSError:
                self.company.told.counts["HTTP calls lost"] += 1
            await asyncio.sleep(AGAIN_S)
