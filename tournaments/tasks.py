"""What may be late by a second. Each task calls one service; all are idempotent, and beat repeats what was missed."""

from celery import shared_task

from tournaments import service
from tournaments.service import inspection, places


@shared_task
def assign_tables(event_slug: str) -> None:
    service.draw_tables(event_slug)


@shared_task
def sweep_seating() -> None:
    service.sweep_seating()


@shared_task
def compute_leaderboard(event_slug: str) -> None:
    service.compute_leaderboard(event_slug)


@shared_task
def sweep_leaderboards() -> None:
    service.sweep_leaderboards()


@shared_task
def advance_events() -> None:
    service.advance_events()


@shared_task
def write_export(event_slug: str, kind: str) -> None:
    service.write_export(event_slug, kind)


@shared_task
def sweep_exports() -> None:
    service.sweep_exports()


@shared_task
def sweep_offline() -> None:
    service.sweep_offline()


@shared_task
def look_at_fair_play(event_slug: str) -> None:
    service.look_at_fair_play(event_slug)


@shared_task
def sweep_fair_play() -> None:
    service.sweep_fair_play()
    service.forget_old_traces()


@shared_task
def sweep_templates() -> None:
    service.sweep_templates()


@shared_task
def fill_places(event_slug: str) -> None:
    places.fill_places(event_slug)


@shared_task(time_limit=1800)
def inspect_everything() -> None:
    inspection.inspect_and_keep()


@shared_task
def heartbeat() -> None:
    service.beat()
