"""Who has a living socket at a table. Shown presence never changes inside a claim window (docs/protocol.md)."""

from datetime import datetime, timedelta

from games.models import Presence, Seat

AWAY_AFTER = timedelta(seconds=5)
REPORT_EVERY_S = 2.0


def note(seat_id: int, now: datetime) -> None:
    """A socket of this seat is alive."""
    Presence.objects.update_or_create(seat_id=seat_id, defaults={"seen_at": now})


def away(table_id: str, now: datetime) -> frozenset[int]:
    """Seats of people that no socket has spoken for lately."""
    here = Presence.objects.filter(seat__table_id=table_id, seen_at__gt=now - AWAY_AFTER).values("seat_id")
    absent = Seat.objects.filter(table_id=table_id, is_bot=False).exclude(id__in=here)
    return frozenset(absent.values_list("index", flat=True))
