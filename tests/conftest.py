"""Real servers for the tests: each run starts its own PostgreSQL and Valkey, or uses DATABASE_URL and REDIS_URL.

Tests below tests/engine are pure: a run of those alone starts nothing.
"""

import fcntl
import gc
import os
import shutil
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import hypothesis
import pytest
from django.conf import settings
from django.utils import timezone, translation

from tests import migrated
from tests.dice import thrown
from tests.sizes import FULL
from yuhuan_site.stack import postgres, valkey
from yuhuan_site.stack.children import Child

if TYPE_CHECKING:
    from playwright.sync_api import Browser

# How long an example takes says nothing on a machine with other things to do. A run is to say something of the code and
# not of its luck: the same examples and the same walls each time, new ones where everything is tried (FULL=1).
hypothesis.settings.register_profile("site", deadline=None, derandomize=not FULL)
hypothesis.settings.load_profile("site")

MADE_BY_MIGRATING = ("django_content_type", "auth_permission", "auth_group", "auth_group_permissions")
ENGINE_TESTS = Path(__file__).parent / "engine"
CHROMIUM_OPTIONS = [
    "--no-sandbox",  # tests run as root in CI
    "--disable-gpu",
    "--renderer-process-limit=1",  # for each browser context: a new tab need not start one
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


class Servers:
    """The servers of one test run, in a folder of their own that goes when the run ends."""

    def __init__(self) -> None:
        _sweep_abandoned_folders()
        self.folder = Path(tempfile.mkdtemp(prefix="yuhuan-test-"))
        self.folder.chmod(0o755)  # PostgreSQL may have to be another user
        self._lock = open(self.folder / "lock", "w")  # noqa: SIM115 (held as long as we live)
        fcntl.flock(self._lock, fcntl.LOCK_EX)
        self.env = {name: value for name, value in os.environ.items() if not name.startswith("PG")}
        self.valkey = valkey.Valkey(self.folder / "valkey", self.env)
        self.children: list[Child] = []

    def start(self) -> None:
        """Fill what the environment leaves open."""
        with open(self.folder / "log", "wb") as log:
            if "DATABASE_URL" not in os.environ:
                database = postgres.prepare(self.folder / "postgres", self.env, durable=False)
                self.children.append(database.start(output=log))
                os.environ["DATABASE_URL"] = database.url("yuhuan")
            if "REDIS_URL" not in os.environ:
                self.children.append(self.valkey.start(output=log))
                os.environ["REDIS_URL"] = self.valkey.url

    def stop(self) -> None:
        """Stop them in reverse order and remove the folder."""
        migrated.drop_template()
        for child in reversed(self.children):
            child.stop()
        shutil.rmtree(self.folder, ignore_errors=True)
        self._lock.close()


def _sweep_abandoned_folders() -> None:
    """Remove what runs that were killed left behind: folders whose lock nobody holds."""
    for folder in Path(tempfile.gettempdir()).glob("yuhuan-test-*"):
        try:
            with open(folder / "lock") as lock:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                shutil.rmtree(folder, ignore_errors=True)
        except OSError:
            continue  # somebody's running tests, or not ours to open


def _needs_servers(config: pytest.Config) -> bool:
    chosen = [Path(argument.split("::")[0]).resolve() for argument in config.args]
    return not all(path.is_relative_to(ENGINE_TESTS) for path in chosen)


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("numprocesses", None) and not hasattr(config, "workerinput"):
        return  # this process only hands out tests to workers, and each of those has its own servers
    servers = config.stash[_SERVERS] = Servers()
    if _needs_servers(config):
        servers.start()
    else:
        os.environ.setdefault("DATABASE_URL", "postgres:///not-started")
        os.environ.setdefault("REDIS_URL", servers.valkey.url)
    os.environ.update(
        DJANGO_SETTINGS_MODULE="yuhuan_site.settings",
        YUHUAN_DATA=str(servers.folder),  # not the running site's folder
        SECRET_KEY="only for tests",
        SEED_KEY="dGVzdCBrZXkgdGVzdCBrZXkgdGVzdCBrZXkgdGVzdCE=",
        VAPID_PRIVATE_KEY="88hhusDdDMDbNcwNGfs5Rd1y_V0otipeLB6anTWgj2o",
        ALLOWED_HOSTS="localhost,127.0.0.1,testserver",
        DATABASE_TEST_NAME=f"test_yuhuan_{os.getpid()}",
        DEBUG="false",
        HTTPS="false",
        STATIC_HASHED="false",
        DJANGO_ALLOW_ASYNC_UNSAFE="true",  # Playwright's sync API runs a loop in the test's thread
    )
    # Loads them; pytest-django sets Django up once they are loaded. What makes guessing slow makes tests slow.
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Files with slow tests first: they mostly wait, and nothing should have to wait for them at the end."""
    slow = {item.path for item in items if item.get_closest_marker("slow")}
    items.sort(key=lambda item: item.path not in slow)
    for item in items:
        if not FULL and _meets_the_clock(item):
            item.add_marker(pytest.mark.flaky(reruns=1))


def pytest_collection_finish() -> None:
    """What is loaded by now stays: the collector need not go through it again and again."""
    gc.collect()
    gc.freeze()


def _meets_the_clock(item: pytest.Item) -> bool:
    """Whether other processes or threads take part, whose order a busy machine decides (docs/adr/0023)."""
    database = item.get_closest_marker("django_db")
    together = database is not None and database.kwargs.get("transaction")
    return bool(together or item.get_closest_marker("slow") or item.get_closest_marker("browser"))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """A test that failed once is a fault to be found, even if it passed then: it is named with what it said."""
    for report in terminalreporter.getreports("rerun"):
        terminalreporter.write_sep("=", f"failed once: {report.nodeid}", yellow=True)
        terminalreporter.write_line(report.longreprtext)


@pytest.hookimpl(trylast=True)
def pytest_unconfigure(config: pytest.Config) -> None:
    if _SERVERS in config.stash:
        config.stash[_SERVERS].stop()


_SERVERS = pytest.StashKey[Servers]()


@pytest.fixture(autouse=True)
def _fresh_cache(request: pytest.FixtureRequest) -> None:
    """How often somebody may do something is counted anew in each test."""
    from django.core.cache import cache

    if not request.path.is_relative_to(ENGINE_TESTS):
        cache.clear()


@pytest.fixture(autouse=True)
def _in_nobodys_language(request: pytest.FixtureRequest) -> Iterator[None]:
    """What a request chose for its thread, language and time zone, ends with the test that asked."""
    yield
    if not request.path.is_relative_to(ENGINE_TESTS):
        translation.deactivate()
        timezone.deactivate()


@pytest.fixture(autouse=True)
def _same_chance_each_time(request: pytest.FixtureRequest) -> Iterator[None]:
    """Each test has walls, places and names of its own, the same in every run."""
    with nullcontext() if FULL else thrown(Random(request.node.nodeid)):
        yield


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings_parallel_suffix: None) -> None:
    """The test database begins as a copy of one that was migrated."""
    settings.DATABASES["default"]["TEST"]["TEMPLATE"] = migrated.template()


@pytest.fixture
def asgi_server(transactional_db: None) -> Iterator[str]:
    """The whole site, sockets included, served from a thread on the test database. Gives its address."""
    import uvicorn

    from yuhuan_site.asgi import application
    from yuhuan_site.websocket import Protocol

    config = uvicorn.Config(
        application, host="127.0.0.1", port=0, lifespan="on", log_level="warning",
        ws=Protocol, ws_max_size=16_384, ws_max_queue=16, ws_per_message_deflate=False,
    )  # fmt: skip
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        assert thread.is_alive(), "the web server did not start"
        time.sleep(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    yield f"http://127.0.0.1:{port}"
    server.should_exit = True
    thread.join(30)
    assert not thread.is_alive(), "the web server did not stop"
    close_connections()


def close_connections() -> None:
    """Close every pooled connection, which would keep the test database from being emptied or dropped."""
    from django.db import connections

    for connection in connections.all():
        connection.close()
        connection.close_pool()


@pytest.fixture(scope="session", autouse=True)
def _database_is_emptied_quickly() -> None:
    """Between tests rows are deleted, past the triggers that forbid it; what migrating made stays as it was made.

    Truncating sixty tables and making all permissions again takes ten times as long.
    """
    from django.core.management.commands import flush
    from django.db.backends.postgresql.operations import DatabaseOperations

    truncated = DatabaseOperations.sql_flush

    def sql_flush(self: DatabaseOperations, style: Any, tables: list[str], **options: bool) -> list[str]:
        used = [table for table in tables if table not in MADE_BY_MIGRATING]
        if options.get("reset_sequences"):
            emptied = truncated(self, style, used, **options)
        else:
            emptied = ["; ".join(f"DELETE FROM {self.quote_name(table)}" for table in used)]
        return ["SET LOCAL session_replication_role = replica", *emptied]

    DatabaseOperations.sql_flush = sql_flush  # type: ignore[method-assign, assignment]
    flush.emit_post_migrate_signal = lambda *_arguments, **_options: None


@pytest.fixture(scope="module")
def chromium() -> Iterator["Browser"]:
    """A headless Chromium. Open a context of your own (`chromium.new_context(…)`) for each person, with
    `service_workers="allow"` if it is to keep the pages it has seen, for which it fetches forty files.

    It ends with the module: while Playwright runs, no other event loop can run in this thread.
    """
    from playwright.sync_api import expect, sync_playwright

    from tools.find_browser import find_browser

    path = find_browser()
    assert path, "no browser: run `make browser`, or set CHROMIUM to the path of one"
    expect.set_options(timeout=30_000)  # five seconds say something of the machine, not of the page
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=CHROMIUM_OPTIONS)
        browser.new_context = partial(browser.new_context, service_workers="block")
        browser.new_page = partial(browser.new_page, service_workers="block")
        yield browser
        browser.close()
