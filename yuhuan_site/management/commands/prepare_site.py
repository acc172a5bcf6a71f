"""`manage.py prepare_site`: what `make run` does before the web server starts."""

import os
from typing import Any

from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.core.management.base import BaseCommand


class Command(BaseCommand):
    help = "Migrates the database and makes the organiser of ORGANISER_USERNAME and ORGANISER_PASSWORD, once."

    def handle(self, *args: Any, **options: Any) -> None:
        call_command("migrate", verbosity=0)
        name, password = os.environ.get("ORGANISER_USERNAME"), os.environ.get("ORGANISER_PASSWORD")
        players = get_user_model().objects
        if name and password and not players.filter(username=name).exists():
            players.create_superuser(username=name, password=password)
