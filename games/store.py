"""Reads and appends the log of a hand, and keeps the folded play of recent hands in this process.

The cache is only ever a shortcut: what is cached was committed, and a hand's `seq` says whether it is current.
"""

import json
import time
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from threading import Lock
from typing import Any, Final

from django.db import connection, transaction

from accounts.measures import HANDS_IN_MEMORY
from games.chain import link
from games.engine.clock import settings_from_json
from games.engine.events import Event
from games.engine.play import Entry, Play, begin
from games.engine.progress import advance
from games.engine.rules import rules_for
from games.faults import faultpoint
from games.models import Hand, LoggedAction, Seat
from games.signals import written
from games.vault import unseal

_CACHED_HANDS = 2_000
_REST_S = 120.0
"""A play that nobody used for so long leaves: its hand is over, or its table stands still. It can be folded again."""


class _Recent:
    """The plays used last. What rests is dropped, and of very many the oldest."""

    def __init__(self) -> None:
        self._plays: OrderedDict[str, tuple[float, Play]] = OrderedDict()
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._plays)

    def get(self, hand_id: str) -> Play | None:
        _, play = self._plays.get(hand_id, (0.0, None))
        return play

    def keep(self, hand_id: str, play: Play) -> None:
        now = time.monotonic()
        with self._lock:
            self._plays[hand_id] = now, play
            self._plays.move_to_end(hand_id)
            while len(self._plays) > _CACHED_HANDS or next(iter(self._plays.values()))[0] < now - _REST_S:
                self._plays.popitem(last=False)

    def clear(self) -> None:
        self._plays.clear()


_live = _Recent()
_delayed = _Recent()
HANDS_IN_MEMORY.set_function(lambda: len(_live) + len(_delayed))


def load(hand: Hand) -> Play:
    """The play at `hand.seq`, read under whatever lock the caller holds."""
    play = _folded(hand, _live.get(hand.id), hand.seq)
    if not connection.in_atomic_block:
        _live.keep(hand.id, play)
    return play


def load_all(hands: Sequence[Hand]) -> dict[str, Play]:
    """The plays of many hands by id: one query for all that is new, and one for the bots of hands that are new here."""
    known = {hand.id: play for hand in hands if (play := _live.get(hand.id)) is not None and play.seq <= hand.seq}
    bots = _bots_of([hand for hand in hands if hand.id not in known])
    plays = {hand.id: known.get(hand.id) or begun(hand, bots[hand.table_id]) for hand in hands}
    plays = _followed(plays, {hand.id: hand.seq for hand in hands})
    if not connection.in_atomic_block:
        for hand in hands:
            _live.keep(hand.id, plays[hand.id])
    return plays


def follow(seqs: Mapping[str, int]) -> None:
    """Bring what is held of these hands up to those committed numbers, in one query; what is not held stays so."""
    held = {hand_id: play for hand_id in seqs if (play := _live.get(hand_id)) is not None}
    for hand_id, play in _followed(held, seqs).items():
        if play is not held[hand_id]:
            _live.keep(hand_id, play)


def _followed(plays: Mapping[str, Play], seqs: Mapping[str, int]) -> dict[str, Play]:
    """Each play with the lines of its log up to that number."""
    followed = dict(plays)
    behind = [(hand_id, play.seq, seqs[hand_id]) for hand_id, play in plays.items() if play.seq < seqs[hand_id]]
    if behind:
        with connection.cursor() as cursor:
            cursor.execute(_LINES, [list(column) for column in zip(*behind, strict=True)])
            lines = cursor.fetchall()
        for hand_id, seat, kind, payload, at_ms, auto in lines:
            followed[hand_id], _ = advance(followed[hand_id], Entry(seat, kind, json.loads(payload), at_ms, auto))
    return followed


_LINES: Final = """SELECT line.hand_id, seat, type, payload, at_ms, auto
    FROM unnest(%s::text[], %s::int[], %s::int[]) AS wanted (hand_id, after, until)
    JOIN games_loggedaction AS line ON line.hand_id = wanted.hand_id AND seq > after AND seq <= until
    ORDER BY line.hand_id, seq"""


def load_delayed(hand: Hand, until_ms: int) -> Play:
    """The play as it was `until_ms` after the hand's start, for watchers."""
    seq = hand.log.filter(at_ms__lte=until_ms).order_by("-seq").values_list("seq", flat=True).first() or 0
    play = _folded(hand, _delayed.get(hand.id), seq)
    _delayed.keep(hand.id, play)
    return play


