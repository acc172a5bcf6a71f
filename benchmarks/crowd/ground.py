"""The site that is played on: started here as real processes on a durable PostgreSQL of its own, and read from outside."""

import os
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import django
import psutil
import psycopg
import redis

from tests.running_site import RunningSite

SETTINGS: Final = {
    "SECRET_KEY": "only for measuring",
    "SEED_KEY": "dGVzdCBrZXkgdGVzdCBrZXkgdGVzdCBrZXkgdGVzdCE=",
    "ALLOWED_HOSTS": "127.0.0.1",
    "STATIC_HASHED": "false",
}
STATEMENTS: Final = """SELECT coalesce(sum(calls), 0), coalesce(sum(calls) FILTER (WHERE query ~*
    '^(BEGIN|COMMIT|ROLLBACK|SAVEPOINT|RELEASE)'), 0) FROM pg_stat_statements s JOIN pg_database d ON d.oid = s.dbid
    WHERE d.datname = current_database()"""


@contextmanager
def own_site(webs: int, tickers: int = 1) -> Iterator[RunningSite]:
    """The whole site for as long as the block lasts; it counts its statements where PostgreSQL came with that.

    This process has Django set up on it then: one site a process.
    """
    os.environ.update(SETTINGS)
    with tempfile.TemporaryDirectory(prefix="yuhuan-load-") as name:
        folder = Path(name)
        folder.chmod(0o755)  # PostgreSQL may have to be another user
        site = RunningSite(folder, "load", webs=webs, tickers=tickers, own_server=True)
        assert site.postgres is not None
        counts = list(site.postgres.bin.parent.rglob("pg_stat_statements.control"))
        if counts:
            with open(site.postgres.data / "postgresql.conf", "a") as settings:
                settings.write("shared_preload_libraries = 'pg_stat_statements'\n")
        with site:
            if counts:
                with psycopg.connect(site.env["DATABASE_URL"], autocommit=True) as connection:
                    connection.execute("CREATE EXTENSION pg_stat_statements")
            os.environ.update(site.env, DATABASE_POOL_SIZE="0", DJANGO_SETTINGS_MODULE="yuhuan_site.settings")
            django.setup()
            yield site


@dataclass(frozen=True)
class Reading:
    """One look at the site. CPU in seconds since each program's start, memory in bytes, everything else counted."""

    cpu: Mapping[tuple[str, int], float]
    """By program and process id."""
    memory: Mapping[str, int]
    lines: int
    moves: int
    log_bytes: int
    wal_bytes: int
    commits: int
    statements: int | None
    bare: int | None
    """Of the statements those that only begin or end a transaction."""
    redis_commands: int
    redis_published: int


def read(site: RunningSite) -> Reading:
    """Costs some statements and milliseconds itself."""
    lines, moves = site.rows("SELECT count(*), count(*) FILTER (WHERE type = 'act') FROM games_loggedaction")[0]
    log_bytes, wal_bytes, commits = site.rows(
        """SELECT pg_total_relation_size('games_loggedaction'), pg_current_wal_lsn() - '0/0',
        (SELECT xact_commit FROM pg_stat_database WHERE datname = current_database())"""
    )[0]
    counts = bool(site.rows("SELECT 1 FROM pg_extension WHERE extname = 'pg_stat_statements'"))
    statements, bare = site.rows(STATEMENTS)[0] if counts else (None, None)
    with redis.Redis.from_url(site.env["REDIS_URL"]) as client:
        commands = client.info("commandstats")
    published = {name: row["calls"] for name, row in commands.items() if "publish" in name}
    return Reading(
        {(name, child.process.pid): _cpu(child.process.pid) for name, child in site.children.items()},
        {name: psutil.Process(child.process.pid).memory_info().rss for name, child in site.children.items()},
        lines, moves, log_bytes, int(wal_bytes), commits, statements and int(statements), bare and int(bare),
        sum(row["calls"] for row in commands.values()), sum(published.values()),
    )  # fmt: skip


def _cpu(pid: int) -> float:
    """Of a process and all it started, those that have ended too."""
    process, spent = psutil.Process(pid), 0.0
    for one in (process, *process.children(recursive=True)):
        times = one.cpu_times()
        spent += times.user + times.system + times.children_user + times.children_system
    return spent


def between(before: Reading, after: Reading, seconds: float) -> dict[str, Any]:
    """What the site did and spent from one look to the other. A move is an answer of a seat that was stored."""
    moves = max(1, after.moves - before.moves)
    spent = {name: used - before.cpu.get((name, pid), 0.0) for (name, pid), used in after.cpu.items()}
    each = {"moves": after.moves - before.moves, "moves a second": round(moves / seconds, 1)}
    figures = {
        "log lines a move": (after.lines - before.lines) / moves,
        "CPU ms a move": 1000 * sum(spent.values()) / moves,
        "log bytes a move": (after.log_bytes - before.log_bytes) / moves,
        "WAL bytes a move": (after.wal_bytes - before.wal_bytes) / moves,
        "transactions a move": (after.commits - before.commits) / moves,
        "Redis commands a move": (after.redis_commands - before.redis_commands) / moves,
        "Redis messages published a move": (after.redis_published - before.redis_published) / moves,
    }
    if after.statements is not None and before.statements is not None:
        figures["statements a move"] = (after.statements - before.statements) / moves
        figures["of these only begin or end a transaction"] = ((after.bare or 0) - (before.bare or 0)) / moves
    return {
        **each,
        **{name: round(value, 2) for name, value in figures.items()},
        "CPU ms a move, by program": {name: round(1000 * used / moves, 2) for name, used in spent.items()},
        "cores used, by program": {name: round(used / seconds, 3) for name, used in spent.items()},
        "memory, MB": {name: round(used / 1e6, 1) for name, used in after.memory.items()},
    }
