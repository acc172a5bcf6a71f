"""Outlines of single characters, taken from a font file and fitted into a box of the tile."""

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from fontTools.pens.boundsPen import BoundsPen
from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTCollection, TTFont


@dataclass(frozen=True)
class Box:
    """A rectangle on the 60 × 80 tile, y pointing down."""

    x: float
    y: float
    width: float
    height: float


def number(value: float) -> str:
    """Shortest text with one decimal: `12.0` -> `"12"`."""
    return f"{value:.1f}".rstrip("0").rstrip(".")


class Glyphs:
    """The characters of one font; `family_suffix` picks the member of a `.ttc` collection."""

    def __init__(self, path: Path, family_suffix: str | None = None) -> None:
        self._path = path
        self._suffix = family_suffix

    @cached_property
    def _font(self) -> Any:
        if self._path.suffix != ".ttc":
            return TTFont(self._path)
        for member in TTCollection(self._path).fonts:
            if (member["name"].getDebugName(1) or "").endswith(self._suffix or ""):
                return member
        raise LookupError(f"{self._path}: no family ending in {self._suffix!r}")

    def path(self, char: str, box: Box, *, stretch: float = 1.0) -> str:
        """SVG path data of `char`, centred in `box`; it may be up to `stretch` times wider or higher than drawn."""
        glyphs = self._font.getGlyphSet()
        glyph = glyphs[self._font.getBestCmap()[ord(char)]]
        bounds = BoundsPen(glyphs)
        glyph.draw(bounds)
        left, bottom, right, top = bounds.bounds
        across, up = box.width / (right - left), box.height / (top - bottom)
        scale = min(across, up)
        across, up = min(across, scale * stretch), min(up, scale * stretch)
        dx = box.x + (box.width - (right - left) * across) / 2 - left * across
        dy = box.y + (box.height - (top - bottom) * up) / 2 + top * up
        pen = SVGPathPen(glyphs, ntos=number)
        glyph.draw(TransformPen(pen, (across, 0, 0, -up, dx, dy)))
        return str(pen.getCommands())
