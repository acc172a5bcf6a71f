"""Keeping subscriptions, and telling their browsers. Who is told what is decided by the receivers."""

import json
import logging
import time
from collections.abc import Collection, Iterable
from http.client import HTTPException
from typing import Final

from django.core.cache import cache
from django.db import transaction
from django.utils import translation
from redis.exceptions import RedisError

from accounts.models import Player
from notices import delivery, endpoints, vapid
from notices.encryption import from_text, public_key, seal, to_text
from notices.endpoints import Unacceptable
from notices.models import PushSubscription
from notices.words import USEFUL_S, Notice, payload

logger = logging.getLogger(__name__)

MOST_BROWSERS: Final = 8
MOST_FAILURES: Final = 5
GONE: Final = (404, 410)
BUSY: Final = (429, 500, 502, 503, 504)
DOWN_FOR_S: Final = 60
"""A push service that did not answer is left alone for so long: its time-outs must not pile up."""
BACKOFF_S: Final = (1, 3, 9, 27)


@transaction.atomic
def subscribe(player: Player, endpoint: str, p256dh: str, auth: str, topics: Collection[str]) -> PushSubscription:
    """Tell this browser of these topics, in the present language; again changes them, and whose browser it is.

    Raises Unacceptable (the endpoint), encryption.UnusableKey.
    """
    endpoints.vet(endpoint)
    public_key(from_text(p256dh, 65))
    from_text(auth, 16)
    fields = {
        "player": player, "p256dh": p256dh.rstrip("="), "auth": auth.rstrip("="), "topics": sorted(set(topics)),
        "language": translation.get_language() or "zh-hans", "session_version": player.session_version, "failures": 0,
    }  # fmt: skip
    found, _made = PushSubscription.objects.update_or_create(endpoint=endpoint, defaults=fields)
    newest = PushSubscription.objects.filter(player=player).order_by("-created_at", "-pk").values_list("pk", flat=True)
    PushSubscription.objects.filter(pk__in=list(newest[MOST_BROWSERS:])).delete()
    return found


def unsubscribe(player: Player, endpoint: str) -> bool:
    """No more notices to this browser; False when the player has no such one."""
    return bool(PushSubscription.objects.filter(player=player, endpoint=endpoint).delete()[0])


def wanted_by(topic: str, player_ids: Iterable[str]) -> list[int]:
    """The subscriptions of these players that want to hear of a topic."""
    asked = PushSubscription.objects.filter(player__in=player_ids, topics__contains=[topic])
    return list(asked.order_by("pk").values_list("pk", flat=True))


def notice(topic: str, slug: str, about: str, table: str = "") -> Notice:
    """A notice that is worth showing from now on."""
    return Notice(topic, slug, about, table, time.time() + USEFUL_S[PushSubscription.Topic(topic)])


def deliver(subscription_id: int, what: Notice, tries: int = 0) -> float | None:
    """Send one notice to one browser. Returns the seconds after which to try again, None when it is settled.

    Talks to the push service for up to `delivery.TIMEOUT_S`; holds no lock and no transaction meanwhile.
    """
    found = PushSubscription.objects.select_related("player").filter(pk=subscription_id).first()
    left = what.until - time.time()
    if found is None or left <= 0:
        return None
    if not found.player.is_active or found.session_version != found.player.session_version:
        found.delete()
        return None
    status, wait = _post(found, what, left)
    if status in GONE:
        found.delete()
    elif 200 <= status < 300:
        PushSubscription.objects.filter(pk=found.pk, failures__gt=0).update(failures=0)
    elif status in BUSY and (again := _next_try(tries, wait, left)) is not None:
        return again
    else:
        _failed(found, status)
    return None


def _post(found: PushSubscription, what: Notice, left: float) -> tuple[int, int | None]:
    """The answer's status and its Retry-After; what never got an answer counts as 503."""
    try:
        target = endpoints.locate(found.endpoint)
        if _is_down(target.host):
            return 503, None
        body = seal(
            json.dumps(payload(what, found.language), ensure_ascii=False).encode(),
            from_text(found.p256dh, 65),
            from_text(found.auth, 16),
        )
        answer = delivery.post(target, _headers(found.endpoint, what, left), body)
    except Unacceptable as error:
        logger.warning("a push service is not called any more: %s", error)
        return 410, None
    except (OSError, HTTPException) as error:
        _note_down(endpoints.vet(found.endpoint).hostname or "")
        logger.warning("a push service does not answer: %s", type(error).__name__)
        return 503, None
    return answer.status, answer.retry_after


def _headers(endpoint: str, what: Notice, left: float) -> dict[str, str]:
    return {
        "Authorization": vapid.authorization(endpoint),
        "Content-Type": "application/octet-stream",
        "Content-Encoding": "aes128gcm",
        "TTL": str(max(1, int(left))),
        "Urgency": "normal" if what.topic == PushSubscription.Topic.START else "high",
        # A browser that was away finds the newest of a kind, not all of them.
        "Topic": to_text(what.tag.encode())[:32],
    }


def _next_try(tries: int, asked: int | None, left: float) -> float | None:
    """Later each time, or as the service asked; None when the notice would be of no use by then."""
    if tries >= len(BACKOFF_S):
        return None
    wait = max(BACKOFF_S[tries], asked or 0)
    return wait if wait < left else None


def _failed(found: PushSubscription, status: int) -> None:
    logger.warning("a notice was not taken: %s", status)
    found.failures += 1
    if found.failures >= MOST_FAILURES:
        found.delete()
    else:
        found.save(update_fields=["failures"])


def _is_down(host: str) -> bool:
    try:
        return bool(cache.get(f"push-down:{host}"))
    except RedisError:
        return False


def _note_down(host: str) -> None:
    try:
        cache.set(f"push-down:{host}", 1, timeout=DOWN_FOR_S)
    except RedisError:
        logger.warning("the cache does not answer: a silent push service is asked again at once")
