"""How many sockets, and how many frames: counted a socket and a session, never an address."""

import pytest

from accounts import limits
from accounts import socket as pace
from accounts.guests import create_token
from tests.games.sockets import Socket

pytestmark = pytest.mark.django_db(transaction=True)

STILL = 1e-6
"""Frames a second: as good as none, so that no test depends on how long it takes."""


@pytest.fixture
def tabs(dealt, players, asgi_server):
    """Open windows of one session of one player."""
    table, tokens, opened = dealt(), {}, []

    def open_tabs(count: int, seat: int = 0) -> list[Socket]:
        token = tokens.setdefault(seat, create_token(players[seat]))
        for _ in range(count):
            opened.append(Socket(asgi_server, table.id, token))
            opened[-1].next("view")
        return opened[-count:]

    yield open_tabs
    for one in opened:
        one.close()


def answers(socket: Socket, count: int) -> list[str]:
    """What so many pings are answered with."""
    for _ in range(count):
        socket.send({"type": "ping"})
    return [socket.next("pong", "refused").get("code", "pong") for _ in range(count)]


def test_of_too_many_windows_the_oldest_is_closed_and_the_newest_goes_on(tabs):
    oldest, *others = tabs(pace.SOCKETS_A_SESSION)
    other_person = tabs(1, seat=1)[0]
    newest = tabs(1)[0]
    assert oldest.closed_with() == 4008
    for socket in (*others, newest, other_person):
        assert answers(socket, 1) == ["pong"]


def test_a_window_that_is_closed_makes_room(tabs):
    opened = tabs(pace.SOCKETS_A_SESSION)
    for socket in opened[:5]:
        socket.close()
    assert all(answers(socket, 1) == ["pong"] for socket in tabs(5))
    assert all(answers(socket, 1) == ["pong"] for socket in opened[5:])


def test_a_socket_has_an_allowance(monkeypatch, tabs):
    monkeypatch.setattr(pace, "SOCKET_PACE", (30.0, STILL))
    first, second = tabs(2)
    assert answers(first, 40) == ["pong"] * 30 + ["busy"] * 10
    assert answers(second, 1) == ["pong"]


def test_the_windows_of_a_session_share_an_allowance_and_nobody_elses(monkeypatch, tabs):
    monkeypatch.setattr(pace, "SESSION_PACE", (90.0, STILL))
    said = [answer for window in tabs(5) for answer in answers(window, 25)]
    assert said == ["pong"] * 90 + ["busy"] * 35
    assert answers(tabs(1, seat=1)[0], 20) == ["pong"] * 20


def test_who_goes_on_flooding_is_closed(monkeypatch, tabs):
    monkeypatch.setattr(pace, "SOCKET_PACE", (30.0, STILL))
    monkeypatch.setattr(pace, "MAX_TOO_FAST_A_MINUTE", 20)
    flooding = tabs(1)[0]
    flooding.insist({"type": "ping"}, 60)
    assert flooding.closed_with() == 1008


def test_a_thousand_guests_of_one_venue_come_in_through_one_address():
    for _ in range(1_000):
        limits.spend("guest", "203.0.113.7")
