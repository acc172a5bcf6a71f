"""The one write path of live tables: people, bots and the ticker all come through here.

Every function is one transaction that locks the row of the table's unfinished hand first. What it published went
out after the commit; what it returned was committed.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from django.db import transaction
from django.db.models import F

from games import dbclock, presence, store
from games.dealing import Chair, open_heat, open_table, open_tables
from games.engine.actions import IllegalAction, MalformedAction
from games.engine.due import Due, next_due
from games.engine.fairness import is_client_seed
from games.engine.play import Entry, EntryType, Play
from games.faults import faultpoint
from games.models import Hand, LoggedAction, Seat, Table
from games.moves import (
    AtTable,
    absent,
    do,
    lock,
    people,
    publish,
    save,
    show_away,
    write,
)
from games.overview import TableNow, live_tables
from games.pausing import give_back, pause_tables, resume_tables
from games.referee import (
    end_table,
    give_time,
    hold_seat,
    lock_tables,
    mark_void,
    pause_table,
    resume_table,
    show_money,
    tell_table,
)
from games.refusal import Refused
from games.speaking import call_referee, report_seat, say_phrase

__all__ = [
    "Chair", "Refused", "TableNow", "act", "call_referee", "end_table", "give_back", "give_time", "hold_seat",
    "live_tables", "lock_tables", "mark_void", "open_heat", "open_table", "open_tables", "pause_table", "pause_tables",
    "play_out", "refresh_presences", "report_seat", "resume_table", "resume_tables", "say_phrase",
    "set_auto", "set_gate", "show_money", "take_seed",
    "tell_table", "think", "tick", "wish",
]  # fmt: skip


def act(table_id: str, player_id: str, client_id: str, decision: str, action: Mapping[str, Any]) -> int:
    """Answer an open decision; returns the seat's `v`. The same `client_id` again gives the same answer. Refused."""
    return _say(table_id, player_id, client_id, "act", action, partial(check_decision, decision=decision))


def think(table_id: str, player_id: str, client_id: str, decision: str) -> int:
    """Ask for time in a uniform window; returns the seat's `v`. Refused."""
    return _say(table_id, player_id, client_id, "think", {}, partial(check_decision, decision=decision))


def set_auto(table_id: str, player_id: str, client_id: str, on: bool) -> int:
    """Turn 托管 on or take the seat back; returns the seat's `v`. Refused."""
    return _say(table_id, player_id, client_id, "auto", {"on": on})


def wish(table_id: str, player_id: str, client_id: str, wishes: list[str]) -> int:
    """Say what the server is to do by itself from now on (clock.WISHES); returns the seat's `v`. Refused."""
    return _say(table_id, player_id, client_id, "wish", {"wishes": sorted(set(wishes))})


def take_seed(table_id: str, player_id: str, hand: int, client_seed: str) -> int:
    """Mix a seat's own seed into the wall before the deal; the first one counts. Returns the seat's `v`. Refused."""
    if not is_client_seed(client_seed):
        raise Refused("malformed", "client_seed: up to 64 hex digits, lower case")

    def check(play: Play, _seat: int) -> None:
        if play.number != hand:
            raise Refused("stale", "that hand is not being dealt")

    return _say(table_id, player_id, None, "seed", {"client_seed": client_seed}, check)


@transaction.atomic
def tick(hand_id: str) -> None:
    """Do whatever is due at a hand. Early, late or double, it is harmless."""
    at_table = lock(id=hand_id, skip_locked=True)
    if at_table is None:
        return
    play = store.load(at_table.hand)
    due = due_now(at_table, play)
    if due is not None:
        do(at_table, play, due)
    else:
        save(at_table, play)
    faultpoint("ticker before commit")


def due_now(at_table: AtTable, play: Play) -> Due | None:
    """What is to be done at a locked table at this moment."""
    due = next_due(play, absent(at_table, play))
    return due if due.at <= at_table.at_ms and not play.halted else None


