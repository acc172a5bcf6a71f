"""Who has a living socket at a table, and who looks. Shown presence never changes inside a claim window
(docs/protocol.md); whether somebody looks is shown to nobody."""

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db import connection

from games.models import Seat

AWAY_AFTER = timedelta(seconds=5)
REPORT_EVERY_S = 2.0
LOOKS_FOR = timedelta(seconds=REPORT_EVERY_S + 1)
"""Whose page was in sight within this time looks now."""
UNSEEN_AFTER = timedelta(seconds=10)
"""Whoever has not looked for so long may be told by other means."""


@dataclass(frozen=True, slots=True)
class Attention:
    """Seats of people: `away` no socket has spoken for lately, `elsewhere` nobody looks at the page of."""

    away: frozenset[int] = frozenset()
    elsewhere: frozenset[int] = frozenset()


def note(seats: Mapping[int, bool], now: datetime) -> None:
    """Sockets of these seats are alive: seat id -> whether somebody looks, the page not being hidden. In the order of
    the ids, so that no two processes wait for each other."""
    with connection.cursor() as cursor:
        cursor.execute(_NOTE, {"now": now, "seats": list(seats), "looks": list(seats.values())})


_NOTE: Final = """INSERT INTO games_presence (seat_id, seen_at, looked_at)
    SELECT seat, %(now)s, CASE WHEN looks THEN %(now)s END
    FROM unnest(%(seats)s::bigint[], %(looks)s::bool[]) AS row (seat, looks) ORDER BY seat
    ON CONFLICT (seat_id) DO UPDATE
    SET seen_at = excluded.seen_at, looked_at = coalesce(excluded.looked_at, games_presence.looked_at)"""


def shown_wrongly(table_ids: Sequence[str], now: datetime) -> list[str]:
    """Those of these tables whose unfinished hand shows somebody here or away who is not, by ids."""
    with connection.cursor() as cursor:
        cursor.execute(_SHOWN_WRONGLY, [now - AWAY_AFTER, list(table_ids)])
        return [table_id for (table_id,) in cursor.fetchall()]


_SHOWN_WRONGLY: Final = """SELECT hand.table_id FROM games_hand AS hand
    JOIN games_seat AS seat ON seat.table_id = hand.table_id AND NOT seat.is_bot
    LEFT JOIN games_presence AS here ON here.seat_id = seat.id AND here.seen_at > %s
    WHERE hand.table_id = ANY(%s) AND hand.state <> 'done'
    GROUP BY hand.id HAVING hand.away <>
    coalesce(jsonb_agg(seat.index ORDER BY seat.index) FILTER (WHERE here.seat_id IS NULL), '[]') ORDER BY hand.table_id"""


def attention(seats: Sequence[Seat], now: datetime) -> Attention:
    """Of these seats, who is away and who is elsewhere, in one question."""
    return attentions([seats], now)[0]


def attentions(tables: Sequence[Sequence[Seat]], now: datetime) -> list[Attention]:
    """`attention` for the seats of many tables, still in one question."""
    people = [seat.pk for seats in tables for seat in seats if not seat.is_bot]
    with connection.cursor() as cursor:
        cursor.execute(_HERE, [people, now - AWAY_AFTER])
        here = dict(cursor.fetchall())
    looking = {pk for pk, looked in here.items() if looked is not None and now - looked < LOOKS_FOR}
    return [Attention(_without(here, seats), _without(looking, seats)) for seats in tables]


_HERE: Final = "SELECT seat_id, looked_at FROM games_presence WHERE seat_id = ANY(%s::bigint[]) AND seen_at > %s"


def _without(those: Container[int], seats: Sequence[Seat]) -> frozenset[int]:
    return frozenset(seat.index for seat in seats if not seat.is_bot and seat.pk not in those)


def away(seats: Sequence[Seat], now: datetime) -> frozenset[int]:
    """Of these seats, those of people that no socket has spoken for lately."""
    return attention(seats, now).away
