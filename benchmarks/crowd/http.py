"""One call of the site's HTTP API, without a thread: a thousand may be under way at once."""

import asyncio
import json
from typing import Any, Final
from urllib.parse import urlsplit

PATIENCE_S: Final = 60.0


class Refused(Exception):
    """An answer that was no success; `status` is its number."""

    def __init__(self, status: int, text: str) -> None:
        super().__init__(f"{status} {text[:200]}")
        self.status = status


async def call(address: str, method: str, path: str, headers: dict[str, str], data: Any = None) -> Any:
    """The JSON of one answer. Raises Refused, OSError; TimeoutError (an OSError) after a minute."""
    body = b"" if data is None else json.dumps(data).encode()
    parts = urlsplit(address)
    # HTTP/1.0: the answer ends with the connection, and is never sent in pieces.
    lines = [f"{method} /api{path} HTTP/1.0", f"Host: {parts.netloc}", f"Content-Length: {len(body)}"]
    lines += ["Content-Type: application/json", *(f"{name}: {value}" for name, value in headers.items())]
    async with asyncio.timeout(PATIENCE_S):
        reader, writer = await asyncio.open_connection(parts.hostname, parts.port or 80)
        try:
            writer.write("\r\n".join([*lines, "", ""]).encode() + body)
            answer = await reader.read()
        finally:
            writer.close()
    head, _, text = answer.decode().partition("\r\n\r\n")
    if not head:
        raise ConnectionResetError("no answer")
    status = int(head.split(" ", 2)[1])
    if status >= 400:
        raise Refused(status, text)
    return json.loads(text) if text else None
