"""What this site is made of, in one line."""

import platform
from importlib.metadata import version

_PACKAGES = ("Django", "channels", "celery", "psycopg", "uvicorn")


def line() -> str:
    """Python and the packages that matter in a bug report."""
    return ", ".join([f"Python {platform.python_version()}", *(f"{name} {version(name)}" for name in _PACKAGES)])
