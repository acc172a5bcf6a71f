"""The commands of the site's own programs."""

import sys
from collections.abc import Mapping

from yuhuan_site.environment import BASE_DIR
from yuhuan_site.stack.children import Child, spawn
from yuhuan_site.stack.config import Config

# Limits of the sockets: a frame of 16 KB, 16 frames waiting; compression would tell lengths apart and cost time.
_SOCKET_LIMITS = ("--ws-max-size", "16384", "--ws-max-queue", "16", "--ws-per-message-deflate", "false")


def web(config: Config, env: Mapping[str, str]) -> Child:
    options = ("--host", config.host, "--port", str(config.port), "--log-level", "warning", "--no-access-log")
    patience = ("--timeout-graceful-shutdown", "1")
    return _python("web", ("uvicorn", "yuhuan_site.asgi:application", "--lifespan", "on", *options, *patience, *_SOCKET_LIMITS), env)


def worker(env: Mapping[str, str]) -> Child:
    alone = ("--without-gossip", "--without-mingle")
    return _python("worker", ("celery", "-q", "-A", "yuhuan_site", "worker", "-P", "threads", "-c", "4", "-l", "WARNING", *alone), env)


def beat(env: Mapping[str, str]) -> Child:
    return _python("beat", ("celery", "-q", "-A", "yuhuan_site", "beat", "-l", "WARNING", "--pidfile", ""), env)


def manage(name: str, command: str, env: Mapping[str, str]) -> Child:
    """A management command as a child."""
    return spawn(name, [sys.executable, BASE_DIR / "manage.py", command], env=env, cwd=BASE_DIR)


def _python(name: str, module_and_arguments: tuple[str, ...], env: Mapping[str, str]) -> Child:
    return spawn(name, [sys.executable, "-m", *module_and_arguments], env=env, cwd=BASE_DIR)
