"""The wall: its break, the wild and bonus kinds, and where the live tiles lie (RULES.md §2)."""

from collections.abc import Sequence
from typing import Final

from games.engine.tiles import RED, TILE_COUNT, WHITE, Kind

Dice = tuple[tuple[int, int], tuple[int, int]]
"""The first roll's two dice, then the second roll's two."""

DEAL_ROUNDS: Final = 4
DEAL_AT_ONCE: Final = 4
DEALER_EXTRA: Final = 64
"""Position in the wall of the dealer's 17th tile."""
WILD_POSITION: Final = 65
LIVE_START: Final = 66
"""The live wall is `wall[66:136]`, 70 tiles; the face-up wild tile is never drawn."""
EXHAUSTED_AT: Final = 16
"""No tile is drawn, front or back, while the live wall holds this many (RULES.md §3.6)."""
SIDE: Final = 34
"""Tiles on one of the four sides."""


def second_roller(dealer: int, dice: Dice) -> int:
    """The seat that rolls again: the first sum counted counter-clockwise from the dealer as 1."""
    return (dealer + sum(dice[0]) - 1) % 4


def break_position(dice: Dice) -> int:
    """Where drawing starts in the physical wall (position 0: the dealer's right-hand end, going clockwise)."""
    roller = (sum(dice[0]) - 1) % 4
    side = (4 - roller) % 4
    return (SIDE * side + 2 * (sum(dice[0]) + sum(dice[1]))) % TILE_COUNT


def break_wall(tiles: Sequence[Kind], dice: Dice) -> tuple[Kind, ...]:
    """The physical wall in drawing order after the break: `wall[0]` is drawn first, `wall[135]` lies last."""
    start = break_position(dice)
    return tuple(tiles[start:]) + tuple(tiles[:start])


def wild_of(wall: Sequence[Kind]) -> Kind:
    """The wild kind: that of the tile turned face up after the deal."""
    return wall[WILD_POSITION]


def bonus_kind(wild: Kind) -> Kind:
    """白板, or 红中 where 白板 is itself the wild kind (RULES.md §2.7)."""
    return RED if wild == WHITE else WHITE
