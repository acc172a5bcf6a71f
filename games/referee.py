"""What a referee does at a table: stop it, give time, have a seat played, end it, tell it something, void a hand.

Every function is one transaction that locks the row of the table's unfinished hand first, like the moves; called inside
another, it is part of that. What is said goes to the players in their next view. False: nothing was there to change.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.db import transaction

from games import dbclock, store
from games.engine.desk import HALTS
from games.engine.play import SEATS, Entry, Play
from games.models import Hand, Seat, Table
from games.moves import AtTable, lock, write
from games.refusal import Refused

MOST_TIME_MS: Final = 600_000
"""What may be given to a seat at once."""


@transaction.atomic
def pause_table(table_id: str, why: str = "table", text: str = "") -> bool:
    """Let a table stand still at once, its clocks too, until `resume_table` with the same `why` (desk.HALTS).

    Several reasons may hold it at a time. False when this one does already. Raises Refused when the table is closed.
    """
    assert why in HALTS
    at_table, play = _at(table_id)
    if why in dict(play.desk.halts):
        return False
    write(at_table, play, Entry(None, "halt", {"why": why, "text": text}, at_table.at_ms))
    return True


@transaction.atomic
def resume_table(table_id: str, why: str = "table") -> bool:
    """Let go of a table; it goes on once nothing else holds it. False when it was not held. Refused when closed."""
    at_table, play = _at(table_id)
    if why not in dict(play.desk.halts):
        return False
    write(at_table, play, Entry(None, "resume", {"why": why}, at_table.at_ms))
    return True


@transaction.atomic
def give_time(table_id: str, seat: int, ms: int, text: str = "") -> None:
    """Add to a seat's reserve of this hand, and say so to the table. Raises Refused when closed, or out of bounds."""
    if seat not in SEATS or not 0 < ms <= MOST_TIME_MS:
        raise Refused("malformed", f"from 1 to {MOST_TIME_MS} ms for one of four seats")
    at_table, play = _at(table_id)
    play = write(at_table, play, Entry(seat, "time", {"ms": ms}, at_table.at_ms))
    _tell(at_table, play, "time", text, None, {"seat": seat, "seconds": ms // 1000})


@transaction.atomic
def hold_seat(table_id: str, player_id: str, on: bool, text: str = "") -> bool:
    """Have a player's seat played in 托管 until it is given back (`on` False), whatever the player does.

    False when it is so already. Raises Refused when the table is closed or the player does not sit there.
    """
    at_table, play = _at(table_id)
    seat = next((seat.index for seat in at_table.seats if seat.player_id == player_id), None)
    if seat is None or seat in play.bots:
        raise Refused("illegal", "this player has no seat here")
    if play.clocks[seat].held == on:
        return False
    play = write(at_table, play, Entry(seat, "auto", {"on": on, "held": on}, at_table.at_ms))
    _tell(at_table, play, "held" if on else "given_back", text, None, {"seat": seat})
    return True


@transaction.atomic
def end_table(table_id: str, text: str = "") -> bool:
    """Close a table once its running hand is over. False when that is so already; Refused when it is closed."""
    at_table, play = _at(table_id)
    table = at_table.hand.table
    if table.gate == Table.Gate.ENDING:
        return False
    table.gate = Table.Gate.ENDING
    table.save(update_fields=["gate"])
    _tell(at_table, play, "ending", text, None, {})
    return True


@transaction.atomic
def tell_table(
    table_id: str, code: str, text: str = "", seats: Sequence[int] | None = None, data: Mapping[str, Any] | None = None
) -> bool:
    """Say something to some seats or (None) to all; `code` is one of docs/protocol.md's. False when it is closed."""
    at_table = _lock_live(table_id)
    if at_table is None:
        return False
    _tell(at_table, store.load(at_table.hand), code, text, seats, data or {})
    return True


def lock_tables(table_ids: Sequence[str]) -> None:
    """Let nothing happen at these tables until the caller's transaction ends; call before locking accounts."""
    for table_id in sorted(table_ids):
        _lock_live(table_id)


@transaction.atomic
def show_money(
    table_id: str,
    money: Mapping[str, tuple[int, int]],
    code: str,
    text: str = "",
    data: Mapping[str, Any] | None = None,
) -> bool:
    """Show other silver and points at a table (player id -> both) and say why. False when the table is closed."""
    at_table = _lock_live(table_id)
    if at_table is None:
        return False
    for seat in at_table.seats:
        seat.silver, seat.points = money.get(seat.player_id, (seat.silver, seat.points))
    Seat.objects.bulk_update(at_table.seats, ["silver", "points"])
    _tell(at_table, store.load(at_table.hand), code, text, None, data or {})
    return True


@transaction.atomic
def mark_void(hand_id: str, reason: str) -> bool:
    """Mark a finished hand 作废, for good; its log and result stay. False when it is marked or not over yet."""
    over = Hand.objects.filter(id=hand_id, voided_at=None, result__isnull=False)
    return bool(over.update(voided_at=dbclock.now(), void_reason=reason))


def _at(table_id: str) -> tuple[AtTable, Play]:
    at_table = _lock_live(table_id)
    if at_table is None:
        raise Refused("stale", "the table is closed")
    return at_table, store.load(at_table.hand)


def _lock_live(table_id: str) -> AtTable | None:
    """The table's unfinished hand, locked; None once the table has closed. A hand may end while it is waited for."""
    at_table = lock(table_id=table_id)
    while at_table is None and Table.objects.filter(id=table_id, state=Table.State.PLAYING).exists():
        at_table = lock(table_id=table_id)
    return at_table


def _tell(
    at_table: AtTable, play: Play, code: str, text: str, seats: Sequence[int] | None, data: Mapping[str, Any]
) -> None:
    said = {"code": code, "text": text, "data": dict(data)}
    if seats is not None:
        said["seats"] = list(seats)
    write(at_table, play, Entry(None, "notice", said, at_table.at_ms))
