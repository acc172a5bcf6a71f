"""Who has a living socket at a table, and who looks. Shown presence never changes inside a claim window
(docs/protocol.md); whether somebody looks is shown to nobody."""

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from games.models import Presence, Seat

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
    for looking, fields in ((True, ["seen_at", "looked_at"]), (False, ["seen_at"])):
        rows = [
            Presence(seat_id=seat_id, seen_at=now, looked_at=now if looking else None)
            for seat_id in sorted(seats)
            if seats[seat_id] is looking
        ]
        Presence.objects.bulk_create(rows, update_conflicts=True, unique_fields=["seat"], update_fields=fields)


def attention(seats: Sequence[Seat], now: datetime) -> Attention:
    """Of these seats, who is away and who is elsewhere, in one question."""
    return attentions([seats], now)[0]


def attentions(tables: Sequence[Sequence[Seat]], now: datetime) -> list[Attention]:
    """`attention` for the seats of many tables, still in one question."""
    people = [seat.pk for seats in tables for seat in seats if not seat.is_bot]
    rows = Presence.objects.filter(seat_id__in=people, seen_at__gt=now - AWAY_AFTER)
    here = dict(rows.values_list("seat_id", "looked_at"))
    looking = {pk for pk, looked in here.items() if looked is not None and now - looked < LOOKS_FOR}
    return [Attention(_without(here, seats), _without(looking, seats)) for seats in tables]


def _without(those: Container[int], seats: Sequence[Seat]) -> frozenset[int]:
    return frozenset(seat.index for seat in seats if not seat.is_bot and seat.pk not in those)


def away(seats: Sequence[Seat], now: datetime) -> frozenset[int]:
    """Of these seats, those of people that no socket has spoken for lately."""
    return attention(seats, now).away
