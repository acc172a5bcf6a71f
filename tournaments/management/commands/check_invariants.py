"""Go through everything the site keeps against the list of invariants (tournaments.invariants). Exit 1 if any is broken."""

import json
import sys
from argparse import ArgumentParser
from collections import Counter
from datetime import timedelta
from typing import Any

from django.core.management.base import BaseCommand

from tournaments.invariants import INVARIANTS
from tournaments.service.inspection import Report, inspect


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--event", help="address of the one event to look at; everything by default")
        parser.add_argument("--hours", type=int, help="leave out hands that were over longer ago than this")
        parser.add_argument("--json", action="store_true", help="the report as one JSON object")
        parser.add_argument("--list", action="store_true", help="what the invariants are; nothing is looked at")

    def handle(self, *args: Any, event: str | None, hours: int | None, **options: Any) -> None:
        if options["list"]:
            for one in INVARIANTS:
                self.stdout.write(f"{one.id}  {one.says}")
            return
        report = inspect(since=None if hours is None else timedelta(hours=hours), event=event)
        if options["json"]:
            self.stdout.write(json.dumps(report.to_json(), ensure_ascii=False))
        else:
            self._tell(report)
        if report.violations:
            sys.exit(1)

    def _tell(self, report: Report) -> None:
        looked = f"{report.events} events and {report.hands} hands in {report.took_ms} ms"
        for violation in report.violations:
            self.stderr.write(str(violation))
        if not report.violations:
            self.stdout.write(f"everything holds: {looked}")
            return
        times = Counter(violation.id for violation in report.violations)
        ids = ", ".join(f"{id} × {count}" for id, count in sorted(times.items()))
        self.stderr.write(f"{len(report.violations)} violations ({ids}) in {looked}")
