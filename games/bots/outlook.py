"""What a hand promises: how far it is from winning, and how many of the tiles that help are still unseen."""

from dataclasses import dataclass
from itertools import chain

from games.engine.distance import nearer, tiles_missing
from games.engine.hand_table import UNIT_OF, pack
from games.engine.seatview import SeatView
from games.engine.tiles import COPIES, KINDS, Kind

SETS = 5


@dataclass(frozen=True, slots=True)
class Outlook:
    """A seat's hand as numbers. `packed` holds its natural concealed tiles, `sets` how many are not laid out yet."""

    packed: int
    wilds: int
    sets: int
    unseen: tuple[int, ...]

    def without(self, *kinds: Kind, melds: int = 0) -> "Outlook":
        """Once these natural tiles have left the hand and so many sets have been laid out."""
        return Outlook(self.packed - pack(kinds), self.wilds, self.sets - melds, self.unseen)

    def missing(self) -> int:
        """Tiles it lacks; 0 wins, 1 waits. A tile too many may be among those held."""
        return tiles_missing(self.packed, self.sets) - self.wilds

    def live(self) -> int:
        """How many unseen tiles bring it nearer. (Wilds always do, so that they tell no two hands apart.)"""
        return sum(self.unseen[kind] for kind in nearer(self.packed, self.sets)[1])

    def next_live(self, kinds: tuple[Kind, ...]) -> float:
        """How many live tiles help on average once one of those that help now has come and the best tile has gone.

        `kinds` are those in hand; the tile that comes may go as well. 0 when nothing live helps.
        """
        tiles, lives = 0, 0
        for kind in nearer(self.packed, self.sets)[1]:
            if copies := self.unseen[kind]:
                after = Outlook(self.packed + UNIT_OF[kind], self.wilds, self.sets, self.unseen)
                tiles += copies
                lives += copies * after.best_throw(kinds)[2]
        return lives / tiles if tiles else 0.0

    def best_throw(self, kinds: tuple[Kind, ...]) -> tuple[Kind, int, int]:
        """The best of these kinds to throw away, what is missing then, and how many live tiles help.

        First the fewest missing, then the most live tiles; between equals the one that fewest others can still use.
        """
        thrown = [(tiles_missing(self.packed - UNIT_OF[kind], self.sets), kind) for kind in kinds]
        fewest = min(missing for missing, _ in thrown)
        candidates = [kind for missing, kind in thrown if missing == fewest]
        live = {kind: self.without(kind).live() for kind in candidates}
        best = max(candidates, key=lambda kind: (live[kind], -self.unseen[kind], edge(kind)))
        return best, fewest - self.wilds, live[best]


def outlook(view: SeatView) -> Outlook:
    """The outlook of the seat whose view this is."""
    naturals = [kind for kind in view.concealed if kind != view.wild]
    wilds = len(view.concealed) - len(naturals)
    return Outlook(pack(naturals), wilds, SETS - len(view.melds[view.seat]), unseen(view))


def unseen(view: SeatView) -> tuple[int, ...]:
    """For each kind, the copies that this seat has not seen: in the wall or in another hand."""
    left = [COPIES] * len(KINDS)
    melds = chain.from_iterable(meld.tiles for melds in view.melds for meld in melds)
    for kind in chain(view.concealed, (view.wild,), melds, *view.rivers):
        left[kind] -= 1
    left[view.bonus_kind] = 0
    return tuple(left)


def edge(kind: Kind) -> int:
    """How far from the middle of its suit: tiles further out fit fewer chows; honours none."""
    return 5 if kind >= 27 else abs(kind % 9 - 4)
