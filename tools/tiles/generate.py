"""Draw the tile sprites: `python tools/tiles/generate.py` writes static/img/tiles-{hand,small}.svg.

`--check` writes nothing and fails when the committed files differ. Needs Python alone: the characters' outlines are
in outlines.json (see NOTICE).
"""

import argparse
import sys
from dataclasses import dataclass
from pathlib import Path

from bird import bird
from faces import BLACK, GREEN, RED, back, canes, dots, one_dot, white
from glyphs import Box, Glyphs

ROOT = Path(__file__).resolve().parents[2]
NUMERALS, WINDS = "一二三四五六七八九", "東南西北"


@dataclass(frozen=True)
class Sprite:
    """One file, and whether its drawings carry their fine ornament."""

    name: str
    fine: bool


SPRITES = (Sprite("tiles-hand", fine=True), Sprite("tiles-small", fine=False))


def filled(glyphs: Glyphs, char: str, box: Box, colour: str, stretch: float = 1.12) -> str:
    """One character as a coloured outline."""
    return f'<path fill="{colour}" d="{glyphs.path(char, box, stretch=stretch)}"/>'


def face(glyphs: Glyphs, name: str, fine: bool) -> str:
    """The drawing of one tile in MPSZ, without the tile's body."""
    count, suit = int(name[0]), name[1]
    if suit == "m":
        upper = Box(9, 14, 42, 14) if count == 1 else Box(9, 4, 42, 32)
        return filled(glyphs, NUMERALS[count - 1], upper, BLACK) + filled(glyphs, "萬", Box(7, 39, 46, 38), RED)
    if suit == "p":
        return one_dot(fine) if count == 1 else dots(count, fine)
    if suit == "s":
        return bird(fine) if count == 1 else canes(count)
    if count <= 4:
        return filled(glyphs, WINDS[count - 1], Box(5, 8, 50, 64), BLACK, 1.25)
    return {
        5: white(),
        6: filled(glyphs, "發", Box(5, 8, 50, 64), GREEN, 1.2),
        7: filled(glyphs, "中", Box(8, 7, 44, 66), RED),
    }[count]


def names() -> list[str]:
    """All 34 kinds in MPSZ order."""
    return [f"{n}{suit}" for suit in "mps" for n in range(1, 10)] + [f"{n}z" for n in range(1, 8)]


def draw(sprite: Sprite) -> str:
    """The whole SVG file of a sprite."""
    glyphs = Glyphs(sprite.name)
    faces = {name: face(glyphs, name, sprite.fine) for name in names()} | {"back": back()}
    symbols = "\n".join(f'<symbol id="{name}" viewBox="0 0 60 80">{body}</symbol>' for name, body in faces.items())
    return f'<svg xmlns="http://www.w3.org/2000/svg">\n{symbols}\n</svg>\n'


def main() -> int:
    """Write or check both sprites; 1 when a checked file differs."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--out", type=Path, default=ROOT / "static" / "img")
    options.add_argument("--check", action="store_true")
    chosen = options.parse_args()
    stale = 0
    for sprite in SPRITES:
        target, text = chosen.out / f"{sprite.name}.svg", draw(sprite)
        if not chosen.check:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, encoding="utf-8")
        elif not target.exists() or target.read_text(encoding="utf-8") != text:
            print(f"{target} is not what the generator draws", file=sys.stderr)
            stale = 1
    return stale


if __name__ == "__main__":
    sys.exit(main())
