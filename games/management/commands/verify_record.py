"""`verify_record FILE`: check hand records to the last field, offline (RECORD.md)."""

from argparse import ArgumentParser
from typing import Any, ClassVar

from django.core.management.base import BaseCommand, CommandError

from games.engine.record import RecordError, verify
from games.management.recordfile import records_in


class Command(BaseCommand):
    help = "Check every hand record of a file: seeds, wall, each action, result. Exits with 1 when one does not hold."
    requires_system_checks: ClassVar[list[str]] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", help="JSON Lines, one record a line; - reads standard input")

    def handle(self, *args: Any, file: str, **options: Any) -> None:
        held, failed = 0, 0
        for line, data in records_in(file):
            error = _error_in(data)
            if error is None:
                held += 1
            else:
                failed += 1
                self.stderr.write(f"line {line}: {error}")
        if failed:
            raise CommandError(f"{failed} of {held + failed} records do not hold", returncode=1)
        self.stdout.write(f"{held} {'record holds' if held == 1 else 'records hold'}")


def _error_in(data: Any) -> RecordError | None:
    if isinstance(data, RecordError):
        return data
    try:
        verify(data)
    except RecordError as error:
        return error
    return None
