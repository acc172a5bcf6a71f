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

from games.models import Table
from games.service import set_gate
from tournaments import broadcast, ledger
from tournaments.models import Entry, Event
from tournaments.service import lots
from tournaments.service.entrants import NotNow
from tournaments.service.standings import compute_leaderboard

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


def save_draft(event: Event) -> None:
    """Store a draft after checking every field, with the accounts its grants come from."""
    event.reentry = event.reentry or event.practice
    event.full_clean()
    event.ends_at = None if event.practice else event.starts_at + event.length
    event.save()
    ledger.open_issuance(event)


def open_event(slug: str) -> Event:
    """draft → open: people may enter. The start follows when its time has come."""
    return _move(slug, State.OPEN, _plan)


def start_event(slug: str) -> Event:
    """open → running: the clock of the event starts now."""
    return _move(slug, State.RUNNING, _start)


def pause(slug: str) -> Event:
    """running → paused: nobody is drawn, no new hand starts, running hands are played out."""
    return _move(slug, State.PAUSED, _pause)


def resume(slug: str) -> Event:
    """paused → running: the end moves by as long as the pause was."""
    return _move(slug, State.RUNNING, _start)


def finish(slug: str) -> Event:
    """The bell: running or paused → finishing, and on to finished once no table plays any more."""
    event = _move(slug, State.FINISHING, _ring)
    return complete(slug) if event.state == State.FINISHING else event


def cancel(slug: str) -> Event:
    """End an event without a ranking; tables close after their running hand."""
    return _move(slug, State.CANCELLED, _ring)


def complete(slug: str) -> Event:
    """finishing → finished, with the final ranking, unless a table still plays."""
    with transaction.atomic():
        event = _locked(slug)
        if event.state != State.FINISHING or Table.objects.filter(event=slug, state=Table.State.PLAYING).exists():
            return event
        event.state, event.finished_at = State.FINISHED, timezone.now()
        event.save(update_fields=["state", "finished_at"])
        compute_leaderboard(slug, final=True)
        transaction.on_commit(partial(_tell_all, event, _("The event is over; the ranking is final.")))
    return event


def _locked(slug: str) -> Event:
    return Event.objects.select_for_update(no_key=True).get(slug=slug)


@transaction.atomic
def _move(slug: str, to: Event.State, change: Callable[[Event, datetime], None]) -> Event:
    """Lock the event and take it to a state; already there: nothing. Raises NotNow where no arrow leads."""
    event = _locked(slug)
    if event.state == to or (to == State.FINISHING and event.state == State.FINISHED):
        return event
    if to not in NEXT[State(event.state)]:
        raise NotNow(_("The event is %(state)s.") % {"state": event.get_state_display()})
    change(event, timezone.now())
    event.state = to
    event.save()
    transaction.on_commit(partial(_tell_all, event, ""))
    return event


def _plan(event: Event, now: datetime) -> None:
    event.ends_at = None if event.practice else max(event.starts_at, now) + event.length
    lots.promise(event)
    _ask_at(event.starts_at, now)


def _start(event: Event, now: datetime) -> None:
    if event.state == State.PAUSED:
        if event.ends_at is not None and event.paused_at is not None:
            event.ends_at += now - event.paused_at
        event.paused_at = None
    else:
        event.starts_at = now
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
    set_gate(event.slug, Table.Gate.HELD)


def _ring(event: Event, now: datetime) -> None:
    """No draw, no new hand; whoever waits is back in the room."""
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
