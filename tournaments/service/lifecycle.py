"""An event's life: draft, open, running (paused), finishing, finished; or cancelled. Every step is idempotent."""

import itertools
import secrets
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Final

from django.db import transaction
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _

from accounts.models import Player
from games.models import Table
from games.service import pause_tables, resume_tables, set_gate
from tournaments import broadcast, ledger
from tournaments.models import Entry, Event, Export, OfflineTable
from tournaments.service import audit, lots
from tournaments.service.entrants import NotNow
from tournaments.service.exports import ask_export
from tournaments.service.standings import compute_leaderboard
from tournaments.signals import event_started

State = Event.State
NEXT: Final = {
    State.DRAFT: {State.OPEN, State.CANCELLED},
    State.OPEN: {State.RUNNING, State.CANCELLED},
    State.RUNNING: {State.PAUSED, State.FINISHING, State.CANCELLED},
    State.PAUSED: {State.RUNNING, State.FINISHING, State.CANCELLED},
    State.FINISHING: {State.FINISHED, State.CANCELLED},
    State.FINISHED: set(),
    State.CANCELLED: set(),
}
OVER: Final = (State.FINISHED, State.CANCELLED)
SOON: Final = timedelta(minutes=5)
MOST_MINUTES: Final = 24 * 60
"""What an event may be extended by at once."""


@transaction.atomic
def create_event(name: str, *, slug: str = "", starts_at: datetime | None = None, **fields: Any) -> Event:
    """A draft, checked. `fields` are columns of Event. Raises ValidationError by field."""
    slug = slug or free_slug(name)
    event = Event(name=name, slug=slug, starts_at=starts_at or timezone.now(), **fields)
    save_draft(event)
    return event


def free_slug(name: str) -> str:
    """An address from a name, numbered when taken; a random one where the name has no Latin letters."""
    stem = slugify(name)[:40].strip("-_").replace("_", "-")
    return numbered_slug(stem) if stem else "event-" + secrets.token_hex(4)


@transaction.atomic
def save_draft(event: Event, *, by: Player | None = None) -> None:
    """Store a draft after checking every field, with the accounts its grants come from."""
    event.reentry = event.reentry or event.practice
    event.full_clean()
    event.ends_at = None if event.practice else event.starts_at + event.length
    event.save()
    ledger.open_issuance(event)
    if by is not None:
        audit.note(event, by, "create")


def open_event(slug: str, *, by: Player | None = None, reason: str = "") -> Event:
    """draft → open: people may enter. The start follows when its time has come, or an organiser says so (`by_hand`).

    As all of these: `by` None is the site itself; an organiser gives a reason, or ValidationError is raised.
    """
    return _move(slug, State.OPEN, _plan, "open", by, reason)


def start_event(slug: str, *, by: Player | None = None, reason: str = "") -> Event:
    """open → running: the clock of the event starts now."""
    return _move(slug, State.RUNNING, _start, "start", by, reason)


def pause(slug: str, *, by: Player | None = None, reason: str = "") -> Event:
    """running → paused: nobody is drawn, and all clocks stop: the event's, and those of every hand as it stands."""
    return _move(slug, State.PAUSED, _pause, "pause", by, reason)


def resume(slug: str, *, by: Player | None = None, reason: str = "") -> Event:
    """paused → running: the end moves by as long as the pause was, and every hand has the time it had."""
    return _move(slug, State.RUNNING, _start, "resume", by, reason)


def finish(slug: str, *, by: Player | None = None, reason: str = "") -> Event:
    """The bell: running or paused → finishing, and on to finished once no table plays any more."""
    event = _move(slug, State.FINISHING, _ring, "finish", by, reason)
    return complete(slug) if event.state == State.FINISHING else event


def cancel(slug: str, *, by: Player | None = None, reason: str = "") -> Event:
    """End an event without a ranking; tables close after their running hand."""
    return _move(slug, State.CANCELLED, _ring, "cancel", by, reason)


@transaction.atomic
def extend(slug: str, minutes: int, *, by: Player | None, reason: str, seen_end: datetime | None = None) -> Event:
    """Move the end of a running or paused event. `seen_end`: the end as the organiser saw it.

    Raises NotNow when it has no end, or another one by now: pressed twice, it is extended once. ValidationError.
    """
    reason = audit.require_reason(by, reason)
    event = _locked(slug)
    if event.state not in (State.RUNNING, State.PAUSED) or event.ends_at is None:
        raise NotNow(_("The event is %(state)s.") % {"state": event.get_state_display()})
    if seen_end is not None and seen_end != event.ends_at:
        raise NotNow(_("The end has been moved meanwhile. Look again."))
    if not 1 <= minutes <= MOST_MINUTES:
        raise NotNow(_("From 1 to %(most)d minutes.") % {"most": MOST_MINUTES})
    now = timezone.now()
    event.ends_at = max(event.ends_at, now) + timedelta(minutes=minutes)
    event.save(update_fields=["ends_at"])
    audit.note(event, by, "extend", reason=reason, minutes=minutes, ends_at=event.ends_at)
    if event.state == State.RUNNING:
        _ask_at(event.ends_at, now)
    said = _("The event is longer by %(minutes)d minutes.") % {"minutes": minutes}
    transaction.on_commit(partial(_tell_all, event, said))
    return event


