"""One guest of a rehearsal: an ordinary one, over HTTP and WebSocket, that thinks before it plays."""

import asyncio
import json
import secrets
import urllib.error
import urllib.request
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

import websockets
from websockets.exceptions import ConnectionClosed, InvalidHandshake

Json = dict[str, Any]

THINKS: Final = (0.8, 0.6)
"""Of the seconds before an answer, the mean and spread of the logarithm: mostly 1 to 5 s."""
WORTH: Final = ("win", "kong_concealed", "kong_added", "kong_open", "pong", "chow", "pass", "discard")
AGAIN: Final = 0.2


@dataclass
class Journal:
    """What a guest has to tell afterwards."""

    acked: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    waits: list[float] = field(default_factory=list)
    tables: list[str] = field(default_factory=list)
    reconnects: int = 0
    errors: list[str] = field(default_factory=list)


class Guest:
    """Enters an event and plays until it is over, it is out of it, or it leaves."""

    def __init__(self, address: str, event: str, speed: float, number: int) -> None:
        self.address, self.event, self.speed = address, event, speed
        self.chance = Random(number)  # noqa: S311 (a rehearsal repeats itself)
        self.journal = Journal()
        self.player = self.token = ""
        self._open: Json | None = None
        self._v = -1

    async def visit(self) -> None:
        """The whole evening. Ends by itself when the event is over; cancel it to leave."""
        guest = await self._call("POST", "/guest", {})
        self.player, self.token = guest["player"], guest["token"]
        await self._call("POST", f"/events/{self.event}/enter", {})
        while await self._sit_down():
            since = asyncio.get_running_loop().time()
            table = await self._drawn()
            if table is None:
                return
            self.journal.waits.append((asyncio.get_running_loop().time() - since) * self.speed)
            if not self.journal.tables or self.journal.tables[-1] != table:
                self.journal.tables.append(table)
            await self._play(table)

    async def _sit_down(self) -> bool:
        """Press start until it is taken; False when there is nothing to sit down to any more."""
        while True:
            me = await self._call("GET", f"/events/{self.event}/me")
            if me["state"] in ("waiting", "seated"):
                return True
            state = await self._state()
            if me["state"] != "idle" or state not in ("open", "running", "paused"):
                return False
            if state == "running" and await self._call("POST", f"/events/{self.event}/start", {}, refusable=True):
                return True
            await asyncio.sleep(AGAIN)

    async def _state(self) -> str:
        events = await self._call("GET", "/events")
        return next((str(event["state"]) for event in events if event["slug"] == self.event), "")

    async def _drawn(self) -> str | None:
        """The table, once it is drawn; None when the line has ended instead."""
        while True:
            try:
                async with self._socket(f"/ws/events/{self.event}/") as socket:
                    async for text in socket:
                        message = json.loads(text)
                        if message["type"] == "me":
                            if message["table"]:
                                return str(message["table"])
                            if message["state"] not in ("waiting", "seated"):
                                return None
            except (ConnectionClosed, OSError, InvalidHandshake):
                self.journal.reconnects += 1
                await asyncio.sleep(AGAIN)

    async def _play(self, table: str) -> None:
        self._v, self._open = -1, None
        while True:
            try:
                async with self._socket(f"/ws/tables/{table}/") as socket:
                    if self._open is not None:
                        await socket.send(json.dumps(self._open))
                    async for text in socket:
                        if await self._hear(socket, json.loads(text)):
                            return
            except ConnectionClosed as closed:
                if closed.rcvd is not None and closed.rcvd.code in (4001, 4003, 4004):
                    return
                self.journal.reconnects += 1
            except (OSError, InvalidHandshake):
                self.journal.reconnects += 1
            await asyncio.sleep(AGAIN)

    async def _hear(self, socket: Any, message: Json) -> bool:
        if message["type"] in ("ack", "refused"):
            if message["type"] == "ack" and message["id"]:
                self.journal.acked.append(message["id"])
            elif message["type"] == "refused":
                self.journal.refused.append(message["code"])
            if self._open is not None and message["id"] == self._open["id"]:
                self._open = None
        elif message["type"] == "view" and message["v"] >= self._v:
            self._v, view = message["v"], message["view"]
            if view["phase"] == "closed":
                return True
            if view["decision"] and (self._open is None or self._open["decision"] != view["decision"]):
                self._open = await self._answer(socket, view)
        return False

    async def _answer(self, socket: Any, view: Json) -> Json:
        """Think, then say it. What came meanwhile is heard after: it may be stale, as with people."""
        await asyncio.sleep(self.chance.lognormvariate(*THINKS) / self.speed)
        act = {"type": "act", "id": secrets.token_hex(8), "decision": view["decision"], "action": choice(view)}
        await socket.send(json.dumps(act))
        return act

    def _socket(self, path: str) -> Any:
        address = self.address.replace("http", "ws", 1)
        headers = {"Authorization": f"Bearer {self.token}"}
        return websockets.connect(address + path, additional_headers=headers, max_size=None, compression=None,
                                  open_timeout=60)  # fmt: skip

    async def _call(self, method: str, path: str, data: Json | None = None, *, refusable: bool = False) -> Any:
        return await asyncio.to_thread(self._call_now, method, path, data, refusable)

    def _call_now(self, method: str, path: str, data: Json | None, refusable: bool) -> Any:
        """One call. Raises urllib.error.HTTPError; a refusal (409) that may be is None."""
        request = urllib.request.Request(f"{self.address}/api{path}", method=method)  # noqa: S310 (http, given by us)
        if self.token:
            request.add_header("Authorization", f"Bearer {self.token}")
        if data is not None:
            request.add_header("Content-Type", "application/json")
            request.data = json.dumps(data).encode()
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:  # noqa: S310
                return json.load(answer)
        except urllib.error.HTTPError as error:
            if refusable and error.code == 409:
                return None
            raise


def choice(view: Json) -> Json:
    """A simple way to play: what is worth most; of throws the tile with the fewest friends in the hand."""
    best: Json = min(view["legal"], key=lambda action: WORTH.index(action["type"]))
    if best["type"] != "discard":
        return best
    throws = [action for action in view["legal"] if action["type"] == "discard"]
    return min(throws, key=lambda action: _friends(action["tile"], view["mine"]))


def _friends(tile: str, mine: list[str]) -> int:
    number, suit, fit = int(tile[0]), tile[1], 0
    for other in mine:
        if other == tile:
            fit += 4
        elif suit != "z" and other[1] == suit and abs(int(other[0]) - number) <= 2:
            fit += 3 - abs(int(other[0]) - number)
    return fit
