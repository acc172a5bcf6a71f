"""What an organiser reads in the admin and never changes there."""

from typing import Any

from django.http import HttpRequest


class ReadOnly:
    """Silver, entries, places and the audit log are changed by acts alone (tournaments.service)."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False
