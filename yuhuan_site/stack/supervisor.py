"""Starts everything in order, passes on what it prints, starts again what dies, stops all in reverse order.

One thread: children are watched between reading their output, so that starting one (fork) is always safe.
"""

import fcntl
import selectors
import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import IO

from yuhuan_site.stack import address, keys, postgres, programs, valkey
from yuhuan_site.stack.binaries import BinaryMissing
from yuhuan_site.stack.children import Child
from yuhuan_site.stack.config import BadChoice, Config
from yuhuan_site.stack.console import say, welcome
from yuhuan_site.stack.services import Service

_DATABASE = "yuhuan"
# Patience at the end, under 5 s together. Being killed then loses nothing: what counts is committed.
_PROGRAMS_STOP_S, _VALKEY_STOP_S, _POSTGRES_STOP_S = 2.2, 0.4, 1.8
_WEB_READY_S = 60.0
_FIRST_DATA_S = 45.0
FAILURES = (BadChoice, BinaryMissing, postgres.PostgresFailed, valkey.ValkeyFailed)


class StartFailed(Exception):
    """A step of the start did not succeed; what it printed says why."""


class Stopped(Exception):
    """Ctrl-C, or a signal that means the same."""


class Supervisor:
    """The whole site, for as long as `run` lasts."""

    def __init__(self, config: Config) -> None:
        self.config = config
        self.services: list[Service] = []
        self.jobs: list[Child] = []
        self.selector = selectors.DefaultSelector()
        self.lock: IO[str] | None = None
        self.tidy_up: Callable[[], None] = lambda: None

    def run(self) -> None:
        """Until stopped. Raises one of FAILURES or StartFailed when it cannot start."""
        for ending in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(ending, _stop)
        try:
            self._start()
            while True:
                self._tend()
        except Stopped:
            say("site", "stopping")
        finally:
            for ending in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
                signal.signal(ending, signal.SIG_IGN)
            self._stop_all()

    # --- starting ---------------------------------------------------------------------------------------------------

    def _start(self) -> None:
        data = self.config.data
        self._claim(data)
        address.await_free(self.config)
        env = self._environment(data)
        is_new = self._start_servers(data, env)
        keys.write_env_file(data / "site.env", {name: env[name] for name in _WRITTEN if name in env})
        self._finish(programs.manage("migrate", "migrate", env, "-v0"))
        self._serve(Service("web", lambda: programs.web(self.config, env)))
        self._await_web()
        seeding = self._adopt(programs.manage("seed", "seed_demo", env))
        self._serve(Service("ticker", lambda: programs.manage("ticker", "runticker", env)))
        self._serve(Service("worker", lambda: programs.worker(env)))
        self._serve(Service("beat", lambda: programs.beat(env)))
        self.jobs.append(seeding)
        if is_new:
            say("site", "first start: bots play a championship to its end, so that there is something to see")
            self._tend_while(seeding.is_alive, _FIRST_DATA_S)
        welcome(self.config, env)

    def _claim(self, data: Path) -> None:
        """One site a folder. The lock goes with the process, whatever ends it."""
        try:
            data.mkdir(parents=True, exist_ok=True)
            self.lock = open(data / "lock", "a")  # noqa: SIM115 (held as long as we live)
        except OSError as error:
            raise BadChoice(f"The data folder {data} cannot be used: {error.strerror}.") from error
        try:
            fcntl.flock(self.lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise BadChoice(f"Another site is running on {data}; choose another folder with YUHUAN_DATA.") from error

    def _environment(self, data: Path) -> dict[str, str]:
        defaults = {
            **keys.load_or_create(data / "secrets.env"),
            "ORGANISER_USERNAME": "organiser",
            "ALLOWED_HOSTS": self.config.allowed_hosts,
            "HTTPS": "false",
            "STATIC_HASHED": "false",
        }
        always = {"LC_ALL": "C.UTF-8", "PYTHONUNBUFFERED": "1", "YUHUAN_DATA": str(data)}
        return {**defaults, **{name: value for name, value in self.config.env.items() if value}, **always}

    def _start_servers(self, data: Path, env: dict[str, str]) -> bool:
        """PostgreSQL and Valkey unless the environment names others. True when the database is new."""
        is_new = False
        if "DATABASE_URL" in env:
            postgres.check_reachable(env["DATABASE_URL"])
        else:
            for name in [name for name in env if name.startswith("PG")]:
                del env[name]  # meant for other servers
            database = postgres.prepare(data / "postgres", env)
            self._serve(Service("postgres", database.start))
            self.tidy_up = database.tidy
            is_new = database.create_database(_DATABASE)
            env["DATABASE_URL"] = database.url(_DATABASE)
        if "REDIS_URL" in env:
            valkey.check_reachable(env["REDIS_URL"])
        else:
            server = valkey.Valkey(data / "valkey", dict(env))
            self._serve(Service("valkey", server.start))
            env["REDIS_URL"] = server.url
        return is_new

    # --- tending ----------------------------------------------------------------------------------------------------

    def _serve(self, service: Service) -> None:
        self.services.append(service)
        self._adopt(service.begin())

    def _adopt(self, child: Child) -> Child:
        if child.output is not None:
            self.selector.register(child.output, selectors.EVENT_READ, child)
        return child

    def _tend(self) -> None:
        """Print what was said, and look after the dead."""
        self._pass_on(0.1)
        for service in self.services:
            wait = service.notice_death()
            if wait is not None and service.child is not None:
                say(service.name, f"ended with {service.child.process.returncode}; starts again in {wait:g} s")
            if service.is_due():
                self._begin_again(service)
        self.jobs = [job for job in self.jobs if job.is_alive() or say_failure(job)]

    def _begin_again(self, service: Service) -> None:
        try:
            self._adopt(service.begin())
        except FAILURES as error:
            say(service.name, f"{error}; tries again in {service.plan_restart():g} s")

    def _pass_on(self, seconds: float) -> None:
        for key, _ in self.selector.select(seconds):
            child: Child = key.data
            for line in child.new_lines():
                say(child.name, line)
            if child.is_silent:
                self.selector.unregister(key.fileobj)
                child.close_output()

    def _tend_while(self, goes_on: Callable[[], bool], seconds: float) -> None:
        end = time.monotonic() + seconds
        while goes_on() and time.monotonic() < end:
            self._tend()

    def _await_web(self) -> None:
        """Raises StartFailed when the web server ends instead of answering."""
        web = self.services[-1].child
        end = time.monotonic() + _WEB_READY_S
        while not address.answers(self.config):
            self._pass_on(0.02)
            if web is None or not web.is_alive() or time.monotonic() > end:
                self._pass_on(0)
                raise StartFailed("the web server did not become ready")

    def _finish(self, child: Child) -> None:
        """Let a step run to its end. Raises StartFailed."""
        self._adopt(child)
        while child.is_alive():
            self._pass_on(0.02)
        self._pass_on(0)
        if child.process.returncode:
            raise StartFailed(f"{child.name} failed")

    # --- stopping ---------------------------------------------------------------------------------------------------

    def _stop_all(self) -> None:
        """The site's own programs first, all told at once, then Valkey, then PostgreSQL."""
        running = [service.child for service in reversed(self.services) if service.child] + self.jobs
        patience = {"valkey": _VALKEY_STOP_S, "postgres": _POSTGRES_STOP_S}
        self._stop_group([child for child in running if child.name not in patience], _PROGRAMS_STOP_S)
        for name, seconds in patience.items():
            self._stop_group([child for child in running if child.name == name], seconds)
        self.tidy_up()

    def _stop_group(self, group: list[Child], seconds: float) -> None:
        for child in group:
            child.ask_to_stop()
        end = time.monotonic() + seconds
        while any(child.is_alive() for child in group) and time.monotonic() < end:
            self._pass_on(0.02)
        for child in group:
            if child.is_alive():
                say(child.name, "killed: it did not stop in time")
                child.kill()


_WRITTEN = (
    "SECRET_KEY", "SEED_KEY", "VAPID_PRIVATE_KEY", "DATABASE_URL", "REDIS_URL", "ALLOWED_HOSTS", "HTTPS", "STATIC_HASHED",
)  # fmt: skip


def say_failure(job: Child) -> bool:
    """A finished job is dropped (False), its failure said."""
    if job.process.returncode:
        say(job.name, f"failed with {job.process.returncode}")
    return False


def _stop(*_: object) -> None:
    raise Stopped
