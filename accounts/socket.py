"""What every socket of the site checks before it looks at a frame, and how it ends.

In this order: size, how many came lately on this socket and in this session, text; then `hear` reads it, and asks
`still_here` before it does anything. One web process counts for itself; nothing here needs the cache.
"""

import asyncio
import logging
import time
from abc import ABC, abstractmethod
from collections import deque
from dataclasses import dataclass, field
from typing import Any, ClassVar, Final

from channels.consumer import get_handler_name
from channels.generic.websocket import AsyncWebsocketConsumer
from django.db import Error
from redis.exceptions import RedisError

from accounts.ended import group_of
from accounts.identity import still_valid
from accounts.measures import OPEN_SOCKETS

logger = logging.getLogger(__name__)

MAX_BYTES: Final = 16 * 1024
SOCKET_PACE: Final = (30.0, 15.0)
"""Frames at once, and a second, that one socket may send."""
SESSION_PACE: Final = (90.0, 45.0)
"""The same for all sockets of one session: three busy tabs. Addresses are not counted: a venue shares one."""
SOCKETS_A_SESSION: Final = 10
MAX_MALFORMED_A_MINUTE: Final = 5
MAX_TOO_FAST_A_MINUTE: Final = 200

CLOSE_TRY_AGAIN: Final = 1013
CLOSE_OFFENDER, CLOSE_TOO_BIG, CLOSE_SESSION_OVER, CLOSE_NOT_FOUND, CLOSE_TOO_MANY = 1008, 1009, 4003, 4004, 4008


class Bucket:
    """So many at once, so many a second afterwards."""

    def __init__(self, burst: float, a_second: float) -> None:
        self.burst, self.a_second = burst, a_second
        self.left, self.at = burst, time.monotonic()

    def take(self) -> bool:
        """Whether one more may pass now."""
        now = time.monotonic()
        self.left = min(self.burst, self.left + (now - self.at) * self.a_second)
        self.at = now
        if self.left < 1:
            return False
        self.left -= 1
        return True


class Offences:
    """Counts what happened within the last minute."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.times: deque[float] = deque()

    def one_more(self) -> bool:
        """Count one; whether that was too many."""
        now = time.monotonic()
        self.times.append(now)
        while self.times[0] < now - 60:
            self.times.popleft()
        return len(self.times) > self.most


@dataclass
class Session:
    """The open sockets of one session in this process, the oldest first, and what they may send together."""

    bucket: Bucket = field(default_factory=lambda: Bucket(*SESSION_PACE))
    sockets: "list[CheckedSocket]" = field(default_factory=list)


class CheckedSocket(AsyncWebsocketConsumer, ABC):
    """A consumer whose `hear` gets only frames worth reading; `leave` runs once, however the socket ends."""

    kind = "other"
    """What `/metrics` counts it as."""
    own_group: str | None = None
    closing = False
    _sessions: ClassVar[dict[str, Session]] = {}

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        self.bucket = Bucket(*SOCKET_PACE)
        self.malformed, self.too_fast = Offences(MAX_MALFORMED_A_MINUTE), Offences(MAX_TOO_FAST_A_MINUTE)
        self.session: Session | None = None
        credentials = scope.get("credentials") or {}
        who = credentials.get("token") or credentials.get("session_key")
        sockets = OPEN_SOCKETS.labels(self.kind)
        sockets.inc()
        try:
            if who and scope.get("player") is not None:
                self._enter(who)
            await super().__call__(scope, receive, send)
        finally:
            # Not in `disconnect`: a line that breaks while something is sent never comes there.
            sockets.dec()
            if self.session is not None:
                self._exit(who)
            try:
                await self._unbind()
                await self.leave()
            except (RedisError, OSError):
                logger.warning("a socket ended while Redis was away")

    async def dispatch(self, message: dict[str, Any]) -> None:
        """As Channels does, but without a hop into a thread for each message, to look after database connections: no
        consumer of ours uses the database outside `database_sync_to_async`, which does so itself."""
        await getattr(self, get_handler_name(message))(message)

    async def bind(self) -> None:
        """Hear of it when a session or token of this player ends (accounts.ended). Call once the socket is accepted."""
        if (player := self.scope.get("player")) is not None:
            self.own_group = group_of(player.pk)
            await self.channel_layer.group_add(self.own_group, self.channel_name)

    async def session_over(self, _message: dict[str, Any]) -> None:
        """From `ended.tell_sockets`: something of this player has ended; it may be another session than this one."""
        try:
            await self.still_here()
        except Error:
            logger.warning("the database does not answer; the socket looks again later")

    async def _unbind(self) -> None:
        if self.own_group is not None:
            await self.channel_layer.group_discard(self.own_group, self.channel_name)

    async def leave(self) -> None:
        """Give back what the socket held. It may have ended before `connect` was through."""

    async def send(self, *arguments: Any, **named: Any) -> None:
        """Nothing goes out after a close: a push may come while it is on its way."""
        if not self.closing:
            await super().send(*arguments, **named)

    async def close(self, code: int | None = None, reason: str | None = None) -> None:
        if not self.closing:
            self.closing = True
            await super().close(code, reason)

    @abstractmethod
    async def hear(self, text: str) -> None:
        """A frame of a fair size at a fair pace, not read yet."""

    @abstractmethod
    async def refuse(self, text: str | None, code: str, message: str) -> None:
        """Answer a frame that is not obeyed; `text` is the frame, None for a binary one."""

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        if max(len(bytes_data or b""), len((text_data or "").encode(errors="replace"))) > MAX_BYTES:
            await self.close(CLOSE_TOO_BIG)
        elif not self._allowed():
            await self.refuse(text_data, "busy", "too many messages, slow down")
            if self.too_fast.one_more():
                await self.close(CLOSE_OFFENDER)
        elif text_data is None:
            await self.refuse_malformed(None, "text frames only")
        else:
            await self.hear(text_data)

    async def still_here(self) -> bool:
        """Whether the session still lives: not logged out, not banned, not revoked; else the socket is closed.

        Raises django.db.Error: who is unknown may do nothing.
        """
        alive = await still_valid(self.scope)
        if not alive:
            await self.end_session()
        return alive

    async def end_session(self) -> None:
        """Close the socket of a session that has ended."""
        await self.close(CLOSE_SESSION_OVER)

    async def refuse_malformed(self, text: str | None, message: str) -> None:
        await self.refuse(text, "malformed", message)
        if self.malformed.one_more():
            await self.close(CLOSE_OFFENDER)

    def _allowed(self) -> bool:
        return self.bucket.take() and (self.session is None or self.session.bucket.take())

    # --- the sockets of one session ----------------------------------------------------------------------------

    def _enter(self, who: str) -> None:
        """The newest socket counts: a page that was left open somewhere must not keep its owner out."""
        self.session = self._sessions.setdefault(who, Session())
        self.session.sockets.append(self)
        if len(self.session.sockets) > SOCKETS_A_SESSION:
            oldest = self.session.sockets.pop(0)
            oldest.ending = asyncio.create_task(oldest._give_way())

    def _exit(self, who: str) -> None:
        assert self.session is not None
        if self in self.session.sockets:
            self.session.sockets.remove(self)
        if not self.session.sockets:
            self._sessions.pop(who, None)

    async def _give_way(self) -> None:
        try:
            await self.close(CLOSE_TOO_MANY)
        except OSError:
            pass  # it has gone by itself
