"""The one write path of live tables: people, bots and the ticker all come through here.

Every function is one transaction that locks the row of the table's unfinished hand first. What it published went
out after the commit; what it returned was committed.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from django.db import transaction

from games import broadcast, dbclock, presence, store
from games.bots import choose
from games.dealing import close_table, next_hand, open_table
from games.ending import end_hand, is_last
from games.engine.actions import IllegalAction, MalformedAction, action_to_json
from games.engine.due import Due, next_due
from games.engine.events import Event
from games.engine.fairness import is_client_seed
from games.engine.legal import default_action
from games.engine.play import SEATS, Entry, Play
from games.engine.visibility import count_for, events_for, seat_view, view
from games.models import Hand, LoggedAction, Seat, Table
from games.snapshot import facts_of

__all__ = [
    "Refused", "act", "grace", "open_table", "play_out", "refresh_presence", "set_auto", "set_gate", "take_seed",
    "think", "tick",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Refused(Exception):
    """A message that changed nothing. `code`: illegal, stale or malformed (docs/protocol.md)."""

    code: str
    message: str


def act(table_id: str, player_id: str, client_id: str, decision: str, action: Mapping[str, Any]) -> int:
    """Answer an open decision; returns the seat's `v`. The same `client_id` again gives the same answer. Refused."""

    def entry(play: Play, seat: int) -> Entry:
        _check_decision(play, seat, decision)
        return Entry(seat, "act", action)

    return _say(table_id, player_id, client_id, entry)


def think(table_id: str, player_id: str, client_id: str, decision: str) -> int:
    """Ask for time in a uniform window; returns the seat's `v`. Refused."""

    def entry(play: Play, seat: int) -> Entry:
        _check_decision(play, seat, decision)
        return Entry(seat, "think")

    return _say(table_id, player_id, client_id, entry)


def set_auto(table_id: str, player_id: str, client_id: str, on: bool) -> int:
    """Turn 托管 on or take the seat back; returns the seat's `v`. Refused."""
    return _say(table_id, player_id, client_id, lambda play, seat: Entry(seat, "auto", {"on": on}))


def take_seed(table_id: str, player_id: str, hand: int, client_seed: str) -> int:
    """Mix a seat's own seed into the wall before the deal; the first one counts. Returns the seat's `v`. Refused."""
    if not is_client_seed(client_seed):
        raise Refused("malformed", "client_seed: up to 64 hex digits, lower case")

    def entry(play: Play, seat: int) -> Entry:
        if play.number != hand:
            raise Refused("stale", "that hand is not being dealt")
        return Entry(seat, "seed", {"client_seed": client_seed})

    return _say(table_id, player_id, None, entry)


@transaction.atomic
def tick(hand_id: str) -> None:
    """Do whatever is due at a hand. Early, late or double, it is harmless."""
    hand = _locked(id=hand_id, skip_locked=True)
    if hand is None:
        return
    now = dbclock.now()
    play = store.load(hand)
    due = next_due(play, _away(hand, play, now))
    at = dbclock.ms_since_start(hand, now)
    if due.at <= at:
        _do(hand, play, due, at)
    else:
        _schedule(hand, play)


@transaction.atomic
def set_gate(event: str, gate: str) -> None:
    """Say what an event's tables do when their hand is over: open, held or ending."""
    tables = Table.objects.filter(event=event, state=Table.State.PLAYING)
    tables.exclude(gate=Table.Gate.ENDING).update(gate=gate)
    held = Hand.objects.filter(table__event=event, state=Hand.State.RESULT, due_at=None)
    if gate != Table.Gate.HELD:
        held.update(due_at=dbclock.now())


@transaction.atomic
def grace(hand_id: str, ms: int) -> None:
    """Give a hand back the time in which nobody could have played."""
    hand = _locked(id=hand_id)
    if hand is not None:
        play = store.load(hand)
        _write(hand, play, Entry(None, "grace", {"ms": ms}, dbclock.ms_since_start(hand, dbclock.now())))


@transaction.atomic
def refresh_presence(table_id: str) -> None:
    """Show who is away now, unless a claim window is open."""
    hand = _locked(table_id=table_id, skip_locked=True)
    if hand is None:
        return
    play = store.load(hand)
    shown = hand.away
    if _show_away(hand, play) != shown:
        hand.save(update_fields=["away"])
        _publish(hand, play, (), _views_of(play))


@transaction.atomic
def play_out(table_id: str) -> None:
    """Play an all-bots table to its end at once; each hand's times run as if the bots had taken theirs."""
    while (hand := _locked(table_id=table_id)) is not None:
        play = store.load(hand)
        number = play.number
        while hand is not None and play.number == number:
            due = next_due(play)
            hand, play = _do(hand, play, due, due.at)


