"""A private PostgreSQL in a folder: created when new, reached through a socket in that folder."""

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import IO
from urllib.parse import quote

import psycopg

from yuhuan_site.stack.binaries import postgres_bin
from yuhuan_site.stack.children import MYSELF, Child, RunAs, run_once, spawn, wait_until

# A socket's path may have 107 bytes (Linux; 103 on macOS), "/.s.PGSQL.5432" among them.
_LONGEST_FOLDER = 103 - len("/.s.PGSQL.5432")
_QUIET = ("-c", "log_min_messages=fatal", "-c", "log_checkpoints=off")
# Of waits for locks, and nothing of what was asked for: a statement may hold a secret.
_OF_WAITS = ("-c", "log_min_messages=log", "-c", "log_min_error_statement=panic", "-c", "log_lock_waits=on")
_FAST = ("-c", "fsync=off", "-c", "synchronous_commit=off", "-c", "full_page_writes=off")
# What a server says while its killed predecessor has not quite gone.
_PREDECESSOR = ("lock file", "shared memory block", "is being used")


class PostgresFailed(Exception):
    """PostgreSQL could not be started; the message says why."""


@dataclass(frozen=True, slots=True)
class Postgres:
    """A data folder and how to run it. `durable=False` (tests) gives up safety against power cuts for speed; with
    `tells_waits` the server logs who waits for a lock longer than a second, and every deadlock."""

    data: Path
    sockets: Path
    bin: Path
    run_as: RunAs
    env: Mapping[str, str]
    durable: bool = True
    tells_waits: bool = False

    def url(self, database: str) -> str:
        """As libpq and DATABASE_URL understand it."""
        return f"postgres://postgres@/{database}?host={quote(str(self.sockets), safe='/')}"

    def start(self, output: int | IO[bytes] = subprocess.PIPE) -> Child:
        """A server that answers. Waits for a killed predecessor to vanish. Raises PostgresFailed."""
        end = time.monotonic() + 15
        while True:
            child = self._spawn(output)
            if wait_until(lambda: self._is_ready(child) or not child.is_alive(), 60) and child.is_alive():  # noqa: B023
                return child
            said = child.output.read().decode(errors="replace").strip() if child.output and not child.is_alive() else ""
            child.kill()
            if time.monotonic() > end or (said and not any(hint in said for hint in _PREDECESSOR)):
                raise PostgresFailed(f"PostgreSQL does not start on {self.data}: {said or 'no answer in 60 s'}")
            time.sleep(0.2)

    def tidy(self) -> None:
        """Remove what lies outside the data folder, once the server has ended."""
        if self.sockets != self.data:
            shutil.rmtree(self.sockets, ignore_errors=True)

    def create_database(self, name: str) -> bool:
        """Create it unless it is there. True when it is new."""
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            if connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name]).fetchone():
                return False
            connection.execute(psycopg.sql.SQL("CREATE DATABASE {}").format(psycopg.sql.Identifier(name)))
            return True

    def _spawn(self, output: int | IO[bytes]) -> Child:
        command: list[str | Path] = [
            self.bin / "postgres",
            "-D",
            self.data,
            "-k",
            self.sockets,
            "-c",
            "listen_addresses=",
        ]
        options = ["-c", "max_connections=200", *_QUIET]  # of two that differ the last one counts
        options += [*(() if self.durable else _FAST), *(_OF_WAITS if self.tells_waits else ())]
        return spawn(
            "postgres", [*command, *options], env=self.env, cwd="/", run_as=self.run_as,
            stop_signal=signal.SIGINT, output=output,  # SIGINT is "fast"; SIGTERM would wait for clients
        )  # fmt: skip

    def _is_ready(self, child: Child) -> bool:
        """As pg_ctl finds out: the first line of postmaster.pid is the process, the eighth its state."""
        try:
            lines = (self.data / "postmaster.pid").read_text().split("\n")
        except OSError:
            return False
        return len(lines) > 7 and lines[0] == str(child.process.pid) and lines[7].strip() == "ready"


