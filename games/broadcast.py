"""One payload a seat, sent to that seat's group. Watchers are not pushed to: their stream is late, they read it.

A push may be lost with Redis; sockets poll and heal it, so a lost push is logged and nothing more.
"""

import asyncio
import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import msgspec
from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from redis.exceptions import RedisError

from games.faults import faultpoint

logger = logging.getLogger(__name__)

FILLED_TO = 256
"""Bytes; the length of a view is a multiple of this."""

PUSHED_WITHIN_S: Final = 1.0
"""A Redis that is silent keeps a move waiting no longer than this."""


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
    frames = list(frames)
    faultpoint("before publish")
    if frames:
        async_to_sync(_send)(frames)


def aside(table_id: str, seats: Iterable[int], message: Mapping[str, Any]) -> None:
    """Send seats something beside their views; who misses it misses nothing of the game. Call after the commit."""
    text = dump(message)
    async_to_sync(_aside)([(group_of(table_id, seat), {"type": "aside", "text": text}) for seat in seats])


async def _aside(messages: list[tuple[str, dict[str, Any]]]) -> None:
    layer = get_channel_layer()
    try:
        async with asyncio.timeout(PUSHED_WITHIN_S):
            for group, message in messages:
                await layer.group_send(group, message)
    except (RedisError, OSError) as error:
        logger.warning("something said at a table was lost: %s", error)


async def _send(frames: list[Frame]) -> None:
    layer = get_channel_layer()
    messages = [layer.group_send(group_of(frame.table_id, frame.seat), _message(frame)) for frame in frames]
    try:
        async with asyncio.timeout(PUSHED_WITHIN_S):
            failures = await asyncio.gather(*messages, return_exceptions=True)
    except TimeoutError as error:
        failures = [error]
    for failure in failures:
        if isinstance(failure, RedisError | OSError):
            logger.warning("a push was lost: %s", failure)
        elif isinstance(failure, BaseException):
            raise failure


def _message(frame: Frame) -> dict[str, Any]:
    return {"type": "frame", "v": frame.v, "present": list(frame.present), "text": frame.text}


def dump(message: Mapping[str, Any]) -> str:
    """A message as it goes over the wire."""
    return msgspec.json.encode(message).decode()
