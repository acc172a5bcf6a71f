"""The committed tile sprites: every tile once, outlines only, nothing from elsewhere."""

from pathlib import Path
from xml.etree import ElementTree

import pytest

from games.engine.tiles import NAMES

IMAGES = Path(__file__).resolve().parents[1] / "static" / "img"
SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("sprite", ["tiles-hand", "tiles-small"])
def test_a_sprite_has_every_tile_and_the_back_once(sprite: str) -> None:
    root = ElementTree.parse(IMAGES / f"{sprite}.svg").getroot()
    assert [symbol.get("id") for symbol in root] == [*NAMES, "back"]
    assert {symbol.get("viewBox") for symbol in root} == {"0 0 60 80"}
    assert all(len(symbol) > 0 for symbol in root)


@pytest.mark.parametrize("sprite", ["tiles-hand", "tiles-small"])
def test_a_sprite_needs_no_font_and_no_other_file(sprite: str) -> None:
    root = ElementTree.parse(IMAGES / f"{sprite}.svg").getroot()
    tags = {node.tag.removeprefix(SVG) for node in root.iter()}
    assert tags <= {"svg", "symbol", "g", "path", "circle", "rect"}
    assert not any("href" in name for node in root.iter() for name in node.attrib)


def test_no_two_tiles_look_the_same() -> None:
    root = ElementTree.parse(IMAGES / "tiles-hand.svg").getroot()
    drawings = {b"".join(ElementTree.tostring(part) for part in symbol) for symbol in root}
    assert len(drawings) == len(NAMES) + 1