@dataclass(frozen=True, slots=True)
class Change:
    """One entry as judged, not written yet: the hand's play before and after it, and what everybody may see happen."""

    hand: Hand
    before: Play
    entry: Entry
    client_id: str | None
    after: Play
    events: tuple[Event, ...]

    @property
    def ends_hand(self) -> bool:
        return self.after.phase == "result" and self.before.phase != "result"


def judge(hand: Hand, play: Play, entry: Entry, client_id: str | None = None) -> Change:
    """What an entry would do. Raises IllegalAction, MalformedAction."""
    after, events = advance(play, entry)
    return Change(hand, play, entry, client_id, after, events)


def append(changes: Sequence[Change]) -> None:
    """Write judged entries, one a hand, in one statement; call with the hands' rows locked.

    Each `hand.seq` and `hand.log_hash` follow in memory; the caller saves the rows. `UNIQUE (hand, seq)` refuses a
    second writer.
    """
    faultpoint("before append")
    _write([_line(change) for change in changes])
    for change in changes:
        written.send(sender=Hand, before=change.before, entry=change.entry, after=change.after)
        transaction.on_commit(partial(_live.keep, change.hand.id, change.after))
    faultpoint("after append")
    transaction.on_commit(partial(faultpoint, "after commit"))


def _line(change: Change) -> dict[str, Any]:
    """The next line of the hand's log, chained to the one before it."""
    hand, entry, after = change.hand, change.entry, change.after
    line = {
        "seq": after.seq,
        "seat": entry.seat,
        "type": entry.type,
        "payload": dict(entry.payload),
        "auto": entry.auto,
        "at_ms": entry.at,
        "client_id": change.client_id,
        "v": after.v[entry.seat] if entry.seat is not None else 0,
    }
    hand.seq, hand.log_hash = after.seq, link(hand.log_hash, **line)
    return line | {"hand": hand.id, "hash": hand.log_hash, "payload": json.dumps(line["payload"])}


def _write(lines: Sequence[Mapping[str, Any]]) -> None:
    with connection.cursor() as cursor:
        cursor.execute(_APPEND, {name: [line[name] for line in lines] for name in lines[0]})


_APPEND: Final = """INSERT INTO games_loggedaction (hand_id, seq, seat, type, payload, auto, at_ms, client_id, v, hash)
    SELECT * FROM unnest(%(hand)s::text[], %(seq)s::int[], %(seat)s::smallint[], %(type)s::text[], %(payload)s::jsonb[],
                         %(auto)s::bool[], %(at_ms)s::bigint[], %(client_id)s::text[], %(v)s::int[], %(hash)s::text[])"""


def in_memory(hand_id: str, seq: int) -> Play | None:
    """What this process holds of a hand, where it is current."""
    play = _live.get(hand_id)
    return play if play is not None and play.seq == seq else None


def forget() -> None:
    """Drop what is cached, as a process does when it dies."""
    _live.clear()
    _delayed.clear()


def _folded(hand: Hand, play: Play | None, seq: int) -> Play:
    if play is None or play.seq > seq:
        play = begun(hand)
    if play.seq < seq:
        for row in hand.log.filter(seq__gt=play.seq, seq__lte=seq):
            play, _ = advance(play, _entry(row))
    return play


def _entry(row: LoggedAction) -> Entry:
    return Entry(row.seat, row.type, row.payload, row.at_ms, row.auto)


def _bots_of(hands: Sequence[Hand]) -> dict[str, frozenset[int]]:
    """The seats of bots, by table, of each of these hands' tables."""
    tables = {hand.table_id for hand in hands}
    seats = Seat.objects.filter(table__in=tables, is_bot=True).values_list("table_id", "index") if tables else ()
    found: dict[str, set[int]] = {table: set() for table in tables}
    for table, index in seats:
        found[table].add(index)
    return {table: frozenset(indexes) for table, indexes in found.items()}


def begun(hand: Hand, bots: frozenset[int] | None = None) -> Play:
    """The hand before its deal. `bots`: their seats, looked up where not known."""
    table = hand.table
    return begin(
        table.id,
        hand.number,
        hand.dealer,
        rules_for(table.rules, table.overrides),
        settings_from_json(table.settings),
        _bots_of([hand])[hand.table_id] if bots is None else bots,
        hand.commitment,
        # Once revealed the seed needs no key: old hands are read after the key they were sealed with is gone.
        bytes.fromhex(hand.server_seed) if hand.server_seed else unseal(hand.id, hand.sealed_seed),
        hand.start,
    )
