"""What the one write path of live tables answers when it changes nothing."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Refused(Exception):
    """A message that changed nothing. `code`: illegal, stale, malformed or busy (docs/protocol.md)."""

    code: str
    message: str
