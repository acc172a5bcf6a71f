"""What an expert goes by: its tiles at rest, what it has seen of the table, and what both are worth now."""

from collections import Counter
from dataclasses import dataclass
from itertools import chain
from typing import Final

from games.bots.odds import WINNERS_TOTAL
from games.bots.outlook import SETS, Outlook, unseen
from games.engine import tariff
from games.engine.hand_table import pack
from games.engine.melds import Meld
from games.engine.rules import Rules
from games.engine.seatview import SeatView
from games.engine.tiles import HONOURS, TERMINALS, Kind
from games.engine.wall import EXHAUSTED_AT

_USUAL_TAI: Final = 0.7
"""Tai that lie open before a seat in the middle of a hand, on average."""
_HONOUR_PONG: Final = 0.33
_TERMINAL_PONG: Final = 0.23
_MIDDLE_PONG: Final = 0.10
"""A pair's chance to become a triplet, for each unseen copy, before the first draw; it falls as the wall's square."""
_LIVE_WALL: Final = 54


@dataclass(frozen=True, slots=True)
class Holding:
    """A seat's tiles at rest: natural concealed ones (sorted), wild ones, melds."""

    naturals: tuple[Kind, ...]
    wilds: int
    melds: tuple[Meld, ...]

    def throwing(self, *kinds: Kind) -> "Holding":
        """Once these natural tiles have left the hand."""
        left = list(self.naturals)
        for kind in kinds:
            left.remove(kind)
        return Holding(tuple(left), self.wilds, self.melds)

    def laying_out(self, meld: Meld, *used: Kind) -> "Holding":
        """Once these tiles have gone into a new meld."""
        after = self.throwing(*used)
        return Holding(after.naturals, self.wilds, (*self.melds, meld))

    def adding(self, kind: Kind) -> "Holding":
        """Once the fourth tile has been added to its pong."""
        melds = tuple(
            Meld("kong_added", (kind,) * 4, meld.from_seat) if meld.type == "pong" and meld.tiles[0] == kind else meld
            for meld in self.melds
        )
        return Holding(self.throwing(kind).naturals, self.wilds, melds)

    def outlook(self, left: tuple[int, ...]) -> Outlook:
        """Distance and live tiles, `left` being the unseen copies that count."""
        return Outlook(pack(self.naturals), self.wilds, SETS - len(self.melds), left)


@dataclass(frozen=True, slots=True)
class Seen:
    """What stays as it is whatever the seat does next. `dread`: the likely total, in 胡, of another seat's win."""

    rules: Rules
    wild: Kind
    wind: int
    bonus: int
    left: int
    unseen: tuple[int, ...]
    in_rivers: frozenset[Kind]
    most_melds: int
    dread: float


@dataclass(frozen=True, slots=True)
class Lines:
    """胡 and tai of a hand, in expectation."""

    hu: float
    tai: float


def holding(view: SeatView) -> Holding:
    """The tiles of the seat whose view this is."""
    naturals = tuple(kind for kind in view.concealed if kind != view.wild)
    return Holding(naturals, len(view.concealed) - len(naturals), view.melds[view.seat])


def seen(view: SeatView) -> Seen:
    """What that seat sees of the table."""
    others = [seat for seat in range(4) if seat != view.seat]
    return Seen(
        rules=view.rules, wild=view.wild, wind=view.wind, bonus=view.bonus[view.seat], left=view.left,
        unseen=unseen(view), in_rivers=frozenset(chain.from_iterable(view.rivers)),
        most_melds=max(len(view.melds[seat]) for seat in others), dread=_dread(view, others),
    )  # fmt: skip


def lines(seen: Seen, hand: Holding) -> Lines:
    """Bonus tiles, melds, triplets and pairs of the natural tiles, and what the pairs may still become."""
    hu, tai = float(tariff.BONUS_HU * seen.bonus), float(seen.bonus)
    sets = [(meld.type, meld.tiles[0], 1.0) for meld in hand.melds if meld.type != "chow"]
    for kind, count in Counter(hand.naturals).items():
        if count >= 3:
            sets.append(("triplet", kind, 1.0))
        elif count == 2:
            hu += tariff.pair_hu(kind, seen.wind)
            sets.append(("pong", kind, _pong_chance(seen, kind)))
    for shape, kind, chance in sets:
        hu += chance * tariff.set_hu(shape, kind)
        if tariff.set_tai_key(kind, seen.wind) is not None:
            tai += chance
    return Lines(hu, tai)


def total(rules: Rules, hu: float, tai: float) -> float:
    """The total of so many 胡 and tai, in expectation (RULES.md §6)."""
    return float(min(rules.cap, hu * 2 ** min(tai, rules.max_tai)))


def _pong_chance(seen: Seen, kind: Kind) -> float:
    each = _HONOUR_PONG if kind in HONOURS else _TERMINAL_PONG if kind in TERMINALS else _MIDDLE_PONG
    return each * seen.unseen[kind] * (max(0, seen.left - EXHAUSTED_AT) / _LIVE_WALL) ** 2


def _dread(view: SeatView, others: list[int]) -> float:
    doubled = [2 ** (0.7 * (_open_tai(view, seat) - _USUAL_TAI)) for seat in others]
    return min(view.rules.cap, WINNERS_TOTAL * sum(doubled) / len(doubled))


def _open_tai(view: SeatView, seat: int) -> int:
    wind = (seat - view.dealer) % 4
    sets = [meld for meld in view.melds[seat] if meld.type != "chow"]
    return view.bonus[seat] + sum(tariff.set_tai_key(meld.tiles[0], wind) is not None for meld in sets)
