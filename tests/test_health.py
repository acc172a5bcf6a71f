"""What machines ask: whether a process answers, whether it can serve, how much is going on; and what a log line says."""

import json
import logging
import re

import pytest
from django.test import Client
from websockets.sync.client import connect

from accounts.measures import ACTION_SECONDS
from tests.tournaments import cast
from yuhuan_site import health
from yuhuan_site.logs import JsonFormatter, LineFormatter


def figures(page: str) -> dict[str, float]:
    """Prometheus' text: `name{labels}` -> value."""
    lines = (line.rsplit(" ", 1) for line in page.splitlines() if line and not line.startswith("#"))
    return {name: float(value) for name, value in lines}


def test_a_process_is_ready_with_a_database_and_says_when_redis_is_away(client: Client, db: None, settings) -> None:
    answer = client.get("/readyz")
    assert (answer.status_code, answer.text) == (200, "ready\n")
    settings.REDIS_URL = "redis://127.0.0.1:9/0"
    answer = client.get("/readyz")
    assert (answer.status_code, answer.text) == (200, "ready\nwithout redis\n")


def test_a_process_is_not_ready_without_a_database_or_with_migrations_to_come(
    client: Client, db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    from django.db import OperationalError, connection

    monkeypatch.setitem(health._ready, "migrations", False)
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE app = 'notices'")
    assert client.get("/readyz").text == "migrations\n"

    def away() -> None:
        raise OperationalError("gone")

    with monkeypatch.context() as without_database:
        without_database.setattr(connection, "cursor", away)
        answer = client.get("/readyz")
        assert (answer.status_code, answer.text) == (503, "database\n")
        assert client.get("/healthz").status_code == 200


def test_a_process_with_another_seed_key_than_the_database_is_not_ready(client: Client, db: None, settings) -> None:
    event = cast.begin("cup")
    cast.sit(event, *cast.guests(4))
    cast.draw_now(event)
    assert client.get("/readyz").status_code == 200
    settings.SEED_KEYS = ("YW5vdGhlciBrZXkgYW5vdGhlciBrZXkgYW5vdGhlciE=",)
    answer = client.get("/readyz")
    assert (answer.status_code, answer.text) == (503, "seed_key\n")


@pytest.mark.django_db(transaction=True)
def test_metrics_count_sockets_tables_who_waits_and_how_long_an_action_took(asgi_server: str) -> None:
    event = cast.begin("cup", turn_ms=60_000, seed_ms=60_000)
    four = cast.guests(4)
    cast.sit(event, *four)
    cast.draw_now(event)
    cast.sit(event, *cast.guests(6)[4:])
    table, before = four[0].live_seat.table_id, ACTION_SECONDS._sum.get()
    token = cast_token(four[0])
    address = f"{asgi_server.replace('http', 'ws')}/ws/tables/{table}/"
    with connect(address, additional_headers={"Authorization": f"Bearer {token}"}, compression=None) as socket:
        socket.send('{"type": "wish", "id": "w", "wishes": ["sort"]}')
        while json.loads(socket.recv(timeout=5))["type"] != "ack":
            pass
        found = figures(Client().get("/metrics").text)
    assert found['yuhuan_open_sockets{kind="table"}'] == 1
    assert found["yuhuan_tables"] == 1
    assert found["yuhuan_overdue_decisions"] == 0
    assert found['yuhuan_waiting_players{event="cup"}'] == 2
    assert found["yuhuan_action_seconds_count"] >= 1
    assert found["yuhuan_action_seconds_sum"] > before
    assert found['yuhuan_silent_seconds{kind="web"}'] < 10


def cast_token(player: object) -> str:
    from accounts.guests import create_token

    return create_token(player)  # type: ignore[arg-type]


def test_metrics_are_for_this_machine_or_for_whoever_has_the_token(client: Client, db: None, settings) -> None:
    assert client.get("/metrics").status_code == 200
    assert client.get("/metrics", headers={"x-forwarded-for": "127.0.0.1"}).status_code == 404
    assert client.get("/metrics", REMOTE_ADDR="192.0.2.1").status_code == 404
    settings.METRICS_TOKEN = "a token of ours"
    assert client.get("/metrics").status_code == 404
    assert client.get("/metrics", headers={"authorization": "Bearer another"}).status_code == 404
    assert client.get("/metrics", headers={"authorization": "Bearer a token of ours"}).status_code == 200


def test_no_metric_names_anybody(client: Client, db: None) -> None:
    event = cast.begin("cup")
    players = cast.guests(2)
    cast.sit(event, *players)
    page = client.get("/metrics").text
    assert not any(player.pk in page or player.nickname in page for player in players)


SECRETS = [
    "yh_0123456789abcdefghijklmnopqrstuvwxyz", "K7DQP-0123X-ABCDE-FGHJK-MNPQR-S", "hunter2secret",
    "abcdefghij0123456789abcdefghij01",
]  # fmt: skip


@pytest.mark.parametrize("formatter", [LineFormatter(), JsonFormatter()])
def test_a_log_line_tells_no_secret(formatter: logging.Formatter) -> None:
    said = (
        f"Authorization: Bearer {SECRETS[0]} code {SECRETS[1]} postgres://yuhuan:{SECRETS[2]}@db/yuhuan "
        f"Cookie: __Host-sessionid={SECRETS[3]}; theme=dark"
    )
    try:
        raise ValueError(said)
    except ValueError as error:
        record = logging.LogRecord(
            "games", logging.ERROR, "", 1, "%s", (said,), (type(error), error, error.__traceback__)
        )
    text = formatter.format(record)
    assert not [secret for secret in SECRETS if secret in text]
    assert "db/yuhuan" in text
    assert "theme=dark" in text


def test_a_json_line_is_one_object() -> None:
    record = logging.LogRecord("games.ticker", logging.WARNING, "", 1, "one\ntwo %s", ("三",), None)
    text = JsonFormatter().format(record)
    assert "\n" not in text
    line = json.loads(text)
    assert (line["level"], line["logger"], line["message"]) == ("WARNING", "games.ticker", "one\ntwo 三")
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d{4}", line["at"])
