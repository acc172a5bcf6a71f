"""Who speaks: on a socket's handshake, in an API call. A session cookie or an `Authorization: Bearer` header."""

import logging
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any, Final
from urllib.parse import urlsplit

from channels.db import database_sync_to_async
from django.conf import settings
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.db import Error
from django.http import HttpRequest, parse_cookie
from django.http.request import validate_host
from django.middleware.csrf import CsrfViewMiddleware
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _

from accounts.errors import ApiError
from accounts.guests import (
    create_guest,
    enter_as_guest,
    log_in,
    owners_of_tokens,
    player_of_token,
    players_of_tokens,
    recover,
)
from accounts.models import Player
from accounts.together import Together, shared

__all__ = [
    "IdentityMiddleware", "create_guest", "enter_as_guest", "identify", "log_in", "player_of", "player_of_scope",
    "recover", "still_living", "still_valid",
]  # fmt: skip

logger = logging.getLogger(__name__)

DEFAULT_PORTS: Final = {"http": 80, "https": 443}


# --- sockets ----------------------------------------------------------------------------------------------------


class IdentityMiddleware:
    """ASGI: refuses a handshake with an unusable token (401) or a foreign Origin (403), while there is no database
    with 503, else puts the player (or None) into `scope["player"]`.

    A session cookie counts only with an Origin that is the site's own or in settings.SOCKET_ORIGINS; a bearer token
    needs none. Without either the socket is a visitor's.
    """

    def __init__(self, inner: Any) -> None:
        self.inner = inner

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> Any:
        headers = _headers(scope)
        token, session_key = bearer_token(headers.get("authorization")), None
        if token is None:
            session_key = parse_cookie(headers.get("cookie", "")).get(settings.SESSION_COOKIE_NAME)
            origin = headers.get("origin")
            if (session_key or origin) and not is_own_origin(
                origin, headers.get("host", ""), scope.get("scheme", "ws")
            ):
                return await _refuse(scope, send, 403)
        credentials = {"token": token, "session_key": session_key}
        try:
            player = await shared("handshakes", lambda: Together(_players_of)).ask(credentials)
        except Error:
            logger.warning("a handshake was put off: the database does not answer")
            return await _refuse(scope, send, 503)
        if token is not None and player is None:
            return await _refuse(scope, send, 401)
        return await self.inner({**scope, "credentials": credentials, "player": player}, receive, send)


async def player_of_scope(scope: dict[str, Any]) -> Player | None:
    """The player of this socket, as of the handshake; None for a visitor."""
    return scope.get("player")


async def still_valid(scope: dict[str, Any]) -> bool:
    """Whether the socket may go on as who it was: not logged out, not banned, token not revoked. Reads the database."""
    return (await database_sync_to_async(still_living)([scope]))[0]


def still_living(scopes: Sequence[Mapping[str, Any]]) -> list[bool]:
    """`still_valid` of many sockets at once, in three queries at most."""
    asked = [scope["credentials"] for scope in scopes if scope.get("player") is not None]
    of_token = owners_of_tokens([token for one in asked if (token := one["token"]) is not None])
    of_session = _players_of_sessions([key for one in asked if one["token"] is None and (key := one["session_key"])])

    def lives(scope: Mapping[str, Any]) -> bool:
        player = scope.get("player")
        if player is None:
            return True
        token, key = scope["credentials"]["token"], scope["credentials"]["session_key"]
        if token is not None:
            return of_token.get(token) == player.pk
        return key in of_session and of_session[key].pk == player.pk

    return [lives(scope) for scope in scopes]


def is_own_origin(origin: str | None, host: str, scheme: str) -> bool:
    """Whether a browser's Origin is this site's own (scheme, host and port) or listed."""
    if not origin:
        return False
    if origin in settings.SOCKET_ORIGINS:
        return True
    own_scheme = "https" if scheme in ("wss", "https") else "http"
    try:
        its, own = urlsplit(origin), urlsplit(f"{own_scheme}://{host}")
        its_port, own_port = its.port or DEFAULT_PORTS.get(its.scheme), own.port or DEFAULT_PORTS[own_scheme]
    except ValueError:
        return False
    same = (its.scheme, its.hostname, its_port) == (own_scheme, own.hostname, own_port)
    return same and bool(own.hostname) and _is_allowed_host(own.hostname or "")


