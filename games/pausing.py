"""Stopping the clocks of all of an event's tables at once, and letting them go on with exactly the time they had.

However many tables there are, it is the same few queries, and all stop in the same moment of the database's clock.
"""

from collections import defaultdict
from typing import Final, Literal

from django.db import transaction

from games import dbclock, store
from games.engine.play import Entry
from games.models import Hand, Seat, Table
from games.moves import AtTable, write_all

WHY: Final = "event"


@transaction.atomic
def pause_tables(event: str) -> int:
    """Have every table of an event stand still in the event's name; returns how many did not before.

    Until `resume_tables` nothing is due at them and no decision is taken. Locks the tables' hands in the order of the
    tables' ids, and holds them to the end of the transaction.
    """
    return _say_to_all(event, "halt", {"why": WHY, "text": ""}, held=False)


@transaction.atomic
def resume_tables(event: str) -> int:
    """Mirror of `pause_tables`; a table that stands still for a reason of its own goes on doing so."""
    return _say_to_all(event, "resume", {"why": WHY}, held=True)


def _say_to_all(event: str, entry: Literal["halt", "resume"], payload: dict[str, str], *, held: bool) -> int:
    """Write the entry at each table that the event holds already (`held`), or that it does not."""
    at_tables = _locked(event)
    plays = store.load_all([at_table.hand for at_table in at_tables])
    changes = [
        (at_table, play, Entry(None, entry, payload, at_table.at_ms))
        for at_table in at_tables
        if (WHY in dict((play := plays[at_table.hand.id]).desk.halts)) is held
    ]
    if changes:
        write_all(changes)
    return len(changes)


def _locked(event: str) -> list[AtTable]:
    """Every playing table of an event, its hand locked; only then the clock is looked at."""
    while (hands := _lock_once(event)) is None:
        pass
    seats: defaultdict[str, list[Seat]] = defaultdict(list)
    for seat in Seat.objects.filter(table__in=[hand.table_id for hand in hands]).order_by("index"):
        seats[seat.table_id].append(seat)
    now = dbclock.now()
    return [AtTable(hand, seats[hand.table_id], now) for hand in hands]


@transaction.atomic
def _lock_once(event: str) -> list[Hand] | None:
    """The unfinished hands, locked in the order of their tables; None, and nothing locked, when a table went on to its
    next hand while the lock of the last one was waited for: locked later, it would be out of that order."""
    playing = Table.objects.filter(event=event, state=Table.State.PLAYING)
    unfinished = Hand.objects.exclude(state=Hand.State.DONE).select_related("table__heat")
    hands = list(unfinished.select_for_update(of=("self",)).filter(table__in=playing).order_by("table_id"))
    if playing.exclude(id__in=[hand.table_id for hand in hands]).exists():
        transaction.set_rollback(True)
        return None
    return hands
