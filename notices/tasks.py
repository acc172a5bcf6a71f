"""What Celery does for notices. Tasks only decide and hand on; the network is waited for on threads of their own,
so that a push service that hangs (or is walled off) never takes a worker's thread from the drawing of tables.
"""

import logging
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

from celery import shared_task
from django.db import DatabaseError, connection

from notices import choice, service
from notices.words import Notice
from tournaments.broadcast import ask_for

logger = logging.getLogger(__name__)

MOST_AT_ONCE: Final = 2000
_posting = ThreadPoolExecutor(max_workers=4, thread_name_prefix="push")
_places = threading.BoundedSemaphore(MOST_AT_ONCE)


@shared_task
def event_started(slug: str) -> None:
    _send(*choice.of_a_start(slug))


@shared_task
def seated(slug: str, table_id: str, player_ids: list[str]) -> None:
    _send(*choice.of_a_seat(slug, table_id, player_ids))


@shared_task
def turn_unseen(table_id: str, player_id: str) -> None:
    _send(*choice.of_a_turn(table_id, player_id))


@shared_task
def deliver(subscription_id: int, notice: Sequence[Any], tries: int) -> None:
    _hand_on(subscription_id, Notice(*notice), tries)


def _send(notice: Notice | None, subscription_ids: Sequence[int]) -> None:
    if notice is not None:
        for subscription_id in subscription_ids:
            _hand_on(subscription_id, notice, 0)


def _hand_on(subscription_id: int, notice: Notice, tries: int) -> None:
    if _places.acquire(blocking=False):
        _posting.submit(_deliver, subscription_id, notice, tries).add_done_callback(lambda _done: _places.release())
    else:
        logger.warning("too many notices at once: one is left out")


def _deliver(subscription_id: int, notice: Notice, tries: int) -> None:
    try:
        wait = service.deliver(subscription_id, notice, tries)
        if wait is not None:
            ask_for("notices.tasks.deliver", subscription_id, notice, tries + 1, in_ms=round(wait * 1000))
    except DatabaseError:
        logger.warning("a notice is left out: the database does not answer")
    except Exception:
        logger.exception("a notice could not be delivered")
    finally:
        connection.close()
