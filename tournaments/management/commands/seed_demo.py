"""The first data: organiser, practice room, running demonstration, a finished championship of bots. Idempotent."""

import os
from typing import Any

from django.core.management.base import BaseCommand

from accounts.models import Player
from tournaments import service


class Command(BaseCommand):
    help = __doc__

    def handle(self, *args: Any, **options: Any) -> None:
        _make_organiser()
        service.open_practice_and_demo()
        event = service.finish_a_bots_event()
        service.sweep_leaderboards()
        self.stdout.write(f"the practice room and a demonstration run; {event.slug} is {event.state}")


def _make_organiser() -> None:
    """From ORGANISER_USERNAME (organiser) and ORGANISER_PASSWORD, once; without a password nobody is made."""
    name, password = os.environ.get("ORGANISER_USERNAME", "organiser"), os.environ.get("ORGANISER_PASSWORD")
    if password and not Player.objects.filter(username=name).exists():
        Player.objects.create_superuser(username=name, password=password)
