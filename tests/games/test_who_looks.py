"""A page says when it goes out of sight; the table shows nobody, and whoever cares is told."""

import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from accounts.guests import create_token
from games.models import Presence, Table
from games.signals import out_of_sight
from tests.games.sockets import Socket

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def heard() -> Iterator[list[tuple[str, str]]]:
    told: list[tuple[str, str]] = []

    def listen(table_id: str, player_id: str, **_more: Any) -> None:
        told.append((table_id, player_id))

    out_of_sight.connect(listen)
    yield told
    out_of_sight.disconnect(listen)


@pytest.fixture
def sit(asgi_server: str, seat_four: Callable[..., Any], players: list[Any]) -> Iterator[Callable[[], Any]]:
    """A table that is not dealt yet, and sockets of its first seat."""
    opened: list[Socket] = []
    table = seat_four(seed_ms=60_000)

    def open_one() -> tuple[Table, Socket]:
        opened.append(Socket(asgi_server, table.id, create_token(players[0])))
        opened[-1].next("view")
        return table, opened[-1]

    yield open_one
    for one in opened:
        one.close()


def times(table: Table) -> tuple[Any, Any]:
    found = Presence.objects.get(seat__table=table, seat__index=0)
    return found.seen_at, found.looked_at


def later(table: Table, since: Any, within: float = 30) -> tuple[Any, Any]:
    """The times once the socket has been alive again after `since`."""
    end = time.monotonic() + within
    while (found := times(table))[0] <= since:
        assert time.monotonic() < end
        time.sleep(0.05)
    return found


def test_a_socket_that_says_nothing_looks(sit: Callable[[], Any], heard: list[Any]) -> None:
    table, _socket = sit()
    seen, looked = times(table)
    assert seen == looked
    seen, looked = later(table, seen)
    assert seen == looked
    assert heard == []


def test_a_hidden_page_is_here_and_does_not_look(sit: Callable[[], Any], heard: list[Any], players: list[Any]) -> None:
    table, socket = sit()
    _seen, looked = times(table)
    socket.send({"type": "hidden", "on": True})
    socket.send({"type": "hidden", "on": True})
    socket.send({"type": "ping"})
    socket.next("pong")
    assert heard == [(table.id, players[0].id)]
    seen, still = later(table, times(table)[0])
    assert still == looked < seen
    assert [message for message in socket.silent(0.5) if message["type"] == "refused"] == []
    socket.send({"type": "hidden", "on": False})
    socket.send({"type": "ping"})
    socket.next("pong")
    assert times(table)[1] > looked
    assert len(heard) == 1


def test_one_of_two_pages_in_sight_is_enough(sit: Callable[[], Any]) -> None:
    table, first = sit()
    sit()
    first.send({"type": "hidden", "on": True})
    first.send({"type": "ping"})
    first.next("pong")
    seen, looked = times(table)
    later(table, seen)
    end = time.monotonic() + 30
    while times(table)[1] <= looked:
        assert time.monotonic() < end, "nobody seems to look"
        time.sleep(0.05)


@pytest.mark.parametrize(
    "frame", [{"type": "hidden"}, {"type": "hidden", "on": "yes"}, {"type": "hidden", "on": True, "x": 1}]
)
def test_anything_else_is_malformed(sit: Callable[[], Any], heard: list[Any], frame: dict[str, Any]) -> None:
    _table, socket = sit()
    socket.send(frame)
    assert socket.next("refused")["code"] == "malformed"
    assert heard == []
