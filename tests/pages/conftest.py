"""A running championship and its visitors. (Imports wait: this file is read before Django is set up.)"""

from typing import TYPE_CHECKING

import pytest
from django.test import Client

if TYPE_CHECKING:
    from tournaments.models import Event


@pytest.fixture
def event(db: None) -> "Event":
    """A championship that has just begun."""
    from tournaments import service

    made = service.create_event("坎门周末争霸赛", slug="kanmen", length_ms=3_600_000)
    service.open_event(made.slug)
    return service.start_event(made.slug)


@pytest.fixture
def visitor(db: None) -> Client:
    """A browser that nobody knows yet."""
    return Client()
