"""A hand in play as one frozen value: the fold of rules, wall and actions."""

from bisect import insort
from dataclasses import dataclass, fields
from operator import attrgetter
from typing import Any, Final, Literal

from games.engine.actions import Action
from games.engine.melds import Meld
from games.engine.rules import Rules
from games.engine.score import First, Score
from games.engine.seatview import LastTile, LastType, Phase
from games.engine.settlement import Payment, WinBy
from games.engine.tiles import Kind
from games.engine.wall import Dice

__all__ = [
    "NO_ANSWERS",
    "Dice",
    "First",
    "HandResult",
    "HandState",
    "LastTile",
    "LastType",
    "Phase",
    "SeatState",
    "WinBy",
]

NO_ANSWERS: Final[tuple[Action | None, Action | None, Action | None, Action | None]] = (None, None, None, None)


@dataclass(frozen=True, slots=True)
class SeatState:
    """One seat's tiles. `concealed` is sorted and includes the drawn tile; claimed discards leave the `river`."""

    concealed: tuple[Kind, ...] = ()
    melds: tuple[Meld, ...] = ()
    bonus: int = 0
    river: tuple[Kind, ...] = ()

    def taking(self, tile: Kind) -> "SeatState":
        """With one more concealed tile."""
        concealed = list(self.concealed)
        insort(concealed, tile)
        return SeatState(tuple(concealed), self.melds, self.bonus, self.river)

    def throwing(self, tile: Kind) -> "SeatState":
        """With the tile moved from the hand to the river."""
        return SeatState(self._without(tile), self.melds, self.bonus, (*self.river, tile))

    def giving(self, tile: Kind) -> "SeatState":
        """With the tile gone from the hand: the fourth of an added kong, on its way."""
        return SeatState(self._without(tile), self.melds, self.bonus, self.river)

    def melding(self, meld: Meld, *used: Kind) -> "SeatState":
        """With a new meld laid out, for which `used` left the hand."""
        return SeatState(self._without(*used), (*self.melds, meld), self.bonus, self.river)

    def claimed(self) -> "SeatState":
        """With the last discard taken from the river."""
        return SeatState(self.concealed, self.melds, self.bonus, self.river[:-1])

    def laying_out(self, bonus: int) -> "SeatState":
        """With that many more bonus tiles laid out; they never entered the hand."""
        return SeatState(self.concealed, self.melds, self.bonus + bonus, self.river)

    def has_pong(self, tile: Kind) -> bool:
        """Whether an exposed pong of the tile lies before the seat; a kong is none (RULES.md §6, 拉杠)."""
        return any(meld.type == "pong" and meld.tiles[0] == tile for meld in self.melds)

    def _without(self, *tiles: Kind) -> tuple[Kind, ...]:
        concealed = list(self.concealed)
        for tile in tiles:
            concealed.remove(tile)
        return tuple(concealed)


@dataclass(frozen=True, slots=True)
class HandResult:
    """How a hand ended. Tuples of four are by seat, `settlement` and payments in 胡.

    `from_seat` let the winning tile go (None on self-draw); on a draw winner, from_seat and by are None, all is 0
    and nobody pays. `hands` are the concealed tiles at the end, the winning one with the winner.
    """

    kind: Literal["win", "draw"]
    winner: int | None
    from_seat: int | None
    by: WinBy | None
    scores: tuple[Score, Score, Score, Score]
    settlement: tuple[int, int, int, int]
    payments: tuple[Payment, ...]
    liable: bool
    hands: tuple[tuple[Kind, ...], tuple[Kind, ...], tuple[Kind, ...], tuple[Kind, ...]]


@dataclass(frozen=True, slots=True)
class HandState:
    """One hand between two actions.

    `wall` is all 136 in drawing order, of which `wall[front:back]` is live. In phase `act`, `turn` acts, and
    `drawn` is the last tile it took, None after a chow or pong; in `claim` and `rob`, `turn` let `last` go and
    `answers` holds what the other seats have said so far, by seat. `last` stays while it lies in the river.

    `replacement`: the drawn tile came from the back. `konged`: somebody declared a kong in this hand.
    `first`: what a win now would be besides ordinary: "heaven" before the dealer's first act, "earth" on its first
    discard (RULES.md §6). `result` is set when the phase is `over`.
    """

    rules: Rules
    dealer: int
    dice: Dice
    wild: Kind
    bonus_kind: Kind
    wall: tuple[Kind, ...]
    front: int
    back: int
    seats: tuple[SeatState, SeatState, SeatState, SeatState]
    phase: Phase
    turn: int
    drawn: Kind | None = None
    last: LastTile | None = None
    answers: tuple[Action | None, Action | None, Action | None, Action | None] = NO_ANSWERS
    replacement: bool = False
    konged: bool = False
    first: First | None = None
    result: HandResult | None = None

    @property
    def left(self) -> int:
        """Tiles of the live wall, the last 16 included."""
        return self.back - self.front

    def wind(self, seat: int) -> int:
        """0 East (the dealer), 1 South, 2 West, 3 North (RULES.md §2.1)."""
        return (seat - self.dealer) % 4

    def changed(self, **changes: Any) -> "HandState":
        """A copy with some fields changed (as `dataclasses.replace`, at less than half its cost)."""
        values = list(_VALUES(self))
        for name, value in changes.items():
            values[_PLACE[name]] = value
        return HandState(*values)

    def with_seat(self, index: int, seat: SeatState, **changes: Any) -> "HandState":
        """A copy with one seat's tiles, and perhaps other fields, changed."""
        seats: Any = (*self.seats[:index], seat, *self.seats[index + 1 :])
        return self.changed(seats=seats, **changes)


_NAMES: Final = tuple(field.name for field in fields(HandState))
_PLACE: Final = {name: place for place, name in enumerate(_NAMES)}
_VALUES: Final = attrgetter(*_NAMES)
