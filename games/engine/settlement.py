"""Who pays whom after a hand: 胡 between all seats, and silver that never goes below zero (RULES.md §8)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from games.engine.rules import Rules
from games.engine.score import WIN_BY, WinBy

__all__ = [
    "WIN_BY",
    "Payment",
    "Settlement",
    "SilverMove",
    "WinBy",
    "is_liable",
    "points_change",
    "settle",
    "silver_after",
]

UNIT: Final = 10
"""Silver and points move by units of this many 胡."""
LIABLE_LEFT: Final = range(16, 26)
"""承包 holds while the live wall has this many tiles: the last nine drawable ones."""

PerSeat = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Payment:
    """`payer` owes `payee` this many 胡 (0 where nothing is owed)."""

    payer: int
    payee: int
    hu: int


@dataclass(frozen=True, slots=True)
class SilverMove:
    """Silver that really changed hands, after clipping."""

    payer: int
    payee: int
    silver: int


@dataclass(frozen=True, slots=True)
class Settlement:
    """`settlement` in 胡 by seat, summing to zero; `payments` in the order they are settled, six after a win.

    First each loser to the winner, counter-clockwise from the winner; then between the losers
    (1st, 2nd), (1st, 3rd), (2nd, 3rd), the lower total paying. A drawn hand has none.
    """

    settlement: PerSeat
    payments: tuple[Payment, ...]


def is_liable(rules: Rules, by: WinBy, left: int) -> bool:
    """承包: whether the seat that let the winning tile go pays all; `left` tiles lay in the live wall just then."""
    return rules.last_tiles_liability and by != "self_draw" and left in LIABLE_LEFT


def settle(
    totals: Sequence[int], winner: int | None, from_seat: int | None, by: WinBy | None, liable: bool
) -> Settlement:
    """Settle a hand from its four totals. `winner` None is a drawn hand. Raises ValueError when the parts disagree."""
    if winner is None:
        return Settlement((0, 0, 0, 0), ())
    if (by == "self_draw") != (from_seat is None) or from_seat == winner:
        raise ValueError("a discard or a robbed kong comes from another seat, a self-draw from none")
    if liable and from_seat is None:
        raise ValueError("nobody is liable for a self-draw")
    losers = [(winner + step) % 4 for step in (1, 2, 3)]
    payments = [Payment(loser, winner, _share(totals[winner], loser, from_seat, liable)) for loser in losers]
    for first, second in ((0, 1), (0, 2), (1, 2)):
        payments.append(_difference(totals, losers[first], losers[second]))
    return Settlement(_by_seat((payment.payer, payment.payee, payment.hu) for payment in payments), tuple(payments))


def silver_after(
    payments: Sequence[Payment], silver_before: Sequence[int], silver_per_unit: int
) -> tuple[PerSeat, tuple[SilverMove, ...]]:
    """Pay in order, each payer no more than held at that moment. Returns the new silver and the moves made."""
    held = list(silver_before)
    moves: list[SilverMove] = []
    for payment in payments:
        silver = min(payment.hu * silver_per_unit // UNIT, held[payment.payer])
        if silver > 0:
            held[payment.payer] -= silver
            held[payment.payee] += silver
            moves.append(SilverMove(payment.payer, payment.payee, silver))
    return (held[0], held[1], held[2], held[3]), tuple(moves)


def points_change(payments: Sequence[Payment], silver_per_unit: int) -> PerSeat:
    """How points move: the same units and rate, unclipped, summing to zero."""
    return _by_seat((payment.payer, payment.payee, payment.hu * silver_per_unit // UNIT) for payment in payments)


def _share(total: int, loser: int, from_seat: int | None, liable: bool) -> int:
    if not liable:
        return total
    return 3 * total if loser == from_seat else 0


def _difference(totals: Sequence[int], one: int, other: int) -> Payment:
    payer, payee = (one, other) if totals[one] <= totals[other] else (other, one)
    return Payment(payer, payee, totals[payee] - totals[payer])


def _by_seat(flows: Iterable[tuple[int, int, int]]) -> PerSeat:
    change = [0, 0, 0, 0]
    for payer, payee, amount in flows:
        change[payer] -= amount
        change[payee] += amount
    return change[0], change[1], change[2], change[3]
