"""The channel layer of sockets that outlive Redis.

A socket that opens while Redis is away opens all the same: it reads PostgreSQL by itself, and is subscribed to what is
pushed as soon as Redis answers. `channels_redis` alone would refuse it.
"""

import asyncio
import logging
import uuid
from collections import defaultdict
from collections.abc import Sequence
from typing import Any, Final

from channels_redis.pubsub import RedisPubSubChannelLayer
from channels_redis.utils import _consistent_hash
from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError, RedisError
from redis.retry import Retry

logger = logging.getLogger(__name__)

AGAIN_AFTER_S: Final = 1.0
AT_ONCE: Final = 500
SILENT_FOR_S: Final = 1.0
"""A Redis that says nothing keeps nobody waiting for longer."""


class PatientLayer(RedisPubSubChannelLayer):
    """As RedisPubSubChannelLayer, but to join, to leave and to make a channel never fail."""

    _trying: set[asyncio.Task[None]] = set()

    def __init__(self, hosts: Sequence[str], prefix: str) -> None:
        super().__init__(hosts=hosts, prefix=prefix)
        self._prefix = prefix
        # Once more at once where a line has gone, never where Redis is silent: something would be said twice.
        again = Retry(NoBackoff(), 1, supported_errors=(ConnectionError,))
        waits: dict[str, Any] = {"socket_timeout": SILENT_FOR_S, "socket_connect_timeout": SILENT_FOR_S, "retry": again}
        self._publishers = [Redis.from_url(host, **waits) for host in hosts]

    async def new_channel(self, prefix: str = "specific.") -> str:
        layer = self._get_layer()
        name = f"{layer.prefix}{prefix}{uuid.uuid4().hex}"
        layer.channels[name] = asyncio.Queue()
        await self._listen(layer, name)
        return name

    async def group_add(self, group: str, channel: str) -> None:
        layer = self._get_layer()
        name = layer._get_group_channel_name(group)
        layer.groups.setdefault(name, set()).add(channel)
        await self._listen(layer, name)

    async def group_discard(self, group: str, channel: str) -> None:
        try:
            await self._get_layer().group_discard(group, channel)
        except (RedisError, OSError) as error:
            logger.warning("a group was left without a word to Redis: %s", error)

    def publish(self, messages: Sequence[tuple[str, Any]]) -> None:
        """`group_send` for each (group, message), in a few round trips and without a loop: from the thread whose work it
        tells of. A draw may have thousands to tell, and each move four.

        Raises RedisError, within a second or so.
        """
        shards: defaultdict[int, list[tuple[str, bytes]]] = defaultdict(list)
        for group, message in messages:
            name = f"{self._prefix}__group__{group}"
            shards[_consistent_hash(name, len(self._publishers))].append((name, self.serialize(message)))
        for shard, named in shards.items():
            for first in range(0, len(named), AT_ONCE):
                pipe = self._publishers[shard].pipeline(transaction=False)
                for name, text in named[first : first + AT_ONCE]:
                    pipe.publish(name, text)
                pipe.execute()

    async def _listen(self, layer: Any, name: str) -> None:
        try:
            await layer._get_shard(name).subscribe(name)
        except (RedisError, OSError) as error:
            logger.warning("Redis does not answer, pushes are read later: %s", error)
            task = asyncio.create_task(self._listen_later(layer, name))
            self._trying.add(task)
            task.add_done_callback(self._trying.discard)

    async def _listen_later(self, layer: Any, name: str) -> None:
        await asyncio.sleep(AGAIN_AFTER_S)
        if name in layer.channels or name in layer.groups:
            await self._listen(layer, name)