def prepare(data: Path, env: Mapping[str, str], *, durable: bool = True, tells_waits: bool = False) -> Postgres:
    """Make the folder ready, as whoever PostgreSQL can run as. Raises PostgresFailed, BinaryMissing."""
    programs = postgres_bin()
    data.mkdir(parents=True, exist_ok=True, mode=0o700)
    run_as = _choose_user(programs, data, env)
    if not (data / "PG_VERSION").exists():
        _create(programs, data, run_as, env, durable)
    _check_version(programs, data, env)
    return Postgres(data, _socket_folder(data, run_as), programs, run_as, env, durable, tells_waits)


def check_reachable(url: str) -> None:
    """Raises PostgresFailed when a server that the environment names does not let us in."""
    try:
        psycopg.connect(url, connect_timeout=5).close()
    except psycopg.Error as error:
        raise PostgresFailed(f"DATABASE_URL: {' '.join(str(error).split())}") from error


def _choose_user(programs: Path, data: Path, env: Mapping[str, str]) -> RunAs:
    """PostgreSQL refuses to be root: as root it becomes the folder's owner, else nobody, else a nameless user.

    `unshare -U` helps where programs or data lie below a folder that only root may enter.
    """
    if os.geteuid() != 0:
        return MYSELF
    owner = data.stat().st_uid
    user = pwd.getpwuid(owner) if owner else pwd.getpwnam("nobody")
    said = []
    for run_as in (RunAs(user=user), RunAs(prefix=("unshare", "-U"))):
        if run_as.prefix and not shutil.which("unshare"):
            continue
        _give(data, run_as.user)
        probe = ("/bin/sh", "-c", 'cd "$1" && touch .probe && rm .probe && "$0" --version', programs / "postgres", data)
        code, output = run_once(probe, env=env, run_as=run_as)
        if code == 0:
            return run_as
        said.append(output)
    raise PostgresFailed(
        f"PostgreSQL does not run as root, and no other user can reach {programs} and {data} ({'; '.join(said)}). "
        "Run as an ordinary user, move the checkout and YUHUAN_DATA out of the closed folder, or set DATABASE_URL."
    )


def _give(folder: Path, user: pwd.struct_passwd | None) -> None:
    uid, gid = (user.pw_uid, user.pw_gid) if user else (0, 0)
    if folder.stat().st_uid == uid:
        return
    for path in (folder, *folder.rglob("*")):
        os.chown(path, uid, gid, follow_symlinks=False)


def _create(programs: Path, data: Path, run_as: RunAs, env: Mapping[str, str], durable: bool) -> None:
    modern = _major_version(programs, env) >= 17
    locale = ("--locale-provider=builtin", "--locale=C.UTF-8") if modern else ("--no-locale",)
    new = data.with_name(data.name + ".new")  # renamed when whole: a start that was killed leaves no half database
    shutil.rmtree(new, ignore_errors=True)
    new.mkdir(mode=0o700)
    _give(new, run_as.user)
    command = [
        programs / "initdb",
        "-D",
        new,
        "-U",
        "postgres",
        "-A",
        "trust",
        "-E",
        "UTF8",
        "--no-instructions",
        *locale,
    ]
    code, output = run_once([*command, *(() if durable else ("--no-sync",))], env=env, run_as=run_as)
    if code:
        raise PostgresFailed(f"initdb failed on {new}: {output}")
    new.rename(data)


def _check_version(programs: Path, data: Path, env: Mapping[str, str]) -> None:
    written, ours = (data / "PG_VERSION").read_text().strip(), _major_version(programs, env)
    if written != str(ours):
        raise PostgresFailed(
            f"{data} was written by PostgreSQL {written}, here is {ours}: move it away or use {written}."
        )


def _major_version(programs: Path, env: Mapping[str, str]) -> int:
    _, output = run_once([programs / "postgres", "--version"], env=env)
    return int(output.split()[2].split(".")[0])


def _socket_folder(data: Path, run_as: RunAs) -> Path:
    """The data folder itself; a short private one when its path is too long for a socket."""
    if len(os.fsencode(data)) <= _LONGEST_FOLDER:
        return data
    folder = Path(tempfile.mkdtemp(prefix="yuhuan-"))
    if run_as.user is not None:
        os.chown(folder, run_as.user.pw_uid, run_as.user.pw_gid)
    return folder
