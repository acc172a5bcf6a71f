"""One HTTPS request to a push service, to the very address that was checked. No redirect is followed."""

import http.client
import socket
import ssl
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from notices.endpoints import Target

TIMEOUT_S: Final = 5.0


@dataclass(frozen=True, slots=True)
class Answer:
    """`retry_after`: seconds, where the service says so."""

    status: int
    retry_after: int | None = None


def post(target: Target, headers: Mapping[str, str], body: bytes) -> Answer:
    """Send one message. Raises OSError or http.client.HTTPException when nothing sensible comes back."""
    connection = _Pinned(target)
    try:
        connection.request("POST", target.path, body, dict(headers))
        response = connection.getresponse()
        wait = response.headers.get("Retry-After", "")
        return Answer(response.status, int(wait) if wait.isdecimal() else None)
    finally:
        connection.close()


class _Pinned(http.client.HTTPConnection):
    """A connection to a looked-up address that greets, and checks, the host by name."""

    def __init__(self, target: Target) -> None:
        super().__init__(target.host, target.port, timeout=TIMEOUT_S)
        self._target = target
        self.default_port = 443 if target.scheme == "https" else 80

    def connect(self) -> None:
        plain = socket.create_connection((self._target.address, self._target.port), TIMEOUT_S)
        if self._target.scheme == "https":
            self.sock = ssl.create_default_context().wrap_socket(plain, server_hostname=self._target.host)
        else:
            self.sock = plain
