"""What a finished hand's score sheet shows: one value for the live table, the page of a hand, the lesson, the calculator.

Amounts in 胡 where they are called `hu`, `total` or `settled`, in silver where they are called `silver`, `moved`, `due`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from games.engine.settlement import UNIT, Payment, silver_after

SEATS: Final = (0, 1, 2, 3)
BOT_MARK: Final = "·"
"""Parts a bot's nickname: what stands before it says that it is a bot, which its mark says as well."""


@dataclass(frozen=True, slots=True)
class Person:
    """Who sits at a seat. `me`: the reader does."""

    name: str
    bot: bool = False
    me: bool = False


@dataclass(frozen=True, slots=True)
class Wait:
    """A tile that a hand at rest waits for: how many lie in the wall still, and the 胡 of a win on a discard of it."""

    tile: str
    left: int
    total: int | None


@dataclass(frozen=True, slots=True)
class Money:
    """What a seat's silver did. `moved` differs from `due` where somebody could not pay. `points` None: not shown."""

    due: int
    moved: int
    silver: int
    points: int | None

    @property
    def short(self) -> bool:
        return self.moved != self.due


@dataclass(frozen=True, slots=True)
class Row:
    """One seat of the sheet. `score` is as in the stored result, `counted` what its tiles come to without winning.

    They differ after a drawn hand, where nobody scores. `waits` is what a hand that did not win waited for.
    """

    person: Person
    score: Mapping[str, Any]
    counted: Mapping[str, Any]
    settled: int
    money: Money | None
    waits: tuple[Wait, ...]


@dataclass(frozen=True, slots=True)
class Paid:
    """One of the six payments. `silver` is what really moved and `due` what was owed; None where no silver is played."""

    payer: Person
    payee: Person
    hu: int
    due: int | None = None
    silver: int | None = None

    @property
    def short(self) -> bool:
        return self.silver != self.due


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """The whole sheet. `winner` and `giver` are None where there is none; `wild` and `bonus_kind` in MPSZ."""

    kind: str
    by: str | None
    liable: bool
    winner: Row | None
    giver: Person | None
    rows: tuple[Row, ...]
    payments: tuple[Paid, ...]
    wild: str | None
    bonus_kind: str | None

    @property
    def others(self) -> tuple[Row, ...]:
        """Who did not win."""
        return tuple(row for row in self.rows if row is not self.winner)

    @property
    def mine(self) -> Row | None:
        """The reader's row."""
        return next((row for row in self.rows if row.person.me), None)

    @property
    def anybody_short(self) -> bool:
        return any(row.money is not None and row.money.short for row in self.rows)


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What the stored result does not say itself. `rate`: silver for every ten 胡, None where no silver is played."""

    people: Sequence[Person]
    wild: str | None
    bonus_kind: str | None
    rate: int | None
    waits: Sequence[tuple[Wait, ...]] = ((), (), (), ())
    counted: Sequence[Mapping[str, Any]] | None = None


def called(nickname: str, *, bot: bool) -> str:
    """What a player is called on the sheet: a bot without the prefix of its nickname, which its mark says already."""
    return nickname.rpartition(BOT_MARK)[2] if bot else nickname


def sheet_of(result: Mapping[str, Any], around: Surroundings) -> ScoreSheet:
    """The sheet of a hand's stored result (docs/protocol.md)."""
    owed = [Payment(payment["from"], payment["to"], payment["hu"]) for payment in result.get("payments", ())]
    money = _money(result, around.rate, owed)
    scores = result["seats"]
    counted = around.counted or scores
    rows = tuple(
        Row(around.people[at], scores[at], counted[at], result["settlement"][at], money[at], around.waits[at])
        for at in SEATS
    )
    winner, giver = result.get("winner"), result.get("from")
    return ScoreSheet(
        kind=result["kind"],
        by=result.get("by"),
        liable=bool(result.get("liable")),
        winner=None if winner is None else rows[winner],
        giver=None if giver is None else around.people[giver],
        rows=rows,
        payments=tuple(_paid(result, around, owed)),
        wild=around.wild,
        bonus_kind=around.bonus_kind,
    )


def _money(result: Mapping[str, Any], rate: int | None, owed: Sequence[Payment]) -> list[Money | None]:
    if rate is None or "silver_moved" not in result:
        return [None] * len(SEATS)
    silver, points = result["silver"], result.get("points")
    due = [0] * len(SEATS)
    for payment in owed:
        due[payment.payer] -= payment.hu * rate // UNIT
        due[payment.payee] += payment.hu * rate // UNIT
    apart = points is not None and list(points) != list(silver)
    moved = result["silver_moved"]
    return [Money(due[seat], moved[seat], silver[seat], points[seat] if apart else None) for seat in SEATS]


def _paid(result: Mapping[str, Any], around: Surroundings, owed: Sequence[Payment]) -> list[Paid]:
    """The six payments, each with the silver that it moved: worked out again from what the seats held before."""
    moves = None if around.rate is None else _moves(result, around.rate, owed)
    paid = []
    for payment in owed:
        payer, payee = around.people[payment.payer], around.people[payment.payee]
        if moves is None or around.rate is None:
            paid.append(Paid(payer, payee, payment.hu))
            continue
        due = payment.hu * around.rate // UNIT
        paid.append(Paid(payer, payee, payment.hu, due, moves.get((payment.payer, payment.payee), 0)))
    return paid


def _moves(result: Mapping[str, Any], rate: int, owed: Sequence[Payment]) -> dict[tuple[int, int], int] | None:
    """Silver by (payer, payee); None where it does not add up to what was stored, and single payments are not known."""
    if "silver_moved" not in result:
        return None
    before = [silver - moved for silver, moved in zip(result["silver"], result["silver_moved"], strict=True)]
    after, moves = silver_after(owed, before, rate)
    if list(after) != list(result["silver"]):
        return None
    return {(move.payer, move.payee): move.silver for move in moves}
