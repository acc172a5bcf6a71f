"""Everything one seat may know about a running hand: what bots and the page are given, and nothing else."""

from dataclasses import dataclass
from typing import Literal

from games.engine.actions import Action
from games.engine.melds import Meld
from games.engine.rules import Rules
from games.engine.tiles import Kind

Phase = Literal["act", "claim", "rob", "over"]
LastType = Literal["discard", "kong_added"]


@dataclass(frozen=True, slots=True)
class LastTile:
    """The tile that was let go last: a discard, or the fourth tile of an added kong (RULES.md §3.5)."""

    seat: int
    tile: Kind
    type: LastType


@dataclass(frozen=True, slots=True)
class SeatView:
    """A hand as `seat` sees it. Tuples of four are indexed by seat.

    `concealed` is the seat's own, sorted, the drawn tile included; `drawn` names the last tile it took while it
    acts after a draw, else None. `counts` are the concealed tiles of each seat. `left` is the live wall, the 16
    that are never drawn included. `legal` is empty when nothing is asked of this seat.
    """

    rules: Rules
    seat: int
    dealer: int
    wild: Kind
    bonus_kind: Kind
    left: int
    phase: Phase
    turn: int
    concealed: tuple[Kind, ...]
    drawn: Kind | None
    counts: tuple[int, int, int, int]
    melds: tuple[tuple[Meld, ...], tuple[Meld, ...], tuple[Meld, ...], tuple[Meld, ...]]
    bonus: tuple[int, int, int, int]
    rivers: tuple[tuple[Kind, ...], tuple[Kind, ...], tuple[Kind, ...], tuple[Kind, ...]]
    last: LastTile | None
    legal: tuple[Action, ...]

    @property
    def wind(self) -> int:
        """The seat's wind as a number: 0 East (the dealer), 1 South, 2 West, 3 North (RULES.md §2.1)."""
        return (self.seat - self.dealer) % 4
