"""The current view of a table for one viewer, read from the database."""

from collections.abc import Container, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple

from games import broadcast, dbclock, store
from games.engine.clock import settings_from_json
from games.engine.play import Play
from games.engine.visibility import Facts, count_for, presence_of, view
from games.models import Hand, Seat, Table


@dataclass(frozen=True)
class Snapshot:
    """`v` is the viewer's counter."""

    v: int
    view: dict[str, Any]

    @cached_property
    def text(self) -> str:
        """As it is sent: made once for however many look on."""
        return broadcast.view_text(self.v, self.view)


@dataclass(frozen=True, slots=True)
class Glance:
    """What a seat's socket was shown last."""

    table_id: str
    seat: int
    v: int
    present: Sequence[str]


class Mark(NamedTuple):
    """A table's newest hand, as far as it tells whether anything shown there may have changed."""

    hand_id: str
    number: int
    seq: int
    state: str
    away: tuple[int, ...]
    closed: bool


Viewer = tuple[str, int | None]
"""A table's id and a seat of it, None for whoever watches."""


def marks_of(table_ids: Sequence[str]) -> dict[str, Mark]:
    """By table; one query."""
    newest = Hand.objects.filter(table__in=table_ids).order_by("table_id", "-number").distinct("table_id")
    rows = newest.values_list("table_id", "id", "number", "seq", "state", "away", "table__state")
    return {row[0]: Mark(*row[1:5], tuple(row[5]), row[6] == Table.State.CLOSED) for row in rows}


def may_be_news(glance: Glance, mark: Mark | None) -> bool:
    """False where this process knows already that a seat has seen what its table shows now."""
    play = None if mark is None else store.in_memory(mark.hand_id, mark.seq)
    return mark is None or play is None or _is_news(glance, play, mark.away, mark.closed)


def _is_news(glance: Glance, play: Play, away: Container[int], closed: bool) -> bool:
    v = count_for(play, glance.seat, closed=closed)
    return v > glance.v or (v == glance.v and presence_of(play, away) != glance.present)


def news_for(glances: Sequence[Glance]) -> list[Snapshot | None]:
    """For each seat what it sees now, None where that is nothing new; in as many queries for many tables as for one."""
    tables = {glance.table_id for glance in glances}
    unfinished = Hand.objects.filter(table__in=tables).exclude(state=Hand.State.DONE, ended_at=None)
    newest = unfinished.order_by("table_id", "-number").distinct("table_id").select_related("table__heat")
    hands = {hand.table_id: hand for hand in newest.prefetch_related("table__seats")}
    plays = store.load_all(list(hands.values()))
    now = dbclock.now()

    def news(glance: Glance) -> Snapshot | None:
        hand = hands.get(glance.table_id)
        if hand is None:
            return None
        play = plays[hand.id]
        if not _is_news(glance, play, hand.away, hand.table.state == Table.State.CLOSED):
            return None
        return _made(hand, play, glance.seat, dbclock.ms_since_start(hand, now))

    return [news(glance) for glance in glances]


def facts_of(hand: Hand, seats: Sequence[Seat], now_ms: int) -> Facts:
    """A hand's surroundings as they stand now."""
    return Facts(
        event=hand.table.event,
        names=[seat.nickname for seat in seats],
        silver=[seat.silver for seat in seats],
        points=[seat.points for seat in seats],
        away=frozenset(hand.away),
        now=now_ms,
        closed=hand.table.state == Table.State.CLOSED,
        result=hand.shown_result,
        withheld=hand.table.in_running_heat,
        nameless=hand.table.hides_names,
    )


def shown_to(viewers: Sequence[Viewer]) -> list[Snapshot | None]:
    """What each viewer sees now, None at a table without a hand; for those alike it is read once."""
    seats = [(table_id, seat) for table_id, seat in dict.fromkeys(viewers) if seat is not None]
    news = news_for([Glance(table_id, seat, -1, ()) for table_id, seat in seats])
    shown: dict[Viewer, Snapshot | None] = dict(zip(seats, news, strict=True))
    shown |= {(table_id, seat): for_watcher(table_id) for table_id, seat in set(viewers) if seat is None}
    return [shown[viewer] for viewer in viewers]


def for_seat(table_id: str, seat: int) -> Snapshot | None:
    """What a seat sees now; None for a table without a hand."""
    return shown_to([(table_id, seat)])[0]


def for_watcher(table_id: str) -> Snapshot | None:
    """What a watcher sees now: everything later than the event's spectator delay does not exist yet."""
    table = Table.objects.get(id=table_id)
    delay = settings_from_json(table.settings).spectator_delay_ms
    now = dbclock.now()
    shown = Hand.objects.filter(table=table).exclude(state=Hand.State.DONE, ended_at=None)
    for hand in shown.order_by("-number")[:3]:
        hand.table = table
        until = dbclock.ms_since_start(hand, now) - delay
        if until >= 0:
            return _made_delayed(hand, store.load_delayed(hand, until), until)
    return None


def _made(hand: Hand, play: Play, viewer: int | None, now_ms: int) -> Snapshot:
    facts = facts_of(hand, list(hand.table.seats.all()), now_ms)
    return Snapshot(count_for(play, viewer, closed=facts.closed), view(play, viewer, facts))


def _made_delayed(hand: Hand, play: Play, until: int) -> Snapshot:
    """Silver, presence and the closing are as late as the tiles: a hand shows its own beginning or end."""
    seats = list(hand.table.seats.all())
    facts = facts_of(hand, seats, until)
    over = play.phase == "result"
    money = hand.start if not over else hand.result or hand.start
    closed = facts.closed and over and until >= dbclock.ms_since_start(hand, hand.table.closed_at or hand.started_at)
    facts = replace(facts, silver=money["silver"], points=money["points"], away=frozenset(), now=until, closed=closed)
    return Snapshot(count_for(play, None, closed=closed), view(play, None, facts))
