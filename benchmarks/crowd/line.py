"""One page's socket at a table, by the rules of static/js/table/socket.js: old views are dropped, what was not
confirmed is sent again under its id, a silent line is given up, a lost one opened again after a while."""

import asyncio
from collections.abc import Callable, Mapping
from random import Random
from typing import Any, Final

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from benchmarks.crowd.frames import Ack, Outage, Pong, Refusal, Shown, View, at_table, encode

BACKOFF_S: Final = (0.0, 0.5, 1.0, 2.0, 4.0, 8.0)
PING_AFTER_S: Final = 2.5
SILENT_S: Final = 9.0
FINAL: Final = frozenset({1008, 1009, 4001, 4003, 4004, 4008, 4403, 4404})
"""No new attempt would help. The two first are ours alone: they say that this program broke the rules."""


class Line:
    """Holds until the table is closed or `finish` is called.

    `url(attempt)`: where to connect. `on_view(view, first)`: something newer or the same; `first` on a new connection. `on_settled(id, refusal or None, v)`.
    `on_lost(code)`: the line has gone; `on_final(code)`: for good.
    """

    def __init__(
        self,
        url: Callable[[int], str],
        headers: Mapping[str, str],
        chance: Random,
        *,
        on_view: Callable[[View, bool], None],
        on_settled: Callable[[str, Refusal | None, int], None],
        on_lost: Callable[[int], None],
        on_final: Callable[[int], None],
    ) -> None:
        self.url, self.headers, self.chance = url, headers, chance
        self.on_view, self.on_settled, self.on_lost, self.on_final = on_view, on_settled, on_lost, on_final
        self.v, self.attempt, self.received = -1, 0, 0
        self.pending: dict[str, dict[str, Any]] = {}
        self.socket: ClientConnection | None = None
        self.finished = self.outage = self.is_new = False
        self._sending: set[asyncio.Task[None]] = set()

    async def hold(self) -> None:
        """From the first attempt to the end."""
        while not self.finished:
            code = await self._connect()
            self.socket = None
            if self.finished:
                return
            self.on_lost(code)
            if code in FINAL:
                self.on_final(code)
                return
            base = BACKOFF_S[min(self.attempt, len(BACKOFF_S) - 1)]
            self.attempt += 1
            await asyncio.sleep(base * self.chance.uniform(0.75, 1.25))

    def finish(self) -> None:
        """No further attempts; the socket is left at once, as a page that is closed."""
        self.finished = True
        self.cut()

    def cut(self) -> None:
        """The network goes away, without a word to anybody."""
        if self.socket is not None:
            self.socket.transport.abort()

    def ask(self, frame: dict[str, Any]) -> None:
        """Send a frame with an `id`, again after a reconnect until it is settled."""
        self.pending[frame["id"]] = frame
        self.write(frame)

    def write(self, frame: dict[str, Any]) -> None:
        """Send a frame now, if there is a line."""
        if self.socket is not None:
            sending = asyncio.ensure_future(self._send(self.socket, frame))
            self._sending.add(sending)
            sending.add_done_callback(self._sending.discard)

    async def _send(self, socket: ClientConnection, frame: dict[str, Any]) -> None:
        try:
            await socket.send(encode(frame), text=True)
        except ConnectionClosed:
            pass  # `hold` hears of it too, and what is pending is sent again

    async def _connect(self) -> int:
        """One connection from handshake to loss; the closing code."""
        try:
            async with connect(
                self.url(self.attempt), additional_headers=self.headers, compression=None, max_size=None, ping_interval=None,
                open_timeout=30, close_timeout=2,
            ) as socket:  # fmt: skip
                self.socket, self.is_new = socket, True
                self.heard_at = asyncio.get_running_loop().time()
                self._stand(False)
                beating = asyncio.ensure_future(self._beat(socket))
                try:
                    while not self.finished:
                        text = await socket.recv(decode=False)
                        self.received += len(text)
                        self._hear(at_table.decode(text))
                finally:
                    beating.cancel()
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else 1006
        except (OSError, InvalidHandshake):
            return 1006
        return 1000

    async def _beat(self, socket: ClientConnection) -> None:
        """Ping as the page does; a line that stays silent is given up."""
        loop = asyncio.get_running_loop()
        while loop.time() - self.heard_at < SILENT_S:
            await self._send(socket, {"type": "ping"})
            await asyncio.sleep(PING_AFTER_S)
        socket.transport.abort()

    def _hear(self, frame: Any) -> None:
        self.heard_at, self.attempt = asyncio.get_running_loop().time(), 0
        match frame:
            case Shown() if frame.v >= self.v:
                first, self.is_new, self.v = self.is_new, False, frame.v
                self.on_view(frame.view, first)
            case Ack(id=str(client_id)):
                self._settle(client_id, None, frame.v)
            case Refusal():
                self._settle(frame.id or "", frame, -1)
            case Pong() if frame.v > self.v:
                self.write({"type": "sync"})
            case Outage():
                self._stand(frame.on)

    def _stand(self, on: bool) -> None:
        self.outage = on
        if not on:
            for frame in self.pending.values():
                self.write(frame)

    def _settle(self, client_id: str, refusal: Refusal | None, v: int) -> None:
        if refusal is not None and refusal.code == "busy" and self.outage and client_id in self.pending:
            return
        known = self.pending.pop(client_id, None)
        if refusal is not None and refusal.code == "stale":
            self.write({"type": "sync"})
        if known is not None or refusal is not None:
            self.on_settled(client_id, refusal, v)
