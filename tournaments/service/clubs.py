"""The ranking of clubs: of those who came in with tickets of one group, where the event shows that."""

from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction

from tournaments.models import Event, Standing, Ticket
from tournaments.ranking import Result, order_clubs


@dataclass(frozen=True, slots=True)
class Club:
    """A club as the ranking shows it: what its ranked members hold on average, and who they are, best first."""

    name: str
    rank: int
    silver: float
    members: tuple[Standing, ...]


def clubs_of(event: Event) -> tuple[Club, ...]:
    """The event's clubs with a ranked member, best first; none where they are not shown. Three queries at most."""
    if not event.clubs:
        return ()
    tickets = Ticket.objects.filter(event=event, used_by__isnull=False).exclude(group="")
    club_of = dict(tickets.values_list("used_by", "group"))
    ranked = Standing.objects.filter(event=event, entry__player__in=club_of, rank__isnull=False)
    members: defaultdict[str, list[Standing]] = defaultdict(list)
    for row in ranked.select_related("entry__player").order_by("position"):
        members[club_of[row.entry.player_id]].append(row)
    order = order_clubs((name, _result(row)) for name, rows in members.items() for row in rows)
    return tuple(Club(club.name, club.rank, float(club.silver), tuple(members[club.name])) for club in order)


def _result(row: Standing) -> Result:
    return Result(row.entry_id, row.silver, row.points, row.hands, difference=Fraction(row.difference or 0, 100))
