"""One client of the cache for all threads of a process.

Django makes a cache of its own for each thread, and here each request is answered in a new one: every request would open
a connection to Redis and close it. The client's pool of connections is made to be shared.
"""

from typing import Any, ClassVar

from django.core.cache.backends.redis import RedisCache, RedisCacheClient
from django.utils.functional import cached_property


class OneClient(RedisCacheClient):
    """As RedisCacheClient, which makes a client anew for each thing it asks: that takes as long as to ask it."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._made: dict[Any, Any] = {}

    def get_client(self, key: str | None = None, *, write: bool = False) -> Any:
        pool = self._get_connection_pool(write)
        if pool not in self._made:
            self._made[pool] = super().get_client(key, write=write)
        return self._made[pool]


class SharedRedisCache(RedisCache):
    """As RedisCache."""

    _clients: ClassVar[dict[str, Any]] = {}

    def __init__(self, server: Any, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._class = OneClient

    @cached_property
    def _cache(self) -> Any:
        asked = repr((self._servers, sorted(self._options.items())))
        return self._clients.setdefault(asked, super()._cache)

    def count(self, key: str, seconds: int) -> tuple[int, int]:
        """One more of `key`; how many since the first, which is forgotten with all others after so many seconds, and in
        how many seconds that is. One round trip. Raises RedisError."""
        pipe, name = self._pipe(key)
        pipe.set(name, 0, ex=seconds, nx=True).incr(name).ttl(name)
        _first, count, left = pipe.execute()
        return count, left

    def counted(self, key: str) -> tuple[int, int]:
        """What `count` gave the last time, without one more. Raises RedisError."""
        pipe, name = self._pipe(key)
        count, left = pipe.get(name).ttl(name).execute()
        return int(count or 0), max(0, left)

    def _pipe(self, key: str) -> tuple[Any, str]:
        """What is said through it happens at one moment: no count outlives its end."""
        name = self.make_and_validate_key(key)
        return self._cache.get_client(name, write=True).pipeline(transaction=True), name
