"""Where settings come from: the environment, `.env` beside manage.py, then what `make run` left in its data folder.

The first that knows a name wins. `make run` writes DATA/site.env (mode 0600), so that `manage.py doctor` or
`create_event` in another terminal meets the same servers and secrets without a word of configuration.
"""

import base64
import binascii
import os
import sys
from pathlib import Path
from typing import NoReturn

import environ

BASE_DIR = Path(__file__).resolve().parent.parent

# These read files or compute; they need neither servers nor secrets and run on a bare checkout.
OFFLINE_COMMANDS = frozenset(
    {
        "score", "settle", "replay", "verify_record", "simulate",
        "make_vapid_keys", "makemessages", "compilemessages", "collectstatic", "findstatic", "help", "version",
    }
)  # fmt: skip

env = environ.Env()
P256_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
_YES = {"true", "yes", "on", "1"}
_NO = {"false", "no", "off", "0"}


def data_dir() -> Path:
    """The folder of `make run`: database files, secrets, beat's schedule. YUHUAN_DATA, else var/ beside manage.py."""
    return Path(os.environ.get("YUHUAN_DATA") or BASE_DIR / "var").resolve()


def load(*, local_site: bool = True) -> None:
    """Read the environment files that exist; the local site's own only if asked. Values already set are kept."""
    for path in (BASE_DIR / ".env", data_dir() / "site.env")[: 2 if local_site else 1]:
        if path.is_file() and os.access(path, os.R_OK):
            environ.Env.read_env(path)


def is_offline() -> bool:
    """True for manage.py commands that work without any server (see OFFLINE_COMMANDS)."""
    named = bool(OFFLINE_COMMANDS.intersection(sys.argv[1:2])) or sys.argv[1:3] == ["seed_key", "make"]
    return Path(sys.argv[0]).name == "manage.py" and named


def is_server() -> bool:
    """False for a management command that does its work and ends."""
    return Path(sys.argv[0]).name != "manage.py" or sys.argv[1:2] in (["runserver"], ["runticker"])


def require(**meanings: str) -> dict[str, str]:
    """The values of the named settings, or of the files that NAME_FILE names; a missing or empty one ends the program
    with one line that names it."""
    values = {name: secret(name) for name in meanings}
    missing = [f"{name} ({meanings[name]})" for name, value in values.items() if not value]
    if missing and not is_offline():
        plural = "s are" if len(missing) > 1 else " is"
        fail(f"Setting{plural} missing: {', '.join(missing)}. Set in the environment or in .env; see .env.example.")
    return values


def flag(name: str, *, default: bool) -> bool:
    """A yes or no. Anything else ends the program: a typing mistake in HTTPS must not mean no."""
    word = env.str(name, default="").strip().lower()
    if word in {"", *_YES, *_NO}:
        return default if not word else word in _YES
    fail(f"{name} must be true or false.")


def number(name: str, *, default: int) -> int:
    """A whole number, not negative."""
    text = env.str(name, default="").strip()
    if text and not text.isdecimal():
        fail(f"{name} must be a whole number.")
    return int(text) if text else default


def secret(name: str) -> str:
    """A secret from NAME, or from the file that NAME_FILE names; empty where neither is set."""
    value, path = str(env.str(name, default="")).strip(), str(env.str(f"{name}_FILE", default="")).strip()
    if value or not path:
        return value
    try:
        return Path(path).read_text().strip()
    except (OSError, ValueError) as error:
        fail(f"{name}_FILE cannot be read: {error}.")


def is_p256_key(text: str) -> bool:
    """Whether a text is a private key of P-256: 32 bytes as base64url, padded or not, below the curve's order."""
    try:
        data = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        return False
    return len(data) == 32 and 0 < int.from_bytes(data) < P256_ORDER


def fail(line: str) -> NoReturn:
    """End the program with one line on standard error and exit code 1."""
    raise SystemExit(f"yuhuan: {line}")
