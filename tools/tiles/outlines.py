"""Take the characters' outlines out of the fonts: writes outlines.json, which is all that generate.py reads of them.

Only needed when a character or a font changes. Needs `pip install -r tools/tiles/requirements.txt` and the Debian
packages fonts-noto-cjk and fonts-lxgw-wenkai (or `--fonts DIR` with the same files); see NOTICE.
"""

import argparse
import json
from pathlib import Path
from typing import Any

from fontTools.pens.basePen import BasePen
from fontTools.ttLib import TTCollection, TTFont

CHARACTERS = "一二三四五六七八九萬東南西北發中"
FONTS = {"tiles-hand": ("LXGWWenKai-Bold.ttf", ""), "tiles-small": ("NotoSansCJK-Bold.ttc", "SC")}
DEBIAN = Path("/usr/share/fonts")

Point = tuple[float, float]


class PathPen(BasePen):  # type: ignore[misc]
    """Collects a glyph as an SVG path in the font's own units, y pointing up."""

    def __init__(self, glyphs: Any) -> None:
        super().__init__(glyphs)
        self.parts: list[str] = []

    def _moveTo(self, point: Point) -> None:
        self._add("M", point)

    def _lineTo(self, point: Point) -> None:
        self._add("L", point)

    def _curveToOne(self, first: Point, second: Point, end: Point) -> None:
        self._add("C", first, second, end)

    def _qCurveToOne(self, handle: Point, end: Point) -> None:
        self._add("Q", handle, end)

    def _closePath(self) -> None:
        self.parts.append("Z")

    def _add(self, command: str, *points: Point) -> None:
        self.parts.append(command + " ".join(f"{x:g} {y:g}" for x, y in points))


def font_at(folder: Path, name: str, family_suffix: str) -> Any:
    """The font; of a collection the member whose family ends so. Raises FileNotFoundError naming the packages."""
    path = next(iter(sorted(folder.rglob(name))), None)
    if path is None:
        raise FileNotFoundError(f"{name} not below {folder}: install fonts-noto-cjk and fonts-lxgw-wenkai")
    if path.suffix != ".ttc":
        return TTFont(path)
    members = TTCollection(path).fonts
    return next(font for font in members if (font["name"].getDebugName(1) or "").endswith(family_suffix))


def outline(font: Any, character: str) -> str:
    """One character's path."""
    glyphs = font.getGlyphSet()
    pen = PathPen(glyphs)
    glyphs[font.getBestCmap()[ord(character)]].draw(pen)
    return "".join(pen.parts)


def main() -> None:
    """Write outlines.json beside this file."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--fonts", type=Path, default=DEBIAN)
    folder = options.parse_args().fonts
    fonts = {sprite: font_at(folder, *font) for sprite, font in FONTS.items()}
    found = {sprite: {char: outline(font, char) for char in CHARACTERS} for sprite, font in fonts.items()}
    text = json.dumps(found, ensure_ascii=False, indent=0)
    Path(__file__).with_name("outlines.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
