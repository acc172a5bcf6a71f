"""What a site looks like in the middle of an evening: a finished event with hands, a running one, one to come."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import TypeVar

from django.db import connections
from django.utils import timezone

from accounts.guests import create_bot, create_guest
from games import service as games
from tournaments import service
from tournaments.models import Event, Ranking
from tournaments.service.drawing import seat_bots

Made = TypeVar("Made")


def aside(make: Callable[[], Made]) -> Made:
    """Run it on a thread of its own: in a browser test this one has Playwright's event loop, which pushes refuse."""

    def run() -> Made:
        try:
            return make()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(1) as pool:
        return pool.submit(run).result()


def evening() -> Event:
    """All of it; returns the running event."""
    finished_event(tables=2)
    coming_event()
    return running_event()


def finished_event(tables: int = 1) -> Event:
    """Four bots have played `tables` tables; the ranking is final."""
    made = service.create_event("漩门湾机器人赛", slug="xuanmen", kind=Event.Kind.DEMO, min_hands=4)
    service.open_event(made.slug)
    event = service.start_event(made.slug)
    bots = [create_bot() for _ in range(4)]
    for _ in range(tables):
        table = seat_bots(event, bots)
        games.play_out(table.pk)
        service.release_table(table.pk, event.slug)
    return service.finish(event.slug)


def running_event(slug: str = "kanmen", people: int = 7) -> Event:
    """A championship that has begun, with `people` entrants who have not played yet."""
    made = service.create_event("坎门周末争霸赛", slug=slug, length_ms=5_400_000)
    service.open_event(made.slug)
    event = service.start_event(made.slug)
    for _ in range(people):
        service.enter(event, create_guest().player)
    service.compute_leaderboard(event.slug)
    return event


def coming_event() -> Event:
    """A championship that is open and begins in two hours."""
    made = service.create_event(
        "楚门中秋赛", slug="chumen", starts_at=timezone.now() + timedelta(hours=2), rules="classic@1"
    )
    return service.open_event(made.slug)


def compute_now(slug: str) -> None:
    """Compute the ranking although the last time was less than a second ago."""
    Ranking.objects.filter(event__slug=slug).update(computed_at=timezone.now() - timedelta(seconds=2))
    assert service.compute_leaderboard(slug)


def due_now(slug: str) -> None:
    """Let the event's next draw be due."""
    Event.objects.filter(slug=slug).update(next_draw_at=timezone.now())
