"""The committed tile sprites: what the generator draws, every tile once, outlines only, nothing from elsewhere."""

import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from games.engine.tiles import NAMES

ROOT = Path(__file__).resolve().parents[1]
IMAGES = ROOT / "static" / "img"
GENERATOR = ROOT / "tools" / "tiles" / "generate.py"
SVG = "{http://www.w3.org/2000/svg}"
SPRITES = ["tiles-hand", "tiles-small"]


def check(folder: Path) -> subprocess.CompletedProcess[str]:
    """Ask the generator whether the sprites in a folder are what it draws."""
    command = [sys.executable, str(GENERATOR), "--check", "--out", str(folder)]
    return subprocess.run(command, capture_output=True, text=True, timeout=60)


def test_the_committed_sprites_are_what_the_generator_draws() -> None:
    done = check(IMAGES)
    assert done.returncode == 0, done.stderr


def test_the_generator_notices_a_sprite_that_was_changed_by_hand(tmp_path: Path) -> None:
    for sprite in SPRITES:
        drawn = (IMAGES / f"{sprite}.svg").read_text(encoding="utf-8")
        changed = drawn.replace('r="9.9"', 'r="9.8"', 1) if sprite == "tiles-small" else drawn
        (tmp_path / f"{sprite}.svg").write_text(changed, encoding="utf-8")
    done = check(tmp_path)
    assert done.returncode == 1
    assert "tiles-small.svg" in done.stderr
    assert "tiles-hand.svg" not in done.stderr


@pytest.mark.parametrize("sprite", SPRITES)
def test_a_sprite_has_every_tile_and_the_back_once(sprite: str) -> None:
    root = ElementTree.parse(IMAGES / f"{sprite}.svg").getroot()
    assert [symbol.get("id") for symbol in root] == [*NAMES, "back"]
    assert {symbol.get("viewBox") for symbol in root} == {"0 0 60 80"}
    assert all(len(symbol) > 0 for symbol in root)


@pytest.mark.parametrize("sprite", SPRITES)
def test_a_sprite_needs_no_font_and_no_other_file(sprite: str) -> None:
    root = ElementTree.parse(IMAGES / f"{sprite}.svg").getroot()
    tags = {node.tag.removeprefix(SVG) for node in root.iter()}
    assert tags <= {"svg", "symbol", "g", "path", "circle", "rect"}
    assert not any("href" in name for node in root.iter() for name in node.attrib)


@pytest.mark.parametrize("sprite", SPRITES)
def test_no_two_tiles_look_the_same(sprite: str) -> None:
    root = ElementTree.parse(IMAGES / f"{sprite}.svg").getroot()
    drawings = {b"".join(ElementTree.tostring(part) for part in symbol) for symbol in root}
    assert len(drawings) == len(NAMES) + 1
