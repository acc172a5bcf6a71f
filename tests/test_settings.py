"""Settings: what is missing or wrong is one clear line, and every name is in .env.example."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
COMPLETE = {
    "SECRET_KEY": "only for tests",
    "SEED_KEY": "dGVzdCBrZXkgdGVzdCBrZXkgdGVzdCBrZXkgdGVzdCE=",
    "DATABASE_URL": "postgres://nobody@127.0.0.1:9/none",
    "REDIS_URL": "redis://127.0.0.1:9/0",
    "ALLOWED_HOSTS": "mahjong.example",
}
PROGRAMS = {
    "manage.py": ["manage.py", "check"],
    "web server": ["-m", "uvicorn", "yuhuan_site.asgi:application"],
    "worker": ["-m", "celery", "-A", "yuhuan_site", "worker"],
    "beat": ["-m", "celery", "-A", "yuhuan_site", "beat"],
}


def run(arguments: list[str], **settings: str) -> "subprocess.CompletedProcess[str]":
    """A program of ours in an environment of nothing but PATH and these settings."""
    environment = {"PATH": os.environ["PATH"], "YUHUAN_DATA": "/nonexistent", **settings}
    command = [sys.executable, *arguments]
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=60, check=False)


def assert_one_line(done: "subprocess.CompletedProcess[str]", *words: str) -> None:
    assert done.returncode == 1
    lines = (done.stdout + done.stderr).strip().splitlines()
    assert len(lines) == 1, lines
    assert all(word in lines[0] for word in words), lines[0]


@pytest.mark.parametrize("program", PROGRAMS)
def test_missing_settings_end_a_program_with_one_line_that_names_them(program: str) -> None:
    done = run(PROGRAMS[program], SECRET_KEY="x", ALLOWED_HOSTS="mahjong.example")
    assert_one_line(done, "missing", "SEED_KEY", "DATABASE_URL", "REDIS_URL")
    assert "SECRET_KEY" not in done.stderr


@pytest.mark.parametrize("name", COMPLETE)
def test_each_missing_setting_is_named(name: str) -> None:
    settings = {key: value for key, value in COMPLETE.items() if key != name}
    assert_one_line(run(["manage.py", "check"], **settings), name)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("SEED_KEY", "too short"),
        ("DATABASE_URL", "sqlite:///db"),
        ("REDIS_URL", "localhost"),
        ("HTTPS", "perhaps"),
        ("HSTS_SECONDS", "long"),
    ],
)
def test_an_unusable_setting_is_named(name: str, value: str) -> None:
    assert_one_line(run(["manage.py", "check"], **{**COMPLETE, name: value}), name)


def test_a_setting_is_never_printed() -> None:
    done = run(["manage.py", "check"], **{**COMPLETE, "SEED_KEY": "not-a-key-but-secret"})
    assert "not-a-key-but-secret" not in done.stdout + done.stderr


def test_complete_settings_need_no_server_to_be_checked() -> None:
    done = run(["manage.py", "check"], **COMPLETE)
    assert done.returncode == 0, done.stderr


def test_commands_that_only_compute_need_no_settings() -> None:
    done = run(["manage.py", "simulate", "--help"])
    assert done.returncode == 0, done.stderr


def test_every_setting_is_in_the_example_file() -> None:
    example = set(re.findall(r"^#?([A-Z_]+)=", (ROOT / ".env.example").read_text(), re.MULTILINE))
    source = "".join(path.read_text() for path in (ROOT / "yuhuan_site").glob("*.py"))
    used = set(re.findall(r'(?:env\.\w+|flag|number|secret)\(\s*"([A-Z_]+)"', source))
    assert len(used) > 10
    assert used - example == set()


def test_a_secret_may_be_in_a_file_of_its_own(tmp_path: Path) -> None:
    """Also the keys of before, a line each."""
    file = tmp_path / "seed.key"
    file.write_text(f"{COMPLETE['SEED_KEY']}\n{COMPLETE['SEED_KEY']}\n")
    settings = {name: value for name, value in COMPLETE.items() if name != "SEED_KEY"}
    assert run(["manage.py", "check"], **settings, SEED_KEY_FILE=str(file)).returncode == 0
    file.write_text(f"{COMPLETE['SEED_KEY']}\nnot a key\n")
    assert_one_line(run(["manage.py", "check"], **settings, SEED_KEY_FILE=str(file)), "SEED_KEY")
    assert_one_line(run(["manage.py", "check"], **settings, SEED_KEY_FILE=str(tmp_path / "none")), "SEED_KEY_FILE")
