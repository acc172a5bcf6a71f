"""Tiles as kinds: an int 0-33, written in MPSZ ("1m".."9m", "1p".."9p", "1s".."9s", "1z".."7z").

Copies of a kind are indistinguishable, so a tile *is* its kind (RULES.md, opening paragraph).
"""

from collections.abc import Iterable
from typing import Final

Kind = int

SUITS: Final = "mpsz"
KINDS: Final = range(34)
COPIES: Final = 4
TILE_COUNT: Final = 136

NAMES: Final = tuple(f"{n}{s}" for s in "mps" for n in range(1, 10)) + tuple(f"{n}z" for n in range(1, 8))
_BY_NAME: Final = {name: kind for kind, name in enumerate(NAMES)}

EAST, SOUTH, WEST, NORTH, WHITE, GREEN, RED = range(27, 34)
WINDS: Final = (EAST, SOUTH, WEST, NORTH)
TERMINALS: Final = frozenset({0, 8, 9, 17, 18, 26})
HONOURS: Final = frozenset(range(27, 34))


class MalformedTile(ValueError):
    """Text that does not name a tile, or tiles, in MPSZ."""


def tile_name(kind: Kind) -> str:
    """`0` -> `"1m"`. Mirror of `parse_tile`."""
    return NAMES[kind]


def parse_tile(text: str) -> Kind:
    """`"1m"` -> `0`. Raises MalformedTile."""
    kind = _BY_NAME.get(text) if isinstance(text, str) else None
    if kind is None:
        raise MalformedTile(f"not a tile: {text!r}")
    return kind


def tile_names(kinds: Iterable[Kind]) -> list[str]:
    """`[0, 1]` -> `["1m", "2m"]`."""
    return [NAMES[kind] for kind in kinds]


def parse_tiles(text: str) -> tuple[Kind, ...]:
    """Tiles in the order written; digits may be grouped: `"123m5z"`. Raises MalformedTile."""
    if not isinstance(text, str):
        raise MalformedTile(f"not tiles: {text!r}")
    kinds: list[Kind] = []
    digits = ""
    for char in text:
        if char in SUITS:
            if not digits:
                raise MalformedTile(f"no number before {char!r} in {text!r}")
            kinds.extend(parse_tile(digit + char) for digit in digits)
            digits = ""
        else:
            digits += char
    if digits:
        raise MalformedTile(f"no suit after {digits!r} in {text!r}")
    return tuple(kinds)


def write_tiles(kinds: Iterable[Kind]) -> str:
    """`[0, 1]` -> `"1m2m"`, two characters a tile, order kept. Mirror of `parse_tiles`."""
    return "".join(NAMES[kind] for kind in kinds)


def counts(kinds: Iterable[Kind]) -> list[int]:
    """How many of each of the 34 kinds."""
    result = [0] * 34
    for kind in kinds:
        result[kind] += 1
    return result
