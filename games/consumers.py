"""The table's socket: parse, call the service, relay. No rules here, and no secret is handled here.

A seat's frames come from its group, already redacted. A slow poll heals lost pushes; watchers only have the poll,
and what they read is as late as the event says.
"""

import logging
import time
from collections.abc import Awaitable, Callable
from typing import Any

from django.db import Error

from accounts.identity import player_of_scope
from accounts.language import language_of_scope
from accounts.measures import ACTION_SECONDS
from accounts.socket import CLOSE_NOT_FOUND, CLOSE_TRY_AGAIN, CheckedSocket
from accounts.together import apart
from games import access, attendance, broadcast, frames, lane, lifesign, refusals, service, snapshot
from games.engine.play import WINDOWS
from games.faults import faultpoint
from games.service import Refused
from games.signals import out_of_sight

logger = logging.getLogger(__name__)


class TableConsumer(CheckedSocket):
    """One socket of one viewer at one table. `seat` is None for a watcher."""

    kind = "table"
    group: str | None = None

    async def connect(self) -> None:
        self.table_id: str = self.scope["url_route"]["kwargs"]["table_id"]
        self.player = await player_of_scope(self.scope)
        self.sent_v = -1
        self.sent_present: list[str] = []
        self.hidden, self.told_outage = False, False
        self.language = language_of_scope(self.scope)
        await self.accept()
        await self.bind()
        try:
            await self._take_place()
        except Error:
            logger.warning("the database does not answer; a socket is put off")
            await self.close(CLOSE_TRY_AGAIN)

    async def _take_place(self) -> None:
        place = await attendance.place_of(self.table_id, self.player)
        if place is None:
            await self.close(CLOSE_NOT_FOUND)
            return
        self.seat, self.seat_id = place.seat, place.seat_id
        if self.seat is not None:
            self.group = broadcast.group_of(self.table_id, self.seat)
            await self.channel_layer.group_add(self.group, self.channel_name)
        shown = await attendance.first_view(self)
        if shown is not None and shown.v >= self.sent_v:
            await self._send_view(shown)
        attendance.ours().join(self)

    async def leave(self) -> None:
        attendance.ours().part(self)
        if self.group is not None:
            await self.channel_layer.group_discard(self.group, self.channel_name)

    # --- from the client ---------------------------------------------------------------------------------------

    async def hear(self, text: str) -> None:
        try:
            frame = frames.read_frame(text)
        except frames.MalformedFrame as error:
            await self.refuse_malformed(text, str(error))
            return
        if isinstance(frame, frames.Ping):
            await self.send_json({"type": "pong", "v": max(0, self.sent_v)})
            return
        try:
            if lifesign.own.is_lost:
                await self.tell_outage()
                await self.refuse(text, "busy", "not now, try again")
            elif isinstance(frame, frames.Act) or await self.still_here():
                await self._obey(frame)
        except Error:
            logger.exception("a message could not be obeyed")
            await self.refuse(text, "busy", "not now, try again")

    async def _obey(self, frame: frames.Frame) -> None:
        match frame:
            case frames.Sync():
                await self._show()
            case frames.Hidden():
                await self._hide(frame.on)
            case frames.Seed():
                await self._say(None, service.take_seed, frame.hand, frame.client_seed)
            case frames.Phrase() | frames.Call() | frames.Report():
                await self._speak(frame)
            case _:
                await self._move(frame)

    async def _move(self, frame: frames.Act | frames.Think | frames.Auto | frames.Wish) -> None:
        """What the seat does, or leaves to the server."""
        match frame:
            case frames.Act():
                await self._answer(frame.id, lambda player_id: self._act(player_id, frame))
            case frames.Think():
                await self._say(frame.id, service.think, frame.id, frame.decision)
            case frames.Auto():
                await self._say(frame.id, service.set_auto, frame.id, frame.on)
            case frames.Wish():
                await self._say(frame.id, service.wish, frame.id, frame.wishes)

    async def _speak(self, frame: frames.Phrase | frames.Call | frames.Report) -> None:
        """What the seat says to the others, or to the referee."""
        match frame:
            case frames.Phrase():
                await self._say(frame.id, service.say_phrase, frame.id, frame.phrase)
            case frames.Call():
                await self._say(frame.id, service.call_referee, frame.id, frame.text)
            case frames.Report():
                await self._say(frame.id, service.report_seat, frame.seat, frame.kind, frame.text)

    async def _hide(self, on: bool) -> None:
        """The page behind this socket has gone out of sight, or is back."""
        changed, self.hidden = on != self.hidden, on
        if not changed or self.seat_id is None or self.player is None:
            return
        await apart(attendance.note_presence)([(self.table_id, self.seat_id, not on)])
        if on:
            told = {"table_id": self.table_id, "player_id": self.player.pk}
            await apart(out_of_sight.send_robust)(sender=type(self), **told)

    async def _act(self, player_id: str, frame: frames.Act) -> int:
        """An answer goes together with those of other tables, which also ask whether the session lives."""
        said = lane.Act(self.table_id, player_id, frame.id, frame.decision, frame.action)
        return await lane.say(said, self.scope)

    async def _say(self, client_id: str | None, write: Callable[..., int], *arguments: Any) -> None:
        await self._answer(client_id, lambda player_id: apart(write)(self.table_id, player_id, *arguments))

    async def _answer(self, client_id: str | None, write: Callable[[str], Awaitable[int]]) -> None:
        """Have something written in the name of this seat's player, and say what has become of it."""
        if self.seat is None or self.player is None:
            await self._refuse(client_id, "illegal", "watchers cannot act")
            return
        faultpoint("received")
        began = time.perf_counter()
        try:
            v = await write(self.player.id)
        except lane.SessionOver:
            await self.end_session()
        except Refused as refused:
            await self._refuse(client_id, refused.code, refused.message)
            if refused.code == "stale":
                await self._show()
        else:
            faultpoint("before ack")
            await self.send_json({"type": "ack", "id": client_id, "v": v})
            ACTION_SECONDS.observe(time.perf_counter() - began)

    # --- to the client -----------------------------------------------------------------------------------------

    async def frame(self, message: dict[str, Any]) -> None:
        """A push from the group: relayed untouched unless something newer was shown already."""
        if message["v"] >= self.sent_v:
            self.sent_v, self.sent_present = message["v"], message["present"]
            await self.send(text_data=message["text"])

    async def aside(self, message: dict[str, Any]) -> None:
        """Something beside the views, relayed untouched."""
        await self.send(text_data=message["text"])

    async def send_json(self, message: dict[str, Any]) -> None:
        await self.send(text_data=broadcast.dump(message))

    async def _show(self) -> None:
        """Send the current view, read afresh."""
        try:
            shown = await attendance.view_now(self)
        except Error:
            logger.exception("a view could not be read")
            return
        if shown is not None and shown.v >= self.sent_v:
            await self._send_view(shown)

    async def _send_view(self, shown: snapshot.Snapshot) -> None:
        self.sent_v, self.sent_present = shown.v, shown.view["present"]
        await self.send(text_data=shown.text)

    # --- looked after (games.attendance) -----------------------------------------------------------------------

    @property
    def glance(self) -> snapshot.Glance:
        """What this seat was shown last."""
        assert self.seat is not None
        return snapshot.Glance(self.table_id, self.seat, self.sent_v, self.sent_present)

    async def show_news(self, shown: snapshot.Snapshot) -> None:
        """Send a view unless a push has been quicker."""
        presence_moved = shown.view["present"] != self.sent_present and shown.view["phase"] not in WINDOWS
        if shown.v > self.sent_v or (presence_moved and shown.v == self.sent_v):
            await self._send_view(shown)

    async def tell_outage(self) -> None:
        """Say that the database does not answer, or that it does again, with what is now."""
        lost = lifesign.own.is_lost
        if lost != self.told_outage:
            self.told_outage = lost
            await self.send_json({"type": "outage", "on": lost})
            if not lost:
                await self._show()

    async def leave_if_hidden(self) -> None:
        """An event entered meanwhile hides its tables."""
        if await apart(access.place_at)(self.table_id, self.player) is None:
            await self.close(CLOSE_NOT_FOUND)

    # --- refusing ----------------------------------------------------------------------------------------------

    async def refuse(self, text: str | None, code: str, message: str) -> None:
        await self._refuse(frames.id_in(text) if text else None, code, message)

    async def _refuse(self, client_id: str | None, code: str, message: str) -> None:
        said = refusals.why(code, message, self.language)
        await self.send_json({"type": "refused", "id": client_id, "code": code, "message": said})
