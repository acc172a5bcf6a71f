"""Somebody in an event's room who asks and asks, and never reads: the others hear of themselves all the same."""

import json
import time
from collections.abc import Callable

import pytest
from websockets.sync.client import ClientConnection, connect

from accounts import socket
from accounts.guests import create_token
from tests.games.sockets import Deaf
from tests.tournaments.cast import begin, guests
from tournaments import service
from tournaments.models import Entry
from yuhuan_site.stack.children import wait_until
from yuhuan_site.websocket import Protocol

pytestmark = pytest.mark.django_db(transaction=True)

PATH = "/ws/events/cup/"
ASKS = 300
"""Of nine kilobytes each: more than the line holds."""


def test_nobody_in_the_room_waits_for_one_who_does_not_read(asgi_server: str, monkeypatch) -> None:
    monkeypatch.setattr(socket, "SOCKET_PACE", (ASKS, ASKS))  # else it takes a quarter of a minute to fill a line
    monkeypatch.setattr(socket, "SESSION_PACE", (ASKS, ASKS))
    full = line_is_full(monkeypatch)
    event, people = begin("cup"), guests(60)
    for player in people:
        service.enter(event, player)
    service.compute_leaderboard("cup")
    headers = {"Authorization": f"Bearer {create_token(people[1])}"}
    deaf = Deaf(asgi_server, PATH, create_token(people[0]))
    with connect(asgi_server.replace("http", "ws") + PATH, additional_headers=headers, compression=None) as neighbour:
        for _ in range(ASKS):
            assert deaf.say({"type": "sync"})
        assert wait_until(full, 60), "the line holds more than was asked for"
        Entry.objects.update(state="out")  # a push that was lost: the room's regular look has to tell
        assert hears(neighbour, "out", within=5)
    deaf.close()


def line_is_full(monkeypatch) -> Callable[[], bool]:
    """Asks whether a line of this server has been full for a second."""
    since: list[float] = []
    pause, resume = Protocol.pause_writing, Protocol.resume_writing
    monkeypatch.setattr(Protocol, "pause_writing", lambda self: (since.append(time.monotonic()), pause(self)))
    monkeypatch.setattr(Protocol, "resume_writing", lambda self: (since.clear(), resume(self)))
    return lambda: bool(since) and time.monotonic() - since[0] > 1


def hears(line: ClientConnection, state: str, within: float) -> bool:
    """Whether the socket is told that its player is in this state, in so many seconds."""
    end = time.monotonic() + within
    while (left := end - time.monotonic()) > 0:
        try:
            told = json.loads(line.recv(timeout=left))
        except TimeoutError:
            return False
        if told["type"] == "me" and told["state"] == state:
            return True
    return False
