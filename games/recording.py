"""What is open to everybody once a hand is over: its record, and its steps for the replay."""

from collections.abc import Iterator
from typing import Any

from games.bots.review import Moment, slips
from games.engine.actions import action_from_json
from games.engine.events import Event
from games.engine.play import Entry, Play
from games.engine.progress import advance
from games.engine.record import Fairness, Logged, effective, make_record
from games.engine.tiles import tile_names
from games.engine.visibility import Facts, events_for, seat_view, view
from games.models import Hand
from games.store import begun


def record_of(hand: Hand) -> dict[str, Any]:
    """The `yuhuan-record/1` object of a finished hand (RECORD.md)."""
    plays = list(plays_of(hand))
    at_deal = next(index for index, (_, entry, _) in enumerate(plays) if entry.type == "deal")
    at_end = next(index for index, (play, _, _) in enumerate(plays) if play.phase == "result")
    dealt, last = plays[at_deal][0], plays[at_end][0]
    assert dealt.state is not None
    assert last.state is not None
    first, second, third, fourth = (seed or "" for seed in dealt.seeds)
    record = make_record(
        last.state,
        event=_event_named(hand),
        table=hand.table_id,
        hand=hand.number,
        players=[seat.nickname for seat in hand.table.seats.all()],
        decisions=effective(dealt.state, _logged([entry for _, entry, _ in plays[at_deal + 1 : at_end + 1]])),
        fairness=Fairness(hand.commitment, hand.server_seed, (first, second, third, fourth), hand.table.heat_id),
    )
    if log_hash := (hand.result or {}).get("log_hash"):
        record["log_hash"] = log_hash
    return record if hand.voided_at is None else {**record, "void": hand.void_reason}


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


def _entries(hand: Hand) -> list[Entry]:
    return [Entry(row.seat, row.type, row.payload, row.at_ms, row.auto) for row in hand.log.all()]


def plays_of(hand: Hand) -> Iterator[tuple[Play, Entry, tuple[Event, ...]]]:
    """A hand's log folded entry by entry: the play after each, the entry, what happened."""
    play = begun(hand, frozenset(seat.index for seat in hand.table.seats.all() if seat.is_bot))
    for entry in _entries(hand):
        play, events = advance(play, entry)
        yield play, entry, events


def _logged(entries: list[Entry]) -> list[Logged]:
    """The engine's part of a log between the deal and the hand's end."""
    steps = []
    for entry in entries:
        if entry.type == "close":
            steps.append(Logged(None, entry.at))
        elif entry.type == "act" and entry.seat is not None:
            steps.append(Logged(action_from_json(entry.seat, entry.payload), entry.at, entry.auto))
    return steps
