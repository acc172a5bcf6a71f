"""One move at a locked table: written, followed through, scheduled, and published after the commit."""

import json
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from typing import Final

from django.db import connection, transaction
from django.db.models import QuerySet

from games import broadcast, dbclock, presence, store
from games.bots import choose
from games.dealing import close_table, next_hand
from games.ending import end_hand, is_last
from games.engine.actions import action_to_json
from games.engine.due import Due, next_due
from games.engine.events import Event
from games.engine.legal import default_action
from games.engine.play import SEATS, Entry, Play
from games.engine.visibility import count_for, events_for, seat_view, view
from games.engine.wishes import wished_action
from games.models import Hand, Seat, Table
from games.presence import Attention
from games.signals import out_of_sight
from games.snapshot import facts_of


@dataclass(frozen=True, slots=True)
class AtTable:
    """What one transaction works on: the locked hand, its four seats, and the moment it acts in."""

    hand: Hand
    seats: list[Seat]
    now: datetime

    @property
    def at_ms(self) -> int:
        return dbclock.ms_since_start(self.hand, self.now)

    def when(self, at_ms: int) -> "AtTable":
        return replace(self, now=dbclock.moment_of(self.hand, at_ms))


def lock(skip_locked: bool = False, **which: str) -> AtTable | None:
    """Lock a table's unfinished hand; only then look at the clock and the seats."""
    hand = _unfinished(skip_locked).filter(**which).order_by().first()
    if hand is None:
        return None
    return AtTable(hand, list(Seat.objects.filter(table_id=hand.table_id)), dbclock.now())


def lock_free(**which: Sequence[str]) -> list[AtTable]:
    """`lock` for many tables at once (id__in, table_id__in); those that are locked by somebody are left out."""
    hands = list(_unfinished(skip_locked=True).filter(**which).order_by("id"))
    return at_tables(hands) if hands else []


def at_tables(hands: Sequence[Hand]) -> list[AtTable]:
    """Locked hands with their seats, all in the same moment."""
    seats: defaultdict[str, list[Seat]] = defaultdict(list)
    for seat in Seat.objects.filter(table__in=[hand.table_id for hand in hands]).order_by("index"):
        seats[seat.table_id].append(seat)
    now = dbclock.now()
    return [AtTable(hand, seats[hand.table_id], now) for hand in hands]


def _unfinished(skip_locked: bool) -> QuerySet[Hand]:
    unfinished = Hand.objects.exclude(state=Hand.State.DONE).select_related("table__heat")
    return unfinished.select_for_update(of=("self",), skip_locked=skip_locked)


def do(at_table: AtTable, play: Play, due: Due) -> tuple[AtTable | None, Play]:
    """Carry out what is due. Returns what is on the table now (None once it is closed or held) and its play."""
    if due.kind == "next":
        return _go_on(at_table, play)
    return at_table, write(at_table, play, entry_for(play, due, at_table.at_ms))


def entry_for(play: Play, due: Due, at_ms: int) -> Entry:
    if due.kind in ("deal", "close"):
        return Entry(None, due.kind, at=at_ms)
    assert play.state is not None
    assert due.seat is not None
    if due.kind == "timeout":
        return Entry(due.seat, "act", action_to_json(default_action(play.state)), at_ms, auto=True)
    if due.kind == "wish":
        wished = wished_action(play, due.seat)
        assert wished is not None
        return Entry(due.seat, "act", action_to_json(wished), at_ms)
    return Entry(
        due.seat, "act", action_to_json(choose(seat_view(play.state, due.seat), play.settings.bot_level)), at_ms
    )


def write(at_table: AtTable, play: Play, entry: Entry, client_id: str | None = None) -> Play:
    """Append one entry with all that follows from it, and publish it after the commit.

    Raises IllegalAction, MalformedAction.
    """
    change = store.judge(at_table.hand, play, entry, client_id)
    store.append([change])
    if change.ends_hand:
        end_hand(at_table.hand, at_table.seats, change.after, at_table.now)
    attention = save(at_table, change.after)
    publish(at_table, change.after, change.events, _told(change))
    call(at_table, play, change.after, attention)
    return change.after


def write_all(judged: Sequence[tuple[AtTable, store.Change]]) -> None:
    """`write` at many tables at once, in as many queries as at one; for entries that end no hand."""
    store.append([change for _at_table, change in judged])
    attentions = presence.attentions([at_table.seats for at_table, _change in judged], judged[0][0].now)
    for (at_table, change), attention in zip(judged, attentions, strict=True):
        shown = _shown(at_table, change.after, attention)
        _settle(at_table, change.after, shown)
        call(at_table, change.before, change.after, shown)
    _save_all([at_table.hand for at_table, _change in judged])
    made = [frame for one in judged for frame in frames(one[0], one[1].after, one[1].events, _told(one[1]))]
    transaction.on_commit(partial(broadcast.send, made))


