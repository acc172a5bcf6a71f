"""Temporary: routes of apps that are still being written."""

from importlib import import_module
from importlib.util import find_spec
from typing import Any


def optional_routes() -> list[Any]:
    return import_module("tournaments.routing").websocket_urlpatterns if find_spec("tournaments.routing") else []