def _say(table_id: str, player_id: str, client_id: str | None, entry_for: Callable[[Play, int], Entry]) -> int:
    """One message of one seat: found, judged, written, or Refused."""
    with transaction.atomic():
        hand = _locked(table_id=table_id)
        seat = Seat.objects.filter(table_id=table_id, player_id=player_id).first()
        if seat is None:
            raise Refused("illegal", "you do not sit at this table")
        if client_id is not None and (before := _said_before(table_id, seat.index, client_id)) is not None:
            return before
        if hand is None:
            raise Refused("stale", "the table is closed")
        play = store.load(hand)
        try:
            entry = replace(entry_for(play, seat.index), at=dbclock.ms_since_start(hand, dbclock.now()))
            play = _write(hand, play, entry, client_id)
        except MalformedAction as error:
            raise Refused("malformed", str(error)) from error
        except IllegalAction as error:
            raise Refused("illegal", str(error)) from error
        return play.v[seat.index]


def _said_before(table_id: str, seat: int, client_id: str) -> int | None:
    said = LoggedAction.objects.filter(hand__table_id=table_id, seat=seat, client_id=client_id)
    return said.values_list("v", flat=True).first()


def _check_decision(play: Play, seat: int, decision: str) -> None:
    if decision != play.decision(seat) or decision is None:
        raise Refused("stale", "that is not asked any more")


def _locked(skip_locked: bool = False, **which: str) -> Hand | None:
    unfinished = Hand.objects.exclude(state=Hand.State.DONE).select_related("table")
    return unfinished.select_for_update(of=("self",), skip_locked=skip_locked).filter(**which).first()


def _do(hand: Hand, play: Play, due: Due, at: int) -> tuple[Hand | None, Play]:
    """Carry out what is due. Returns the hand now on the table, None once it is closed, and its play."""
    match due.kind:
        case "next":
            return _go_on(hand, play, at)
        case "deal" | "close":
            return hand, _write(hand, play, Entry(None, due.kind, at=at))
        case "timeout":
            assert play.state is not None
            action = action_to_json(default_action(play.state))
            return hand, _write(hand, play, Entry(due.seat, "act", action, at, auto=True))
        case "bot":
            assert play.state is not None and due.seat is not None
            action = action_to_json(choose(seat_view(play.state, due.seat)))
            return hand, _write(hand, play, Entry(due.seat, "act", action, at))


def _write(hand: Hand, play: Play, entry: Entry, client_id: str | None = None) -> Play:
    """Append one entry with all that follows from it, and publish it after the commit."""
    after, events = store.append(hand, play, entry, client_id)
    if after.phase == "result" and play.phase != "result":
        end_hand(hand, after, dbclock.moment_of(hand, entry.at))
    changed = [seat for seat in _views_of(after) if after.v[seat] != play.v[seat]]
    _schedule(hand, after)
    _publish(hand, after, events, changed)
    return after


def _go_on(hand: Hand, play: Play, at: int) -> tuple[Hand | None, Play]:
    """The pause is over: the next hand, or the end of the table, or waiting for the gate to open."""
    now = dbclock.moment_of(hand, at)
    seats = list(Seat.objects.filter(table=hand.table))
    if is_last(hand):
        close_table(hand, now)
        _publish(hand, play, (), _views_of(play))
        return None, play
    if hand.table.gate == Table.Gate.HELD:
        hand.due_at = None
        hand.save(update_fields=["due_at"])
        return None, play
    hand, play = next_hand(hand, play, seats, now)
    _publish(hand, play, (), _views_of(play))
    return hand, play


def _schedule(hand: Hand, play: Play) -> None:
    now = dbclock.now()
    away = _show_away(hand, play, now) if not play.in_window else hand.away
    hand.due_at = dbclock.moment_of(hand, next_due(play, frozenset(away)).at)
    hand.save(update_fields=["seq", "due_at", "away", "state", "ended_at", "server_seed", "result"])


def _show_away(hand: Hand, play: Play, now: Any = None) -> list[int]:
    if not play.in_window:
        hand.away = sorted(presence.away(hand.table_id, now or dbclock.now()))
    return hand.away


def _away(hand: Hand, play: Play, now: Any) -> frozenset[int]:
    return presence.away(hand.table_id, now) if play.phase == "result" else frozenset(hand.away)


def _views_of(play: Play) -> list[int]:
    return [seat for seat in SEATS if seat not in play.bots]


def _publish(hand: Hand, play: Play, events: Iterable[Event], seats: Iterable[int]) -> None:
    """Make the frames now, while everything is at hand, and send them once it is committed."""
    seats = list(seats)
    if not seats:
        return
    at_table = list(Seat.objects.filter(table=hand.table))
    facts = facts_of(hand, at_table, dbclock.ms_since_start(hand, dbclock.now()))
    frames = [
        broadcast.Frame(
            play.table_id,
            seat,
            count_for(play, seat),
            broadcast.view_text(count_for(play, seat), view(play, seat, facts), events_for(events, seat)),
        )
        for seat in seats
    ]
    transaction.on_commit(partial(broadcast.send, frames))
