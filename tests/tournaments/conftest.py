"""An event that runs, and people to enter it (tests.tournaments.cast)."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest


@pytest.fixture
def running(db: None) -> Any:
    """A championship that runs, drawing as soon as somebody waits."""
    from tests.tournaments.cast import begin

    return begin("cup")


@pytest.fixture
def people(db: None) -> Callable[[int], Any]:
    """That many guests."""
    from tests.tournaments.cast import guests

    return guests


@pytest.fixture
def in_english() -> Iterator[None]:
    """Refusals in English, whatever language a test before has left behind."""
    from django.utils import translation

    with translation.override("en"):
        yield
