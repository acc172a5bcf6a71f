"""Which events a viewer sees, and what is said about them."""

from collections.abc import Collection, Iterable
from datetime import datetime, timedelta
from time import monotonic
from typing import Any, Final

from django.db.models import Count, Q
from django.utils import timezone

from accounts.models import Player
from tournaments.models import Entry, Event
from tournaments.models.event import SLUG

State = Event.State
OVER: Final = (State.FINISHED, State.CANCELLED)
FINISHED_SHOWN: Final = 12
MANY: Final = 1_000
"""Entrants of an event from which on what is counted over all of them may be seconds old."""
# In plain SQL, for every call and page of an event begins with it.
_BY_SLUG: Final = "SELECT * FROM tournaments_event WHERE slug = %s"
_large: dict[int, tuple[int, tuple[int, int, int]]] = {}


def visible_events(viewer: Player | None) -> list[Event]:
    """What the zone lists: everything going on, the newest finished ones; drafts for organisers only.

    Tables of friends are listed for nobody.
    """
    events = Event.objects.exclude(kind=Event.Kind.FRIENDS)
    if viewer is None or not viewer.is_staff:
        events = events.exclude(state=State.DRAFT)
    going_on = list(events.exclude(state__in=OVER).order_by("starts_at", "pk"))
    over = events.filter(state=State.FINISHED).order_by("-finished_at", "-pk")[:FINISHED_SHOWN]
    return [*going_on, *over]


def visible_event(slug: str, viewer: Player | None) -> Event | None:
    """The event, None when it does not exist for this viewer."""
    event = next(iter(Event.objects.raw(_BY_SLUG, [slug])), None) if SLUG.regex.match(slug) else None
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
        "places": event.entry_limit or None,
        "asks": asks(event),
    }


def asks(event: Event) -> str:
    """What one enters with: a `ticket` (where a code is set too, either), a `code`, or nothing."""
    return "ticket" if event.needs_ticket else "code" if event.entry_code else ""


def lately() -> int:
    """Another number every two seconds."""
    return int(monotonic()) // 2


def counts_of(events: Iterable[Event]) -> dict[int, tuple[int, int, int]]:
    """Entrants, playing, waiting by event id: people, or the bots where there are only bots.

    Of very large events as this process counted them lately.
    """
    now, wanted = lately(), {event.pk for event in events}
    kept = {event: _large[event][1] for event in wanted if _large.get(event, (None,))[0] == now}
    counted = _counted(wanted - kept.keys()) if wanted - kept.keys() else {}
    _large.update((event, (now, counts)) for event, counts in counted.items() if counts[0] >= MANY)
    return kept | counted


def _counted(events: Collection[int]) -> dict[int, tuple[int, int, int]]:
    people, bots = Q(player__is_bot=False), Q(player__is_bot=True)
    seated, waiting = Q(state=Entry.State.SEATED), Q(state=Entry.State.WAITING)
    rows = (
        Entry.objects.filter(event__in=events)
        .values("event")
        .exclude(state=Entry.State.LEFT)
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


def _ms_until(moment: datetime, now: datetime) -> int:
    return max(0, (moment - now) // timedelta(milliseconds=1))
