"""One payload a seat, sent to that seat's group. Watchers are not pushed to: their stream is late, they read it.

A push may be lost with Redis; sockets poll and heal it, so a lost push is logged and nothing more.
"""

import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from channels.layers import get_channel_layer
from redis.exceptions import RedisError

from games.faults import faultpoint

logger = logging.getLogger(__name__)

FILLED_TO = 256
"""Bytes; the length of a view is a multiple of this."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One message for all sockets of one seat."""

    table_id: str
    seat: int
    v: int
    present: Sequence[str]
    text: str


def group_of(table_id: str, seat: int) -> str:
    """The channel group of one seat's sockets."""
    return f"table.{table_id}.{seat}"


def view_text(v: int, view: Mapping[str, Any], events: Iterable[Mapping[str, Any]] = ()) -> str:
    """The `view` message of docs/protocol.md, filled up with spaces: encrypted frames still show their length, and a
    neighbour on the same network could tell a seat that is asked from one that is not."""
    text = dump({"type": "view", "v": v, "view": view, "events": list(events)})
    return text + " " * (-len(text.encode()) % FILLED_TO)


def send(frames: Iterable[Frame]) -> None:
    """Push frames to their groups. Call after the commit."""
    faultpoint("before publish")
    _publish([(group_of(frame.table_id, frame.seat), _message(frame)) for frame in frames])


def aside(table_id: str, seats: Iterable[int], message: Mapping[str, Any]) -> None:
    """Send seats something beside their views; who misses it misses nothing of the game. Call after the commit."""
    text = dump(message)
    _publish([(group_of(table_id, seat), {"type": "aside", "text": text}) for seat in seats])


def _publish(messages: Sequence[tuple[str, Mapping[str, Any]]]) -> None:
    try:
        get_channel_layer().publish(messages)
    except (RedisError, OSError) as error:
        logger.warning("%s pushes were lost: %s", len(messages), error)


def _message(frame: Frame) -> dict[str, Any]:
    return {"type": "frame", "v": frame.v, "present": list(frame.present), "text": frame.text}


def dump(message: Mapping[str, Any]) -> str:
    """A message as it goes over the wire."""
    return msgspec.json.encode(message).decode()
