"""How much is going on, for whoever operates the site: figures alone."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from django.db.models import Count

from games import dbclock
from games.models import Hand, Table
from tournaments.models import Entry

OVERDUE_AFTER: Final = timedelta(seconds=2)


@dataclass(frozen=True, slots=True)
class Load:
    """Tables that play, hands at which nothing happened so long after it was due, and who waits, by event."""

    tables: int
    overdue: int
    waiting: Mapping[str, int]


def load() -> Load:
    """Three counts, each by an index."""
    waiting = Entry.objects.filter(state=Entry.State.WAITING).values_list("event__slug").annotate(Count("pk"))
    return Load(
        tables=Table.objects.filter(state=Table.State.PLAYING).count(),
        overdue=Hand.objects.filter(due_at__lt=dbclock.now() - OVERDUE_AFTER).count(),
        waiting=dict(waiting),
    )
