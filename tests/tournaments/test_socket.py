"""The event's socket over the whole ASGI application, Redis between."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.conf import settings
from django.contrib.sessions.backends.db import SessionStore
from django.db import connections
from django.test import Client

from accounts.guests import create_guest, end_all_sessions, revoke_token
from accounts.models import Player
from tests.tournaments.cast import begin, draw_now
from tournaments import service
from yuhuan_site.asgi import application

pytestmark = pytest.mark.django_db(transaction=True)

ORIGIN = "http://testserver"


@pytest.fixture(autouse=True)
async def _close_connections() -> AsyncIterator[None]:
    yield
    await sync_to_async(application.pulse.stop)()  # begun by the first socket: no server here announces its end
    await sync_to_async(_close_pools)()


def _close_pools() -> None:
    for connection in connections.all():
        connection.close()
        connection.close_pool()


@asynccontextmanager
async def socket(slug: str, **headers: str) -> AsyncIterator[WebsocketCommunicator]:
    raw = [
        (name.replace("_", "-").encode(), value.encode()) for name, value in {"host": "testserver", **headers}.items()
    ]
    communicator = WebsocketCommunicator(application, f"/ws/events/{slug}/", headers=raw)
    try:
        yield communicator
    finally:
        await communicator.disconnect()


def program(token: str) -> dict[str, str]:
    return {"authorization": f"Bearer {token}"}


def browser(player: Player) -> str:
    client = Client()
    client.force_login(player)
    return client.cookies[settings.SESSION_COOKIE_NAME].value


async def frame(communicator: WebsocketCommunicator, kind: str) -> dict:
    """The next frame of a kind; others pass by."""
    async with asyncio.timeout(60):
        while True:
            message = json.loads(await communicator.receive_from(timeout=60))
            if message["type"] == kind:
                return message


async def closed_with(communicator: WebsocketCommunicator) -> int:
    while True:
        message = await communicator.receive_output(timeout=60)
        if message["type"] == "websocket.close":
            return message["code"]


async def test_the_first_frames_are_me_and_the_ranking_and_being_seated_is_told_at_once():
    event = await sync_to_async(begin)("cup")
    guests = [await sync_to_async(create_guest)() for _ in range(4)]
    for guest in guests:
        await sync_to_async(service.enter)(event, guest.player)
    async with socket("cup", **program(guests[0].token)) as communicator:
        assert (await communicator.connect())[0]
        me = json.loads(await communicator.receive_from())
        assert me == {"type": "me", "state": "idle", "table": None, "silver": 1000, "points": 1000, "rank": None,
                      "waiting_ms": None, "waiting_for": None, "place": None, "letters": 0}  # fmt: skip
        ranking = json.loads(await communicator.receive_from())
        assert set(ranking) == {"type", "computed_ago_ms", "total", "rows"}
        for guest in guests:
            await sync_to_async(service.start)(event, guest.player)
        assert (await frame(communicator, "me"))["state"] == "waiting"
        await sync_to_async(draw_now)(event)
        me = await frame(communicator, "me")
        assert (me["state"], bool(me["table"])) == ("seated", True)
        await sync_to_async(service.compute_leaderboard)("cup")
        assert (await frame(communicator, "ranking"))["total"] == 4


async def test_a_lost_push_heals_within_two_seconds():
    event = await sync_to_async(begin)("cup")
    guest = await sync_to_async(create_guest)()
    await sync_to_async(service.enter)(event, guest.player)
    async with socket("cup", **program(guest.token)) as communicator:
        await communicator.connect()
        assert (await frame(communicator, "me"))["state"] == "idle"
        entry = event.entries.model.objects
        await sync_to_async(entry.update)(state="out")
        assert (await frame(communicator, "me"))["state"] == "out"


async def test_a_visitor_hears_of_the_ranking_alone():
    await sync_to_async(begin)("cup")
    async with socket("cup") as communicator:
        await communicator.connect()
        assert json.loads(await communicator.receive_from())["type"] == "ranking"
        assert await communicator.receive_nothing(0.2)


async def test_an_event_that_does_not_exist_for_the_viewer_closes_the_socket():
    await sync_to_async(service.create_event)("草稿", slug="draft")
    for slug in ("draft", "nowhere"):
        async with socket(slug) as communicator:
            await communicator.connect()
            assert await closed_with(communicator) == 4004


async def test_what_is_no_frame_is_refused_and_repeaters_are_closed():
    await sync_to_async(begin)("cup")
    async with socket("cup") as communicator:
        await communicator.connect()
        await frame(communicator, "ranking")
        for text in ("{", "[]", '"ping"', '{"type": "act"}', '{"type": ["ping"]}'):
            await communicator.send_to(text_data=text)
            refused = await frame(communicator, "refused")
            assert refused["code"] == "malformed"
        await communicator.send_to(text_data='{"type": "ping"}')
        await frame(communicator, "pong")
        await communicator.send_to(bytes_data=b"\x00")
        assert await closed_with(communicator) == 1008


async def test_an_oversize_frame_closes_with_1009():
    await sync_to_async(begin)("cup")
    async with socket("cup") as communicator:
        await communicator.connect()
        await communicator.send_to(text_data=json.dumps({"type": "ping" + "g" * 17_000}))
        assert await closed_with(communicator) == 1009


@pytest.mark.parametrize(
    ("origin", "welcome"),
    [
        ("http://testserver", True),
        ("http://testserver:80", True),
        ("https://testserver", False),
        ("http://testserver:8443", False),
        ("http://evil.test", False),
        ("null", False),
        (None, False),
    ],
)
async def test_a_session_cookie_counts_only_from_the_sites_own_pages(origin, welcome):
    event = await sync_to_async(begin)("cup")
    player = (await sync_to_async(create_guest)()).player
    await sync_to_async(service.enter)(event, player)
    key = await sync_to_async(browser)(player)
    headers = {"cookie": f"{settings.SESSION_COOKIE_NAME}={key}"} | ({"origin": origin} if origin else {})
    async with socket("cup", **headers) as communicator:
        assert (await communicator.connect())[0] is welcome
        if welcome:
            assert (await frame(communicator, "me"))["state"] == "idle"


async def test_an_unknown_token_is_not_let_in():
    await sync_to_async(begin)("cup")
    for header in ("Bearer yh_wrong", "Bearer ", "bearer"):
        async with socket("cup", authorization=header) as communicator:
            assert not (await communicator.connect())[0]


@pytest.mark.parametrize("ending", ["logout", "everywhere", "ban"])
async def test_after_logout_or_ban_the_next_frame_is_refused_and_the_socket_closed(ending):
    await sync_to_async(begin)("cup")
    player = (await sync_to_async(create_guest)()).player
    key = await sync_to_async(browser)(player)
    cookie = f"{settings.SESSION_COOKIE_NAME}={key}"
    async with socket("cup", cookie=cookie, origin=ORIGIN) as communicator:
        await communicator.connect()
        await frame(communicator, "ranking")
        if ending == "logout":
            await sync_to_async(SessionStore(key).delete)()
        elif ending == "everywhere":
            await sync_to_async(end_all_sessions)(player)
        else:
            await sync_to_async(Player.objects.filter(pk=player.pk).update)(is_active=False)
        await communicator.send_to(text_data='{"type": "ping"}')
        assert await closed_with(communicator) == 4003


async def test_a_revoked_token_closes_the_socket_at_the_next_frame():
    await sync_to_async(begin)("cup")
    guest = await sync_to_async(create_guest)()
    async with socket("cup", **program(guest.token)) as communicator:
        await communicator.connect()
        token = await sync_to_async(guest.player.tokens.get)()
        await sync_to_async(revoke_token)(guest.player, token.pk)
        await communicator.send_to(text_data='{"type": "sync"}')
        assert await closed_with(communicator) == 4003
