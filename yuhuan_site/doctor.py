"""Versions and signs of life of everything the site needs. `manage.py doctor` prints it, the admin shows it."""

import asyncio
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

import redis
from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.utils.translation import gettext as _

from games import dbclock, seedkeys
from games.models import Heartbeat

# A process that showed no life for this long is down: three missed beats of the slowest.
_DOWN_AFTER = timedelta(seconds=15)
_ROUND_TRIP_S = 3.0


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the report. `name` is part of the interface, `detail` is for people."""

    name: str
    is_well: bool
    detail: str


def examine() -> list[Finding]:
    """Everything, in the order in which one thing needs the other. Raises nothing: what fails is a finding."""
    database = _try("database", _database)
    findings = [database]
    if database.is_well:
        findings.append(_try("migrations", _migrations))
    if findings[-1].is_well:
        findings.append(_try("seed key", _seed_key))
    findings += [_try("redis", _redis), _try("channels", _channel_layer)]
    return [*findings, *_processes(database.is_well)]


def _try(name: str, check: Callable[[], str]) -> Finding:
    try:
        return Finding(name, True, check())
    except (DatabaseError, redis.RedisError, OSError, TimeoutError, Unwell) as error:
        first_line = (str(error).strip() or type(error).__name__).splitlines()[0]
        return Finding(name, False, first_line)


class Unwell(Exception):
    """A check that ran and did not like what it saw."""


def _database() -> str:
    began = time.monotonic()
    with connection.cursor() as cursor:
        cursor.execute("SHOW server_version")
        version = cursor.fetchone()[0]
    return f"PostgreSQL {version.split()[0]}, {_ms(began)}"


def _migrations() -> str:
    executor = MigrationExecutor(connection)
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    if plan:
        raise Unwell(_("%(count)s migrations are not applied: run manage.py migrate") % {"count": len(plan)})
    return _("all applied")


def _seed_key() -> str:
    found = seedkeys.survey()
    if found.lost:
        raise Unwell(_("%(count)s live seeds open with no key: see manage.py seed_key") % {"count": found.lost})
    if found.older:
        return _("%(count)s live seeds wait for manage.py seed_key reseal") % {"count": found.older}
    return _("opens every live seed")


def _redis() -> str:
    began = time.monotonic()
    with redis.Redis.from_url(settings.REDIS_URL, socket_timeout=_ROUND_TRIP_S) as client:
        server = client.info("server")
    name = "Valkey" if "valkey_version" in server else "Redis"
    version = server.get("valkey_version", server["redis_version"])
    return f"{name} {version}, {_ms(began)}"


def _channel_layer() -> str:
    began = time.monotonic()
    async_to_sync(_round_trip)()
    return _("round trip in %(time)s") % {"time": _ms(began)}


async def _round_trip() -> None:
    await asyncio.wait_for(_send_to_myself(), _ROUND_TRIP_S)


async def _send_to_myself() -> None:
    """A message to a group of our own comes back."""
    layer = get_channel_layer()
    channel = await layer.new_channel()
    group = f"doctor.{time.monotonic_ns()}"
    await layer.group_add(group, channel)
    try:
        await layer.group_send(group, {"type": "doctor", "group": group})
        message = await layer.receive(channel)
    finally:
        await layer.group_discard(group, channel)
    if message["group"] != group:
        raise Unwell("another message came back")


def _processes(has_database: bool) -> Iterator[Finding]:
    """Web, ticker, worker and beat by the signs of life they leave in the database."""
    try:
        beats = _beats() if has_database else {}
        now = dbclock.now() if has_database else None
    except DatabaseError as error:
        beats, now = {}, None
        yield Finding("heartbeats", False, str(error).splitlines()[0])
    for name in ("web", "ticker", "worker", "beat"):
        yield _process(name, beats.get(name, []), now)


def _beats() -> dict[str, list[datetime]]:
    """When each kind's processes last beat; `ticker:4711` is of the kind `ticker`."""
    beats: dict[str, list[datetime]] = {}
    for name, at in Heartbeat.objects.values_list("name", "at"):
        beats.setdefault(name.split(":")[0], []).append(at)
    return beats


def _process(name: str, beats: list[datetime], now: datetime | None) -> Finding:
    if now is None:
        return Finding(name, False, _("unknown while the database is down"))
    if not beats:
        return Finding(name, False, _("never showed life"))
    alive = [at for at in beats if now - at < _DOWN_AFTER]
    seconds = (now - max(beats)).total_seconds()
    if not alive:
        return Finding(name, False, _("no sign of life for %(seconds)d s") % {"seconds": seconds})
    detail = _("alive %(seconds).1f s ago") % {"seconds": seconds}
    return Finding(name, True, f"{detail} × {len(alive)}" if len(alive) > 1 else detail)


def _ms(began: float) -> str:
    return f"{(time.monotonic() - began) * 1000:.0f} ms"
