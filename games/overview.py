"""What an organiser may know of an event's live tables: whom each waits for and since when, never a tile.

Cheap enough to be asked every two seconds: four queries for any number of tables, one of them what is new in their logs.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from games import dbclock, store
from games.engine.play import Play
from games.models import Hand, Seat, Table

STUCK_AFTER: Final = timedelta(seconds=10)
"""Nothing at a table is due for longer than this unless nobody serves it."""


@dataclass(frozen=True, slots=True)
class SeatNow:
    """A seat as everybody at the table sees it. `state`: here, away, auto, bot."""

    player_id: str
    nickname: str
    state: str
    silver: int


@dataclass(frozen=True, slots=True)
class TableNow:
    """A live table. `phase` as in docs/protocol.md; `waits_for`: the seat on turn, None in a window or between hands,
    where nobody is told whose answer is missing. `late` for so long nothing has happened that was due."""

    id: str
    hand: int
    hands: int
    phase: str
    started_at: datetime
    waits_since: datetime
    waits_for: int | None
    halts: tuple[str, ...]
    ending: bool
    late: timedelta | None
    seats: tuple[SeatNow, ...]

    @property
    def stuck(self) -> bool:
        return self.late is not None

    @property
    def away(self) -> int:
        """How many people at it are not there, or have their seat played."""
        return sum(seat.state in ("away", "auto") for seat in self.seats)


def live_tables(event: str) -> list[TableNow]:
    """The tables of an event that play now, the oldest first."""
    unfinished = Hand.objects.exclude(state=Hand.State.DONE).filter(
        table__event=event, table__state=Table.State.PLAYING
    )
    hands = list(unfinished.select_related("table").order_by("table__created_at", "table_id"))
    seats: dict[str, list[Seat]] = defaultdict(list)
    for seat in Seat.objects.filter(table__in=[hand.table_id for hand in hands]).order_by("index"):
        seats[seat.table_id].append(seat)
    plays = store.load_all(hands)
    now = dbclock.now() if hands else None
    return [_table(hand, seats[hand.table_id], plays[hand.pk], now) for hand in hands if now]


def _table(hand: Hand, seats: Sequence[Seat], play: Play, now: datetime) -> TableNow:
    halts = tuple(halt["why"] for halt in play.desk.halts_json())
    waits = play.phase == "act" and play.state is not None
    return TableNow(
        id=hand.table_id,
        hand=hand.number,
        hands=play.settings.hands_per_table,
        phase=play.phase,
        started_at=hand.started_at,
        waits_since=dbclock.moment_of(hand, play.opened_at),
        waits_for=play.state.turn if waits and play.state else None,
        halts=halts,
        ending=hand.table.gate == Table.Gate.ENDING,
        late=None if halts else _late(hand, now),
        seats=tuple(_seat(seat, hand, play) for seat in seats),
    )


def _late(hand: Hand, now: datetime) -> timedelta | None:
    """A hand that nothing is due at, though nobody holds it, stands still since it was started for all we know."""
    if hand.due_at is None:
        return None if hand.table.gate == Table.Gate.HELD else now - hand.started_at
    return now - hand.due_at if now - hand.due_at > STUCK_AFTER else None


def _seat(seat: Seat, hand: Hand, play: Play) -> SeatNow:
    if seat.is_bot:
        state = "bot"
    elif play.shown_auto[seat.index]:
        state = "auto"
    else:
        state = "away" if seat.index in hand.away else "here"
    return SeatNow(seat.player_id, seat.nickname, state, seat.silver)
