"""The channel layer of sockets that outlive Redis.

A socket that opens while Redis is away opens all the same: it reads PostgreSQL by itself, and is subscribed to what is
pushed as soon as Redis answers. `channels_redis` alone would refuse it.
"""

import asyncio
import logging
import uuid
from collections.abc import Sequence
from typing import Any, Final

from channels_redis.pubsub import RedisPubSubChannelLayer
from redis.exceptions import RedisError

logger = logging.getLogger(__name__)

AGAIN_AFTER_S: Final = 1.0
AT_ONCE: Final = 500


class PatientLayer(RedisPubSubChannelLayer):
    """As RedisPubSubChannelLayer, but to join, to leave and to make a channel never fail."""

    _trying: set[asyncio.Task[None]] = set()

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

    async def group_send_many(self, messages: Sequence[tuple[str, Any]]) -> None:
        """As `group_send` for each (group, message), in a few round trips: a draw may have thousands to tell."""
        layer = self._get_layer()
        shards: dict[Any, list[tuple[str, bytes]]] = {}
        for group, message in messages:
            name = layer._get_group_channel_name(group)
            shards.setdefault(layer._get_shard(name), []).append((name, self.serialize(message)))
        for shard, named in shards.items():
            for first in range(0, len(named), AT_ONCE):
                async with shard._lock:
                    shard._ensure_redis()
                    pipe = shard._redis.pipeline(transaction=False)
                    for name, text in named[first : first + AT_ONCE]:
                        pipe.publish(name, text)
                    await pipe.execute()

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
