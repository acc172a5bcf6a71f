"""The event's socket: the own state, the ranking, notices. It only tells; what a client does goes over HTTP."""

import asyncio
import json
import logging
import time
from collections import deque
from typing import Any, Final

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from django.db import DatabaseError
from django.utils.translation import gettext as _
from django.utils.translation import override

from accounts.identity import player_of_scope, still_valid
from accounts.language import language_of_scope
from tournaments import service
from tournaments.broadcast import entrant_group, event_group
from tournaments.models import Event
from tournaments.watch import Watch

logger = logging.getLogger(__name__)

MAX_BYTES: Final = 16 * 1024
MAX_MALFORMED_A_MINUTE: Final = 5
RECHECK_S: Final = 10.0
CLOSE_SESSION_OVER, CLOSE_NOT_FOUND, CLOSE_OFFENDER, CLOSE_TOO_BIG = 4003, 4004, 1008, 1009


class EventConsumer(AsyncWebsocketConsumer):
    """One socket of one viewer in one event. `player` is None for a visitor, who hears of the ranking alone."""

    async def connect(self) -> None:
        self.slug: str = self.scope["url_route"]["kwargs"]["slug"]
        self.player = await player_of_scope(self.scope)
        self.malformed: deque[float] = deque()
        self.sent_me: dict[str, Any] | None = None
        self.groups_joined: list[str] = []
        self.checker: asyncio.Task[None] | None = None
        self.watch: Watch | None = None
        await self.accept()
        event = await database_sync_to_async(service.visible_event)(self.slug, self.player)
        if event is None:
            await self.close(CLOSE_NOT_FOUND)
            return
        await self._join(event)
        await self._say_all(event)

    async def _join(self, event: Event) -> None:
        self.groups_joined = [event_group(self.slug)]
        if self.player is not None:
            self.groups_joined.append(entrant_group(self.slug, self.player.pk))
            self.watch = Watch.over(event)
            self.watch.add(self.player.pk, self.show_me)
            self.checker = asyncio.create_task(self._check())
        for group in self.groups_joined:
            await self.channel_layer.group_add(group, self.channel_name)

    async def disconnect(self, code: int) -> None:
        if self.checker is not None:
            self.checker.cancel()
        if self.watch is not None and self.player is not None:
            self.watch.remove(self.player.pk, self.show_me)
        for group in self.groups_joined:
            await self.channel_layer.group_discard(group, self.channel_name)

    # --- from the client ---------------------------------------------------------------------------------------

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        if max(len(bytes_data or b""), len((text_data or "").encode(errors="replace"))) > MAX_BYTES:
            await self.close(CLOSE_TOO_BIG)
        elif not await still_valid(self.scope):
            await self.close(CLOSE_SESSION_OVER)
        elif (kind := _kind_of(text_data)) == "ping":
            await self._send({"type": "pong"})
        elif kind == "sync":
            await self._say_all_again()
        else:
            await self._refuse()

    async def _say_all_again(self) -> None:
        self.sent_me = None
        event = await database_sync_to_async(service.visible_event)(self.slug, self.player)
        if event is not None:
            await self._say_all(event)

    async def _refuse(self) -> None:
        with override(language_of_scope(self.scope)):
            message = _("Only ping and sync.")
        await self._send({"type": "refused", "id": None, "code": "malformed", "message": message})
        now = time.monotonic()
        self.malformed.append(now)
        while self.malformed[0] < now - 60:
            self.malformed.popleft()
        if len(self.malformed) > MAX_MALFORMED_A_MINUTE:
            await self.close(CLOSE_OFFENDER)

    # --- to the client -----------------------------------------------------------------------------------------

    async def frame(self, message: dict[str, Any]) -> None:
        """A push to the whole event, relayed untouched."""
        await self.send(text_data=message["text"])

    async def look(self, message: dict[str, Any]) -> None:
        """Something about this entrant has changed: read it now."""
        if self.watch is not None and self.player is not None:
            self.watch.look(self.player.pk)

    async def show_me(self, me: service.Me) -> None:
        """Send the own state if it says something new; that time passes is nothing new."""
        news = {**me.to_json(), "waiting_ms": None}
        if news != self.sent_me:
            self.sent_me = news
            await self._send({"type": "me", **me.to_json()})

    async def _say_all(self, event: Event) -> None:
        if self.player is not None:
            await self.show_me(await database_sync_to_async(service.me)(event, self.player))
        if not event.friends:
            await self._send(await database_sync_to_async(service.ranking_frame)(event))

    async def _send(self, message: dict[str, Any]) -> None:
        await self.send(text_data=json.dumps(message, ensure_ascii=False))

    async def _check(self) -> None:
        """Close the socket of a session that has ended."""
        while True:
            await asyncio.sleep(RECHECK_S)
            try:
                if not await still_valid(self.scope):
                    await self.close(CLOSE_SESSION_OVER)
                    return
            except DatabaseError:
                logger.warning("the database does not answer; the socket waits")
            except OSError:
                return  # the line is gone in mid-sentence; `disconnect` follows


def _kind_of(text: str | None) -> str | None:
    """`ping` or `sync`, None for everything else."""
    try:
        frame = json.loads(text or "")
    except (ValueError, RecursionError):
        return None
    kind = frame.get("type") if isinstance(frame, dict) and len(frame) == 1 else None
    return kind if kind in ("ping", "sync") else None
