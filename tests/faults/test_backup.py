"""A backup taken while people play is one: it is restored beside the running site, holds, and its hands go on."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import psycopg
import pytest
from psycopg import sql

from tests.running_site import RunningSite
from yuhuan_site.environment import BASE_DIR
from yuhuan_site.stack import programs
from yuhuan_site.stack.binaries import postgres_bin
from yuhuan_site.stack.children import Child, spawn, wait_until
from yuhuan_site.stack.valkey import free_port

pytestmark = pytest.mark.slow
COPY = "yuhuan_drill"
EVENING = """
from accounts.guests import create_bot
from games import service as games
from tournaments import service
service.create_event("杯赛", slug="cup", kind="demo")
service.open_event("cup")
event = service.start_event("cup")
over, going_on = (service.seat_bots(event, [create_bot() for _ in range(4)]) for _ in range(2))
games.play_out(over.pk)
service.release_table(over.pk, "cup")
"""


@pytest.fixture
def site(tmp_path: Path) -> Iterator[RunningSite]:
    with RunningSite(tmp_path, "yuhuan_backup", celery=False) as running:
        running.manage("shell", "-v0", "-c", EVENING)
        yield running


@pytest.fixture
def copy(site: RunningSite) -> Iterator[str]:
    """An empty database beside the site's."""
    server = urlunsplit(urlsplit(site.env["DATABASE_URL"])._replace(path="/postgres"))
    drop = sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(COPY))
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(drop)
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(COPY)))
    yield urlunsplit(urlsplit(server)._replace(path=f"/{COPY}"))
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(drop)


def run(script: str, argument: Path, env: dict[str, str]) -> "subprocess.CompletedProcess[str]":
    """A script of deploy/ with the programs of the server under test."""
    env = env | {"PATH": f"{postgres_bin()}:{os.environ['PATH']}", "PYTHON": sys.executable}
    command = [BASE_DIR / "deploy" / script, argument]
    return subprocess.run(command, env=env, capture_output=True, text=True, timeout=180, check=False)


def live_hands(database: str) -> dict[str, int]:
    """Hand -> number of its last action."""
    with psycopg.connect(database, autocommit=True) as connection:
        return dict(connection.execute("SELECT id, seq FROM games_hand WHERE state = 'live'").fetchall())


def test_a_backup_of_a_playing_site_is_restored_holds_and_its_live_hands_go_on(
    site: RunningSite, copy: str, tmp_path: Path
) -> None:
    assert wait_until(lambda: any(seq > 3 for seq in live_hands(site.env["DATABASE_URL"]).values()), 60), site.log()
    done = run("backup.sh", tmp_path / "backups", site.env)
    assert done.returncode == 0, done.stderr
    dump = Path(done.stdout.strip())
    drill = run("drill.sh", dump, site.env | {"DRILL_DATABASE_URL": copy})
    assert drill.returncode == 0, drill.stdout + drill.stderr
    assert "is a backup" in drill.stdout

    again = run("restore.sh", dump, site.env | {"DATABASE_URL": copy})
    assert again.returncode == 1
    assert "restore into an empty one" in again.stderr
    other_key = {"SEED_KEY": "YW5vdGhlciBrZXkgYW5vdGhlciBrZXkgYW5vdGhlciE=", "DATABASE_URL": copy}
    wrong = subprocess.run(
        [sys.executable, "manage.py", "seed_key", "check"], cwd=BASE_DIR, env=site.env | other_key,
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert wrong.returncode == 1, wrong.stdout

    before = live_hands(copy)
    assert before
    with elsewhere(site, copy, tmp_path):
        assert wait_until(lambda: all(seq > before.get(hand, -1) for hand, seq in live_hands(copy).items()), 60)


@contextmanager
def elsewhere(site: RunningSite, database: str, folder: Path) -> Iterator[None]:
    """A web process and a ticker on the restored database."""
    env = site.env | {"DATABASE_URL": database, "YUHUAN_DATA": str(folder)}
    children: list[Child] = []
    with open(folder / "elsewhere.log", "wb") as log:
        for arguments in (programs.web_command("127.0.0.1", free_port()), ("manage.py", "runticker")):
            children.append(spawn("elsewhere", [sys.executable, *arguments], env=env, cwd=BASE_DIR, output=log))
        try:
            yield
        finally:
            for child in children:
                child.stop()
