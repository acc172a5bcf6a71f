"""`rehearse`: a whole event on the running site, with people who come late, leave, cheat, and a pause.

The guests are ordinary ones over HTTP and WebSocket; the event is told apart by its name and stays. Everything goes
`--speed` times as fast as an evening would. Prints the figures as JSON; exits with 1 when something is not as it must be.
"""

import asyncio
import json
import secrets
import time
import urllib.request
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from accounts.models import Player
from tournaments import service
from tournaments.models import Event
from tournaments.rehearsal.evening import hold
from tournaments.rehearsal.plan import Evening, evening
from tournaments.rehearsal.report import faults, figures


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--address", default="http://127.0.0.1:8000", help="where this site runs")
        parser.add_argument("--clients", type=int, default=200, help="guests, at least 8")
        parser.add_argument("--minutes", type=float, default=120.0, help="length of the event, in its own time")
        parser.add_argument("--speed", type=float, default=20.0, help="how many times as fast as an evening")
        parser.add_argument("--seed", type=int, default=1, help="another number, another evening")

    def handle(self, *args: Any, address: str, clients: int, minutes: float, speed: float, seed: int, **_: Any) -> None:
        if clients < 8 or minutes <= 0 or speed < 1:
            raise CommandError("at least 8 clients, more than 0 minutes, a speed of at least 1")
        address = address.rstrip("/")
        _knock(address)
        organiser = Player.objects.filter(is_superuser=True).order_by("pk").first()
        if organiser is None:
            raise CommandError("there is no organiser (a superuser) to rehearse with")
        plan = evening(clients, minutes, speed, seed)
        event, began = _event(plan), time.monotonic()
        happened = asyncio.run(hold(plan, address, event, organiser))
        seconds = time.monotonic() - began
        event = Event.objects.get(pk=event.pk)
        wrong = list(faults(event, happened))
        self.stdout.write(json.dumps(figures(event, happened, seconds), ensure_ascii=False, indent=1))
        for fault in wrong[:50]:
            self.stderr.write(fault)
        if wrong:
            raise CommandError(f"{len(wrong)} things are not as they must be", returncode=1)


def _knock(address: str) -> None:
    try:
        with urllib.request.urlopen(f"{address}/healthz", timeout=10) as answer:  # noqa: S310 (the operator's own)
            answer.read()
    except (OSError, ValueError) as error:
        raise CommandError(f"{address} does not answer: {error}. Start the site first (make run).") from error


def _event(plan: Evening) -> Event:
    """A championship with an evening's times, divided by the speed, started at once."""
    event = service.create_event(
        "演练赛", slug=f"rehearsal-{secrets.token_hex(4)}", length_ms=plan.ms(plan.length),
        turn_ms=plan.ms(15), reserve_ms=plan.ms(30), claim_ms=plan.ms(8, 100), claim_min_ms=plan.ms(1),
        seed_ms=plan.ms(2), pause_ms=plan.ms(12), draw_every_ms=plan.ms(10, 200), spectator_delay_ms=plan.ms(30),
    )  # fmt: skip
    service.open_event(event.slug)
    return service.start_event(event.slug)
