"""How much a long check does: a little in `make test`, all of it by `make faults` (FULL=1)."""

import os
from typing import Final, TypeVar

FULL: Final = os.environ.get("FULL") == "1"
T = TypeVar("T")


def sized(smoke: T, full: T) -> T:
    """The one of both that this run is for."""
    return full if FULL else smoke
