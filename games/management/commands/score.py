"""`manage.py score`: hands as JSON Lines in, their scores as JSON Lines out (RECORD.md "Scoring interface")."""

from typing import Any

from django.core.management.base import BaseCommand

from games.engine.query import answer
from games.management.json_lines import answer_lines


class Command(BaseCommand):
    """Needs no database; an unusable line gives `{"error": …}` and the run goes on."""

    help = "Score hands: one JSON object a line on standard input, one answer a line on standard output."
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        """Answer until standard input ends."""
        answer_lines(answer)
