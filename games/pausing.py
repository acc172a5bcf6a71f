"""Stopping the clocks of all of an event's tables at once, and letting them go on with exactly the time they had."""

from collections.abc import Callable

from django.db import transaction

from games.models import Table
from games.referee import pause_table, resume_table
from games.refusal import Refused


@transaction.atomic
def pause_tables(event: str) -> int:
    """Have every table of an event stand still in the event's name; returns how many did not before.

    Until `resume_tables` nothing is due at them and no decision is taken. Locks the tables' hands in the order of the
    tables' ids, and holds them to the end of the transaction.
    """
    return sum(_unless_closed(pause_table, table_id) for table_id in _playing(event))


@transaction.atomic
def resume_tables(event: str) -> int:
    """Mirror of `pause_tables`; a table that stands still for a reason of its own goes on doing so."""
    return sum(_unless_closed(resume_table, table_id) for table_id in _playing(event))


def _playing(event: str) -> list[str]:
    tables = Table.objects.filter(event=event, state=Table.State.PLAYING)
    return list(tables.order_by("id").values_list("id", flat=True))


def _unless_closed(change: Callable[[str, str], bool], table_id: str) -> bool:
    try:
        return change(table_id, "event")
    except Refused:
        return False  # its last hand ended while its lock was waited for