def _save_all(hands: Sequence[Hand]) -> None:
    rows = [(hand.id, hand.seq, hand.log_hash, hand.due_at, json.dumps(hand.away)) for hand in hands]
    with connection.cursor() as cursor:
        cursor.execute(_SAVE_ALL, [list(column) for column in zip(*rows, strict=True)])


_SAVE_ALL: Final = """UPDATE games_hand SET seq = row.seq, log_hash = row.log_hash, due_at = row.due_at, away = row.away
    FROM unnest(%s::text[], %s::int[], %s::text[], %s::timestamptz[], %s::jsonb[])
    AS row (id, seq, log_hash, due_at, away) WHERE games_hand.id = row.id"""


def _told(change: store.Change) -> list[int]:
    """The seats of people for whom something has changed."""
    return [seat for seat in people(change.after) if change.after.v[seat] != change.before.v[seat]]


def call(at_table: AtTable, before: Play, after: Play, attention: Attention) -> None:
    """Say that a turn has come to somebody whose page nobody looks at."""
    if after.phase != "act" or after.halted or after.state is None or after.state.turn not in attention.elsewhere:
        return
    seat = after.state.turn
    if not after.clocks[seat].auto and after.decision(seat) != before.decision(seat):
        who = {"table_id": after.table_id, "player_id": at_table.seats[seat].player_id}
        transaction.on_commit(partial(out_of_sight.send_robust, sender=Hand, **who), robust=True)


def _go_on(at_table: AtTable, play: Play) -> tuple[AtTable | None, Play]:
    """The pause is over: the next hand, or the end of the table, or waiting for the gate to open."""
    hand = at_table.hand
    if is_last(hand):
        close_table(hand, at_table.now)
        publish(at_table, play, (), people(play))
        return None, play
    if hand.table.gate == Table.Gate.HELD:
        hand.due_at = None
        hand.save(update_fields=["due_at"])
        return None, play
    hand, play = next_hand(hand, play, at_table.seats, at_table.now)
    at_table = replace(at_table, hand=hand)
    publish(at_table, play, (), people(play))
    return at_table, play


def save(at_table: AtTable, play: Play) -> Attention:
    """Write the hand's row: what happened, who is shown away, and when to look again."""
    hand = at_table.hand
    attention = show_away(at_table, play)
    _settle(at_table, play, attention)
    hand.save(update_fields=["seq", "log_hash", "due_at", "away", "state", "ended_at", "server_seed", "result"])
    return attention


def _settle(at_table: AtTable, play: Play, attention: Attention) -> None:
    """When to look at the hand again."""
    due = None if play.halted else next_due(play, attention.away).at
    at_table.hand.due_at = None if due is None else dbclock.moment_of(at_table.hand, due)


def show_away(at_table: AtTable, play: Play) -> Attention:
    """Presence as shown; inside a claim window it stays as it was, and nobody is missed."""
    stays = play.in_window or not people(play)
    attention = Attention() if stays else presence.attention(at_table.seats, at_table.now)
    return _shown(at_table, play, attention)


def _shown(at_table: AtTable, play: Play, attention: Attention) -> Attention:
    if play.in_window or not people(play):
        return Attention(away=frozenset(at_table.hand.away))
    at_table.hand.away = sorted(attention.away)
    return attention


def absent(at_table: AtTable, play: Play) -> frozenset[int]:
    """Whom a shown result need not wait for."""
    return presence.away(at_table.seats, at_table.now) if play.phase == "result" else frozenset()


def people(play: Play) -> list[int]:
    return [seat for seat in SEATS if seat not in play.bots]


def publish(at_table: AtTable, play: Play, events: Iterable[Event], seats: Sequence[int]) -> None:
    """Make the frames now, while everything is at hand, and send them once it is committed."""
    if seats:
        transaction.on_commit(partial(broadcast.send, frames(at_table, play, events, seats)))


def frames(at_table: AtTable, play: Play, events: Iterable[Event], seats: Sequence[int]) -> list[broadcast.Frame]:
    """What these seats see now."""
    facts = facts_of(at_table.hand, at_table.seats, at_table.at_ms)
    made = []
    for seat in seats:
        v = count_for(play, seat, closed=facts.closed)
        shown = view(play, seat, facts)
        text = broadcast.view_text(v, shown, events_for(events, seat))
        made.append(broadcast.Frame(play.table_id, seat, v, shown["present"], text))
    return made
