"""The site's key for notices: made by `make run` and by a command, read from the environment or a file, checked."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from notices import vapid
from tests.test_settings import COMPLETE, ROOT, assert_one_line, run
from yuhuan_site import environment
from yuhuan_site.stack import keys

PRINT = "from django.conf import settings; print(settings.VAPID_PRIVATE_KEY, settings.VAPID_SUBJECT)"


def test_the_local_site_makes_a_key_once_and_adds_it_to_older_ones(tmp_path: Path, settings) -> None:
    path = tmp_path / "secrets.env"
    keys.write_env_file(path, {"SECRET_KEY": "kept"})
    made = keys.load_or_create(path)
    assert made["SECRET_KEY"] == "kept"
    assert environment.is_p256_key(made["VAPID_PRIVATE_KEY"])
    assert keys.load_or_create(path) == made
    settings.VAPID_PRIVATE_KEY = made["VAPID_PRIVATE_KEY"]
    assert len(vapid.public_key()) == 87


def test_the_command_prints_a_key_that_is_one_and_needs_no_settings() -> None:
    printed = run(["manage.py", "make_vapid_keys"])
    found = re.search(r"^VAPID_PRIVATE_KEY=(\S+)$", printed.stdout, re.M)
    assert found, printed.stdout + printed.stderr
    assert environment.is_p256_key(found[1])
    assert vapid._public(found[1]) in printed.stdout


@pytest.mark.parametrize(
    "key", ["short", "A" * 43, "_" * 43, "é" * 43], ids=["short", "zero", "too large", "no base64"]
)
def test_an_unusable_key_ends_a_program_with_one_line(key: str) -> None:
    done = run(["manage.py", "check"], **{**COMPLETE, "VAPID_PRIVATE_KEY": key})
    assert_one_line(done, "VAPID_PRIVATE_KEY", "make_vapid_keys")


def test_the_key_may_be_in_a_file(tmp_path: Path) -> None:
    private, _public = vapid.new_key()
    (tmp_path / "key").write_text(private + "\n")
    found = _settings(VAPID_PRIVATE_KEY_FILE=str(tmp_path / "key"))
    assert found == [private, "https://mahjong.example/"]
    missing = run(["manage.py", "check"], **{**COMPLETE, "VAPID_PRIVATE_KEY_FILE": str(tmp_path / "nothing")})
    assert_one_line(missing, "VAPID_PRIVATE_KEY_FILE")


def test_without_a_key_the_site_starts_as_ever() -> None:
    assert _settings(VAPID_SUBJECT="mailto:x@mahjong.example") == ["mailto:x@mahjong.example"]


def _settings(**more: str) -> list[str]:
    environ = {"PATH": os.environ["PATH"], "YUHUAN_DATA": "/nonexistent", **COMPLETE, **more}
    environ["DJANGO_SETTINGS_MODULE"] = "yuhuan_site.settings"
    command = [sys.executable, "-c", PRINT]
    done = subprocess.run(command, cwd=ROOT, env=environ, capture_output=True, text=True, check=True)
    return done.stdout.split()