def bearer_token(header: str | None) -> str | None:
    """The token of an Authorization header; None without one, or for another scheme (a proxy's own password)."""
    scheme, _space, token = (header or "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else None


def _is_allowed_host(host: str) -> bool:
    allowed = settings.ALLOWED_HOSTS or ([".localhost", "127.0.0.1", "[::1]"] if settings.DEBUG else [])
    return validate_host(f"[{host}]" if ":" in host else host, allowed)


def _headers(scope: dict[str, Any]) -> dict[str, str]:
    return {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}


def _players_of(asked: Sequence[dict[str, str | None]]) -> list[Player | None]:
    """Who each of these credentials speaks for; a token goes before a session."""
    of_token = players_of_tokens([token for one in asked if (token := one["token"]) is not None])
    of_session = _players_of_sessions([key for one in asked if one["token"] is None and (key := one["session_key"])])
    return [
        of_token.get(token) if (token := one["token"]) is not None else of_session.get(one["session_key"] or "")
        for one in asked
    ]


def _players_of_sessions(keys: Sequence[str]) -> dict[str, Player]:
    """As django.contrib.auth.get_user, of many bare session keys: those that an active player is logged in with."""
    if not keys:
        return {}
    store = import_module(settings.SESSION_ENGINE).SessionStore()
    rows = store.model.objects.filter(session_key__in=keys, expire_date__gt=timezone.now())
    sessions = {row.session_key: store.decode(row.session_data) for row in rows}
    players = Player.objects.in_bulk({data[SESSION_KEY] for data in sessions.values() if SESSION_KEY in data})
    found = {}
    for key, data in sessions.items():
        player = players.get(data.get(SESSION_KEY))
        if player is not None and player.is_active and _is_hash_of(data, player):
            found[key] = player
    return found


def _is_hash_of(data: Mapping[str, Any], player: Player) -> bool:
    return constant_time_compare(data.get(HASH_SESSION_KEY, ""), player.get_session_auth_hash())


async def _refuse(scope: dict[str, Any], send: Any, status: int) -> None:
    if "websocket.http.response" in scope.get("extensions", {}):
        await send({"type": "websocket.http.response.start", "status": status, "headers": []})
        await send({"type": "websocket.http.response.body", "body": b""})
    else:
        await send({"type": "websocket.close", "code": 4000 + status})


# --- HTTP -------------------------------------------------------------------------------------------------------


def player_of(request: HttpRequest) -> Player | None:
    """Who makes this API call; None for a visitor. Raises ApiError 401 (unusable token), 403 (CSRF)."""
    token = bearer_token(request.headers.get("Authorization"))
    if token is not None:
        player = player_of_token(token)
        if player is None:
            raise _nobody()
        return player
    if not request.user.is_authenticated:
        return None
    _check_csrf(request)
    return request.user


def identify(request: HttpRequest) -> Player:
    """For django-ninja's `auth=`: the player, or ApiError 401, 403."""
    player = player_of(request)
    if player is None:
        raise _nobody()
    return player


def _nobody() -> ApiError:
    return ApiError(401, "no_identity", _("Send a session cookie or an Authorization: Bearer header."))


class _CsrfCheck(CsrfViewMiddleware):
    def _reject(self, request: HttpRequest, reason: str) -> Any:
        return reason


def _check_csrf(request: HttpRequest) -> None:
    """An API view is exempt from the middleware; with a session cookie it is checked here."""
    check = _CsrfCheck(lambda _request: None)  # type: ignore[arg-type, return-value]
    check.process_request(request)
    reason = check.process_view(request, None, (), {})  # type: ignore[arg-type]
    if reason:
        raise ApiError(403, "csrf", _("X-CSRFToken is missing or wrong."))
