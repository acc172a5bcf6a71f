"""Melds laid out in front of a seat: chow 顺, pong 刻 and the three kongs 杠 (RULES.md §3)."""

from dataclasses import dataclass
from typing import Final, Literal

from games.engine.tiles import Kind

MeldType = Literal["chow", "pong", "kong_open", "kong_added", "kong_concealed"]
MELD_TYPES: Final[tuple[MeldType, ...]] = ("chow", "pong", "kong_open", "kong_added", "kong_concealed")
KONG_TYPES: Final = frozenset({"kong_open", "kong_added", "kong_concealed"})


@dataclass(frozen=True, slots=True)
class Meld:
    """One meld. `tiles` ascending; `from_seat` gave the claimed tile, None for a concealed kong."""

    type: MeldType
    tiles: tuple[Kind, ...]
    from_seat: int | None = None

    @property
    def is_kong(self) -> bool:
        return self.type in KONG_TYPES
