"""Stopping the clocks of all of an event's tables at once, and letting them go on with exactly the time they had; and
giving back, to all tables there are, the time in which nobody could have played.

However many tables there are, it is the same few queries, and all stop in the same moment of the database's clock.
"""

from datetime import datetime, timedelta
from typing import Final, Literal

from django.db import transaction
from django.db.models import QuerySet

from games import store
from games.engine.play import Entry
from games.models import Hand, Table
from games.moves import AtTable, at_tables, write_all

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


@transaction.atomic
def give_back(since: datetime, now: datetime) -> int:
    """Give every unfinished hand back what it lost between two moments; returns how many had begun by then.

    Locks as `pause_tables` does, all tables of the site.
    """
    locked = _locked(Table.objects.all())
    plays = store.load_all([at_table.hand for at_table in locked])
    changes = []
    for at_table in locked:
        lost = now - max(since, at_table.hand.started_at)
        if lost > timedelta(0):
            entry = Entry(None, "grace", {"ms": lost // timedelta(milliseconds=1)}, at_table.at_ms)
            changes.append((at_table, store.judge(at_table.hand, plays[at_table.hand.id], entry)))
    if changes:
        write_all(changes)
    return len(changes)


def _say_to_all(event: str, entry: Literal["halt", "resume"], payload: dict[str, str], *, held: bool) -> int:
    """Write the entry at each table that the event holds already (`held`), or that it does not."""
    locked = _locked(Table.objects.filter(event=event))
    plays = store.load_all([at_table.hand for at_table in locked])
    changes = [
        (at_table, store.judge(at_table.hand, play, Entry(None, entry, payload, at_table.at_ms)))
        for at_table in locked
        if (WHY in dict((play := plays[at_table.hand.id]).desk.halts)) is held
    ]
    if changes:
        write_all(changes)
    return len(changes)


def _locked(tables: QuerySet[Table]) -> list[AtTable]:
    """Those of the tables that are playing, their hands locked; only then the clock is looked at."""
    playing = tables.filter(state=Table.State.PLAYING)
    while (hands := _lock_once(playing)) is None:
        pass
    return at_tables(hands)


@transaction.atomic
def _lock_once(playing: QuerySet[Table]) -> list[Hand] | None:
    """The unfinished hands, locked in the order of their tables; None, and nothing locked, when a table went on to its
    next hand while the lock of the last one was waited for: locked later, it would be out of that order."""
    unfinished = Hand.objects.exclude(state=Hand.State.DONE).select_related("table__heat")
    hands = list(unfinished.select_for_update(of=("self",)).filter(table__in=playing).order_by("table_id"))
    if playing.exclude(id__in=[hand.table_id for hand in hands]).exists():
        transaction.set_rollback(True)
        return None
    return hands
