"""`simulate`: bots play whole tables through the engine, the same for the same seed, and every record holds."""

import io
import json
import os
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from games import simulation
from games.engine.record import replay_record, verify
from games.engine.rules import preset
from games.engine.table import next_dealer

ROOT = Path(__file__).parents[2]


def simulate(path, *args: str) -> tuple[list[dict], str]:
    """The records written, and what the command said."""
    out = io.StringIO()
    call_command("simulate", "--out", str(path), *args, stdout=out)
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()], out.getvalue()


def test_simulated_records_hold_and_the_share_of_wins_is_told(tmp_path):
    records, told = simulate(tmp_path / "out", "--hands", "10", "--seed", "5", "--processes", "2")
    for record in records:
        verify(record)
    wins = sum(record["result"]["kind"] == "win" for record in records)
    assert told.startswith(f"10 hands, {wins} ended in a win ({10 * wins}.00 %): ")


def test_a_table_plays_four_hands_and_the_deal_passes_on(tmp_path):
    records, _ = simulate(tmp_path / "out", "--hands", "6", "--rules", "classic", "--processes", "1")
    assert [(record["table"], record["hand"]) for record in records] == [
        ("simulate-0-0", 1), ("simulate-0-0", 2), ("simulate-0-0", 3), ("simulate-0-0", 4),
        ("simulate-0-1", 1), ("simulate-0-1", 2),
    ]  # fmt: skip
    assert records[0]["dealer"] == 0
    for before, after in pairwise(records[:4]):
        assert after["dealer"] == next_dealer(list(replay_record(verify(before)))[-1].state)


def test_the_same_seed_gives_the_same_file_whatever_the_processes(tmp_path):
    one, _ = simulate(tmp_path / "one", "--hands", "9", "--seed", "3", "--processes", "1")
    two, _ = simulate(tmp_path / "two", "--hands", "9", "--seed", "3", "--processes", "2")
    other, _ = simulate(tmp_path / "other", "--hands", "9", "--seed", "4", "--processes", "1")
    assert one == two
    assert [record["wall"] for record in one] != [record["wall"] for record in other]


def test_nothing_depends_on_the_order_of_sets_or_hashes():
    code = (
        "from games import simulation; from games.engine.rules import preset; "
        "print([simulation.play_table(job) for job in simulation.jobs(preset('classic'), 2, 8)])"
    )
    told = [
        subprocess.run(
            [sys.executable, "-c", code], env={**os.environ, "PYTHONHASHSEED": seed}, cwd=ROOT, capture_output=True,
            check=True, timeout=60,
        ).stdout
        for seed in ("1", "2")
    ]  # fmt: skip
    assert told[0] == told[1] != b""


def test_every_hand_has_a_wall_of_its_own():
    walls = {record["wall"] for job in simulation.jobs(preset("folk"), 1, 12) for record in simulation.play_table(job)}
    assert len(walls) == 12


def test_overrides_are_played_and_written(tmp_path):
    records, _ = simulate(
        tmp_path / "out", "--hands", "2", "--rules", "folk", "--override", "cap=200", "--override",
        "wild_tai=[1,1,1,1]", "--processes", "1",
    )  # fmt: skip
    assert records[0]["rules"] == "folk@1"
    assert records[0]["overrides"] == {"cap": 200, "wild_tai": [1, 1, 1, 1]}
    verify(records[1])


@pytest.mark.parametrize(
    ("args", "message"),
    [(["--rules", "riichi"], "rules: no such preset"), (["--override", "cap"], "NAME=VALUE"),
     (["--override", "cap=high"], "NAME=VALUE"), (["--override", "cap=1"], "overrides.cap"),
     (["--override", "nothing=1"], "overrides.nothing"), (["--hands", "0"], "above 0"), (["--hands", "x"], "above 0"),
     (["--seed", "x"], "invalid int"), (["--processes", "-1"], "above 0")],
)  # fmt: skip
def test_what_cannot_be_simulated_is_said_and_nothing_is_written(tmp_path, args, message):
    with pytest.raises(CommandError, match=message):
        call_command("simulate", "--hands", "1", "--out", str(tmp_path / "out"), *args)
    assert not (tmp_path / "out").exists()


def test_a_file_that_cannot_be_written_is_said(tmp_path):
    with pytest.raises(CommandError, match="No such file"):
        call_command("simulate", "--hands", "1", "--out", str(tmp_path / "no" / "out"))
