"""What each set, pair and tile is worth, for winners and losers alike (RULES.md §5-§7)."""

from collections.abc import Iterable, Sequence
from typing import Final

from games.engine.melds import Meld
from games.engine.score import Item, TaiItem
from games.engine.tiles import EAST, GREEN, HONOURS, RED, TERMINALS, Kind

BASE_OF_WINNING: Final = 20
BONUS_HU: Final = 4
PAIR_HU: Final = 2
SELF_DRAW_HU: Final = 2
WAIT_HU: Final = 2
SET_HU: Final = {"pong": 2, "triplet": 4, "kong_open": 8, "kong_added": 8, "kong_concealed": 16}
"""A set of equal tiles from 2 to 8; one of terminals or honours is worth twice as much. A chow is worth nothing."""


def set_hu(shape: str, kind: Kind) -> int:
    """胡 of a triplet or kong: `pong` when exposed, `triplet` when concealed."""
    return SET_HU[shape] * (2 if kind in TERMINALS or kind in HONOURS else 1)


def pair_hu(kind: Kind, wind: int) -> int:
    """胡 of a pair, for a seat of this wind (0 East to 3 North)."""
    return PAIR_HU if kind in (RED, GREEN, EAST + wind) else 0


def pair_items(kind: Kind, wind: int) -> list[Item]:
    """The line of a pair, none for a pair that is worth nothing."""
    hu = pair_hu(kind, wind)
    return [Item("pair", (kind, kind), hu)] if hu else []


def set_tai_key(kind: Kind, wind: int) -> str | None:
    """The key of the one tai that a triplet or kong of this kind gives the seat, or None."""
    if kind == RED:
        return "red"
    if kind == GREEN:
        return "green"
    return "seat_wind" if kind == EAST + wind else None


def bonus_items(bonus: int, kind: Kind) -> tuple[list[Item], list[TaiItem]]:
    """The lines of the bonus tiles laid out: 4 胡 and one tai each."""
    if not bonus:
        return [], []
    tiles = (kind,) * bonus
    return [Item("bonus", tiles, BONUS_HU * bonus)], [TaiItem("bonus", tiles, bonus)]


def set_items(sets: Iterable[tuple[str, Sequence[Kind]]], wind: int) -> tuple[list[Item], list[TaiItem]]:
    """The lines of sets given as (shape, tiles); chows give none."""
    items: list[Item] = []
    tai_items: list[TaiItem] = []
    for shape, tiles in sets:
        if shape != "chow":
            items.append(Item(shape, tuple(tiles), set_hu(shape, tiles[0])))
            key = set_tai_key(tiles[0], wind)
            if key is not None:
                tai_items.append(TaiItem(key, tuple(tiles), 1))
    return items, tai_items


def meld_sets(melds: Iterable[Meld]) -> list[tuple[str, Sequence[Kind]]]:
    """Melds as (shape, tiles)."""
    return [(meld.type, meld.tiles) for meld in melds]
