"""`manage.py settle`: hands as JSON Lines in, what they settle as JSON Lines out (RULES.md §8)."""

from typing import Any

from django.core.management.base import BaseCommand

from games.engine.settle_query import answer_settlement
from games.management.json_lines import answer_lines


class Command(BaseCommand):
    """Needs no database; an unusable line gives `{"error": …}` and the run goes on."""

    help = "Settle hands: one JSON object a line on standard input, one answer a line on standard output."
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        """Answer until standard input ends."""
        answer_lines(answer_settlement)