@transaction.atomic
def set_gate(event: str, gate: str) -> None:
    """Say what an event's tables do when their hand is over: open, held or ending."""
    tables = Table.objects.filter(event=event, state=Table.State.PLAYING)
    tables.exclude(gate=Table.Gate.ENDING).update(gate=gate)
    held = Hand.objects.filter(table__event=event, state=Hand.State.RESULT, due_at=None)
    if gate != Table.Gate.HELD:
        held.update(due_at=dbclock.now())


def refresh_presences(table_ids: Sequence[str]) -> None:
    """Show who is away now, but in a claim window: two queries, and a transaction for each table at which something has
    changed."""
    for table_id in presence.shown_wrongly(table_ids, dbclock.now()):
        _show_presence(table_id)


@transaction.atomic
def _show_presence(table_id: str) -> None:
    at_table = lock(table_id=table_id, skip_locked=True)
    if at_table is None:
        return
    play = store.load(at_table.hand)
    shown = at_table.hand.away
    show_away(at_table, play)
    if at_table.hand.away != shown:
        at_table.hand.save(update_fields=["away"])
        publish(at_table, play, (), people(play))


@transaction.atomic
def play_out(table_id: str) -> None:
    """Play an all-bots table to its end at once. Its hands last as long as the bots would have taken, and end now."""
    at_table = lock(table_id=table_id)
    while at_table is not None:
        play = store.load(at_table.hand)
        number = play.number
        while at_table is not None and play.number == number:
            due = next_due(play)
            at_table, play = do(at_table.when(due.at), play, due)
    _end_now(table_id)


def _end_now(table_id: str) -> None:
    table, hands = Table.objects.get(id=table_id), Hand.objects.filter(table_id=table_id)
    assert table.closed_at is not None
    ahead = table.closed_at - dbclock.now()
    hands.update(started_at=F("started_at") - ahead, ended_at=F("ended_at") - ahead)
    Table.objects.filter(id=table_id).update(closed_at=F("closed_at") - ahead, created_at=F("created_at") - ahead)


def _say(
    table_id: str,
    player_id: str,
    client_id: str | None,
    kind: EntryType,
    payload: Mapping[str, Any],
    check: Callable[[Play, int], None] = lambda _play, _seat: None,
) -> int:
    """One message of one seat: found, judged, written, or Refused. `check` refuses what the rules know nothing of."""
    with transaction.atomic():
        at_table = lock(table_id=table_id)
        seat = seat_of(table_id, player_id, at_table)
        if client_id is not None and (before := _said_before(table_id, seat, client_id, kind, payload)) is not None:
            return before
        if at_table is None:
            raise Refused("stale", "the table is closed")
        play = store.load(at_table.hand)
        check(play, seat)
        try:
            play = write(at_table, play, Entry(seat, kind, payload, at_table.at_ms), client_id)
        except MalformedAction as error:
            raise Refused("malformed", str(error)) from error
        except IllegalAction as error:
            raise Refused("illegal", str(error)) from error
        faultpoint("before commit")
        return play.v[seat]


def seat_of(table_id: str, player_id: str, at_table: AtTable | None) -> int:
    """Where a player sits. Refused."""
    seats = at_table.seats if at_table else Seat.objects.filter(table_id=table_id)
    for seat in seats:
        if seat.player_id == player_id:
            return seat.index
    raise Refused("illegal", "you do not sit at this table")


def _said_before(table_id: str, seat: int, client_id: str, kind: EntryType, payload: Mapping[str, Any]) -> int | None:
    """What was answered when the seat said this first. Refused when it said something else under this id."""
    said = LoggedAction.objects.filter(hand__table_id=table_id, seat=seat, client_id=client_id)
    before = said.order_by().values_list("type", "payload", "v").first()
    if before is None:
        return None
    if before[:2] != (kind, dict(payload)):
        raise Refused("illegal", "this id was used for something else")
    return int(before[2])


def check_decision(play: Play, seat: int, decision: str) -> None:
    """Refused unless this is what is asked of the seat now."""
    if decision is None or decision != play.decision(seat):
        raise Refused("stale", "that is not asked any more")
