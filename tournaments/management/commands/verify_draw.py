"""`verify_draw FILE`: draw again from a certificate and compare, offline (tournaments/certificate.py)."""

import json
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any, ClassVar

from django.core.management.base import BaseCommand, CommandError

from tournaments.certificate import CertificateWrong, verify


class Command(BaseCommand):
    help = "Check the certificate of a draw: its seed against the commitment, its tables against the seed."
    requires_system_checks: ClassVar[list[str]] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", help="a certificate as JSON; - reads standard input")

    def handle(self, *args: Any, file: str, **options: Any) -> None:
        whole = _read(file)
        try:
            verify(whole)
        except CertificateWrong as error:
            raise CommandError(str(error), returncode=1) from error
        self.stdout.write(f"draw {whole['draw']} of {whole['event']} holds: {whole['figures']['tables']} tables")


def _read(name: str) -> dict[str, Any]:
    try:
        data = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
        whole = json.loads(data)
    except OSError as error:
        raise CommandError(f"{name}: {error.strerror}") from error
    except ValueError as error:
        raise CommandError(f"{name}: not JSON: {error}") from error
    if not isinstance(whole, dict):
        raise CommandError(f"{name}: must be one JSON object")
    return whole
