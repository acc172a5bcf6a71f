"""`verify_record` and `replay` on the command line: clear words for every kind of input, and no database."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

ROOT = Path(__file__).parents[2]
GOLDEN = ROOT / "tests/data/golden-records.jsonl"
LINES = GOLDEN.read_text(encoding="utf-8").splitlines()


def run(command: str, *args: str) -> tuple[str, str]:
    """What a command wrote to standard output and standard error."""
    out, err = io.StringIO(), io.StringIO()
    call_command(command, *args, stdout=out, stderr=err)
    return out.getvalue(), err.getvalue()


def fails(command: str, *args: str) -> tuple[str, CommandError]:
    err = io.StringIO()
    with pytest.raises(CommandError) as caught:
        call_command(command, *args, stdout=io.StringIO(), stderr=err)
    assert caught.value.returncode == 1
    return err.getvalue(), caught.value


@pytest.fixture
def file(tmp_path):
    """Writes a file of records and gives its name."""

    def write(*lines: str | bytes) -> str:
        path = tmp_path / "records.jsonl"
        path.write_bytes(b"\n".join(line if isinstance(line, bytes) else line.encode() for line in lines))
        return str(path)

    return write


def test_the_golden_records_hold():
    assert run("verify_record", str(GOLDEN)) == ("27 records hold\n", "")


def test_a_changed_record_is_named_by_line_and_first_difference(file):
    name = file(LINES[0], LINES[1].replace('"tile": "2z"', '"tile": "5z"', 1), "", LINES[2].replace("600", "610"))
    told, error = fails("verify_record", name)
    assert told.splitlines() == [
        "line 2: actions[0]: seat 3's discard 5z is not possible: seat 3 does not hold 5z",
        "line 4: result.settlement[2]: is 610, replaying gives 600",
    ]
    assert str(error) == "2 of 3 records do not hold"


@pytest.mark.parametrize(
    ("line", "reason"),
    [("nonsense", "line 1: not JSON"), ("[]", "line 1: record: must be an object"), ("{}", "line 1: format: is missing"),
     ("[" * 100_000, "line 1: not JSON"), ('{"format": 1, "format": 2}', "line 1: format: is named twice")],
)  # fmt: skip
def test_a_line_that_is_no_record_is_named(file, line, reason):
    assert fails("verify_record", file(line))[0].startswith(reason)
    assert str(fails("replay", file(line))[1]).startswith(reason)


@pytest.mark.parametrize("command", ["verify_record", "replay"])
def test_a_file_that_cannot_be_read_is_a_clear_error(command, file, tmp_path):
    assert "No such file" in str(fails(command, str(tmp_path / "nowhere"))[1])
    assert "directory" in str(fails(command, str(tmp_path))[1])
    assert "holds no records" in str(fails(command, file(""))[1])
    assert "not UTF-8" in str(fails(command, file(b"\xff\xfe{}"))[1])


def test_one_record_may_be_spread_over_several_lines(file):
    assert run("verify_record", file(json.dumps(json.loads(LINES[3]), indent=1)))[0] == "1 record holds\n"


def test_a_byte_order_mark_and_windows_line_ends_do_no_harm(file):
    assert run("verify_record", file(b"\xef\xbb\xbf" + LINES[3].encode() + b"\r", LINES[4]))[0] == "2 records hold\n"


def test_a_replay_tells_every_action_and_the_result(file):
    told = run("replay", file(LINES[10]))[0].splitlines()
    assert told[0] == "table ref11-90, hand 3, classic@1, dice ((4, 6), (2, 4))"
    assert "seat 3 deals, wild 6z, bonus 5z" in told[1]
    assert [line for line in told if line.startswith(" 17  ")] == [" 17  seat 2 kong_added 1m  [54 left]"]
    assert told[-5] == "  seat 3 wins from seat 2 by rob_kong"
    assert told[-1] == "  seat 3: base 20, tai 2, total 80, settlement +240"


def test_a_replay_shows_the_hands_when_asked(file):
    told = run("replay", file(LINES[10]), "--hands")[0]
    assert "seat 0: 2m2m4m5m6m9m4p5p5p1s4s5s6s8s9s7z  melds -  bonus 0" in told


def test_a_replay_of_a_drawn_hand_says_so(file):
    assert run("replay", file(LINES[1]))[0].splitlines()[-2:] == [
        "     the wall is exhausted  [16 left]",
        "  drawn hand",
    ]


def test_a_replay_stops_at_the_first_action_that_is_not_possible(file):
    _, error = fails("replay", file(LINES[0].replace('"tile": "9s"', '"tile": "5z"', 1)))
    assert str(error) == "line 1: actions[1]: seat 0's discard 5z is not possible: seat 0 does not hold 5z"


def test_no_database_is_needed():
    """Records are verified where there is no server at all, from standard input."""
    env = {**os.environ, "DATABASE_URL": "postgres://nobody@127.0.0.1:1/none", "REDIS_URL": "redis://127.0.0.1:1/0"}
    done = subprocess.run(
        [sys.executable, "manage.py", "verify_record", "-"], input=LINES[23], env=env, cwd=ROOT, capture_output=True,
        text=True, timeout=60, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr, done.stdout) == (0, "", "1 record holds\n")


def test_a_reader_that_stops_early_causes_no_traceback():
    """As in `replay FILE | head -1`."""
    command = [sys.executable, "manage.py", "replay", str(GOLDEN), "--hands"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == ""
