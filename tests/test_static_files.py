"""Static files as production serves them: collected, hashed, and every module finds what it imports."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
IMPORT = re.compile(
    r"""(?:^|[\s;])(?:import|export)\b[^"'`;()]*?["'](\.[^"']+)["']|\bimport\(\s*["'](\.[^"']+)["']\s*\)"""
)
NOT_A_STATEMENT = re.compile(r"/\*.*?\*/|^\s*//[^\n]*", re.DOTALL | re.MULTILINE)


@pytest.fixture(scope="module")
def collected(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("static")
    environment = {
        "PATH": os.environ["PATH"],
        "STATIC_ROOT": str(folder),
        "STATIC_HASHED": "true",
        "YUHUAN_DATA": "/nonexistent",
    }
    command = [sys.executable, "manage.py", "collectstatic", "--noinput", "-v0"]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return folder


def hashed_modules(folder: Path) -> list[Path]:
    """Our own modules under their hashed names."""
    names = json.loads((folder / "staticfiles.json").read_text())["paths"]
    return [folder / target for source, target in names.items() if source.startswith("js/") and source.endswith(".js")]


def test_every_import_of_a_hashed_module_is_a_hashed_module(collected: Path) -> None:
    modules = hashed_modules(collected)
    assert modules
    for module in modules:
        for match in IMPORT.finditer(NOT_A_STATEMENT.sub("", module.read_text())):
            target = (module.parent / (match[1] or match[2])).resolve()
            assert target in modules, f"{module.name} imports {target.name}"


def test_imports_of_our_modules_end_with_a_semicolon() -> None:
    for module in (ROOT / "static" / "js").rglob("*.js"):
        text = NOT_A_STATEMENT.sub("", module.read_text())
        for match in re.finditer(r"""^\s*(?:import|export)\b[^"'`;()=]*["']\.[^"']+["'](.?)""", text, re.MULTILINE):
            assert match[1] == ";", f"{module.name}: {match[0].strip()}"


def test_files_are_compressed(collected: Path) -> None:
    assert list((collected / "css").glob("*.css.gz"))
