"""The fair play desk: reads finished hands, computes the figures of each pair, keeps what organisers note.

Nothing is automatic: no figure bars, warns or moves anybody. The worker does it in short pieces, each of which leaves the database in
a state from which any worker goes on.
"""

import time
from collections.abc import Collection
from datetime import timedelta
from functools import partial
from typing import Final

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import Player
from games.models import Hand, Seat
from games.witness import facts_of
from tournaments import broadcast, fairplay
from tournaments.fairplay import PairReport
from tournaments.models import Event, FairPlayReport, HandConduct, PairSignal
from tournaments.service.audit import note
from tournaments.service.permits import ORGANISE, NotNow, require
from tournaments.service.related import WEIGHT, related_pairs

PIECE_S: Final = 5.0
"""How long the worker is kept busy in one go."""
LATELY: Final = timedelta(days=7)
NOTE_MOST: Final = 2_000


def ask_fair_play(slug: str, actor: Player | None = None) -> FairPlayReport:
    """Have an event looked at, again if it was before; what organisers noted stays. `actor` None: the site itself."""
    if actor is not None:
        require(actor, ORGANISE)
    with transaction.atomic():
        event = Event.objects.get(slug=slug)
        report, _new = FairPlayReport.objects.get_or_create(event=event)
        report.asked_at, report.pairs_done, report.made_at = timezone.now(), 0, None
        report.save(update_fields=["asked_at", "pairs_done", "made_at"])
        if actor is not None:
            note(event, actor, "look-at-fair-play")
        transaction.on_commit(partial(broadcast.ask, "look_at_fair_play", slug))
    return report


def sweep_fair_play() -> None:
    """Championships that ended lately are looked at by themselves; what was begun is gone on with."""
    lately = timezone.now() - LATELY
    ended = Event.objects.filter(state=Event.State.FINISHED, kind=Event.Kind.CHAMPIONSHIP, finished_at__gt=lately)
    for slug in ended.filter(fair_play=None).values_list("slug", flat=True):
        ask_fair_play(slug)
    for slug in FairPlayReport.objects.filter(made_at=None).values_list("event__slug", flat=True):
        broadcast.ask("look_at_fair_play", slug)


def look_at_fair_play(slug: str) -> bool:
    """One piece of the work; asks for the next. True when the look is complete. Locks: the report, if it is free."""
    with transaction.atomic():
        free = FairPlayReport.objects.select_for_update(skip_locked=True, of=("self",)).select_related("event")
        report = free.filter(event__slug=slug, made_at=None).first()
        if report is None:
            return False
        until = time.monotonic() + PIECE_S
        if _read_hands(report, until):
            _look_at_pairs(report, until)
        report.save()
        if report.made_at is None:
            transaction.on_commit(partial(broadcast.ask, "look_at_fair_play", slug))
    return report.made_at is not None


def note_pair(pair_id: int, actor: Player, state: str, text: str) -> PairSignal:
    """Note what was found about a pair: the state, and words for the other organisers. Raises NotAllowed, NotNow.

    Locks: the pair.
    """
    require(actor, ORGANISE)
    if state not in PairSignal.State.values:
        raise NotNow(_("There is no such state."))
    text = text.strip()[:NOTE_MOST]
    if state == PairSignal.State.CLOSED and not text:
        raise NotNow(_("Say in a note what you found before you close it."))
    with transaction.atomic():
        pair = PairSignal.objects.select_for_update(of=("self",)).get(pk=pair_id)
        pair.state, pair.note, pair.looked_by, pair.looked_at = state, text, actor, timezone.now()
        pair.save(update_fields=["state", "note", "looked_by", "looked_at"])
        note(pair.event, actor, "note-on-pair", target=str(pair), reason=text, pair=pair.pk, state=state)
    return pair


def _read_hands(report: FairPlayReport, until: float) -> bool:
    """Read the facts of finished hands not read yet; whether all are."""
    hands = _finished(report.event)
    report.hands = hands.count()
    read = HandConduct.objects.filter(hand=OuterRef("pk"))
    for hand in hands.exclude(Exists(read)).select_related("table").order_by("ended_at", "pk").iterator(20):
        HandConduct.objects.create(hand=hand.pk, event=report.event, facts=facts_of(hand))
        if time.monotonic() > until:
            break
    report.hands_read = HandConduct.objects.filter(event=report.event, hand__in=hands.values("pk")).count()
    return report.hands_read >= report.hands


def _finished(event: Event) -> QuerySet[Hand]:
    return Hand.objects.open_to_all().filter(table__event=event.slug, voided_at=None)


def _look_at_pairs(report: FairPlayReport, until: float) -> None:
    """The figures of some more pairs; the look is complete after the last."""
    event = report.event
    kept = HandConduct.objects.filter(event=event, hand__in=_finished(event).values("pk")).order_by("pk")
    everything = fairplay.gathered(fairplay.read_facts(row.facts) for row in kept.iterator())
    bots = Seat.objects.filter(table__event=event.slug, is_bot=True).values_list("player_id", flat=True)
    pairs = fairplay.met(everything, set(bots))
    report.pairs, done = len(pairs), []
    for one, other in pairs[report.pairs_done :]:
        done.append(fairplay.report(everything, one, other, event.silver, len(pairs)))
        if time.monotonic() > until:
            break
    _keep(event, done)
    report.pairs_done += len(done)
    if report.pairs_done >= report.pairs:
        report.made_at = timezone.now()


def _keep(event: Event, done: Collection[PairReport]) -> None:
    """Store the figures; what organisers noted stays."""
    related = related_pairs(event, {player for pair in done for player in (pair.one, pair.other)})
    rows = [_row(event, pair, related.get((pair.one, pair.other), "")) for pair in done]
    PairSignal.objects.bulk_create(
        rows,
        update_conflicts=True,
        unique_fields=["event", "one", "other"],
        update_fields=["hands", "p", "evidence", "stands_out", "related", "figures"],
    )


def _row(event: Event, pair: PairReport, related: str) -> PairSignal:
    return PairSignal(
        event=event, one_id=pair.one, other_id=pair.other, hands=pair.hands, p=pair.p, stands_out=pair.stands_out,
        evidence=round(pair.evidence + WEIGHT[related], 2), related=related,
        figures=[figure.to_json() for figure in pair.figures],
    )  # fmt: skip
