"""A player who plays on through everything, by the rules of the real client, and journals what was sent and acked.

What was not acknowledged is sent again under its id, after a reconnect as after `busy`; a silent line is pinged, then
given up; old views are dropped; a close that no new attempt can mend is an error.
"""

import asyncio
import hashlib
import json
import secrets
import time
from collections.abc import Mapping
from typing import Any

from websockets.exceptions import ConnectionClosed, WebSocketException

from tests.protocol_client import ApiAnswer, Json, Player, call

PING_AFTER_S, SILENT_S, BUSY_S, AGAIN_S = 2.5, 9.0, 0.4, 0.2
FINAL = {1008, 1009, 4001, 4003, 4004, 4403, 4404}
SHOWN = (
    "hand", "phase", "dealer", "turn", "wild", "bonus_kind", "left", "mine", "drawn", "counts", "melds", "bonus",
    "rivers", "last", "decision", "legal",
)  # fmt: skip
"""What a view says of the game itself, the same whenever it is looked at."""
KNOWN = {
    *SHOWN, "table", "event", "hands", "rules", "seat", "names", "silver", "points", "present", "halts", "dice",
    "deadline_ms", "reserve_ms", "thinks_left", "wishes", "held", "waits", "notices", "commitment", "client_seeds",
    "result",
}  # fmt: skip
"""Everything that docs/protocol.md lists; anything else would be a leak."""


def digest(view: Mapping[str, Any]) -> str:
    """The game a view shows, in a few letters."""
    shown = json.dumps([view[name] for name in SHOWN], sort_keys=True)
    return hashlib.sha256(shown.encode()).hexdigest()[:16]


def oddities_of(view: Mapping[str, Any]) -> list[str]:
    """What no view may say: anything that the protocol does not list."""
    return [f"leak: a view says {name}" for name in sorted(view.keys() - KNOWN)]


