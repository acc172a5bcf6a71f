"""The only place with randomness: the operating system's generator."""

import secrets
from typing import TypeVar

T = TypeVar("T")


def server_seed() -> bytes:
    """32 fresh bytes for one hand (RECORD.md, yuhuan-fair/1 §1)."""
    return secrets.token_bytes(32)


def shuffled(items: list[T]) -> list[T]:
    """The items in a random order, each order equally likely."""
    rest = list(items)
    secrets.SystemRandom().shuffle(rest)
    return rest
