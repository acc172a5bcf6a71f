"""What an address or a form names by number."""

from typing import Final

LONGEST: Final = 18
"""Digits that a key can have."""


def number(text: str | None) -> int:
    """The key that the text says; 0, which is nothing's, where it says none."""
    return int(text) if text and text.isascii() and text.isdigit() and len(text) <= LONGEST else 0
