"""What the fair page shows is a program that works on its own; help is where it is looked for."""

import html
import json
import subprocess
import sys
from pathlib import Path

import pytest
from django.test import Client

RECORDS = Path(__file__).resolve().parents[1] / "data" / "golden-records.jsonl"


def a_record() -> dict:
    records = (json.loads(line) for line in RECORDS.read_text().splitlines())
    return next(record for record in records if record["fairness"])


def run(program: str, record: dict, folder: Path) -> subprocess.CompletedProcess[str]:
    (folder / "check_hand.py").write_text(program)
    (folder / "record.json").write_text(json.dumps(record))
    command = [sys.executable, "-I", "-S", "check_hand.py", "record.json"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=20, check=False)


def test_the_program_on_the_page_checks_a_record_without_us(visitor: Client, tmp_path: Path) -> None:
    page = visitor.get("/fair/").text
    program = html.unescape(page.split("<code>")[1].split("</code>")[0])
    assert program == visitor.get("/fair/check_hand.py").text
    done = run(program, a_record(), tmp_path)
    assert done.returncode == 0, done.stderr
    assert "as promised" in done.stdout


@pytest.mark.slow
@pytest.mark.parametrize("in_heat", [False, True])
def test_the_program_checks_hands_that_were_just_played(
    visitor: Client, tmp_path: Path, django_db_setup: None, in_heat: bool
) -> None:
    from accounts.guests import create_bot
    from games import recording, service
    from games.dealing import open_heat, open_table
    from games.engine.clock import TableSettings
    from games.engine.rules import rules_for
    from games.models import Hand

    heat = open_heat("cup", 2) if in_heat else None
    bots = [create_bot() for _ in range(4)]
    settings = TableSettings(hands_per_table=2)
    table = open_table(bots, "cup", "Cup", rules_for("platform"), settings, [1000] * 4, [1000] * 4, heat=heat)
    service.play_out(table.id)
    for hand in Hand.objects.filter(table=table):
        done = run(visitor.get("/fair/check_hand.py").text, recording.record_of(hand), tmp_path)
        assert done.returncode == 0, done.stderr
        assert "as promised" in done.stdout


def test_the_program_is_short_enough_to_be_read_and_needs_nothing() -> None:
    program = (Path(__file__).resolve().parents[2] / "templates/games/check_hand.py").read_text()
    assert len([line for line in program.splitlines() if line.strip()]) <= 25
    imported = {line.split()[1] for line in program.splitlines() if line.startswith("import ")}
    assert imported <= set(sys.stdlib_module_names)


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [("wall", "1m" * 136, "wall"), ("dice", [[1, 1], [1, 1]], "dice"), ("hand", 99, "promised")],
)
def test_the_program_finds_what_was_changed(
    visitor: Client, tmp_path: Path, field: str, value: object, said: str
) -> None:
    done = run(visitor.get("/fair/check_hand.py").text, a_record() | {field: value}, tmp_path)
    assert done.returncode != 0
    assert said in done.stderr.splitlines()[-1]


@pytest.mark.parametrize("page", ["/", "/rules/", "/zone/"])
def test_calculator_fair_page_and_help_are_linked_everywhere(visitor: Client, page: str) -> None:
    shown = visitor.get(page).text
    assert all(f'href="{address}"' in shown for address in ("/calculator/", "/fair/", "/help/"))


def test_help_names_every_key(visitor: Client) -> None:
    shown = visitor.get("/help/").text
    assert all(f"<kbd>{key}</kbd>" in shown for key in [*"JGKZDLCHYPE?", "Enter", "Esc"])
