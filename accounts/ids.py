"""Opaque ids: they tell nothing and cannot be guessed (71 bits)."""

import secrets
import string
from typing import Final

ALPHABET: Final = string.ascii_letters + string.digits
LENGTH: Final = 12


def new_id() -> str:
    """A fresh id, 12 characters of [A-Za-z0-9], from the operating system's generator."""
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))
