"""Who has a living socket at a table. Shown presence never changes inside a claim window (docs/protocol.md)."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from games.models import Presence, Seat

AWAY_AFTER = timedelta(seconds=5)
REPORT_EVERY_S = 2.0


def note(seat_id: int, now: datetime) -> None:
    """A socket of this seat is alive."""
    if not Presence.objects.filter(seat_id=seat_id).update(seen_at=now):
        Presence.objects.update_or_create(seat_id=seat_id, defaults={"seen_at": now})


def away(seats: Sequence[Seat], now: datetime) -> frozenset[int]:
    """Of these seats, those of people that no socket has spoken for lately."""
    people = {seat.pk: seat.index for seat in seats if not seat.is_bot}
    here = Presence.objects.filter(seat_id__in=people, seen_at__gt=now - AWAY_AFTER).values_list("seat_id", flat=True)
    return frozenset(people.values()) - {people[seat_id] for seat_id in here}
