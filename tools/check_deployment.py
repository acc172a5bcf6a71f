"""`manage.py check --deploy` and `makemigrations --check` as production would run them, without any server."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PRODUCTION = {
    "SECRET_KEY": "a key only for this check: nothing is ever signed with it 0123456789",
    "SEED_KEY": "bm90IGEgcmVhbCBrZXksIG9ubHkgZm9yIGEgY2hlY2s=",
    "DATABASE_URL": "postgres://nobody@127.0.0.1:9/none",
    "DATABASE_POOL_SIZE": "0",
    "REDIS_URL": "redis://127.0.0.1:9/0",
    "ALLOWED_HOSTS": "mahjong.example",
    "CSRF_TRUSTED_ORIGINS": "https://mahjong.example",
    "BEHIND_PROXY": "true",
    "DEBUG": "false",
    "HTTPS": "true",
    "STATIC_HASHED": "true",
    "YUHUAN_DATA": "/nonexistent",
}
COMMANDS = (
    ("check", "--deploy", "--fail-level", "WARNING"),
    ("makemigrations", "--check", "--dry-run"),
)


def main() -> None:
    environment = {"PATH": os.environ["PATH"], "PYTHONWARNINGS": "ignore::RuntimeWarning", **PRODUCTION}
    for command in COMMANDS:
        done = subprocess.run([sys.executable, "manage.py", *command], cwd=ROOT, env=environment, check=False)
        if done.returncode:
            sys.exit(f"manage.py {' '.join(command)} failed")


if __name__ == "__main__":
    main()
