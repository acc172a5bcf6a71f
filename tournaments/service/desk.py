"""What an event's desk shows: state and clock, counts, tables, silver; and whether everything still holds.

The live part is asked every two seconds by every organiser who looks: seven queries, whatever the number of tables.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from django.core.cache import cache
from django.db.models import Count, Q
from django.utils import timezone
from redis.exceptions import RedisError

from games.service import TableNow, live_tables
from tournaments import ledger
from tournaments.ledger import Totals
from tournaments.models import Entry, Event
from tournaments.service.workers import worker_is_alive

CHECKED_FOR_S: Final = 20
"""The invariants add up everything that was ever posted in the event: not more often than this for all who look."""


@dataclass(frozen=True, slots=True)
class Counts:
    """People of an event, bots apart. `away`: at a table, without a socket or in 托管."""

    entrants: int
    waiting: int
    playing: int
    away: int
    out: int
    bots: int


@dataclass(frozen=True, slots=True)
class Desk:
    """An event as it stands. `left`: until the end while it runs; while it is paused, what was left.

    `until_start`: None where no clock starts it.
    """

    event: Event
    left: timedelta | None
    until_start: timedelta | None
    counts: Counts
    tables: tuple[TableNow, ...]
    silver: Totals
    worker: bool

    @property
    def stuck(self) -> int:
        return sum(table.stuck for table in self.tables)

    @property
    def balanced(self) -> bool:
        return self.silver.given == self.silver.held


def desk_of(event: Event) -> Desk:
    """Everything the live part shows."""
    now = timezone.now()
    tables = live_tables(event.slug)
    return Desk(
        event=event,
        left=(event.ends_at - (event.paused_at or now))
        if event.ends_at and event.state in ("running", "paused")
        else None,
        until_start=event.starts_at - now if event.state == Event.State.OPEN and not event.by_hand else None,
        counts=_counts(event, tables),
        tables=tuple(sorted(tables, key=lambda table: not table.stuck)),
        silver=ledger.silver_totals(event),
        worker=worker_is_alive(),
    )


def _counts(event: Event, tables: Sequence[TableNow]) -> Counts:
    person = Q(player__is_bot=False)
    row = Entry.objects.filter(event=event).aggregate(
        entrants=Count("pk", filter=person),
        waiting=Count("pk", filter=person & Q(state=Entry.State.WAITING)),
        out=Count("pk", filter=person & Q(state=Entry.State.OUT)),
        bots=Count("pk", filter=~person),
    )
    people = [seat for table in tables for seat in table.seats if seat.state != "bot"]
    return Counts(**row, playing=len(people), away=sum(seat.state != "here" for seat in people))


def findings_of(event: Event) -> list[str]:
    """What does not hold in the event's ledger (tournaments.ledger.differences), read anew every CHECKED_FOR_S."""
    key = f"desk-findings:{event.pk}"
    try:
        known = cache.get(key)
    except RedisError:
        return ledger.differences(event)
    if known is None:
        known = ledger.differences(event)
        cache.set(key, known, CHECKED_FOR_S)
    return known
