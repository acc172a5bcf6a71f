"""A key pair for web push, as lines for .env. `make run` makes its own."""

from typing import Any

from django.core.management.base import BaseCommand

from notices import vapid


class Command(BaseCommand):
    help = "Print a fresh VAPID key pair. The private key is the setting; the public one is derived from it."
    requires_system_checks: list[str] = []

    def handle(self, **options: Any) -> None:
        private, public = vapid.new_key()
        self.stdout.write(f"# public key: {public}")
        self.stdout.write(f"VAPID_PRIVATE_KEY={private}")
