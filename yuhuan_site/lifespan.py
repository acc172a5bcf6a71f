"""What a web process does beside answering: it shows that it lives (game time stands still without one)."""

from collections.abc import Awaitable, Callable
from typing import Any

from games.pulse import Pulse

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]


class WithPulse:
    """ASGI: beats from the server's start (or the first request, where the server announces no start) to its end."""

    def __init__(self, inner: Callable[[Scope, Receive, Send], Awaitable[None]]) -> None:
        self.inner = inner
        self.pulse = Pulse()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.pulse.start()
        if scope["type"] == "lifespan":
            await self._live(receive, send)
        else:
            await self.inner(scope, receive, send)

    async def _live(self, receive: Receive, send: Send) -> None:
        while True:
            message = await receive()
            if message["type"] == "lifespan.shutdown":
                self.pulse.stop()
            await send({"type": f"{message['type']}.complete"})
            if message["type"] == "lifespan.shutdown":
                return
