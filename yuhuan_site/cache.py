"""One client of the cache for all threads of a process.

Django makes a cache of its own for each thread, and here each request is answered in a new one: every request would open
a connection to Redis and close it. The client's pool of connections is made to be shared.
"""

from typing import Any, ClassVar

from django.core.cache.backends.redis import RedisCache
from django.utils.functional import cached_property


class SharedRedisCache(RedisCache):
    """As RedisCache."""

    _clients: ClassVar[dict[str, Any]] = {}

    @cached_property
    def _cache(self) -> Any:
        asked = repr((self._servers, sorted(self._options.items())))
        return self._clients.setdefault(asked, super()._cache)
