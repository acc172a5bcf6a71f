"""Fault points: nothing without the setting, exact with it, refused where the site is public."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from games import faults

ROOT = Path(__file__).parent.parent.parent


def test_without_the_setting_every_point_is_passed():
    for point in faults.POINTS:
        faults.faultpoint(point)


def test_a_process_dies_at_the_named_passing_of_the_named_point(monkeypatch):
    died = []
    monkeypatch.setattr(faults, "_armed", faults.armed("after append@3"))
    monkeypatch.setattr(faults.os, "_exit", died.append)
    for number in range(1, 6):
        faults.faultpoint("before append")
        faults.faultpoint("after append")
        assert died == ([137] if number >= 3 else [])


def test_a_process_halts_where_it_is_told_to():
    code = "import os; from games.faults import faultpoint; faultpoint('before ack'); print('went on', flush=True)"
    process = subprocess.Popen(
        [sys.executable, "-c", f"import django; django.setup(); {code}"],
        cwd=ROOT, env={**_environment(), "FAULTPOINTS": "before ack=stop"}, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    _, status = faults.os.waitpid(process.pid, faults.os.WUNTRACED)
    assert faults.os.WIFSTOPPED(status)
    process.send_signal(faults.signal.SIGCONT)
    assert process.communicate(timeout=300)[0] == "went on\n"


def _environment() -> dict[str, str]:
    return {**faults.os.environ, "DJANGO_SETTINGS_MODULE": "yuhuan_site.settings"}


@pytest.mark.parametrize("text", ["nowhere", "before ack=explode", "before ack@soon"])
def test_a_point_that_does_not_exist_is_an_error(text):
    with pytest.raises(ValueError, match=r"before ack|invalid literal"):
        faults.armed(text)


def test_every_point_stands_in_the_program():
    files = [path for app in ("games", "tournaments") for path in (ROOT / app).rglob("*.py")]
    placed = re.findall(r'faultpoint(?:\(|, )"([^"]+)"', "".join(path.read_text() for path in files))
    assert set(placed) == set(faults.POINTS)


def test_a_public_site_refuses_fault_points():
    done = subprocess.run(
        [sys.executable, "manage.py", "check"],
        cwd=ROOT, env={**_environment(), "FAULTPOINTS": "received", "HTTPS": "true"}, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 1
    assert "refused where HTTPS is on" in done.stderr
