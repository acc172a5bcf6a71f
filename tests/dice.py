"""Chance that can be repeated: everything the site asks of `secrets` comes from one seeded generator."""

import secrets
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from random import Random
from unittest import mock


@contextmanager
def thrown(dice: Random) -> Iterator[None]:
    """Walls, places, names and keys as these dice fall, in this process."""
    ours = {
        "token_bytes": lambda size=32: dice.randbytes(size),
        "token_hex": lambda size=32: dice.randbytes(size).hex(),
        "token_urlsafe": lambda size=32: dice.randbytes(size).hex(),
        "choice": dice.choice,
        "randbelow": dice.randrange,
        "SystemRandom": lambda: dice,
    }
    with ExitStack() as stack:
        for name, function in ours.items():
            stack.enter_context(mock.patch.object(secrets, name, function))
        yield
