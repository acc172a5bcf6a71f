"""What is open to everybody once a hand is over: its record, and its steps for the replay."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

from games.bots.review import Moment, slips
from games.engine.actions import action_from_json
from games.engine.events import Event
from games.engine.play import Entry, Play
from games.engine.progress import advance
from games.engine.record import Fairness, Logged, make_record, played
from games.engine.tiles import tile_names
from games.engine.visibility import Facts, events_for, seat_view, view
from games.models import Hand, LoggedAction, Seat
from games.store import begun

AT_ONCE = 50
"""Hands whose logs are read in one question."""


def record_of(hand: Hand) -> dict[str, Any]:
    """The `yuhuan-record/1` object of a finished hand (RECORD.md)."""
    return next(records_of([hand]))


def records_of(hands: Iterable[Hand]) -> Iterator[dict[str, Any]]:
    """The records of finished hands, in their order; their logs are read AT_ONCE hands together."""
    rest = iter(hands)
    while batch := list(islice(rest, AT_ONCE)):
        logs = _logs_of(batch)
        for hand in batch:
            yield _record(hand, iter(logs[hand.pk]))


def _record(hand: Hand, entries: Iterator[Entry]) -> dict[str, Any]:
    seats = list(hand.table.seats.all())
    play = _dealt(begun(hand, _bots(seats)), entries)
    assert play.state is not None
    last, decisions = played(play.state, _logged(entries))
    first, second, third, fourth = (seed or "" for seed in play.seeds)
    record = make_record(
        last,
        event=_event_named(hand),
        table=hand.table_id,
        hand=hand.number,
        players=[seat.nickname for seat in seats],
        decisions=decisions,
        fairness=Fairness(hand.commitment, hand.server_seed, (first, second, third, fourth), hand.table.heat_id),
    )
    if log_hash := (hand.result or {}).get("log_hash"):
        record["log_hash"] = log_hash
    return record if hand.voided_at is None else {**record, "void": hand.void_reason}


def _dealt(play: Play, entries: Iterator[Entry]) -> Play:
    """The play after its deal; what follows of the log is left in the iterator."""
    for entry in entries:
        play, _ = advance(play, entry)
        if entry.type == "deal":
            break
    return play


def steps_of(hand: Hand, viewer: int | None) -> list[dict[str, Any]]:
    """Each public change of a finished hand as a view for one viewer, with everybody's tiles beside it in `hands`."""
    seats = list(hand.table.seats.all())
    result = hand.shown_result or {}
    steps = []
    for play, entry, events in plays_of(hand):
        if play.state is None or not shows(play, entry):
            continue
        over = play.phase == "result"
        money = result if over else hand.start
        facts = Facts(
            event=_event_named(hand),
            names=[seat.nickname for seat in seats],
            silver=money["silver"],
            points=money["points"],
            away=frozenset(),
            now=entry.at,
            result=result if over else None,
        )
        steps.append(
            {
                "view": view(play, viewer, facts),
                "events": events_for(events, viewer),
                "hands": [tile_names(seat.concealed) for seat in play.state.seats],
                "at_ms": entry.at,
            }
        )
        if over:
            break
    return steps


def _event_named(hand: Hand) -> str:
    """The event as everybody may know it: a friends' table is named by its invitation, which no record passes on."""
    return "" if hand.table.private else hand.table.event


def review_of(hand: Hand, seat: int) -> list[dict[str, Any]]:
    """The throws that cost this seat most, from what it knew; `step` is where the replay shows the moment before."""
    return [slip.to_json() for slip in slips(_throws(hand, seat))]


def _throws(hand: Hand, seat: int) -> Iterator[Moment]:
    step, before = 0, None
    for play, entry, _ in plays_of(hand):
        if before is not None and entry.type == "act" and entry.seat == seat and entry.payload["type"] == "discard":
            yield Moment(step, seat_view(before, seat), action_from_json(seat, entry.payload))
        before = play.state
        if before is not None and shows(play, entry):
            step += 1
        if play.phase == "result":
            return


def shows(play: Play, entry: Entry) -> bool:
    """Whether an entry is a step of the replay. Answers inside a window are hidden until it closes; opening it was the step before."""
    if entry.type in ("deal", "close"):
        return True
    assert play.state is not None
    return entry.type == "act" and not (play.in_window and any(play.state.answers))


def _logs_of(hands: Sequence[Hand]) -> dict[str, list[Entry]]:
    """Each hand's lines by its id. Plain rows: an object a line costs as much as playing the hand again."""
    lines = LoggedAction.objects.filter(hand__in=hands).order_by("hand", "seq")
    logs: dict[str, list[Entry]] = {hand.pk: [] for hand in hands}
    for hand_id, *line in lines.values_list("hand_id", "seat", "type", "payload", "at_ms", "auto"):
        logs[hand_id].append(Entry(*line))
    return logs


def plays_of(hand: Hand) -> Iterator[tuple[Play, Entry, tuple[Event, ...]]]:
    """A hand's log folded entry by entry: the play after each, the entry, what happened."""
    play = begun(hand, _bots(hand.table.seats.all()))
    for entry in _logs_of([hand])[hand.pk]:
        play, events = advance(play, entry)
        yield play, entry, events


def _bots(seats: Iterable[Seat]) -> frozenset[int]:
    return frozenset(seat.index for seat in seats if seat.is_bot)


def _logged(entries: Iterable[Entry]) -> Iterator[Logged]:
    """The engine's part of a log after the deal."""
    for entry in entries:
        if entry.type == "close":
            yield Logged(None, entry.at)
        elif entry.type == "act" and entry.seat is not None:
            yield Logged(action_from_json(entry.seat, entry.payload), entry.at, entry.auto)
