"""Sockets that do not read: nobody waits for them, nothing piles up, and they may come back."""

import socket
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from channels.layers import get_channel_layer

from accounts import socket as pace
from accounts.guests import create_token
from tests.games.sockets import Deaf, act, discard_of
from yuhuan_site import websocket

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def deaf(monkeypatch, asgi_server) -> Iterator[Callable[..., Deaf]]:
    """Opens deaf sockets on a server that has little room for what is not read, and little patience."""
    monkeypatch.setattr(websocket, "UNREAD_S", 0.5)
    monkeypatch.setattr(pace, "SOCKET_PACE", (1e9, 1e9))
    monkeypatch.setattr(pace, "SESSION_PACE", (1e9, 1e9))
    made = websocket.Protocol.connection_made

    def connection_made(self: websocket.Protocol, transport: Any) -> None:
        transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1)
        transport.set_write_buffer_limits(8_192)
        made(self, transport)

    monkeypatch.setattr(websocket.Protocol, "connection_made", connection_made)
    opened: list[Deaf] = []

    def open_one(table_id: str, player: Any = None) -> Deaf:
        opened.append(Deaf(asgi_server, f"/ws/tables/{table_id}/", create_token(player) if player else None))
        return opened[-1]

    yield open_one
    for one in opened:
        one.close()


def channels() -> int:
    """Sockets that the channel layer of this process serves."""
    return sum(len(layer.channels) for layer in get_channel_layer()._layers.values())


def members() -> int:
    """How many places in groups those sockets hold."""
    return sum(len(names) for layer in get_channel_layer()._layers.values() for names in layer.groups.values())


def until(condition: Callable[[], bool], within: float = 30) -> None:
    end = time.monotonic() + within
    while not condition():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.02)


def test_a_watcher_stops_reading_its_socket(dealt, players, open_socket, deaf):
    """T7: the players notice nothing, the watcher is dropped, nothing is kept for it, and it may come back."""
    table = dealt(spectator_delay_ms=0)
    sockets = [open_socket(table.id, player) for player in players]
    views = [one.next("view")["view"] for one in sockets]
    watcher = deaf(table.id)
    until(lambda: channels() == 5)
    action = discard_of(views[0])
    until(lambda: not watcher.say({"type": "sync"}))
    sockets[0].send(act(views[0], action))
    for one in sockets:
        one.view_where(lambda view: view["rivers"][0])
    until(lambda: channels() == 4)
    again = open_socket(table.id).next("view")["view"]
    assert (again["seat"], again["rivers"][0]) == (None, [action["tile"]])


def test_a_player_stops_reading_the_socket_and_comes_back(dealt, players, open_socket, deaf):
    """T7's brother: the line breaks while something is sent to the seat, and nothing of it stays behind."""
    table = dealt()
    neighbour = open_socket(table.id, players[1])
    neighbour.next("view")
    before = members()
    player = deaf(table.id, players[0])
    until(lambda: members() > before)
    until(lambda: not player.say({"type": "sync"}))
    until(lambda: (channels(), members()) == (1, before))
    assert neighbour.socket.ping().wait(5)
    assert open_socket(table.id, players[0]).next("view")["view"]["seat"] == 0


def test_a_closed_socket_that_does_not_let_go_is_broken_off(dealt, deaf):
    """A close frame that is never read would keep the line, and what lies before it, for ever."""
    dealt()
    stubborn = deaf("nowhere")
    until(lambda: not stubborn.say({"type": "ping"}))
