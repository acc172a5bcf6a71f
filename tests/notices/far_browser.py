"""The far ends of a notice, both real: a browser's keys, which open what was sealed for them, and a push service."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec

from notices.encryption import CURVE, point_of, to_text


@dataclass
class Browser:
    """Keys as a browser makes them. `open` uses an implementation that is not ours."""

    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(CURVE))
    secret: bytes = b"sixteen secret b"

    @property
    def p256dh(self) -> str:
        return to_text(point_of(self.key.public_key()))

    @property
    def auth(self) -> str:
        return to_text(self.secret)

    def subscription(self, endpoint: str, topics: tuple[str, ...] = ("start", "seated", "turn")) -> dict[str, Any]:
        """What its page posts to /api/me/push."""
        return {"endpoint": endpoint, "keys": {"p256dh": self.p256dh, "auth": self.auth}, "topics": list(topics)}

    def open(self, body: bytes) -> dict[str, str]:
        """The notice in a message for this browser."""
        plain = http_ece.decrypt(body, private_key=self.key, auth_secret=self.secret, version="aes128gcm")
        return json.loads(plain)


@dataclass
class Message:
    """What the service was sent."""

    path: str
    headers: dict[str, str]
    body: bytes


class PushService:
    """Keeps what it is sent. `answers` are its next statuses (with a Retry-After in seconds), then 201 for ever."""

    def __init__(self) -> None:
        self.messages: list[Message] = []
        self.answers: list[tuple[int, int | None]] = []
        self.came = threading.Condition()
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self.origin = f"http://127.0.0.1:{self.server.server_address[1]}"

    def endpoint(self, name: str) -> str:
        """The address of one browser."""
        return f"{self.origin}/push/{name}"

    def wait_for(self, count: int, seconds: float = 10) -> list[Message]:
        """Until so many messages have come."""
        with self.came:
            assert self.came.wait_for(lambda: len(self.messages) >= count, seconds), f"{len(self.messages)} came"
        return self.messages

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                with service.came:
                    service.messages.append(Message(self.path, dict(self.headers), body))
                    status, wait = service.answers.pop(0) if service.answers else (201, None)
                    service.came.notify_all()
                self.send_response(status)
                if wait is not None:
                    self.send_header("Retry-After", str(wait))
                if status in (301, 307):
                    self.send_header("Location", f"{service.origin}/elsewhere")
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *args: Any) -> None:
                """A test's output is not an access log."""

        return Handler


@contextmanager
def push_service() -> Iterator[PushService]:
    """A push service on this machine, for as long as the block."""
    service = PushService()
    thread = threading.Thread(target=service.server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    yield service
    service.server.shutdown()
    service.server.server_close()
