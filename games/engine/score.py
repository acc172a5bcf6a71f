"""A scored hand as a value that explains itself, and its JSON (RECORD.md "Scoring interface")."""

from dataclasses import dataclass
from typing import Any, Final, Literal

from games.engine.glossary import word
from games.engine.rules import Rules
from games.engine.tiles import Kind, tile_name, tile_names

UNIT: Final = 10
"""Totals are rounded up to whole tens of 胡."""

Wait = Literal["middle", "edge", "pair", "open", "triplet"]
First = Literal["heaven", "earth"]
WinBy = Literal["self_draw", "discard", "rob_kong"]
WIN_BY: Final[tuple[WinBy, ...]] = ("self_draw", "discard", "rob_kong")


@dataclass(frozen=True, slots=True)
class Item:
    """One line of the base: 胡 for `tiles` (empty for the base of winning)."""

    key: str
    tiles: tuple[Kind, ...]
    hu: int


@dataclass(frozen=True, slots=True)
class TaiItem:
    """One line of the tai."""

    key: str
    tiles: tuple[Kind, ...]
    tai: int


@dataclass(frozen=True, slots=True)
class ReadingSet:
    """One set, or the pair. `tiles` are what it stands for; `wild[i]` where a wild tile does.

    `shape`: chow, triplet, pair, or a meld's type. A triplet completed by another seat's tile is not `concealed`.
    """

    shape: str
    tiles: tuple[Kind, ...]
    wild: tuple[bool, ...]
    concealed: bool


@dataclass(frozen=True, slots=True)
class Reading:
    """How the winning hand was read: five sets, the pair, and where the winning tile lies.

    `winning_tile` is the tile itself, `winning_as` what it stands for (they differ for a wild);
    `winning_set` is its place in `sets`, None when it completed the pair.
    """

    sets: tuple[ReadingSet, ...]
    pair: ReadingSet
    winning_tile: Kind
    winning_as: Kind
    winning_set: int | None
    wait: Wait


@dataclass(frozen=True, slots=True)
class Score:
    """A seat's score. `tai` is `raw_tai` up to the limit; items sum to `base`, tai items to `raw_tai`.

    `rounded` is base × 2^tai in whole tens before the cap; `total` is what counts. `reading` is None for a seat
    that did not win; `first` names a 天胡 or 地胡, which is worth the cap outright.
    """

    base: int
    tai: int
    raw_tai: int
    rounded: int
    total: int
    items: tuple[Item, ...]
    tai_items: tuple[TaiItem, ...]
    reading: Reading | None = None
    first: First | None = None

    def to_json(self, language: str = "zh") -> dict[str, Any]:
        """The answer of the scoring interface; labels in Chinese (`zh`) or English (`en`)."""
        return {
            "win": self.reading is not None,
            "base": self.base,
            "tai": self.tai,
            "raw_tai": self.raw_tai,
            "rounded": self.rounded,
            "total": self.total,
            "first": self.first,
            "items": [
                {
                    "key": item.key,
                    "label": word("item", item.key, language),
                    "tiles": tile_names(item.tiles),
                    "hu": item.hu,
                }
                for item in self.items
            ],
            "tai_items": [
                {
                    "key": item.key,
                    "label": word("tai", item.key, language),
                    "tiles": tile_names(item.tiles),
                    "tai": item.tai,
                }
                for item in self.tai_items
            ],
            "reading": reading_json(self.reading) if self.reading else None,
        }


def score_of(
    rules: Rules,
    items: tuple[Item, ...],
    tai_items: tuple[TaiItem, ...],
    reading: Reading | None = None,
    first: First | None = None,
) -> Score:
    """Add the lines up: min(cap, ceil10(base × 2^min(tai, max_tai))), or the cap outright for a 天胡 or 地胡."""
    base = sum(item.hu for item in items)
    raw_tai = sum(item.tai for item in tai_items)
    rounded = rounded_total(rules, base, raw_tai)
    total = rules.cap if first else min(rules.cap, rounded)
    return Score(base, min(raw_tai, rules.max_tai), raw_tai, rounded, total, items, tai_items, reading, first)


def rounded_total(rules: Rules, base: int, raw_tai: int) -> int:
    """base × 2^tai rounded up to the next ten, before the cap."""
    return -(-(base << min(raw_tai, rules.max_tai)) // UNIT) * UNIT


def reading_json(reading: Reading) -> dict[str, Any]:
    """A reading as the score page and the API show it."""
    return {
        "sets": [_set_json(group) for group in reading.sets],
        "pair": _set_json(reading.pair),
        "winning_tile": tile_name(reading.winning_tile),
        "winning_as": tile_name(reading.winning_as),
        "winning_set": reading.winning_set,
        "wait": reading.wait,
    }


def _set_json(group: ReadingSet) -> dict[str, Any]:
    return {
        "type": group.shape,
        "tiles": tile_names(group.tiles),
        "wild": list(group.wild),
        "concealed": group.concealed,
    }
