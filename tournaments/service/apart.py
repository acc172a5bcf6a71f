"""Who is better kept at two tables: one device, one group of tickets."""

from collections.abc import Sequence

from tournaments.models import Event
from tournaments.seating import Pair
from tournaments.service.related import DEVICE, related_pairs


def pairs_apart(event: Event, players: Sequence[str]) -> frozenset[Pair]:
    """Pairs among these players that a draw keeps apart where it can."""
    related = related_pairs(event, players)
    return frozenset(frozenset(pair) for pair, sign in related.items() if sign == DEVICE)
