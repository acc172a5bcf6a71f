"""All table sockets of one web process, looked after together: a few statements a round, however many sockets there are.

Each second seats are shown what a push may have lost, every other second their presence is noted, every ten seconds it
is asked whether they may stay. Watchers are not pushed to: what they see, they see from here, twice a second.
"""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Callable, Coroutine, Iterable, Mapping, Sequence
from typing import Any, Final, Protocol

from django.db import Error

from accounts.errands import Errands
from accounts.identity import still_living
from accounts.models import Player
from accounts.together import Together, apart, few_at_a_time, shared
from games import access, dbclock, lifesign, presence, service, snapshot, store

logger = logging.getLogger(__name__)

STEP_S: Final = 0.5
"""The length of a round, in which watchers are served."""
HEAL_EVERY: Final = 2
PRESENCE_EVERY: Final = round(presence.REPORT_EVERY_S / STEP_S)
RECHECK_EVERY: Final = 20
"""In rounds."""


class Socket(Protocol):
    """What is looked after: games.consumers.TableConsumer."""

    scope: dict[str, Any]
    table_id: str
    seat: int | None
    seat_id: int | None
    hidden: bool
    told_outage: bool

    @property
    def glance(self) -> snapshot.Glance: ...
    async def show_news(self, shown: snapshot.Snapshot) -> None: ...
    async def tell_outage(self) -> None: ...
    async def end_session(self) -> None: ...
    async def leave_if_hidden(self) -> None: ...


def ours() -> "Attendance":
    """Who looks after the sockets of this process."""
    return shared("attendance", Attendance)


class Attendance:
    """The sockets that have taken their places. It works while there are any."""

    def __init__(self) -> None:
        self._sockets: dict[Socket, None] = {}
        self._errands = Errands()
        self._marks: dict[str, snapshot.Mark] = {}
        self._task: asyncio.Task[None] | None = None

    def join(self, socket: Socket) -> None:
        self._sockets[socket] = None
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._go_round())

    def part(self, socket: Socket) -> None:
        self._sockets.pop(socket, None)
        self._errands.recall(socket)

    async def _go_round(self) -> None:
        number = 0
        while self._sockets:
            await asyncio.sleep(STEP_S)
            number += 1
            try:
                if not await self._is_cut_off():
                    await self._look_after(number)
            except Error:
                logger.warning("the database does not answer; the sockets wait")
            except Exception:
                # One fault must not leave every socket of the process alone.
                logger.exception("a round of the sockets failed")
        self._marks.clear()

    async def _is_cut_off(self) -> bool:
        """Whether the database does not answer; each socket says so when that begins and when it is over."""
        lost = lifesign.own.is_lost
        async for socket in few_at_a_time(self._those(lambda socket: socket.told_outage != lost)):
            self._have(socket, socket.tell_outage)
        return lost

    async def _look_after(self, number: int) -> None:
        seated = self._those(lambda socket: socket.seat is not None)
        if number % RECHECK_EVERY == 0:
            await self._recheck(list(self._sockets))
        if number % PRESENCE_EVERY == 0:
            await apart(note_presence)(
                [
                    (socket.table_id, socket.seat_id, not socket.hidden)
                    for socket in seated
                    if socket.seat_id is not None
                ]
            )
        if number % HEAL_EVERY == 0:
            await self._heal(seated)
        await self._serve_watchers(self._those(lambda socket: socket.seat is None))

    async def _recheck(self, sockets: Sequence[Socket]) -> None:
        """Whose session has ended goes; a watcher also who may not watch any more."""
        alive = await apart(still_living)([socket.scope for socket in sockets])
        async for socket, lives in few_at_a_time(zip(sockets, alive, strict=True)):
            if not lives:
                self._have(socket, socket.end_session)
            elif socket.seat is None:
                self._have(socket, socket.leave_if_hidden)

    async def _heal(self, sockets: Sequence[Socket]) -> None:
        """Send what is new. That another seat has answered in a window is nothing new: no frame may tell of it."""
        tables = sorted({socket.table_id for socket in sockets})
        marks = await apart(snapshot.marks_of)(tables)
        moved = [socket for socket in sockets if marks.get(socket.table_id) != self._marks.get(socket.table_id)]
        shown = await apart(_news_for)(moved, marks) if moved else []
        async for socket, news in few_at_a_time(zip(moved, shown, strict=True)):
            if news is not None and not self._have(socket, socket.show_news, news):
                marks.pop(socket.table_id, None)  # still busy with an earlier one: looked at again
        self._marks = marks

    async def _serve_watchers(self, sockets: Iterable[Socket]) -> None:
        """All watchers of a table see the same."""
        by_table: defaultdict[str, list[Socket]] = defaultdict(list)
        for socket in sockets:
            by_table[socket.table_id].append(socket)
        for table_id, watching in by_table.items():
            shown = await apart(snapshot.for_watcher)(table_id)
            async for socket in few_at_a_time(watching if shown is not None else ()):
                self._have(socket, socket.show_news, shown)

    def _those(self, which: Callable[[Socket], bool]) -> list[Socket]:
        return [socket for socket in self._sockets if which(socket)]

    def _have(self, socket: Socket, do: Callable[..., Coroutine[Any, Any, None]], *arguments: Any) -> bool:
        """Have a socket do something; false when it is gone, or still busy."""
        return socket in self._sockets and self._errands.send(socket, do, *arguments)


async def place_of(table_id: str, player: Player | None) -> access.Place | None:
    """`access.place_at`, together with whoever else arrives."""
    return await shared("places", lambda: Together(access.places_at)).ask((table_id, player))


async def first_view(socket: Socket) -> snapshot.Snapshot | None:
    """What a socket that has taken its place sees; a seat counts as there from now on."""
    return await shared("first views", lambda: Together(_first_views)).ask(socket)


def _first_views(sockets: Sequence[Socket]) -> list[snapshot.Snapshot | None]:
    seated = [socket for socket in sockets if socket.seat is not None]
    note_presence([(socket.table_id, socket.seat_id or 0, not socket.hidden) for socket in seated])
    return snapshot.shown_to([(socket.table_id, socket.seat) for socket in sockets])


def _news_for(sockets: Sequence[Socket], marks: Mapping[str, snapshot.Mark]) -> list[snapshot.Snapshot | None]:
    """What each socket's seat sees now, None where it has seen it."""
    store.follow({mark.hand_id: mark.seq for mark in marks.values()})
    late = [socket for socket in sockets if snapshot.may_be_news(socket.glance, marks.get(socket.table_id))]
    news = dict(zip(late, snapshot.news_for([socket.glance for socket in late]), strict=True)) if late else {}
    return [news.get(socket) for socket in sockets]


async def view_now(socket: Socket) -> snapshot.Snapshot | None:
    """What a socket sees now, read together with what others ask for."""
    viewer = (socket.table_id, socket.seat)
    return await shared("views", lambda: Together(snapshot.shown_to)).ask(viewer)


def note_presence(present: Sequence[tuple[str, int, bool]]) -> None:
    """Of each socket: its table, its seat's id, whether its page is in sight. Blocking."""
    looking: defaultdict[int, bool] = defaultdict(bool)
    for _table_id, seat_id, looks in present:
        looking[seat_id] |= looks
    presence.note(looking, dbclock.now())
    service.refresh_presences(sorted({table_id for table_id, _seat_id, _looks in present}))
