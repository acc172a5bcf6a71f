"""Secrets that the next page shows once: kept in the session between the POST and the page after it."""

from django.http import HttpRequest


def keep(request: HttpRequest, name: str, secret: str) -> None:
    request.session[f"once:{name}"] = secret


def take(request: HttpRequest, name: str) -> str | None:
    """The secret kept under this name, if any; gone from the session afterwards."""
    return request.session.pop(f"once:{name}", None)
