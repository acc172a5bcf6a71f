"""The event's socket: the own state, the ranking, notices. It only tells; what a client does goes over HTTP."""

import asyncio
import json
import logging
from typing import Any, Final

from django.db import Error

from accounts.identity import player_of_scope
from accounts.language import language_of_scope
from accounts.models import Player
from accounts.socket import CLOSE_NOT_FOUND, CLOSE_TRY_AGAIN, CheckedSocket
from accounts.together import apart
from games import lifesign, refusals
from tournaments import service
from tournaments.broadcast import entrant_group, event_group
from tournaments.models import Event
from tournaments.watch import Watch

logger = logging.getLogger(__name__)

RECHECK_S: Final = 10.0


class EventConsumer(CheckedSocket):
    """One socket of one viewer in one event. `player` is None for a visitor, who hears of the ranking alone."""

    kind = "event"
    groups_joined: tuple[str, ...] = ()
    checker: asyncio.Task[None] | None = None
    watch: Watch | None = None

    async def connect(self) -> None:
        self.slug: str = self.scope["url_route"]["kwargs"]["slug"]
        self.player = await player_of_scope(self.scope)
        self.sent_me: dict[str, Any] | None = None
        await self.accept()
        await self.bind()
        try:
            await self._enter_room()
        except Error:
            logger.warning("the database does not answer; a socket is put off")
            await self.close(CLOSE_TRY_AGAIN)

    async def _enter_room(self) -> None:
        event = await apart(service.visible_event)(self.slug, self.player)
        if event is None:
            await self.close(CLOSE_NOT_FOUND)
            return
        await self._join(event)
        await self._say_all(event)

    async def _join(self, event: Event) -> None:
        self.groups_joined = (event_group(self.slug),)
        if self.player is not None:
            self.groups_joined += (entrant_group(self.slug, self.player.pk),)
            self.watch = Watch.over(event)
            self.watch.add(self.player.pk, self.show_me)
            self.checker = asyncio.create_task(self._check())
        for group in self.groups_joined:
            await self.channel_layer.group_add(group, self.channel_name)

    async def leave(self) -> None:
        if self.checker is not None:
            self.checker.cancel()
        if self.watch is not None and self.player is not None:
            self.watch.remove(self.player.pk, self.show_me)
        for group in self.groups_joined:
            await self.channel_layer.group_discard(group, self.channel_name)

    # --- from the client ---------------------------------------------------------------------------------------

    async def hear(self, text: str) -> None:
        kind = _kind_of(text)
        if kind is None:
            await self.refuse_malformed(text, "only ping and sync")
            return
        try:
            if not lifesign.own.is_lost and not await self.still_here():
                return
            if kind == "ping":
                await self._send({"type": "pong"})
            else:
                await self._say_all_again()
        except Error:
            logger.exception("a message could not be obeyed")
            await self.refuse(text, "busy", "not now, try again")

    async def _say_all_again(self) -> None:
        self.sent_me = None
        event = await apart(service.visible_event)(self.slug, self.player)
        if event is not None:
            await self._say_all(event)

    async def refuse(self, text: str | None, code: str, message: str) -> None:
        said = refusals.why(code, message, language_of_scope(self.scope))
        await self._send({"type": "refused", "id": None, "code": code, "message": said})

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
        mine, ranking = await apart(_all_of)(event, self.player)
        if mine is not None:
            await self.show_me(mine)
        if ranking is not None:
            await self._send(ranking)

    async def _send(self, message: dict[str, Any]) -> None:
        await self.send(text_data=json.dumps(message, ensure_ascii=False))

    async def _check(self) -> None:
        """Close the socket of a session that has ended."""
        while True:
            await asyncio.sleep(RECHECK_S)
            try:
                if not await self.still_here():
                    return
            except Error:
                logger.warning("the database does not answer; the socket waits")
            except OSError:
                return  # the line is gone in mid-sentence; `disconnect` follows


def _all_of(event: Event, player: Player | None) -> tuple[service.Me | None, dict[str, Any] | None]:
    """The own state, None for a visitor, and the ranking, which friends have none of."""
    mine = service.me(event, player) if player is not None else None
    return mine, None if event.friends else service.ranking_frame(event)


def _kind_of(text: str) -> str | None:
    """`ping` or `sync`, None for everything else."""
    try:
        frame = json.loads(text)
    except (ValueError, RecursionError):
        return None
    kind = frame.get("type") if isinstance(frame, dict) and len(frame) == 1 else None
    return kind if kind in ("ping", "sync") else None
