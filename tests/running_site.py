"""The whole site as real processes on a database of its own: web, tickers, Celery worker and beat.

With `own_server` PostgreSQL is this site's alone and durable, so that it can be killed as well.
"""

import os
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Mapping
from pathlib import Path

import psycopg

from tests import migrated
from yuhuan_site.environment import BASE_DIR
from yuhuan_site.stack import postgres, programs, valkey
from yuhuan_site.stack.children import Child, spawn, wait_until
from yuhuan_site.stack.valkey import free_port


class RunningSite:
    """Start with `with`. `web` holds the addresses; `kill` and `start` act on single processes by name."""

    def __init__(
        self,
        folder: Path,
        name: str,
        *,
        webs: int = 1,
        tickers: int = 1,
        celery: bool = True,
        own_server: bool = False,
    ) -> None:
        self.folder, self.name = folder, name
        self.postgres = (
            postgres.prepare(folder / "postgres", dict(os.environ), tells_waits=True) if own_server else None
        )
        self.children: dict[str, Child] = {}
        self.ports = [free_port() for _ in range(webs)]
        self.web = [f"http://127.0.0.1:{port}" for port in self.ports]
        self._tickers, self._celery = tickers, celery
        self._redis = valkey.Valkey(folder / "valkey", dict(os.environ))
        self.env: dict[str, str] = {}

    def __enter__(self) -> "RunningSite":
        self._log = open(self.folder / "site.log", "wb")
        self.start("valkey")
        if self.postgres is not None:
            self.start("postgres")
        self.env = dict(os.environ) | {
            "DATABASE_URL": self._create_database(),
            "REDIS_URL": self._redis.url,
            "DATABASE_POOL_SIZE": "6",
            "PYTHONUNBUFFERED": "1",
            "DEBUG": "false",
            "HTTPS": "false",
        }
        if self.postgres is not None:
            self.manage("migrate", "-v0")
        for index in range(len(self.ports)):
            self.start(f"web{index}")
        for index in range(self._tickers):
            self.start(f"ticker{index}")
        if self._celery:
            self.start("worker")
            self.start("beat")
        self.wait_for_web()
        return self

    def __exit__(self, *failure: object) -> None:
        for child in reversed(self.children.values()):
            child.ask_to_stop()
        for child in reversed(self.children.values()):
            child.stop()
        self._log.close()
        if self.postgres is not None:
            self.postgres.tidy()
        else:
            migrated.drop(self.name)

    def start(self, name: str, **settings: str) -> None:
        """Start one process: web0, web1…, ticker0…, worker, beat, valkey or postgres; with more settings, if given."""
        self.children[name] = self._spawn(name, settings)

    def kill(self, name: str) -> None:
        """kill -9, as a machine that loses power."""
        self.children.pop(name).kill()

    def stop(self, name: str, patience: float = 10.0) -> None:
        """As a deployment stops a process: SIGTERM, and time to end."""
        assert self.children.pop(name).stop(patience), f"{name} had to be killed\n{self.log()}"

    def signal(self, name: str, number: signal.Signals) -> None:
        self.children[name].process.send_signal(number)

    def is_halted(self, name: str) -> bool:
        """Whether the process stands still (SIGSTOP)."""
        stat = Path(f"/proc/{self.children[name].process.pid}/stat").read_text()
        return stat.rpartition(")")[2].split()[0] == "T"

    def manage(self, *arguments: str, stdin: str | None = None) -> str:
        """Run a management command on this site; returns what it printed."""
        return self.python("manage.py", *arguments, stdin=stdin)

    def python(self, *arguments: str, stdin: str | None = None, patience: float = 120) -> str:
        """Run Python with this site's settings, `patience` seconds at most; returns what it printed."""
        done = subprocess.run(
            [sys.executable, *arguments],
            cwd=BASE_DIR, env=self.env, input=stdin, capture_output=True, text=True, timeout=patience,
        )  # fmt: skip
        assert done.returncode == 0, f"{arguments}: {done.stdout}\n{done.stderr}"
        return done.stdout

    def rows(self, query: str, *values: object) -> list[tuple[object, ...]]:
        """What the database says."""
        with psycopg.connect(self.env["DATABASE_URL"], autocommit=True) as connection:
            return connection.execute(query, values).fetchall()

    def wait_for_web(self, name: str = "web") -> None:
        """Until the named web process answers, or all that were started."""
        for index, address in enumerate(self.web):
            if f"web{index}" in self.children and f"web{index}".startswith(name):
                assert wait_until(lambda address=address: _answers(address), 120), (
                    f"{address} does not answer\n{self.log()}"
                )

    def log(self) -> str:
        """What all processes printed."""
        self._log.flush()
        return (self.folder / "site.log").read_text(errors="replace")[-8000:]

    def lock_waits(self) -> dict[str, int]:
        """How often PostgreSQL, if it is this site's own, found a deadlock, and somebody waiting over a second."""
        self._log.flush()
        text = (self.folder / "site.log").read_text(errors="replace")
        return {"circles": text.count("detected deadlock while waiting"), "long": text.count("still waiting for")}

    def _spawn(self, name: str, settings: Mapping[str, str]) -> Child:
        if name == "valkey":
            return self._redis.start(output=self._log)
        if name == "postgres":
            assert self.postgres is not None
            return self.postgres.start(output=self._log)
        kind, number = name.rstrip("0123456789"), name.lstrip("abcdefghijklmnopqrstuvwxyz")
        if kind == "web":
            return self._python(name, settings, *programs.web_command("127.0.0.1", self.ports[int(number)]))
        if kind == "ticker":
            return self._python(name, settings, "manage.py", "runticker")
        return self._python(
            name, settings, *(programs.worker_command() if kind == "worker" else programs.beat_command())
        )

    def _python(self, name: str, settings: Mapping[str, str], *arguments: str) -> Child:
        env = {**self.env, "YUHUAN_DATA": str(self.folder), **settings}
        return spawn(name, [sys.executable, *arguments], env=env, cwd=BASE_DIR, output=self._log)

    def _create_database(self) -> str:
        if self.postgres is not None:
            self.postgres.create_database(self.name)
            return self.postgres.url(self.name)
        migrated.create(self.name, like=migrated.template())
        return migrated.address_of(self.name)


def _answers(address: str) -> bool:
    try:
        with urllib.request.urlopen(f"{address}/healthz", timeout=1) as answer:
            return answer.status == 200
    except OSError:
        time.sleep(0.05)
        return False
