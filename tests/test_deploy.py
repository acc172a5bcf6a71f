"""deploy/: what is installed there runs the site as it is, and the programs that read the files take them."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from yuhuan_site.stack import programs

ROOT = Path(__file__).parent.parent
DEPLOY = ROOT / "deploy"
UNITS = sorted(path for path in (DEPLOY / "systemd").iterdir())
COMPOSE = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
NGINX = (DEPLOY / "nginx" / "nginx.conf").read_text()


def check(folder: Path) -> "subprocess.CompletedProcess[str]":
    environment = {"PATH": os.environ["PATH"], "PYTHON": sys.executable}
    command = [folder / "check.sh"]
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60, check=False)


def test_the_programs_that_read_the_files_take_them() -> None:
    done = check(DEPLOY)
    assert done.returncode == 0, done.stdout + done.stderr
    assert len(done.stdout.splitlines()) == 3, done.stdout


@pytest.mark.parametrize(
    ("file", "needs", "right", "wrong"),
    [
        ("nginx/nginx.conf", "nginx", "proxy_buffering off;", "proxy_bufering off;"),
        ("systemd/yuhuan-beat.service", "systemd-analyze", "ExecStart=/opt", "ExecStart=opt"),
        ("compose.yaml", "", "services:", "services: ["),
    ],
)
def test_a_mistake_in_a_file_is_found(tmp_path: Path, file: str, needs: str, right: str, wrong: str) -> None:
    shutil.copytree(DEPLOY, tmp_path / "deploy")
    path = tmp_path / "deploy" / file
    assert right in path.read_text()
    path.write_text(path.read_text().replace(right, wrong, 1))
    is_here = not needs or shutil.which(needs, path=f"{os.environ['PATH']}:/usr/sbin")
    assert (check(tmp_path / "deploy").returncode != 0) == bool(is_here)


def test_each_program_is_started_with_the_same_options_everywhere() -> None:
    """Those of `make run`, but for the patience at the end, the address and who may say where a visitor is."""
    limits = " ".join(programs._SOCKET_LIMITS)
    web = (DEPLOY / "systemd" / "yuhuan-web@.service").read_text()
    image = re.sub(r'[",\[\]\\]|\n', " ", (DEPLOY / "Dockerfile").read_text())
    assert limits in web
    assert limits in " ".join(image.split())
    for unit, command in (("worker", programs.worker_command()), ("beat", programs.beat_command())):
        own = [word for word in command if word not in ("", "-m")]
        text = (DEPLOY / "systemd" / f"yuhuan-{unit}.service").read_text()
        assert " ".join(own) in text.replace(' ""', "").replace("-m celery", "celery")
        assert [word for word in COMPOSE["services"][unit]["command"] if word] == own


def test_what_compose_sets_are_settings_and_every_secret_is_a_file() -> None:
    example = set(re.findall(r"^#?([A-Z_]+)=", (ROOT / ".env.example").read_text(), re.MULTILINE))
    for name, value in COMPOSE["x-site"]["environment"].items():
        assert name.removesuffix("_FILE") in example, name
        if name.endswith("_FILE"):
            assert value.removeprefix("/run/secrets/") in COMPOSE["secrets"], name
    assert not {"SECRET_KEY", "SEED_KEY", "DATABASE_URL"} & COMPOSE["x-site"]["environment"].keys()
    assert COMPOSE["services"].keys() >= {"web", "ticker", "worker", "beat", "migrate", "database", "valkey", "proxy"}
    kept_out = (DEPLOY / "Dockerfile.dockerignore").read_text().split()
    assert {"deploy/secrets", ".env", "var", ".git"} <= set(kept_out)


def test_nginx_says_itself_where_a_visitor_comes_from_and_drops_underscores() -> None:
    for header in ("X-Forwarded-For $remote_addr", "X-Forwarded-Proto $scheme", 'X-Forwarded-Host ""', 'Forwarded ""'):
        assert f"proxy_set_header {header};" in NGINX
    assert "$proxy_add_x_forwarded_for" not in NGINX
    assert "underscores_in_headers off;" in NGINX
    assert "hash $placed consistent;" in NGINX
    assert "$request_uri" not in NGINX.split("log_format")[1].split(";")[0]  # no invitation's code in the log


def test_no_unit_runs_as_root_or_keeps_the_seed_key_in_its_environment() -> None:
    for unit in UNITS:
        text = unit.read_text()
        if "ExecStart=" in text:
            assert "User=yuhuan\n" in text, unit.name
            assert "NoNewPrivileges=true\n" in text, unit.name
            assert "SEED_KEY_FILE=%d/seed.key" in text, unit.name
