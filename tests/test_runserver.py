"""The ordinary Django way: `manage.py runserver` on one's own servers, sockets and static files included."""

import asyncio
import json
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
import websockets

from tests.running_site import RunningSite
from yuhuan_site.environment import BASE_DIR
from yuhuan_site.stack.children import Child, spawn, wait_until
from yuhuan_site.stack.valkey import free_port

pytestmark = pytest.mark.slow


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    with RunningSite(tmp_path, "yuhuan_runserver", webs=0, tickers=0, celery=False) as site:
        site.manage("create_event", "--name", "周末赛", "--slug", "weekend", "--starts-in-ms", "3600000")
        server, address = runserver(site, tmp_path)
        try:
            assert wait_until(lambda: answers(address) or not server.is_alive(), 30), site.log()
            yield address
        finally:
            server.stop()


def runserver(site: RunningSite, folder: Path) -> tuple[Child, str]:
    """Started as the README says."""
    where = f"127.0.0.1:{free_port()}"
    env = {**site.env, "DEBUG": "true", "STATIC_HASHED": "", "HTTPS": "", "ALLOWED_HOSTS": "localhost,127.0.0.1"}
    command = [sys.executable, "manage.py", "runserver", "--noreload", where]
    with open(folder / "runserver.log", "wb") as log:
        return spawn("runserver", command, env=env, cwd=BASE_DIR, output=log), f"http://{where}"


def answers(address: str) -> bool:
    try:
        with urllib.request.urlopen(address + "/healthz", timeout=1) as page:
            return page.status == 200
    except OSError:
        return False


def test_pages_static_files_and_sockets_come_from_runserver(address: str) -> None:
    for path in ("/", "/events/weekend/", "/static/css/base.css", "/static/django_htmx/htmx-2.min.js"):
        with urllib.request.urlopen(address + path, timeout=20) as page:
            assert page.status == 200

    async def first_frame() -> dict[str, object]:
        async with websockets.connect(address.replace("http", "ws") + "/ws/events/weekend/") as socket:
            return json.loads(await asyncio.wait_for(socket.recv(), 10))

    assert asyncio.run(first_frame())["type"] in ("me", "ranking")
