"""uvicorn's sockets, with an end for those that do not read: they would be waited for, and sent to, for ever."""

import asyncio
from typing import Any, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

UNREAD_S: Final = 10.0
"""How long what was sent may lie unread: in this server's memory, or behind a close frame."""


class Protocol(WebSocketsSansIOProtocol):
    """For `uvicorn --ws`. Breaks the line of a peer that reads nothing, answers no ping, or does not let go."""

    unread: asyncio.TimerHandle | None = None

    def pause_writing(self) -> None:
        super().pause_writing()
        self.unread = self.loop.call_later(UNREAD_S, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._read()

    def connection_lost(self, exc: Exception | None) -> None:
        self._read()
        super().connection_lost(exc)

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self.transport.abort()  # an ordinary close waits for what lies unread

    def on_task_complete(self, task: "asyncio.Task[Any]") -> None:
        super().on_task_complete(task)
        self.loop.call_later(UNREAD_S, self.transport.abort)

    def _read(self) -> None:
        if self.unread is not None:
            self.unread.cancel()
            self.unread = None
