"""The commands of the site's own programs."""

import sys
from collections.abc import Mapping

from yuhuan_site.environment import BASE_DIR
from yuhuan_site.stack.children import Child, spawn
from yuhuan_site.stack.config import Config

# Limits of the sockets: a frame of 16 KB, 16 frames waiting; compression would tell lengths apart and cost time.
_SOCKET_LIMITS = (
    "--ws", "yuhuan_site.websocket:Protocol", "--ws-max-size", "16384", "--ws-max-queue", "16",
    "--ws-per-message-deflate", "false",
)  # fmt: skip


def web_command(host: str, port: int) -> tuple[str, ...]:
    """What follows `python` for a web process."""
    options = ("--host", host, "--port", str(port), "--log-level", "warning", "--no-access-log")
    patience = ("--lifespan", "on", "--timeout-graceful-shutdown", "1")
    return ("-m", "uvicorn", "yuhuan_site.asgi:application", *options, *patience, *_SOCKET_LIMITS)


def worker_command() -> tuple[str, ...]:
    """What follows `python` for a Celery worker."""
    alone = ("--without-gossip", "--without-mingle")
    return ("-m", "celery", "-q", "-A", "yuhuan_site", "worker", "-P", "threads", "-c", "4", "-l", "WARNING", *alone)


def beat_command() -> tuple[str, ...]:
    """What follows `python` for Celery's beat."""
    return ("-m", "celery", "-q", "-A", "yuhuan_site", "beat", "-l", "WARNING", "--pidfile", "")


def web(config: Config, env: Mapping[str, str]) -> Child:
    return _python("web", web_command(config.host, config.port), env)


def worker(env: Mapping[str, str]) -> Child:
    return _python("worker", worker_command(), env)


def beat(env: Mapping[str, str]) -> Child:
    return _python("beat", beat_command(), env)


def manage(name: str, command: str, env: Mapping[str, str], *arguments: str) -> Child:
    """A management command as a child."""
    return spawn(name, [sys.executable, BASE_DIR / "manage.py", command, *arguments], env=env, cwd=BASE_DIR)


def _python(name: str, arguments: tuple[str, ...], env: Mapping[str, str]) -> Child:
    return spawn(name, [sys.executable, *arguments], env=env, cwd=BASE_DIR)
