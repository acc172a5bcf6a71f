"""Signs of life of the worker, so that a page can say why nobody is seated."""

from datetime import timedelta
from typing import Final

from django.utils import timezone

from games.models import Heartbeat

STALE: Final = timedelta(seconds=15)
NAMES: Final = ("worker", "beat")
"""A beating worker proves both: beat sent the message, the worker read it."""


def beat() -> None:
    """Note that worker and beat are alive now."""
    now = timezone.now()
    Heartbeat.objects.bulk_create(
        (Heartbeat(name=name, at=now) for name in NAMES),
        update_conflicts=True,
        unique_fields=["name"],
        update_fields=["at"],
    )


def worker_is_alive() -> bool:
    """Whether a worker did something lately."""
    return Heartbeat.objects.filter(name="worker", at__gt=timezone.now() - STALE).exists()
