"""A small rehearsal on the whole site as real processes: an event with everything that happens to events."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.running_site import RunningSite
from tournaments.rehearsal.plan import evening
from yuhuan_site.environment import BASE_DIR

SUPERUSER = (
    "from accounts.models import Player; Player.objects.create_superuser('chief', password='x', nickname='裁判长')"
)


def test_an_evening_is_the_same_each_time_and_has_late_guests_and_leaving_ones():
    plan = evening(200, 120, 20, 1)
    assert plan == evening(200, 120, 20, 1)
    assert plan != evening(200, 120, 20, 2)
    assert sum(visit.comes > 180 for visit in plan.visits) == 10
    leaving = [visit for visit in plan.visits if visit.leaves is not None]
    assert len(leaving) == 10
    assert all(visit.comes < visit.leaves < plan.length for visit in leaving if visit.leaves is not None)


@pytest.mark.slow
def test_a_rehearsal_ends_with_everything_as_it_must_be(tmp_path: Path) -> None:
    with RunningSite(tmp_path, "yuhuan_rehearsal") as site:
        site.manage("shell", "-c", SUPERUSER)
        done = subprocess.run(
            [sys.executable, "manage.py", "rehearse", "--address", site.web[0], "--clients", "17", "--minutes", "16",
             "--speed", "24"],
            cwd=BASE_DIR, env=site.env, capture_output=True, text=True, timeout=240,
        )  # fmt: skip
        assert done.returncode == 0, f"{done.stdout}\n{done.stderr}\n{site.log()}"
    found = json.loads(done.stdout)
    assert found["guests"] == 17
    assert found["hands"] >= 2
    assert found["acknowledged"] > 20
    assert found["silver_given"] == found["silver_held"] == 17 * 1000
    assert found["disqualified"]
    assert found["voided"]
    assert found["draws"] > 0
