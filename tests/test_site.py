"""The site as assembled: headers, errors of the API, sockets to nowhere, health, the admin's report."""

import asyncio
from collections.abc import Iterator

import pytest
import websockets
from django.test import Client

from accounts.models import Player
from yuhuan_site import doctor


def test_healthz_needs_nothing(client: Client) -> None:
    assert client.get("/healthz").status_code == 200


def test_pages_allow_nothing_from_other_hosts(client: Client, db: None) -> None:
    policy = client.get("/healthz", headers={"host": "testserver"})["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy
    assert "ws://testserver" in policy


def test_the_admin_alone_may_evaluate_and_still_loads_nothing_foreign(client: Client, db: None) -> None:
    policy = client.get("/admin/login/")["Content-Security-Policy"]
    assert "script-src 'self' 'unsafe-eval';" in policy
    assert "style-src 'self'; style-src-attr 'unsafe-inline';" in policy
    assert "default-src 'self'" in policy
    for page in ("/", "/administration", "/rules/"):
        assert "unsafe" not in client.get(page)["Content-Security-Policy"], page


def test_a_foreign_host_is_refused(client: Client, db: None) -> None:
    assert client.get("/", headers={"host": "elsewhere.example"}).status_code == 400


@pytest.mark.parametrize(
    ("method", "path", "body", "status", "code"),
    [
        ("post", "/api/guest", "{", 400, "malformed"),
        ("post", "/api/guest", '{"nickname": 7}', 400, "malformed"),
        ("post", "/api/guest", '{"nickname": "甲", "more": 1}', 400, "malformed"),
        ("get", "/api/tables/none", None, 404, "not_found"),
        ("get", "/api/nothing", None, 404, "not_found"),
        ("get", "/api/events/none/me", None, 401, "no_identity"),
    ],
)
def test_errors_have_one_shape(
    client: Client, db: None, method: str, path: str, body: str | None, status: int, code: str
) -> None:
    response = client.generic(method.upper(), path, body or "", content_type="application/json")
    assert response.status_code == status, response.content
    error = response.json()["error"]
    assert error["code"] == code
    assert error["message"]


def test_a_malformed_field_is_named(client: Client, db: None) -> None:
    response = client.post("/api/guest", '{"nickname": 7}', content_type="application/json")
    assert response.json()["error"]["field"] == "nickname"


def test_a_useless_token_is_no_identity(client: Client, db: None) -> None:
    response = client.get("/api/events/none/me", headers={"authorization": "Bearer nothing"})
    assert response.status_code == 401


@pytest.mark.django_db(transaction=True)
def test_a_socket_to_nowhere_is_refused(asgi_server: str) -> None:
    async def knock() -> int:
        try:
            async with websockets.connect(asgi_server.replace("http", "ws") + "/ws/nowhere/"):
                return 101
        except websockets.InvalidStatus as refused:
            return refused.response.status_code

    assert asyncio.run(knock()) == 404


@pytest.fixture
def organiser(client: Client, db: None) -> Iterator[Client]:
    client.force_login(Player.objects.create_superuser(username="organiser", password="x"))
    return client


def test_the_admin_shows_what_lives_and_what_does_not(organiser: Client) -> None:
    page = organiser.get("/admin/").content.decode()
    assert "PostgreSQL" in page
    assert "Valkey" in page or "Redis" in page
    assert page.count("✗") == 4  # no web process with a pulse, ticker, worker or beat runs beside this test


def test_the_doctor_sees_database_redis_and_channels_alive(db: None) -> None:
    well = {finding.name for finding in doctor.examine() if finding.is_well}
    assert well == {"database", "migrations", "redis", "channels"}


def test_the_doctor_says_when_redis_is_away(db: None, settings) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:9/0"
    (redis,) = (finding for finding in doctor.examine() if finding.name == "redis")
    assert not redis.is_well
    assert "127.0.0.1:9" in redis.detail
