"""The database's clock, the only one that decides anything (docs/adr)."""

from datetime import datetime, timedelta

from django.db import connection

from games.models import Hand


def now() -> datetime:
    """The time at this moment, not at the transaction's start."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        return cursor.fetchone()[0]  # type: ignore[index]


def ms_since_start(hand: Hand, moment: datetime) -> int:
    """Whole milliseconds from the hand's start to a moment."""
    return (moment - hand.started_at) // timedelta(milliseconds=1)


def moment_of(hand: Hand, at_ms: int) -> datetime:
    """Mirror of `ms_since_start`."""
    return hand.started_at + timedelta(milliseconds=at_ms)
