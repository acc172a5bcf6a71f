"""After a rehearsal: what must be true, and the figures."""

from collections import Counter
from collections.abc import Iterator
from statistics import median
from typing import Any

from games.engine.record import RecordError, verify
from games.models import Hand, LiveSeat, LoggedAction, Table
from games.recording import record_of
from tournaments import ledger
from tournaments.certificate import CertificateWrong
from tournaments.certificate import verify as verify_draw
from tournaments.models import Draw, Entry, Event, Standing
from tournaments.rehearsal.evening import Happened


def faults(event: Event, happened: Happened) -> Iterator[str]:
    """Every way in which the evening did not end as it must; none when all is well."""
    yield from happened.failures
    yield from (f"ledger: {line}" for line in ledger.differences())
    if event.state != Event.State.FINISHED or not event.ranking.final:
        yield f"the event is {event.state}, its ranking is not final"
    if Table.objects.filter(event=event.slug, state=Table.State.PLAYING).exists():
        yield "a table still plays"
    if LiveSeat.objects.filter(table__event=event.slug).exists():
        yield "somebody still sits at a table"
    if Hand.objects.filter(table__event=event.slug, ended_at=None).exists():
        yield "a hand never ended"
    yield from _lost(event, happened)
    yield from _records(event)
    yield from _draws(event)
    row = Standing.objects.filter(event=event, entry__player=happened.disqualified).first()
    if happened.disqualified and (row is None or row.rank is not None):
        yield "the disqualified player has a rank"
    if happened.voided and Hand.objects.get(pk=happened.voided).voided_at is None:
        yield "the void hand counts"


def _lost(event: Event, happened: Happened) -> Iterator[str]:
    """What a guest was told had happened must be in the log, once."""
    acked = [client_id for guest in happened.guests for client_id in guest.journal.acked]
    logged = LoggedAction.objects.filter(hand__table__event=event.slug, client_id__isnull=False)
    there = Counter(logged.values_list("client_id", flat=True))
    for client_id, times in Counter(acked).items():
        if there[client_id] != 1:
            yield f"action {client_id}, acknowledged {times} times, is {there[client_id]} times in the log"


def _records(event: Event) -> Iterator[str]:
    for hand in Hand.objects.filter(table__event=event.slug).select_related("table").exclude(ended_at=None).iterator():
        try:
            verify(record_of(hand))
        except RecordError as error:
            yield f"record of {hand}: {error}"


def _draws(event: Event) -> Iterator[str]:
    for lot in Draw.objects.filter(event=event).exclude(certificate=None):
        try:
            verify_draw(lot.certificate)
        except CertificateWrong as error:
            yield f"draw {lot.number}: {error}"


def figures(event: Event, happened: Happened, seconds: float) -> dict[str, Any]:
    """What the evening was like. Waits in seconds of event time."""
    journals = [guest.journal for guest in happened.guests]
    waits = sorted(wait for journal in journals for wait in journal.waits) or [0.0]
    hands = Hand.objects.filter(table__event=event.slug).exclude(ended_at=None)
    drawn = [lot.certificate["figures"] for lot in Draw.objects.filter(event=event).exclude(certificate=None)]
    moves = LoggedAction.objects.filter(hand__table__event=event.slug, type="act")
    totals = ledger.silver_totals(event)
    return {
        "event": event.slug,
        "guests": len(journals),
        "entrants": Entry.objects.filter(event=event).count(),
        "left": happened.left,
        "tables": Table.objects.filter(event=event.slug).count(),
        "hands": hands.count(),
        "hands_won": hands.filter(result__kind="win").count(),
        "hands_running_at_the_bell": happened.at_the_bell,
        "moves": moves.count(),
        "moves_by_the_server": moves.filter(auto=True).count(),
        "acknowledged": sum(len(journal.acked) for journal in journals),
        "refused": dict(Counter(code for journal in journals for code in journal.refused)),
        "reconnects": sum(journal.reconnects for journal in journals),
        "wait_median_s": round(median(waits), 1),
        "wait_most_s": round(waits[-1], 1),
        "draws": len(drawn),
        "pairs_met_before": sum(figure["met_before"] for figure in drawn),
        "silver_given": totals.given,
        "silver_held": totals.held,
        "disqualified": happened.disqualified,
        "voided": happened.voided,
        "seconds": round(seconds, 1),
        "moves_a_second": round(moves.count() / seconds, 1) if seconds else 0.0,
    }
