"""`manage.py runticker`: the loop that acts for whoever is due."""

import asyncio
import signal
from typing import Any

from django.core.management.base import BaseCommand

from games.ticker import Ticker


class Command(BaseCommand):
    help = "Acts for seats that are due: time-outs, bots, claim windows, the next hand. Several may run."

    def handle(self, *args: Any, **options: Any) -> None:
        asyncio.run(_run())


async def _run() -> None:
    ticker = Ticker()
    loop = asyncio.get_running_loop()
    for ending in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(ending, ticker.stop)
    await ticker.run()
