"""The corners of JSON and of sockets that break readers elsewhere: each is refused or closed, and nothing else happens."""

import json
import socket
import struct
from itertools import pairwise
from typing import Any

import pytest

from games import frames
from games.models import Hand, LoggedAction

ACT = '{"type": "act", "id": "x", "decision": "d", "action": {"type": "discard", "tile": %s}}'
SEED = '{"type": "seed", "hand": %s, "client_seed": ""}'
CORNERS = {
    "a lone surrogate": ACT % '"\\ud800"',
    "a lone surrogate as an id": '{"type": "think", "id": "\\udfff", "decision": "d"}',
    "a zero character": '{"type": "think", "id": "a\\u0000b", "decision": "d"}',
    "a zero character in words": '{"type": "call", "id": "x", "text": "a\\u0000b"}',
    "no number": ACT % "NaN",
    "infinity": ACT % "-Infinity",
    "a number too large": ACT % "1e400",
    "8,000 deep": "[" * 8_000,
    "8,000 objects deep": '{"a":' * 2_000,
    "nine deep, and closed": ACT % ("[" * 7 + "]" * 7),
    "an integer of 5,000 digits": SEED % ("9" * 5_000),
    "true for one": SEED % "true",
    "3.0 for three": SEED % "3.0",
    "a name twice": '{"type": "ping", "type": "sync"}',
    "a name twice further in": ACT % '"5m", "tile": "1m"',
    "a list": '[{"type": "ping"}]',
    "a string": '"ping"',
    "no JSON": "ping",
    "two frames in one": '{"type": "ping"}{"type": "ping"}',
    "a byte order mark": '\ufeff{"type": "ping"}',
    "a field too many": '{"type": "ping", "seat": 1}',
}


@pytest.mark.parametrize("frame", CORNERS.values(), ids=CORNERS.keys())
def test_a_corner_is_malformed_whoever_reads_it(frame):
    with pytest.raises(frames.MalformedFrame):
        frames.read_frame(frame)
    frames.id_in(frame)  # read for the refusal: it must bear the same


@pytest.mark.parametrize("tile", ["true", "3.0", "null", "[]", '{"tile": "5m"}', '"\\u0000"', "9" * 4_000])
def test_what_is_no_tile_is_read_and_refused_by_the_rules(tile):
    """The action of an `act` is judged below the reader: a value of a wrong type must not pass for a tile there."""
    from games.engine.actions import MalformedAction, action_from_json

    frame = frames.read_frame(ACT % tile)
    assert isinstance(frame, frames.Act)
    with pytest.raises(MalformedAction):
        action_from_json(0, frame.action)


def test_brackets_inside_words_are_words():
    assert frames.read_frame(json.dumps({"type": "call", "id": "x", "text": '[[[[[[[[[[ \\" {{{{{{{{{{'}))


@pytest.mark.django_db(transaction=True)
def test_no_corner_reaches_a_log_the_table_or_the_neighbour(dealt, players, open_socket, errors):
    table = dealt()
    neighbour = open_socket(table.id, players[1])
    v = neighbour.next("view")["v"]
    for name, frame in (*CORNERS.items(), ("a binary frame", b'{"type": "ping"}')):
        mine = open_socket(table.id, players[0])
        mine.next("view")
        mine.send(frame)
        assert mine.next("refused")["code"] == "malformed", name
        mine.send({"type": "ping"})
        assert mine.next("pong"), name
        mine.close()
    assert [record.getMessage() for record in errors] == []
    assert list(LoggedAction.objects.values_list("type", flat=True)) == ["deal"]
    assert {(message["type"], message["v"]) for message in neighbour.silent(0.2)} <= {("view", v)}


TOO_MUCH = {
    "16 KB and one": (16 * 1024 + 1, {1009}),
    "900 KB": (900_000, {1009, None}),
    "2 MB": (2_000_000, {1009, None}),
}
"""Bytes, and how the line ends: the system may break it while the rest is still on its way."""


@pytest.mark.django_db(transaction=True)
def test_what_is_too_large_or_no_text_closes_the_socket_and_says_so(dealt, players, open_socket, errors):
    table = dealt()
    for size, codes in TOO_MUCH.values():
        mine = open_socket(table.id, players[0])
        mine.next("view")
        mine.insist('{"type": "ping", "x": "' + "y" * size + '"}', 1)  # it need not be heard to its end
        assert mine.closed_with() in codes
    mine = open_socket(table.id, players[0])
    mine.next("view")
    mine.socket.send(b'{"type": "ping\xff"}', text=True)
    assert mine.closed_with() == 1007
    assert [record.getMessage() for record in errors] == []
    assert Hand.objects.get().seq == 1


@pytest.mark.django_db(transaction=True)
def test_no_socket_is_compressed(dealt, asgi_server):
    """The length of a compressed frame tells of its content, and unpacking one costs memory."""
    answer = handshake(asgi_server, f"/ws/tables/{dealt().id}/", "permessage-deflate; client_max_window_bits")
    assert answer.startswith("HTTP/1.1 101")
    assert "sec-websocket-extensions" not in answer.lower()


def handshake(address: str, path: str, extensions: str) -> str:
    host, port = address.removeprefix("http://").split(":")
    lines = (
        f"GET {path} HTTP/1.1", f"Host: {host}:{port}", "Upgrade: websocket", "Connection: Upgrade",
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==", "Sec-WebSocket-Version: 13",
        f"Sec-WebSocket-Extensions: {extensions}", "", "",
    )  # fmt: skip
    with socket.create_connection((host, int(port))) as line:
        line.sendall("\r\n".join(lines).encode())
        answer = b""
        while b"\r\n\r\n" not in answer:
            answer += line.recv(4096)
        line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    return answer.split(b"\r\n\r\n")[0].decode()


def test_the_web_process_has_the_limits_of_this_page():
    """What the tests' server is given in Python, the real ones are given on their command line."""
    from yuhuan_site.stack.programs import web_command

    command: Any = web_command("127.0.0.1", 1)
    limits = dict(pairwise(command))
    assert limits["--ws"] == "yuhuan_site.websocket:Protocol"
    assert limits["--ws-per-message-deflate"] == "false"
    assert (limits["--ws-max-size"], limits["--ws-max-queue"]) == ("16384", "16")
