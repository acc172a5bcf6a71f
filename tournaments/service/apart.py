"""Who is better kept at two tables: one device, one group of tickets."""

from collections.abc import Sequence

from tournaments.models import Event
from tournaments.seating import Pair


def pairs_apart(event: Event, players: Sequence[str]) -> frozenset[Pair]:
    """Pairs among these players that a draw keeps apart where it can."""
    return frozenset()
