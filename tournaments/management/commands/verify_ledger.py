"""Check all of the ledger: sums, balances, nothing below zero, each hand once, what the seats show. Exit 1 if not."""

import sys
from typing import Any

from django.core.management.base import BaseCommand
from django.db import connection, transaction

from tournaments import ledger
from tournaments.models import Line, Posting


class Command(BaseCommand):
    help = __doc__

    def handle(self, *args: Any, **options: Any) -> None:
        first = not connection.in_atomic_block
        with transaction.atomic():
            if first:  # all checks see one moment
                with connection.cursor() as cursor:
                    cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            found = ledger.differences()
            postings, lines = Posting.objects.count(), Line.objects.count()
        for line in found:
            self.stderr.write(line)
        if found:
            sys.exit(1)
        self.stdout.write(f"the ledger holds: {postings} postings, {lines} lines")
