"""What a visitor and a program are told while PostgreSQL is away, by the real processes."""

import json
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from tests.running_site import RunningSite
from yuhuan_site.stack.children import wait_until

pytestmark = pytest.mark.slow


def answer(address: str) -> tuple[int, str | None, str]:
    """Status, Retry-After and body."""
    try:
        with urllib.request.urlopen(address, timeout=60) as got:
            return got.status, got.headers["Retry-After"], got.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.headers["Retry-After"], error.read().decode()


def test_pages_and_the_interface_say_that_it_passes_and_it_does(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)  # PostgreSQL may have to be another user
    with RunningSite(tmp_path, "yuhuan_away", celery=False, own_server=True) as site:
        pages = [f"{site.web[0]}{path}" for path in ("/", "/events/none/")]
        assert [answer(page)[0] for page in pages] == [200, 404]
        site.kill("postgres")
        for page in pages:
            status, again, body = answer(page)
            assert (status, again) == (503, "5"), body
            assert "马上回来" in body
            assert 'http-equiv="refresh" content="5"' in body
        status, again, body = answer(f"{site.web[0]}/api/events")
        assert (status, again, json.loads(body)["error"]["code"]) == (503, "5", "unavailable")
        site.start("postgres")
        assert wait_until(lambda: answer(pages[0])[0] == 200, 60), site.log()
