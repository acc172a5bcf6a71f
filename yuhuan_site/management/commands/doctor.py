"""`manage.py doctor`: is everything there, and does it live?"""

import sys
from typing import Any

from django.core.management.base import BaseCommand
from django.utils.translation import override

from yuhuan_site import doctor, versions


class Command(BaseCommand):
    help = "Shows versions and signs of life of the site's parts. Exit code 1 when one of them is down."
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(f"      {'versions':10} {versions.line()}")
        with override("en"):  # commands speak English, whatever the site does
            findings = doctor.examine()
        for finding in findings:
            word = self.style.SUCCESS("ok   ") if finding.is_well else self.style.ERROR("DOWN ")
            self.stdout.write(f"{word} {finding.name:10} {finding.detail}")
        if not all(finding.is_well for finding in findings):
            sys.exit(1)
