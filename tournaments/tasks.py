"""What may be late by a second. Each task calls one service; all are idempotent, and beat repeats what was missed."""

from celery import shared_task

from tournaments import service


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
def heartbeat() -> None:
    service.beat()