def complete(slug: str) -> Event:
    """finishing → finished, with the final ranking, unless a table still plays, a real one included."""
    with transaction.atomic():
        event = _locked(slug)
        if event.state != State.FINISHING or Table.objects.filter(event=slug, state=Table.State.PLAYING).exists():
            return event
        if OfflineTable.objects.filter(event=event).exclude(state=OfflineTable.State.CLOSED).exists():
            return event
        event.state, event.finished_at = State.FINISHED, timezone.now()
        event.save(update_fields=["state", "finished_at"])
        compute_leaderboard(slug, final=True)
        _note(event, None, "complete")
        for kind in Export.Kind:
            ask_export(event, kind)
        transaction.on_commit(partial(_tell_all, event, _("The event is over; the ranking is final.")))
    return event


def _locked(slug: str) -> Event:
    return Event.objects.select_for_update(no_key=True).get(slug=slug)


@transaction.atomic
def _move(
    slug: str, to: Event.State, change: Callable[[Event, datetime], None], act: str, by: Player | None, reason: str
) -> Event:
    """Lock the event and take it to a state; already there: nothing. Raises NotNow where no arrow leads."""
    reason = audit.require_reason(by, reason)
    event = _locked(slug)
    if event.state == to or (to == State.FINISHING and event.state == State.FINISHED):
        return event
    if to not in NEXT[State(event.state)]:
        raise NotNow(_("The event is %(state)s.") % {"state": event.get_state_display()})
    change(event, timezone.now())
    event.state = to
    event.save()
    _note(event, by, act, reason)
    transaction.on_commit(partial(_tell_all, event, ""))
    return event


def _note(event: Event, by: Player | None, act: str, reason: str = "") -> None:
    """What the clock does to friends' tables, practice rooms and demonstrations is nobody's act."""
    if by is not None or event.kind == Event.Kind.CHAMPIONSHIP:
        audit.note(event, by, act, reason=reason)


def _plan(event: Event, now: datetime) -> None:
    event.ends_at = None if event.practice else max(event.starts_at, now) + event.length
    lots.promise(event)
    if not event.by_hand:
        _ask_at(event.starts_at, now)


def _start(event: Event, now: datetime) -> None:
    if event.state == State.PAUSED:
        if event.ends_at is not None and event.paused_at is not None:
            event.ends_at += now - event.paused_at
        event.paused_at = None
        resume_tables(event.slug)
    else:
        event.starts_at = now
        transaction.on_commit(partial(event_started.send_robust, sender=Event, slug=event.slug), robust=True)
        event.ends_at = None if event.practice else now + event.length
    set_gate(event.slug, Table.Gate.OPEN)
    if event.ends_at is not None:
        _ask_at(event.ends_at, now)


def _ask_at(moment: datetime, now: datetime) -> None:
    """Have what is soon done to the moment; for what is later the sweeps are exact enough."""
    if timedelta() < moment - now < SOON:
        wait = (moment - now) // timedelta(milliseconds=1)
        transaction.on_commit(partial(broadcast.ask, "advance_events", in_ms=wait + 1))


def _pause(event: Event, now: datetime) -> None:
    event.paused_at = now
    pause_tables(event.slug)


def _ring(event: Event, now: datetime) -> None:
    """No draw, no new hand; whoever waits is back in the room. Paused hands go on to their end."""
    if event.state == State.PAUSED:
        resume_tables(event.slug)
    event.next_draw_at, event.paused_at = None, None
    if event.ends_at is None or event.ends_at > now:
        event.ends_at = now
    Entry.objects.filter(event=event, state=Entry.State.WAITING).update(
        state=Entry.State.IDLE, waiting_since=None, draws_waited=0
    )
    set_gate(event.slug, Table.Gate.ENDING)


def numbered_slug(stem: str) -> str:
    """The stem itself, or the first free `stem-2`, `stem-3`, …"""
    taken = set(Event.objects.filter(slug__startswith=stem).values_list("slug", flat=True))
    slugs = itertools.chain([stem], (f"{stem}-{number}" for number in itertools.count(2)))
    return next(slug for slug in slugs if slug not in taken)


def _tell_all(event: Event, text: str) -> None:
    text = text or str(event.get_state_display())
    broadcast.to_event(event.slug, {"type": "notice", "text": text})
    broadcast.to_event_look(event.slug)
