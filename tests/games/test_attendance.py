"""The sockets of a process are looked after together (games.attendance)."""

import asyncio
from typing import Any

import pytest
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.identity import still_living
from games import access, attendance, service, snapshot
from games.engine.clock import TableSettings
from games.engine.rules import rules_for
from games.models import Presence, Seat

pytestmark = pytest.mark.django_db(transaction=True)


def statements(work: Any, *arguments: Any) -> int:
    with CaptureQueriesContext(
        connection,
    ) as caught:
        work(*arguments)
    return len([one for one in caught if not one["sql"].startswith(("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE"))])


def round_of(tables: list[Any]) -> list[int]:
    """How many statements each part of a round takes for the people of these tables."""
    seats = list(Seat.objects.filter(table__in=tables).select_related("player"))
    ids = sorted(table.id for table in tables)
    glances = [snapshot.Glance(seat.table_id, seat.index, -1, []) for seat in seats]
    present = [(seat.table_id, seat.pk, True) for seat in seats]
    attendance.note_presence(present)
    return [
        statements(snapshot.marks_of, ids), statements(snapshot.news_for, glances),
        statements(attendance.note_presence, present),
        statements(access.places_at, [(seat.table_id, seat.player) for seat in seats]),
    ]  # fmt: skip


def test_a_round_asks_as_many_statements_for_many_tables_as_for_one() -> None:
    from accounts.guests import create_guest

    def table() -> Any:
        people = [create_guest().player for _ in range(4)]
        with transaction.atomic():
            return service.open_table(
                people, "cup", "Cup", rules_for("platform"), TableSettings(), [1000] * 4, [1000] * 4
            )

    one = [table()]
    for_one = round_of(one)
    assert round_of([*one, *(table() for _ in range(5))]) == for_one
    assert sum(for_one) < 16


def test_the_sessions_of_many_sockets_are_asked_about_at_once() -> None:
    from accounts.guests import create_guest, create_token, end_all_sessions

    people = [create_guest() for _ in range(4)]
    by_token = [
        {"player": person.player, "credentials": {"token": person.token, "session_key": None}} for person in people
    ]
    by_session = [
        {"player": person.player, "credentials": {"token": None, "session_key": session_of(person.player)}}
        for person in people
    ]
    visitor = {"player": None, "credentials": {"token": None, "session_key": None}}
    scopes = [*by_token, *by_session, visitor]
    assert still_living(scopes) == [True] * 9
    assert statements(still_living, scopes) == 3
    end_all_sessions(people[0].player)
    people[1].player.is_active = False
    people[1].player.save(update_fields=["is_active"])
    create_token(people[2].player)
    assert still_living(scopes) == [True, False, True, True, False, False, True, True, True]


def test_whoever_looks_and_whoever_hides_is_noted_in_one_go(dealt: Any) -> None:
    table = dealt()
    looks, hides, tabs = list(Seat.objects.filter(table=table).order_by("index")[:3])
    shown = [
        (table.id, looks.pk, True),
        (table.id, hides.pk, False),
        (table.id, tabs.pk, False),
        (table.id, tabs.pk, True),
    ]
    attendance.note_presence(shown)
    noted = {row.seat_id: row.looked_at is not None for row in Presence.objects.filter(seat__table=table)}
    assert noted == {looks.pk: True, hides.pk: False, tabs.pk: True}
    attendance.note_presence([(table.id, looks.pk, False)])
    kept = Presence.objects.get(seat=looks)
    assert kept.looked_at is not None
    assert kept.looked_at < kept.seen_at


def session_of(player: Any) -> str:
    browser = Client()
    browser.force_login(player)
    return str(browser.session.session_key)


class Reader:
    """A socket that was shown nothing yet; `reads` says whether what is sent to it ever arrives."""

    hidden = told_outage = False
    seat_id = None

    def __init__(self, table_id: str, seat: int, *, reads: bool) -> None:
        self.table_id, self.seat = table_id, seat
        self.scope: dict[str, Any] = {"player": None}
        self.reads = reads
        self.seen: list[int] = []

    @property
    def glance(self) -> snapshot.Glance:
        return snapshot.Glance(self.table_id, self.seat, self.seen[-1] if self.seen else -1, [])

    async def show_news(self, shown: snapshot.Snapshot) -> None:
        if not self.reads:
            await asyncio.Event().wait()
        self.seen.append(shown.v)

    async def tell_outage(self) -> None: ...
    async def end_session(self) -> None: ...
    async def leave_if_hidden(self) -> None: ...


def test_a_socket_that_never_reads_keeps_nobody_waiting(dealt: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    table = dealt()
    monkeypatch.setattr(attendance, "STEP_S", 0.01)

    async def evening() -> Reader:
        deaf, reader = Reader(table.id, 0, reads=False), Reader(table.id, 1, reads=True)
        ours = attendance.Attendance()
        ours.join(deaf)
        ours.join(reader)
        while not reader.seen:
            await asyncio.sleep(0.01)
        for socket in (deaf, reader):
            ours.part(socket)
        assert ours._task is not None
        await ours._task
        return reader

    reader = asyncio.run(asyncio.wait_for(evening(), 60))
    assert reader.seen[0] == service.store.load(table.hands.get()).v[1]
