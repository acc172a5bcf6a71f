"""The groups Organiser and Referee, made and given their permissions whenever the database is migrated."""

from typing import Any

from django.contrib.auth.management import create_permissions
from django.contrib.auth.models import Group, Permission

from tournaments.service.permits import GROUPS

APPS = ("accounts", "games", "tournaments")


def make_groups(app_config: Any, apps: Any = None, **_more: Any) -> None:
    """Receiver of `post_migrate`. What an administrator has given a group beyond this stays."""
    from django.apps import apps as installed

    for name in APPS:
        create_permissions(installed.get_app_config(name), verbosity=0)
    for name, codenames in GROUPS.items():
        group, _new = Group.objects.get_or_create(name=name)
        found = Permission.objects.filter(codename__in=codenames, content_type__app_label__in=APPS)
        group.permissions.add(*found)
