"""`seed_key make | check | reseal | give_up`: the key that seals the seeds of live hands (docs/operating.md)."""

import base64
import secrets
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games import seedkeys


class Command(BaseCommand):
    help = "The key of the live hands' seeds: print a new one, see what opens, change it, give up what opens no more."

    def add_arguments(self, parser: ArgumentParser) -> None:
        acts = parser.add_subparsers(dest="act", required=True)
        acts.add_parser("make", help="print a fresh key")
        acts.add_parser("check", help="count what opens; exits with 1 when a seed opens with no key")
        acts.add_parser("reseal", help="seal under the first key of SEED_KEY whatever an older one opens")
        lost = acts.add_parser(
            "give_up", help="close the tables whose hand opens with no key; these hands move nothing"
        )
        lost.add_argument("--reason", required=True, help="said with each of these hands, to everybody")

    def handle(self, *args: Any, act: str, **options: Any) -> None:
        if act == "make":
            self.stdout.write(base64.urlsafe_b64encode(secrets.token_bytes(32)).decode())
        elif act == "reseal":
            self.stdout.write(f"{seedkeys.reseal()} sealed again")
            self._check()
        elif act == "give_up":
            for table_id in seedkeys.give_up(options["reason"]):
                self.stdout.write(f"table {table_id} is closed")
        else:
            self._check()

    def _check(self) -> None:
        found = seedkeys.survey()
        self.stdout.write(
            f"{found.first} open with the first key, {found.older} with an older one, {found.lost} with none"
        )
        if found.lost:
            raise CommandError(f"{found.lost} seeds open with no key of SEED_KEY", returncode=1)
