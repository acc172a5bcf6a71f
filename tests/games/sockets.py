"""A program at a table: its socket, and what it says there; and one that never listens."""

import json
import os
import secrets
import socket
import struct
import time
from collections.abc import Callable
from contextlib import ExitStack, suppress
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

SLOW = {"turn_ms": 60_000, "claim_ms": 30_000, "seed_ms": 50}


class Socket:
    """A program's socket at a table."""

    def __init__(self, address: str, table_id: str, token: str | None) -> None:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        url = f"{address.replace('http', 'ws')}/ws/tables/{table_id}/"
        self._closing = ExitStack()
        self.socket: ClientConnection = self._closing.enter_context(
            connect(url, additional_headers=headers, compression=None, max_size=None)
        )

    def close(self) -> None:
        self._closing.close()

    def send(self, message: Any) -> None:
        self.socket.send(message if isinstance(message, str | bytes) else json.dumps(message))

    def insist(self, message: Any, times: int) -> None:
        """Say something so often, unless the other end has had enough before."""
        with suppress(ConnectionClosed):
            for _ in range(times):
                self.send(message)

    def next(self, *types: str, within: float = 30) -> Any:
        """The next message of one of these types."""
        end = time.monotonic() + within
        while True:
            message = json.loads(self.socket.recv(timeout=max(0.01, end - time.monotonic())))
            if not types or message["type"] in types:
                return message

    def view_where(self, holds: Callable[[Any], Any]) -> Any:
        """The next view of which this is true: one of who is here may come before it at any moment."""
        while not holds(seen := self.next("view")["view"]):
            pass
        return seen

    def silent(self, seconds: float) -> list[Any]:
        """Whatever comes within some time."""
        found = []
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            try:
                found.append(json.loads(self.socket.recv(timeout=left)))
            except TimeoutError:
                break
        return found

    def closed_with(self, within: float = 30) -> int | None:
        """The code it is closed with; None where the line broke before that was read."""
        with pytest.raises(ConnectionClosed) as closed:
            self._listen(within)
        return closed.value.rcvd.code if closed.value.rcvd else None

    def _listen(self, seconds: float) -> None:
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            self.socket.recv(timeout=left)


def discard_of(view: Any) -> Any:
    return next(action for action in view["legal"] if action["type"] == "discard")


def act(view: Any, action: Any, client_id: str | None = None) -> dict[str, Any]:
    return {"type": "act", "id": client_id or secrets.token_hex(4), "decision": view["decision"], "action": action}


def timeless(view: Any) -> Any:
    """A view without what passes by itself."""
    return {name: value for name, value in view.items() if name not in ("deadline_ms", "reserve_ms", "present")}


class Deaf:
    """A socket that writes and never reads, with as little room for what it is sent as the system allows."""

    def __init__(self, address: str, path: str, token: str | None = None) -> None:
        host, port = address.removeprefix("http://").split(":")
        self.line = socket.socket()
        self.line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1)
        self.line.connect((host, int(port)))
        lines = [
            f"GET {path} HTTP/1.1", f"Host: {host}:{port}", "Upgrade: websocket", "Connection: Upgrade",
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==", "Sec-WebSocket-Version: 13",
        ]  # fmt: skip
        lines += [f"Authorization: Bearer {token}"] if token else []
        self.line.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())

    def say(self, message: dict[str, Any]) -> bool:
        """Send a frame; false once the line is broken."""
        text, mask = json.dumps(message).encode(), os.urandom(4)
        masked = bytes(byte ^ mask[at % 4] for at, byte in enumerate(text))
        try:
            self.line.sendall(struct.pack("!BB4s", 0x81, 0x80 | len(text), mask) + masked)
        except OSError:
            return False
        return True

    def close(self) -> None:
        self.line.close()
