"""Every benchmark runs in a small size and prints JSON. What it measures is asserted nowhere: a busy machine is no fault."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SMALL = {
    "bench_bots": ["2"],
    "bench_engine": ["2", "1"],
    "bench_fairplay": ["1"],
    "bench_hand": ["40", "1"],
    "bench_history": ["400", "1"],
    "bench_load": ["1", "4", "1", "20"],
    "bench_moves": ["1", "0.5", "1"],
    "bench_memory": ["0.05", "1", "20"],
    "bench_pages": ["60", "8", "1"],
    "bench_ranking": ["100", "1"],
    "bench_seating": ["1"],
    "bench_seating_pass": ["43", "1"],
    "bench_start": ["0"],
    "bench_tap": ["1", "1"],
}


def test_every_benchmark_has_a_small_size() -> None:
    assert {path.stem for path in (ROOT / "benchmarks").glob("bench_*.py")} == set(SMALL)


@pytest.mark.slow
@pytest.mark.parametrize("name", SMALL)
def test_a_benchmark_runs_and_prints_json(name: str) -> None:
    own = ("DATABASE_URL", "REDIS_URL", "YUHUAN_DATA", "DJANGO_SETTINGS_MODULE", "SECRET_KEY", "SEED_KEY")
    environment = {name: value for name, value in os.environ.items() if name not in own}
    done = subprocess.run(
        [sys.executable, f"benchmarks/{name}.py", *SMALL[name]],
        cwd=ROOT, env=environment, capture_output=True, text=True, timeout=300,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)
