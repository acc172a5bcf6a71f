"""How often something may be done, counted in the cache by windows that begin with the first time.

The numbers let a party of forty behind one address in at once; `settings.RATE_LIMITS` may override them by name.
"""

import logging
from typing import Final

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest
from django.utils.translation import gettext as _
from redis.exceptions import RedisError

from accounts.errors import ApiError

logger = logging.getLogger(__name__)

# name -> (how many, in how many seconds)
DEFAULTS: Final = {
    "guest": (1200, 600),
    "recover": (20, 300),
    "login": (30, 300),
    "rename": (20, 600),
    "event": (60, 10),
    "friends": (20, 3600),
    "push": (30, 600),
    "preferences": (120, 60),
    "entry_word": (12, 300),
    "call": (6, 300),
    "report": (12, 3600),
    "phrase": (8, 60),
}


def address_of(request: HttpRequest) -> str:
    """The client's address as the server saw it (the web server resolves trusted proxies)."""
    return request.META.get("REMOTE_ADDR", "")


def spend(name: str, who: str) -> None:
    """Count one more of `name` for `who`. Raises ApiError 429 with Retry-After when there were too many.

    Without the cache nothing is counted: the site goes on, the log says so.
    """
    most, seconds = _limit(name)
    try:
        count, left = cache.count(_window(name, who), seconds)
    except RedisError:
        logger.warning("no rate limit on %s: the cache does not answer", name)
        return
    if count > most:
        raise _too_fast(left)


def check(name: str, who: str) -> None:
    """As `spend` without counting: for what counts failures only. Raises ApiError 429."""
    most, _seconds = _limit(name)
    try:
        count, left = cache.counted(_window(name, who))
    except RedisError:
        logger.warning("no rate limit on %s: the cache does not answer", name)
        return
    if count >= most:
        raise _too_fast(left)


def _limit(name: str) -> tuple[int, int]:
    return getattr(settings, "RATE_LIMITS", {}).get(name, DEFAULTS[name])


def _window(name: str, who: str) -> str:
    """What counts, from the first time on."""
    return f"counted:{name}:{who}"


def _too_fast(left: int) -> ApiError:
    return ApiError(429, "too_fast", _("Too often. Please wait a little."), retry_after=max(1, left))
