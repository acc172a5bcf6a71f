"""Who is better kept at two tables: one device, one group of tickets."""

from collections import defaultdict
from collections.abc import Sequence
from itertools import combinations

from tournaments.models import Event, Ticket
from tournaments.seating import Pair
from tournaments.service.related import DEVICE, among, related_pairs


def pairs_apart(event: Event, players: Sequence[str]) -> frozenset[Pair]:
    """Pairs among these players that a draw keeps apart where it can."""
    related = related_pairs(event, players)
    return frozenset(frozenset(pair) for pair, sign in related.items() if sign == DEVICE) | _of_one_group(
        event, players
    )


def _of_one_group(event: Event, players: Sequence[str]) -> frozenset[Pair]:
    """Pairs that came in with tickets of one group."""
    groups: dict[str, list[str]] = defaultdict(list)
    tickets = Ticket.objects.filter(event=event, used_by__in=among(players)).exclude(group="")
    for group, player in tickets.values_list("group", "used_by"):
        groups[group].append(player)
    return frozenset(frozenset(pair) for members in groups.values() for pair in combinations(members, 2))
