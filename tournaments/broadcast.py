"""What tournaments tells sockets and the worker, always after the commit.

Either may be lost with Redis: sockets re-read, beat's sweeps do what was not asked for. So a loss is logged, no more.
"""

import json
import logging
import threading
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

from celery import current_app
from channels.layers import get_channel_layer
from django.core.cache import cache
from kombu.exceptions import OperationalError
from redis.exceptions import RedisError

logger = logging.getLogger(__name__)

MOST_ASKED_AT_ONCE: Final = 100
KEPT_S: Final = 60
"""What a worker that was down finds is not older than this; the sweeps have done the rest."""
# A broker that does not answer keeps its client waiting for seconds; a move must not wait with it.
_asking = ThreadPoolExecutor(max_workers=1, thread_name_prefix="ask")
_places = threading.BoundedSemaphore(MOST_ASKED_AT_ONCE)


def event_group(slug: str) -> str:
    """The channel group of everybody in an event's room or on its ranking."""
    return f"event.{slug}"


def entrant_group(slug: str, player_id: str) -> str:
    """The channel group of one player's sockets in an event."""
    return f"entrant.{slug}.{player_id}"


def to_event(slug: str, frame: Mapping[str, Any]) -> None:
    """Send one frame (docs/protocol.md) to all of an event's sockets."""
    _send([(event_group(slug), {"type": "frame", "text": json.dumps(frame, ensure_ascii=False)})])


def to_event_look(slug: str) -> None:
    """Tell all of an event's sockets to read `me` again."""
    _send([(event_group(slug), {"type": "look"})])


def to_entrants(slug: str, player_ids: Iterable[str]) -> None:
    """Tell these players' sockets to read `me` again."""
    _send([(entrant_group(slug, player_id), {"type": "look"}) for player_id in player_ids])


def ask(task: str, *arguments: str, in_ms: int = 0) -> None:
    """Ask the worker for a task of tournaments.tasks, in so many milliseconds. Never waits for the broker."""
    ask_for(f"tournaments.tasks.{task}", *arguments, in_ms=in_ms)


def ask_for(task: str, *arguments: Any, in_ms: int = 0) -> None:
    """As `ask`, for any task by its whole name; what it is given must be JSON."""
    if _places.acquire(blocking=False):
        _asking.submit(_ask, task, arguments, in_ms).add_done_callback(lambda _done: _places.release())
    else:
        logger.warning("too much to ask the worker for already; a sweep will do %s where there is one", task)


def _ask(task: str, arguments: tuple[Any, ...], in_ms: int) -> None:
    try:
        seconds = in_ms / 1000
        current_app.send_task(task, arguments, countdown=seconds, retry=False, expires=seconds + KEPT_S)
    except (OperationalError, RedisError) as error:
        logger.warning("could not ask the worker for %s, a sweep will where there is one: %s", task, error)


def ask_once(what: str, task: str, *arguments: str, in_ms: int = 0) -> None:
    """As `ask`, but not again within a minute for the same `what`: a thousand presses need one draw."""
    try:
        fresh = cache.add(f"asked:{task}:{arguments}:{what}", 1, timeout=60)
    except RedisError:
        fresh = True
    if fresh:
        ask(task, *arguments, in_ms=in_ms)


def _send(messages: list[tuple[str, dict[str, Any]]]) -> None:
    try:
        get_channel_layer().publish(messages)
    except (RedisError, OSError) as error:
        logger.warning("a push was lost, sockets will re-read: %s", error)
