"""Outlines of single characters (outlines.json), fitted into a box of the tile."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

OUTLINES = Path(__file__).with_name("outlines.json")

Point = tuple[float, float]
Segment = tuple[str, tuple[Point, ...]]


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
    """The characters of one sprite."""

    def __init__(self, sprite: str) -> None:
        self._paths: Mapping[str, str] = json.loads(OUTLINES.read_text(encoding="utf-8"))[sprite]

    def path(self, char: str, box: Box, *, stretch: float = 1.0) -> str:
        """SVG path data of `char`, centred in `box`; it may be up to `stretch` times wider or higher than drawn."""
        segments = list(_segments(self._paths[char]))
        across = [x for _, points in segments for x, _ in points]
        along = [y for _, points in segments for _, y in points]
        left, right, bottom, top = min(across), max(across), min(along), max(along)
        wide, high = box.width / (right - left), box.height / (top - bottom)
        scale = min(wide, high)
        wide, high = min(wide, scale * stretch), min(high, scale * stretch)
        dx = box.x + (box.width - (right - left) * wide) / 2 - left * wide
        dy = box.y + (box.height - (top - bottom) * high) / 2 + top * high
        return "".join(
            command + " ".join(f"{number(x * wide + dx)} {number(dy - y * high)}" for x, y in points)
            for command, points in segments
        )


def _segments(path: str) -> Iterator[Segment]:
    """The commands of a path with their points, in the font's units, y pointing up. Handles count as points, which
    is near enough to the true bounds for characters whose extremes are on their outline."""
    for command, rest in re.findall(r"([MLCQZ])([^MLCQZ]*)", path):
        values = [float(value) for value in rest.split()]
        yield command, tuple(zip(values[::2], values[1::2], strict=True))
