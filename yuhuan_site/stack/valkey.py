"""A private Valkey on a free port of this machine, with a password of its own; it keeps nothing on disk.

Everything in it can be lost at any moment: PostgreSQL is the only truth.
"""

import secrets
import socket
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

import redis

from yuhuan_site.stack.binaries import redis_server
from yuhuan_site.stack.children import Child, spawn, wait_until


class ValkeyFailed(Exception):
    """Valkey could not be started; the message says why."""


def free_port() -> int:
    """A TCP port that nobody listens on just now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def check_reachable(url: str) -> None:
    """Raises ValkeyFailed when a server that the environment names does not let us in."""
    try:
        with redis.Redis.from_url(url, socket_timeout=5, socket_connect_timeout=5) as client:
            client.ping()
    except (redis.RedisError, ValueError) as error:
        raise ValkeyFailed(f"REDIS_URL: {error}") from error


@dataclass(frozen=True, slots=True)
class Valkey:
    """Where it works and how it is reached."""

    folder: Path
    env: Mapping[str, str]
    port: int = field(default_factory=free_port)
    password: str = field(default_factory=lambda: secrets.token_hex(16), repr=False)

    @property
    def url(self) -> str:
        return f"redis://:{self.password}@127.0.0.1:{self.port}/0"

    def start(self, output: int | IO[bytes] = subprocess.PIPE) -> Child:
        """A server that answers. Raises ValkeyFailed, BinaryMissing."""
        self.folder.mkdir(parents=True, exist_ok=True)
        log = self.folder / "valkey.log"
        log.unlink(missing_ok=True)
        config = self.folder / "valkey.conf"  # not on the command line, where everybody could read the password
        config.touch(mode=0o600)
        config.write_text(
            f'port {self.port}\nbind 127.0.0.1\ndir "{self.folder}"\nrequirepass {self.password}\n'
            f'save ""\nappendonly no\nloglevel warning\nlogfile "{log}"\n'
        )
        child = spawn("valkey", [redis_server(), config], env=self.env, cwd=self.folder, output=output)
        if not wait_until(lambda: self._answers() or not child.is_alive(), 15) or not child.is_alive():
            child.kill()
            said = log.read_text(errors="replace").strip() if log.exists() else ""
            raise ValkeyFailed(f"Valkey does not start: {said or 'no answer in 15 s'}")
        return child

    def _answers(self) -> bool:
        try:
            with redis.Redis.from_url(self.url, socket_timeout=1) as client:
                return bool(client.ping())
        except redis.RedisError:
            return False
