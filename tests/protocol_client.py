"""A player's program, written from docs/protocol.md alone: it knows nothing of the site's code."""

import asyncio
import json
import secrets
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping
from typing import Any

import websockets
from websockets.exceptions import ConnectionClosed, InvalidStatus

Json = dict[str, Any]
Choice = Callable[[Json], Json]


class ApiAnswer(Exception):
    """An answer that was no success."""

    def __init__(self, status: int, body: Any) -> None:
        super().__init__(f"{status} {body}")
        self.status, self.body = status, body


def call(address: str, method: str, path: str, token: str | None = None, data: Any = None) -> Any:
    """One call of the HTTP API; returns its JSON. Raises ApiAnswer."""
    request = urllib.request.Request(f"{address}/api{path}", method=method)
    if token:
        request.add_header("Authorization", f"Bearer {token}")
    if data is not None:
        request.add_header("Content-Type", "application/json")
        request.data = json.dumps(data).encode()
    try:
        with urllib.request.urlopen(request, timeout=20) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as error:
        text = error.read().decode()
        raise ApiAnswer(error.code, json.loads(text) if text.startswith("{") else text) from error


def first_choice(view: Json) -> Json:
    """A simple way to play: whatever is worth most; of discards the tile with the fewest friends in the hand."""
    worth = ("win", "kong_concealed", "kong_added", "kong_open", "pong", "chow", "pass", "discard")
    best = min(view["legal"], key=lambda action: worth.index(action["type"]))
    if best["type"] != "discard":
        return best
    discards = [action for action in view["legal"] if action["type"] == "discard"]
    return min(discards, key=lambda action: friends(action["tile"], view["mine"]))


def friends(tile: str, mine: list[str]) -> int:
    """How well a tile fits: its copies, and its neighbours in the suit."""
    number, suit = int(tile[0]), tile[1]
    fit = 0
    for other in mine:
        if other == tile:
            fit += 4
        elif suit != "z" and other[1] == suit and abs(int(other[0]) - number) <= 2:
            fit += 3 - abs(int(other[0]) - number)
    return fit


class Player:
    """Enters, waits, plays. Journals what it sent, what was acknowledged and every view it saw."""

    def __init__(self, addresses: list[str], choose: Choice = first_choice) -> None:
        self.addresses, self.choose = addresses, choose
        guest = call(self.address, "POST", "/guest", data={})
        self.id, self.token = guest["player"], guest["token"]
        self.sent: dict[str, Json] = {}
        self.acked: dict[str, int] = {}
        self.refused: list[Json] = []
        self.views: list[tuple[int, Json]] = []
        self.tables: list[str] = []
        self.reconnects = 0
        self.v = -1
        self.open_act: Json | None = None

    @property
    def address(self) -> str:
        return self.addresses[0]

    def api(self, method: str, path: str, data: Any = None) -> Any:
        return call(self.address, method, path, self.token, data)

    async def take_part(self, event: str, tables: int = 1) -> None:
        """Enter, press start and play, as often as said."""
        await asyncio.to_thread(self.api, "POST", f"/events/{event}/enter", {})
        for _ in range(tables):
            await asyncio.to_thread(self.api, "POST", f"/events/{event}/start", {})
            await self.play(await self.seated(event))

    async def seated(self, event: str) -> str:
        """Wait on the event's socket until there is a table."""
        async with self._connect(f"/ws/events/{event}/") as socket:
            async for text in socket:
                message = json.loads(text)
                if message["type"] == "me" and message["table"]:
                    self.tables.append(message["table"])
                    return str(message["table"])
        raise AssertionError("the event's socket ended")

    async def play(self, table: str) -> None:
        """Until the table is closed, through any number of lost connections."""
        self.v, self.open_act = -1, None
        while True:
            try:
                async with self._connect(f"/ws/tables/{table}/") as socket:
                    if self.open_act is not None:
                        await socket.send(json.dumps(self.open_act))
                    async for text in socket:
                        if await self._hear(socket, json.loads(text)):
                            return
            except (ConnectionClosed, OSError, InvalidStatus):
                self.reconnects += 1
                self.addresses = [*self.addresses[1:], self.addresses[0]]
                await asyncio.sleep(0.1)

    async def _hear(self, socket: Any, message: Json) -> bool:
        """One message; true when the table is closed."""
        if message["type"] in ("ack", "refused"):
            if message["type"] == "refused":
                self.refused.append(message)
            elif message["id"]:
                self.acked[message["id"]] = message["v"]
            if self.open_act and message["id"] == self.open_act["id"]:
                self.open_act = None
        elif message["type"] == "view" and message["v"] >= self.v:
            self.v, view = message["v"], message["view"]
            self._saw(view)
            if view["phase"] == "closed":
                return True
            if self.open_act is None or self.open_act["decision"] != view["decision"]:
                self.open_act = await self._answer(socket, view)
        return False

    def _saw(self, view: Json) -> None:
        """Keep what was shown at `self.v`."""
        self.views.append((self.v, view))

    async def _answer(self, socket: Any, view: Json) -> Json | None:
        if view["phase"] == "deal":
            await socket.send(json.dumps({"type": "seed", "hand": view["hand"], "client_seed": secrets.token_hex(16)}))
        if view["decision"] is None:
            return None
        act = {"type": "act", "id": secrets.token_hex(8), "decision": view["decision"], "action": self.choose(view)}
        self._note(act)
        await socket.send(json.dumps(act))
        return act

    def _note(self, act: Json) -> None:
        """Keep what is about to be sent."""
        self.sent[act["id"]] = act

    def _connect(self, path: str) -> Any:
        address = self.addresses[0].replace("http://", "ws://")
        headers: Mapping[str, str] = {"Authorization": f"Bearer {self.token}"}
        return websockets.connect(address + path, additional_headers=headers, max_size=None, compression=None)
