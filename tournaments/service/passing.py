"""What time itself does to events: starts, bells, and the series that never stop."""

import logging
from collections.abc import Callable
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils import timezone

from tournaments.models import HOUR_MS, Entry, Event
from tournaments.service.entrants import NotNow
from tournaments.service.lifecycle import (
    OVER,
    complete,
    create_event,
    finish,
    numbered_slug,
    open_event,
    start_event,
)

logger = logging.getLogger(__name__)

State = Event.State


def advance_events() -> None:
    """Do what time asks for: open events start, running ones end, finished tables complete them, series go on."""
    now = timezone.now()
    _each(Event.objects.filter(state=State.OPEN, starting=Event.Starting.CLOCK, starts_at__lte=now), start_event)
    _each(Event.objects.filter(state=State.RUNNING, ends_at__lte=now, series=""), finish)
    _each(Event.objects.filter(state=State.FINISHING), complete)
    for event in Event.objects.filter(state=State.RUNNING, ends_at__lte=now).exclude(series=""):
        _next_of_series(event)
    _each_series_goes_on()


def open_practice_and_demo() -> None:
    """The practice rooms, one a strength of bots, and the running demonstration, made if they are not there."""
    for series, (name, level) in PRACTICE.items():
        if not Event.objects.filter(series=series).exclude(state__in=OVER).exists():
            _begin(name=name, slug=numbered_slug(series), kind=Event.Kind.PRACTICE, series=series,
                   min_hands=1, bot_level=level, **QUICK)  # fmt: skip
    if not Event.objects.filter(series="demo").exclude(state__in=[*OVER, State.FINISHING]).exists():
        _begin(name="演示争霸赛", slug=numbered_slug("demo"), kind=Event.Kind.DEMO, series="demo",
               length_ms=HOUR_MS, **QUICK)  # fmt: skip


PRACTICE: Final = {
    "practice": ("练习房", Event.BotLevel.REGULAR),
    "practice-novice": ("练习房·新手", Event.BotLevel.NOVICE),
    "practice-expert": ("练习房·高手", Event.BotLevel.EXPERT),
}
"""Series -> name and strength of the bots."""
QUICK: Final = {"draw_every_ms": 4_000, "bot_after_ms": 5_000, "spectator_delay_ms": 30_000}
"""Practice and demonstrations: one does not wait long."""


def _begin(**fields: Any) -> None:
    """Create, open and start an event of a series, unless another process was faster."""
    try:
        with transaction.atomic():
            slug = create_event(**fields).slug
            open_event(slug)
            start_event(slug)
    except (IntegrityError, ValidationError):
        if not Event.objects.filter(series=fields["series"]).exclude(state__in=OVER).exists():
            raise
        logger.info("the %s series goes on already", fields["series"])


def _next_of_series(event: Event) -> None:
    """A demonstration nobody entered goes on; another ends."""
    if Entry.objects.filter(event=event).exists():
        finish(event.slug)
    else:
        Event.objects.filter(pk=event.pk, state=State.RUNNING).update(ends_at=timezone.now() + event.length)


def _each_series_goes_on() -> None:
    if Event.objects.exclude(series="").exists():
        open_practice_and_demo()


def _each(events: QuerySet[Event], step: Callable[[str], Event]) -> None:
    for slug in events.values_list("slug", flat=True):
        try:
            step(slug)
        except NotNow as error:
            logger.info("%s: %s", slug, error)
        except Exception:
            logger.exception("%s could not go on; the others do", slug)
