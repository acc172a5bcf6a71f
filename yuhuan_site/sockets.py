"""Temporary shape until the apps bring their routes."""

from importlib import import_module
from importlib.util import find_spec


def routes():
    found = []
    for app in ("games", "tournaments"):
        if find_spec(f"{app}.routing"):
            found += import_module(f"{app}.routing").websocket_urlpatterns
    return found


def guarded(inner):
    if find_spec("accounts.identity"):
        return import_module("accounts.identity").IdentityMiddleware(inner)
    return inner
