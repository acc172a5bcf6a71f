"""Everything the site keeps, gone through against the list of invariants (tournaments.invariants)."""

import logging
import time
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from datetime import timedelta
from typing import Any, Final

from django.db import connection, transaction
from django.db.models import Q
from django.utils import timezone

from games.inspection import logs_of, promises_of
from games.invariants import Violation, of_log
from games.invariants.privacy import check_seeds
from games.models import Hand
from tournaments.books import books_of, room_of
from tournaments.invariants import of_books, of_room
from tournaments.invariants.ledger import Board, check_ranking
from tournaments.invariants.seating import check_exits
from tournaments.models import Event, Inspection, Ranking, Standing
from tournaments.service import lifecycle
from tournaments.service.standings import results_of

logger = logging.getLogger(__name__)

KEPT: Final = 500
"""Violations of one inspection that are stored; all are counted."""
LOOKS_BACK: Final = timedelta(hours=48)
"""Hands that ended longer ago were gone through the nights before; the worker does not read them again."""
KEEP_FOR: Final = timedelta(days=90)


@dataclass(frozen=True, slots=True)
class Report:
    """What was looked at, and what does not hold."""

    hands: int
    events: int
    took_ms: int
    violations: tuple[Violation, ...]

    def to_json(self) -> dict[str, Any]:
        return {**asdict(self), "violations": [asdict(violation) for violation in self.violations]}


def inspect(since: timedelta | None = None, event: str | None = None) -> Report:
    """Go through everything as of one moment: hands (`since`: those not over longer), ledger, seating, draws, rankings.

    `event`: of one event alone. Reads only.
    """
    began = time.monotonic()
    first = not connection.in_atomic_block
    with transaction.atomic():
        if first:
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        hands = _hands(since, event)
        events = list(Event.objects.filter(**({"slug": event} if event else {})).order_by("pk"))
        violations = [*_of_hands(hands), *check_exits(lifecycle.NEXT, lifecycle.OVER), *_of_events(events)]
        count = hands.count()
    return Report(count, len(events), round((time.monotonic() - began) * 1000), tuple(violations))


def inspect_and_keep() -> Inspection:
    """The nightly look: kept for the admin, and said in the log where something does not hold."""
    report = inspect(LOOKS_BACK)
    for violation in report.violations[:KEPT]:
        logger.error("invariant broken: %s", violation)
    Inspection.objects.filter(at__lt=timezone.now() - KEEP_FOR).delete()
    return Inspection.objects.create(
        took_ms=report.took_ms,
        hands=report.hands,
        events=report.events,
        broken=len(report.violations),
        violations=[asdict(violation) for violation in report.violations[:KEPT]],
    )


def _hands(since: timedelta | None, event: str | None) -> Any:
    hands = Hand.objects.select_related("table__heat").order_by("pk")
    if event is not None:
        hands = hands.filter(table__event=event)
    if since is not None:
        hands = hands.filter(Q(ended_at=None) | Q(ended_at__gt=timezone.now() - since))
    return hands


def _of_hands(hands: Any) -> Iterator[Violation]:
    for log in logs_of(hands.iterator(chunk_size=200)):
        yield from of_log(log)
    yield from check_seeds(promises_of(hands.iterator(chunk_size=200)))


def _of_events(events: Iterable[Event]) -> Iterator[Violation]:
    for event in events:
        yield from of_books(books_of(event))
        yield from of_room(room_of(event))
        if Ranking.objects.filter(event=event, final=True).exists():
            shown = Standing.objects.filter(event=event).values_list("entry_id", "position", "rank")
            yield from check_ranking(Board(event.slug, results_of(event), event.min_hands, list(shown)))
