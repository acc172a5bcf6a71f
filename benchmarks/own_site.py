"""A benchmark's own PostgreSQL and Valkey, Django on them, and crowds made in SQL. All of it goes when it ends."""

import base64
import os
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import django
from django.core.management import call_command

from yuhuan_site.stack import postgres, valkey
from yuhuan_site.stack.children import Child

MEMORY = ("shared_buffers = '512MB'", "maintenance_work_mem = '256MB'", "max_wal_size = '8GB'")
"""What anybody gives a server of two cores; the rest is PostgreSQL's own choice. Not safe against power cuts."""

_PLAYERS = """
INSERT INTO accounts_player (id, username, password, nickname, nickname_key, is_guest, is_bot, is_superuser, is_staff,
                             is_active, email, date_joined, preferences, session_version)
SELECT id, id, '', '玩家' || n, 'wanjia' || n, true, false, false, false, true, '', now(), '{}', 0
FROM (SELECT n, 'p' || lpad(n::text, 11, '0') AS id FROM generate_series(%(first)s, %(last)s) AS n) AS numbered
"""
_ACCOUNTS = """
INSERT INTO tournaments_account (event_id, player_id, currency, balance)
SELECT %(event)s, 'p' || lpad(n::text, 11, '0'), currency,
       greatest(0, round(1000 + 700 * (random() + random() + random() + random() - 2)))
FROM generate_series(%(first)s, %(last)s) AS n, unnest(ARRAY['silver', 'points']) AS currency
"""
_ENTRIES = """
INSERT INTO tournaments_entry (event_id, player_id, state, silver_account_id, points_account_id, grants, hands, wins,
                               waiting_since, draws_waited, entered_at)
SELECT %(event)s, silver.player_id, %(state)s, silver.id, points.id, 1, (random() * 12)::int, (random() * 3)::int,
       CASE WHEN %(state)s = 'waiting' THEN now() END, 0, now()
FROM tournaments_account AS silver
JOIN tournaments_account AS points USING (event_id, player_id)
WHERE event_id = %(event)s AND silver.currency = 'silver' AND points.currency = 'points'
  AND player_id BETWEEN 'p' || lpad(%(first)s::text, 11, '0') AND 'p' || lpad(%(last)s::text, 11, '0')
"""
_ISSUED = """
UPDATE tournaments_account AS issued SET balance = -held.sum
FROM (SELECT currency, sum(balance) FROM tournaments_account
      WHERE event_id = %(event)s AND player_id IS NOT NULL GROUP BY currency) AS held
WHERE issued.event_id = %(event)s AND issued.player_id IS NULL AND issued.currency = held.currency
"""


@contextmanager
def own_site() -> Iterator[Path]:
    """A fresh site of this process; gives its folder. Import models only inside."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # told to stop, it removes what it made
    with tempfile.TemporaryDirectory(prefix="yuhuan-bench-") as name, open(Path(name) / "log", "wb") as log:
        folder, env = Path(name), {key: value for key, value in os.environ.items() if not key.startswith("PG")}
        folder.chmod(0o755)  # PostgreSQL may have to be another user
        database = postgres.prepare(folder / "postgres", env, durable=False)
        with (folder / "postgres" / "postgresql.conf").open("a") as config:
            config.write("\n".join(MEMORY) + "\n")
        redis = valkey.Valkey(folder / "valkey", env)
        children: list[Child] = []
        try:
            children.append(database.start(output=log))
            children.append(redis.start(output=log))
            database.create_database("yuhuan")
            _set_up(folder, database.url("yuhuan"), redis.url)
            yield folder
        finally:
            for child in reversed(children):
                child.stop(30)
            database.tidy()


def _set_up(folder: Path, database: str, redis: str) -> None:
    os.environ.update(
        DJANGO_SETTINGS_MODULE="yuhuan_site.settings", DATABASE_URL=database, REDIS_URL=redis,
        YUHUAN_DATA=str(folder), SECRET_KEY="only for a benchmark", SEED_KEY=base64.b64encode(bytes(32)).decode(),
        ALLOWED_HOSTS="localhost,127.0.0.1", DEBUG="false", HTTPS="false", STATIC_HASHED="false", LOG_LEVEL="ERROR",
    )  # fmt: skip
    django.setup()
    call_command("migrate", verbosity=0)


def run_sql(*statements: str, **values: Any) -> None:
    """Statements past every trigger, as an import would; one transaction."""
    from django.db import connection, transaction

    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        cursor.execute("SELECT setseed(0.5)")
        for statement in statements:
            cursor.execute(statement, values or None)


@contextmanager
def unindexed(*tables: str) -> Iterator[None]:
    """What is written meanwhile enters no index; then they are made anew, a constraint's too, in a fraction of the time."""
    from django.db import connection

    with connection.cursor() as cursor:
        blind = "UPDATE pg_index SET indisready = false, indisvalid = false WHERE indrelid = ANY (%s::regclass[])"
        cursor.execute(blind, [list(tables)])
        yield
        cursor.execute("SET maintenance_work_mem = '1GB'")
        for table in tables:
            cursor.execute(f"REINDEX TABLE {table}")
        cursor.execute("RESET maintenance_work_mem")


def analyze() -> None:
    """What autovacuum and a checkpoint would have done by themselves in a while."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")
        cursor.execute("CHECKPOINT")


def running_event(slug: str, **parameters: Any) -> Any:
    """An event that has begun."""
    from tournaments.service import create_event, open_event, start_event

    create_event(slug, slug=slug, kind="championship", **parameters)
    open_event(slug)
    return start_event(slug)


def enter_crowd(event: Any, count: int, *, state: str = "idle", first: int = 1) -> None:
    """That many new players `p…` enter an event, with silver, points and hands of chance (the same every time)."""
    values = {"event": event.pk, "first": first, "last": first + count - 1, "state": state}
    run_sql(_PLAYERS, _ACCOUNTS, "ANALYZE tournaments_account", _ENTRIES, _ISSUED, **values)
    analyze()


def timed(jobs: Mapping[str, Callable[[], Any]], rounds: int, repeats: int = 1) -> dict[str, list[float]]:
    """Milliseconds of one call of each job, once a round, in turns; a first round is not counted."""
    found: dict[str, list[float]] = {name: [] for name in jobs}
    for number in range(rounds + 1):
        for name, job in jobs.items():
            began = time.perf_counter()
            for _ in range(repeats):
                job()
            if number:
                found[name].append(1000 * (time.perf_counter() - began) / repeats)
    return found