class Survivor(Player):
    """Enters an event and sits down again and again. `seen`: (table, seat, v, what was shown, when);
    `oddities`: in words. `back_after_s`: how long each lost line was away. `moved_at`: when the newest acknowledged action was sent. While it `thinks` it answers nothing."""

    def __init__(self, addresses: list[str]) -> None:
        super().__init__(addresses)
        self.said: dict[str, Json] = {}
        self.seen: list[tuple[str, int, int, str, float]] = []
        self.moved_at = 0.0
        self.decided: str | None = None
        self.thinks = False
        self.oddities: list[str] = []
        self.waits_since: float | None = None
        self.heard_at = time.monotonic()
        self.outages = 0
        self.closed_with: list[int] = []
        self.lost_at, self.back_after_s = 0.0, [0.0]
        self.socket: Any = None
        self.hops = False

    async def keep_playing(self, event: str, enough: asyncio.Event) -> None:
        """Table after table until it is enough, and the last one to its end."""
        await self._insist("POST", f"/events/{event}/enter", {})
        while True:
            me = await self._insist("GET", f"/events/{event}/me")
            if me["state"] == "seated":
                self.tables.append(me["table"])
                await self.play(me["table"])
            elif me["state"] == "waiting":
                await self._wait(event, enough)
            elif enough.is_set():
                return
            elif me["state"] == "out":
                await self._become_somebody_else(event)
            else:
                await self._insist("POST", f"/events/{event}/start", {})

    async def play(self, table: str) -> None:
        """Until the table is closed, through any number of lost connections."""
        self.v, self.open_act, self.waits_since = -1, None, None
        while True:
            try:
                self.hops = False
                async with self._connect(f"/ws/tables/{table}/") as self.socket:
                    socket = self.socket
                    if self.open_act is not None:
                        await socket.send(json.dumps(self.open_act))
                    if await self._listen(socket):
                        return
            except (WebSocketException, OSError) as error:
                self._lost(error)
                await asyncio.sleep(AGAIN_S)

    async def hop(self, address: str) -> None:
        """Reconnect there, as a balancer in front of the site may decide."""
        self.addresses, self.hops = [address, *(other for other in self.addresses if other != address)], True
        if self.socket is not None:
            await self.socket.close()

    async def _listen(self, socket: Any) -> bool:
        self.heard_at = time.monotonic()
        while True:
            try:
                patience = PING_AFTER_S if self.waits_since is None else BUSY_S
                text = await asyncio.wait_for(socket.recv(), patience)
            except TimeoutError:
                await self._nudge(socket)
                continue
            self.heard_at = time.monotonic()
            message = json.loads(text)
            self.outages += message == {"type": "outage", "on": True}
            if await self._hear(socket, message):
                return True

    async def _nudge(self, socket: Any) -> None:
        if time.monotonic() - self.heard_at > SILENT_S:
            raise OSError("the line is silent")
        if self.waits_since is not None and self.open_act is not None:
            self.waits_since = None
            await socket.send(json.dumps(self.open_act))
        else:
            await socket.send('{"type": "ping"}')

    async def _hear(self, socket: Any, message: Json) -> bool:
        if message["type"] == "refused" and message["code"] == "busy":
            self.waits_since = time.monotonic()
            return False
        if message["type"] == "refused" and message["code"] != "stale" and message["id"] in self.said:
            self.oddities.append(f"refused: {message}")
        if message["type"] == "ack" and message["id"] in self.said:
            said = self.said[message["id"]]
            said["acked"], self.moved_at = message["v"], max(self.moved_at, said["at"])
        return await super()._hear(socket, message)

    def _saw(self, view: Json) -> None:
        if self.lost_at:
            self.back_after_s.append(time.monotonic() - self.lost_at)
            self.lost_at = 0.0
        self.views[:] = [(self.v, view)]
        self.oddities += oddities_of(view)
        if view["phase"] != "closed":
            self.seen.append((view["table"], view["seat"], self.v, digest(view), time.time()))

    async def _answer(self, socket: Any, view: Json) -> Json | None:
        if self.thinks and view["phase"] != "deal":
            return None
        if view["present"][view["seat"]] == "auto":
            await self._take_back(socket)
        return await super()._answer(socket, view)

    async def _take_back(self, socket: Any) -> None:
        """The server plays for a seat that was late twice; it is told that its player is there."""
        back = {"type": "auto", "id": secrets.token_hex(8), "on": False}
        self.said[back["id"]] = {"player": self.id, "action": {"on": False}, "at": 0.0, "acked": None}
        await socket.send(json.dumps(back))

    async def decide(self) -> None:
        """It has thought, and looks again at what is asked."""
        self.thinks = False
        await self.socket.send('{"type": "sync"}')

    def _note(self, act: Json) -> None:
        self.decided = act["decision"]
        self.said[act["id"]] = {"player": self.id, "action": act["action"], "at": time.monotonic(), "acked": None}

    def _lost(self, error: Exception) -> None:
        if isinstance(error, ConnectionClosed):
            code = error.rcvd.code if error.rcvd else 1006
            self.closed_with.append(code)
            assert code not in FINAL, f"closed for good: {error}"
        self.reconnects += 1
        self.lost_at = self.lost_at or time.monotonic()
        self.waits_since = None
        if not self.hops:
            self.addresses = [*self.addresses[1:], self.addresses[0]]
        self.hops = False

    async def _wait(self, event: str, enough: asyncio.Event) -> None:
        """In the line, until there is a table; out of it when it is enough."""
        if enough.is_set():
            await self._insist("POST", f"/events/{event}/stop", {})
            return
        await asyncio.sleep(0.5)

    async def _become_somebody_else(self, event: str) -> None:
        """Whose silver is gone comes back as a new guest."""
        guest = await self._insist("POST", "/guest", {})
        self.id, self.token = guest["player"], guest["token"]
        await self._insist("POST", f"/events/{event}/enter", {})

    async def _insist(self, method: str, path: str, data: Any = None) -> Any:
        """The answer of the API, asked until there is one; 409 is an answer without content."""
        while True:
            try:
                return await asyncio.to_thread(call, self.address, method, path, self.token, data)
            except ApiAnswer as answer:
                if answer.status == 409:
                    return {"state": None}
                if answer.status != 429 and answer.status < 500:
                    raise
            except OSError:
                pass
            self.addresses = [*self.addresses[1:], self.addresses[0]]
            await asyncio.sleep(AGAIN_S)
