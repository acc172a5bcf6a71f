"""A player's program in the simulation: the rules of a real client (docs/protocol.md), on a line that breaks between any
two frames. It journals what it sent, what was acknowledged, and whatever it was shown."""

import asyncio
import json
from collections.abc import Callable, Coroutine
from random import Random
from typing import Any

from tests.simulation.seams import Faults, Process

RESEND_S = 2.0
OF_A_MESSAGE = ("act", "auto", "wish", "think")


class Line:
    """One socket: two queues that lose everything at once when it breaks."""

    def __init__(self, process: Process, application: Any, scope: dict[str, Any]) -> None:
        self.to_server: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.to_client: asyncio.Queue[str | None] = asyncio.Queue()
        self.broken = False
        self.to_server.put_nowait({"type": "websocket.connect"})
        self.task = process.run(self._serve(application, scope))

    async def _serve(self, application: Any, scope: dict[str, Any]) -> None:
        try:
            await application(scope, self.to_server.get, self._from_server)
        finally:
            self.to_client.put_nowait(None)

    async def _from_server(self, message: dict[str, Any]) -> None:
        if message["type"] == "websocket.send" and not self.broken:
            self.to_client.put_nowait(message["text"])
        elif message["type"] == "websocket.close":
            self.to_client.put_nowait(None)

    def send(self, message: dict[str, Any]) -> None:
        self.to_server.put_nowait({"type": "websocket.receive", "text": json.dumps(message)})

    def cut(self) -> None:
        """The line is gone: the server is told, the client hears nothing more."""
        if not self.broken:
            self.broken = True
            self.to_server.put_nowait({"type": "websocket.disconnect", "code": 1006})
            self.to_client.put_nowait(None)


class Client:
    """One player through a whole evening. `ask` does what an HTTP call does, `connect` opens a socket somewhere."""

    def __init__(
        self,
        seed: int,
        player_id: str,
        hit: Faults,
        ask: Callable[..., Coroutine[Any, Any, Any]],
        connect: Callable[["Client", str], Line | None],
        talk: float,
    ) -> None:
        self.player_id, self.hit, self.ask, self.connect, self.talk = player_id, hit, ask, connect, talk
        self.chance = Random(f"client {seed}")
        self.sent: set[str] = set()
        self.acked: dict[str, int] = {}
        self.wrong: list[str] = []
        self.views = 0
        self.stopping = False

    async def evening(self) -> None:
        """Sit down, play, and again, until told to stop."""
        while not self.stopping:
            table = await self.ask(self.player_id)
            if table is None:
                await asyncio.sleep(0.5 + self.chance.random())
            else:
                await self.play(table)

    async def play(self, table: str) -> None:
        """Until the table is closed, through any number of lines."""
        self.v, self.view, self.open = -1, None, {}
        self.decided: str | None = None
        while True:
            line = self.connect(self, table)
            if line is None or not await self._on(line):
                await asyncio.sleep(0.1 + self.chance.random())
                continue
            return

    async def _on(self, line: Line) -> bool:
        """Play on one line; true when the table is closed."""
        for message in list(self.open.values()):
            line.send(message)
        resending = asyncio.get_running_loop().create_task(self._resend(line))
        last_v = -1
        try:
            while (text := await line.to_client.get()) is not None:
                if self.hit.strikes("line: cut", 0.01):
                    return False
                message = json.loads(text)
                if message["type"] == "view":
                    if message["v"] < last_v:
                        self.wrong.append(f"P5 {self.player_id}: {message['v']} was shown after {last_v}")
                    last_v = message["v"]
                if self._hear(line, message):
                    return True
            return False
        finally:
            resending.cancel()
            line.cut()

    async def _resend(self, line: Line) -> None:
        while True:
            await asyncio.sleep(RESEND_S)
            for message in list(self.open.values()):
                line.send(message)

    def _hear(self, line: Line, message: dict[str, Any]) -> bool:
        match message["type"]:
            case "ack" if message["id"]:
                self.acked[message["id"]] = message["v"]
                self.open.pop(message["id"], None)
            case "refused" if message["code"] != "busy":
                self.open.pop(message["id"], None)
            case "view" if message["v"] >= self.v:
                self.v, self.view = message["v"], message["view"]
                self.views += 1
                if self.view["phase"] == "closed":
                    return True
                self._think(line)
        return False

    def _think(self, line: Line) -> None:
        """Answer what is asked, mostly, after a while; say something of one's own now and then."""
        assert self.view is not None
        decision, roll = self.view["decision"], self.chance.random()
        if decision is not None and decision != self.decided and self.view["legal"]:
            self.decided = decision
            if self.chance.random() < 0.97:
                message = {"type": "act", "decision": decision, "action": self._choose(self.view["legal"])}
                asyncio.get_running_loop().call_later(0.01 + self.chance.random() * 0.15, self._say, line, message)
        if self.view["phase"] == "deal" and roll < 0.5:
            seed = f"{self.chance.getrandbits(64):016x}"
            line.send({"type": "seed", "hand": self.view["hand"], "client_seed": seed})
        elif roll < self.talk / 2:
            self._say(line, {"type": "auto", "on": roll < self.talk / 6})
        elif roll < self.talk:
            self._say(line, {"type": "wish", "wishes": ["sort", "no_claims"] if roll < self.talk * 0.7 else ["sort"]})

    def _choose(self, legal: list[dict[str, Any]]) -> dict[str, Any]:
        wins = [action for action in legal if action["type"] == "win"]
        if wins:
            return wins[0]
        claims = [action for action in legal if action["type"] not in ("discard", "pass")]
        return self.chance.choice(claims if claims and self.chance.random() < 0.5 else legal)

    def _say(self, line: Line, message: dict[str, Any]) -> None:
        """Send under a new id, sometimes at once twice; on a broken line it waits for the next one."""
        message["id"] = f"{self.chance.getrandbits(64):016x}"
        self.open[message["id"]] = message
        self.sent.add(message["id"])
        for _ in range(1 + self.hit.strikes("sent twice", 0.05)):
            if not line.broken:
                line.send(message)
