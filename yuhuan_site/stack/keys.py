"""The secrets of a local site: made once, kept in the data folder for its owner's eyes only."""

import base64
import os
import secrets
from collections.abc import Mapping
from pathlib import Path

from yuhuan_site.environment import P256_ORDER

_ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789"  # none that looks like another


def load_or_create(path: Path) -> dict[str, str]:
    """SECRET_KEY, SEED_KEY, VAPID_PRIVATE_KEY and ORGANISER_PASSWORD from the file; what it lacks is made and written."""
    known = read_env_file(path)
    fresh = {
        "SECRET_KEY": secrets.token_urlsafe(48),
        "SEED_KEY": base64.urlsafe_b64encode(secrets.token_bytes(32)).decode(),
        "VAPID_PRIVATE_KEY": _p256_key(),
        "ORGANISER_PASSWORD": "-".join("".join(secrets.choice(_ALPHABET) for _ in range(4)) for _ in range(3)),
    }
    values = fresh | known
    if values != known:
        write_env_file(path, values)
    return values


def _p256_key() -> str:
    """A private key of P-256: any number below the curve's order, 32 bytes as base64url."""
    number = 1 + secrets.randbelow(P256_ORDER - 1)
    return base64.urlsafe_b64encode(number.to_bytes(32)).decode().rstrip("=")


def read_env_file(path: Path) -> dict[str, str]:
    """NAME='value' lines. An absent file is empty."""
    if not path.exists():
        return {}
    pairs = (line.split("=", 1) for line in path.read_text().splitlines() if "=" in line)
    return {name: value.strip("'") for name, value in pairs}


def write_env_file(path: Path, values: Mapping[str, str]) -> None:
    """Replace the file in one step, readable by its owner only."""
    new = path.with_name(path.name + ".new")
    new.unlink(missing_ok=True)
    with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.writelines(f"{name}='{value}'\n" for name, value in values.items())
        file.flush()
        os.fsync(file.fileno())
    new.replace(path)
