"""The site as assembled: headers, errors of the API, sockets to nowhere, health, the admin's report."""

import asyncio
import re
from collections.abc import Iterator

import pytest
import websockets
from django.core.management import CommandError, call_command
from django.test import Client

from accounts.models import Player
from yuhuan_site import doctor


def test_healthz_needs_nothing(client: Client) -> None:
    assert client.get("/healthz").status_code == 200


def test_pages_allow_nothing_from_other_hosts(client: Client, db: None) -> None:
    policy = client.get("/healthz", headers={"host": "testserver"})["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "ws://testserver" in policy


def test_the_admin_alone_may_evaluate_and_still_loads_nothing_foreign(client: Client, db: None) -> None:
    policy = client.get("/admin/login/")["Content-Security-Policy"]
    assert "script-src 'self' 'unsafe-eval';" in policy
    assert "style-src 'self'; style-src-attr 'unsafe-inline';" in policy
    assert "default-src 'none'" in policy
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
        ("get", "/api/guest", None, 405, "wrong_method"),
        ("delete", "/api/events", None, 405, "wrong_method"),
        ("put", "/api/me/push", "{}", 405, "wrong_method"),
        ("post", "/api/nothing", "{}", 404, "not_found"),
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


def test_a_call_by_the_wrong_method_names_the_right_ones(client: Client, db: None) -> None:
    response = client.delete("/api/guest")
    assert response["Allow"] == "POST"
    assert "POST" in response.json()["error"]["message"]


CALLS = [
    ("get", "/api/guest", None),
    ("get", "/api/nothing", None),
    ("get", "/api/tables/none", None),
    ("get", "/api/events/none/ranking", None),
    ("post", "/api/events/none/enter", "{}"),
    ("post", "/api/guest", "{"),
    ("post", "/api/guest", '{"nickname": 7}'),
    ("post", "/api/guest", '{"more": 1}'),
    ("post", "/api/guest", '{"nickname": "\u0000"}'),
    ("get", "/api/events/kanmen/ranking?limit=0", None),
    ("get", "/api/events/kanmen/ranking?limit=x", None),
    ("post", "/api/score", "{"),
    ("post", "/api/score", "{}"),
    ("get", "/api/players/none/hands", None),
]


@pytest.mark.parametrize(("method", "path", "body"), CALLS)
def test_an_error_is_told_in_the_language_that_was_asked_for(
    client: Client, db: None, method: str, path: str, body: str | None
) -> None:
    """Chinese unless English is asked for; the code is the same in both."""
    codes, chinese = set(), {}
    for language in ("", "zh-CN", "en-GB,en;q=0.9", "fr"):
        headers = {"accept-language": language} if language else {}
        response = client.generic(method.upper(), path, body or "", content_type="application/json", headers=headers)
        told = response.json()["error"]
        codes.add(told["code"])
        chinese[language] = bool(re.search("[\u4e00-\u9fff]", told["message"]))
    assert len(codes) == 1
    assert chinese == {"": True, "zh-CN": True, "en-GB,en;q=0.9": False, "fr": True}


def test_a_call_that_breaks_is_an_error_like_the_others(
    client: Client, db: None, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    from tournaments import service

    def broken(_player: object) -> None:
        raise RuntimeError("a secret of the inside")

    monkeypatch.setattr(service, "events_json", broken)
    response = client.get("/api/events")
    assert response.status_code == 500
    assert "secret" not in response.text
    assert response.json()["error"]["message"]
    assert "a secret of the inside" in caplog.text


def test_the_doctor_speaks_english_on_the_command_line(db: None, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        call_command("doctor")
    printed = capsys.readouterr().out
    assert "never showed life" in printed
    assert not re.search("[\u4e00-\u9fff]", printed)


def test_create_event_refuses_in_english(db: None) -> None:
    with pytest.raises(CommandError) as refused:
        call_command("create_event", "--name", "x" * 200, "--slug", "not a slug", "--turn-ms", "0")
    assert "slug" in str(refused.value)
    assert not re.search("[\u4e00-\u9fff]", str(refused.value))


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
    assert well == {"database", "migrations", "seed key", "redis", "channels"}


def test_the_doctor_says_when_redis_is_away(db: None, settings) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:9/0"
    (redis,) = (finding for finding in doctor.examine() if finding.name == "redis")
    assert not redis.is_well
    assert "127.0.0.1:9" in redis.detail
