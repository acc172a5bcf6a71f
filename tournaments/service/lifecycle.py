"""An event's life: draft, open, running (paused), finishing, finished; or cancelled. Every step is idempotent."""

import itertools
import logging
import secrets
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Final

from django.db import IntegrityError, transaction
from django.db.models import Count, Q, QuerySet
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _

from accounts.models import Player
from games.models import Table
from games.service import set_gate
from tournaments import broadcast, ledger
from tournaments.models import HOUR_MS, Entry, Event
from tournaments.service.entrants import NotNow
from tournaments.service.standings import compute_leaderboard

logger = logging.getLogger(__name__)

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
FINISHED_SHOWN: Final = 12


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
    return _free_slug(stem) if stem else "event-" + secrets.token_hex(4)


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


def advance_events() -> None:
    """Do what time asks for: open events start, running ones end, finished tables complete them, series go on."""
    now = timezone.now()
    _each(Event.objects.filter(state=State.OPEN, starts_at__lte=now), start_event)
    _each(Event.objects.filter(state__in=[State.RUNNING], ends_at__lte=now, series=""), finish)
    _each(Event.objects.filter(state=State.FINISHING), complete)
    for event in Event.objects.filter(state=State.RUNNING, ends_at__lte=now).exclude(series=""):
        _next_of_series(event)
    _each_series_goes_on()


def open_practice_and_demo() -> None:
    """The practice room and the running demonstration, made if they are not there."""
    if not Event.objects.filter(kind=Event.Kind.PRACTICE).exclude(state__in=OVER).exists():
        _begin(name="练习房", slug=_free_slug("practice"), kind=Event.Kind.PRACTICE, series="practice",
               min_hands=1, **QUICK)  # fmt: skip
    if not Event.objects.filter(series="demo").exclude(state__in=[*OVER, State.FINISHING]).exists():
        _begin(name="演示争霸赛", slug=_free_slug("demo"), kind=Event.Kind.DEMO, series="demo",
               length_ms=HOUR_MS, **QUICK)  # fmt: skip


QUICK: Final = {"draw_every_ms": 4_000, "bot_after_ms": 5_000, "spectator_delay_ms": 30_000}
"""Practice and demonstrations: one does not wait long."""


def visible_events(viewer: Player | None) -> list[Event]:
    """What the zone lists: everything going on, the newest finished ones; drafts for organisers only."""
    events = Event.objects.all() if viewer is not None and viewer.is_staff else Event.objects.exclude(state=State.DRAFT)
    going_on = list(events.exclude(state__in=OVER).order_by("starts_at", "pk"))
    over = events.filter(state=State.FINISHED).order_by("-finished_at", "-pk")[:FINISHED_SHOWN]
    return [*going_on, *over]


def visible_event(slug: str, viewer: Player | None) -> Event | None:
    """The event, None when it does not exist for this viewer."""
    event = Event.objects.filter(slug=slug).first()
    hidden = event is not None and event.state == State.DRAFT and not (viewer is not None and viewer.is_staff)
    return None if hidden else event


def events_json(viewer: Player | None) -> list[dict[str, Any]]:
    """`GET /api/events` for this viewer."""
    events = visible_events(viewer)
    counts = counts_of(events)
    return [event_json(event, counts) for event in events]


def event_json(event: Event, counts: dict[int, tuple[int, int, int]] | None = None) -> dict[str, Any]:
    """An event as `GET /api/events` lists it. `counts` as from `counts_of`, to save a query each."""
    now = timezone.now()
    entrants, playing, waiting = (counts_of([event]) if counts is None else counts).get(event.pk, (0, 0, 0))
    return {
        "slug": event.slug,
        "name": event.name,
        "state": event.state,
        "rules": event.rules,
        "starts_in_ms": _ms_until(event.starts_at, now),
        "ends_in_ms": None if event.ends_at is None else _ms_until(event.ends_at, now),
        "entrants": entrants,
        "playing": playing,
        "waiting": waiting,
    }


def counts_of(events: Iterable[Event]) -> dict[int, tuple[int, int, int]]:
    """Entrants, playing, waiting by event id: people, or the bots where there are only bots."""
    people, bots = Q(player__is_bot=False), Q(player__is_bot=True)
    seated, waiting = Q(state=Entry.State.SEATED), Q(state=Entry.State.WAITING)
    rows = (
        Entry.objects.filter(event__in=list(events))
        .values("event")
        .annotate(
            people=Count("pk", filter=people),
            playing=Count("pk", filter=people & seated),
            in_line=Count("pk", filter=people & waiting),
            bots=Count("pk", filter=bots),
            bots_playing=Count("pk", filter=bots & seated),
        )
    )
    return {
        row["event"]: (row["people"], row["playing"], row["in_line"])
        if row["people"]
        else (row["bots"], row["bots_playing"], 0)
        for row in rows
    }


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
    wait = max(0, (event.starts_at - now) // timedelta(milliseconds=1))
    if 0 < wait < HOUR_MS:
        transaction.on_commit(partial(broadcast.ask, "advance_events", in_ms=wait))


def _start(event: Event, now: datetime) -> None:
    if event.state == State.PAUSED:
        if event.ends_at is not None and event.paused_at is not None:
            event.ends_at += now - event.paused_at
        event.paused_at = None
    else:
        event.starts_at = now
        event.ends_at = None if event.practice else now + event.length
    set_gate(event.slug, Table.Gate.OPEN)
    if event.ends_at is not None and (wait := event.ends_at - now) < timedelta(hours=1):
        left = wait // timedelta(milliseconds=1)
        transaction.on_commit(partial(broadcast.ask, "advance_events", in_ms=max(0, left)))


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


def _begin(**fields: Any) -> None:
    """Create, open and start an event of a series, unless another process was faster."""
    try:
        with transaction.atomic():
            slug = create_event(**fields).slug
            open_event(slug)
            start_event(slug)
    except IntegrityError:
        logger.info("the %s series goes on already", fields.get("series"))


def _next_of_series(event: Event) -> None:
    """A demonstration nobody entered goes on; another ends."""
    if Entry.objects.filter(event=event).exists():
        finish(event.slug)
    else:
        Event.objects.filter(pk=event.pk, state=State.RUNNING).update(ends_at=timezone.now() + event.length)


def _each_series_goes_on() -> None:
    if Event.objects.exclude(series="").exists():
        open_practice_and_demo()


def _free_slug(stem: str) -> str:
    taken = set(Event.objects.filter(slug__startswith=stem).values_list("slug", flat=True))
    slugs = itertools.chain([stem], (f"{stem}-{number}" for number in itertools.count(2)))
    return next(slug for slug in slugs if slug not in taken)


def _each(events: QuerySet[Event], step: Callable[[str], Event]) -> None:
    for slug in events.values_list("slug", flat=True):
        try:
            step(slug)
        except NotNow as error:
            logger.info("%s: %s", slug, error)
        except Exception:
            logger.exception("%s could not go on; the others do", slug)


def _tell_all(event: Event, text: str) -> None:
    text = text or str(event.get_state_display())
    broadcast.to_event(event.slug, {"type": "notice", "text": text})
    broadcast.to_event_look(event.slug)


def _ms_until(moment: datetime, now: datetime) -> int:
    return max(0, (moment - now) // timedelta(milliseconds=1))
