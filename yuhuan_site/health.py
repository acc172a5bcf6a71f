"""For machines: `/healthz` (this process answers), `/readyz` (it can serve), `/metrics` (Prometheus text)."""

import ipaddress
from collections.abc import Iterator

import redis
from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from accounts.identity import bearer_token
from accounts.measures import PROCESS
from games import dbclock, seedkeys
from games.models import Heartbeat
from tournaments import service

_TEXT = "text/plain; charset=utf-8"
_REDIS_S = 1.0
_ready = {"migrations": False}


@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """This process answers. Whether the rest lives is the doctor's question."""
    return HttpResponse("ok\n", content_type=_TEXT)


@require_safe
def readyz(request: HttpRequest) -> HttpResponse:
    """Whether this process can serve: 200, or 503 with what is missing. Without Redis it plays on, and says so."""
    missing = list(_missing())
    lines = [*(missing or ["ready"]), *([] if _redis_answers() else ["without redis"])]
    return HttpResponse("\n".join(lines) + "\n", status=503 if missing else 200, content_type=_TEXT)


@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """For whoever has METRICS_TOKEN; without one for this machine itself, not through a proxy. Else 404."""
    if not _may_read(request):
        raise Http404
    shared = CollectorRegistry()
    shared.register(_Site())
    return HttpResponse(generate_latest(PROCESS) + generate_latest(shared), content_type=CONTENT_TYPE_LATEST)


def _missing() -> Iterator[str]:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
        if not _is_migrated():
            yield "migrations"
        elif not seedkeys.fits():
            yield "seed_key"
    except DatabaseError:
        yield "database"


def _redis_answers() -> bool:
    waits = {"socket_timeout": _REDIS_S, "socket_connect_timeout": _REDIS_S}
    try:
        with redis.Redis.from_url(settings.REDIS_URL, **waits) as client:
            return bool(client.ping())
    except (redis.RedisError, OSError):
        return False


def _is_migrated() -> bool:
    """Asked until it is so: a database does not go back."""
    if not _ready["migrations"]:
        executor = MigrationExecutor(connection)
        _ready["migrations"] = not executor.migration_plan(executor.loader.graph.leaf_nodes())
    return _ready["migrations"]


def _may_read(request: HttpRequest) -> bool:
    if settings.METRICS_TOKEN:
        given = bearer_token(request.headers.get("Authorization")) or ""
        return constant_time_compare(given, settings.METRICS_TOKEN)
    try:
        here = ipaddress.ip_address(request.META.get("REMOTE_ADDR", "")).is_loopback
    except ValueError:
        here = False
    return here and "X-Forwarded-For" not in request.headers


class _Site(Collector):
    """What the database says: the same from every process, so ask one of them."""

    def collect(self) -> Iterator[GaugeMetricFamily]:
        now = service.load()
        yield _gauge("yuhuan_tables", "Tables that are played.", now.tables)
        yield _gauge(
            "yuhuan_overdue_decisions", "Hands at which nothing happened two seconds after it was due.", now.overdue
        )
        waiting = GaugeMetricFamily("yuhuan_waiting_players", "Who waits for a seat.", labels=["event"])
        for event, count in now.waiting.items():
            waiting.add_metric([event], count)
        yield waiting
        silent = GaugeMetricFamily(
            "yuhuan_silent_seconds", "Since the last sign of life of each kind.", labels=["kind"]
        )
        for kind, seconds in _silences().items():
            silent.add_metric([kind], seconds)
        yield silent


def _gauge(name: str, text: str, value: float) -> GaugeMetricFamily:
    return GaugeMetricFamily(name, text, value=value)


def _silences() -> dict[str, float]:
    """Kind of process -> seconds since the youngest sign of life."""
    now, found = dbclock.now(), dict[str, float]()
    for name, at in Heartbeat.objects.exclude(name="clock").values_list("name", "at"):
        kind, seconds = name.split(":")[0], (now - at).total_seconds()
        found[kind] = min(seconds, found.get(kind, seconds))
    return found
