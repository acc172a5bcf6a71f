"""Tells a player's sockets (accounts.socket) that a session or a token has ended."""

import logging
from functools import partial
from typing import Any

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.contrib.auth.signals import user_logged_out
from django.db import transaction
from django.http import HttpRequest
from redis.exceptions import RedisError

logger = logging.getLogger(__name__)


def group_of(player_id: str) -> str:
    """The channel group of all of a player's sockets."""
    return f"player.{player_id}"


def tell_sockets(player_id: str) -> None:
    """After the commit, have each of the player's sockets look whether it may stay. A lost message is logged: the
    next frame closes the socket, and so does its own look every few seconds."""
    transaction.on_commit(partial(_tell, player_id))


def connect() -> None:
    """Connect the receiver; called once, when the app is ready."""
    user_logged_out.connect(_logged_out, dispatch_uid="sockets")


def _logged_out(request: HttpRequest | None, user: Any, **_more: Any) -> None:
    """The session's row goes now, not after the signal, so that the sockets find it gone."""
    if request is not None and user is not None:
        request.session.delete()
        tell_sockets(user.pk)


def _tell(player_id: str) -> None:
    async_to_sync(_send)(group_of(player_id))


async def _send(group: str) -> None:
    try:
        await get_channel_layer().group_send(group, {"type": "session.over"})
    except (RedisError, OSError) as error:
        logger.warning("the sockets of an ended session will find out by themselves: %s", error)
