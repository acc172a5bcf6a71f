"""What an entrant is told about the own state."""

from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from typing import Any, Final

from django.db import connection
from django.utils import timezone

from accounts.models import Player
from tournaments.models import Entry, Event
from tournaments.service.waiting import what_the_line_waits_for

DRAWN_IN: Final = (Event.State.RUNNING, Event.State.PAUSED)
OVER: Final = (Event.State.FINISHED, Event.State.CANCELLED)

# One moment for all of it: whoever is just being drawn waits or sits, and is never seen to do neither.
_OWN: Final = """
    SELECT asked.player_id, entry.state, entry.waiting_since, seat.table_id, silver.balance, points.balance,
           standing.rank,
           CASE WHEN queued.id IS NOT NULL THEN (
               SELECT count(*) FROM tournaments_queued AS earlier
               WHERE earlier.event_id = queued.event_id AND earlier.id <= queued.id
           ) END,
           (SELECT count(*) FROM tournaments_letter AS letter
            WHERE letter.player_id = asked.player_id AND letter.read_at IS NULL)
    FROM unnest(%(players)s::varchar[]) AS asked (player_id)
    LEFT JOIN tournaments_entry AS entry
         ON entry.event_id = %(event)s AND entry.player_id = asked.player_id AND entry.state <> ALL (%(gone)s)
    LEFT JOIN tournaments_account AS silver ON silver.id = entry.silver_account_id
    LEFT JOIN tournaments_account AS points ON points.id = entry.points_account_id
    LEFT JOIN tournaments_standing AS standing ON standing.entry_id = entry.id
    LEFT JOIN (games_liveseat AS seat JOIN games_table AS sat_at
               ON sat_at.id = seat.table_id AND sat_at.event = %(slug)s) ON seat.player_id = entry.player_id
    LEFT JOIN tournaments_queued AS queued ON queued.event_id = %(event)s AND queued.player_id = asked.player_id
"""


@dataclass(frozen=True, slots=True)
class Me:
    """An entrant's own state, as `GET /api/events/{slug}/me` answers it (docs/protocol.md).

    `state`: none, queued, idle, waiting, seated, out, finished. `table`: the id to go to, while seated. `rank`: as of
    the last computed ranking. `waiting_ms` and `waiting_for` (words) only while waiting; `place` in the queue only while
    queued, 1 being the next. `letters`: messages not read yet.
    """

    state: str
    table: str | None = None
    silver: int | None = None
    points: int | None = None
    rank: int | None = None
    waiting_ms: int | None = None
    waiting_for: str | None = None
    place: int | None = None
    letters: int = 0

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


def me(event: Event, player: Player) -> Me:
    """The player's own state in an event."""
    return mes(event, [player.pk])[player.pk]


def mes(event: Event, player_ids: Collection[str]) -> Mapping[str, Me]:
    """The own states of many players at once, in two statements at most, whatever their number."""
    with connection.cursor() as cursor:
        asked = {"event": event.pk, "slug": event.slug, "players": list(player_ids), "gone": list(Entry.GONE)}
        cursor.execute(_OWN, asked)
        found = {player_id: _me(event, *row) for player_id, *row in cursor.fetchall()}
    if any(one.state == "waiting" for one in found.values()):
        words = what_the_line_waits_for(event)
        found |= {who: replace(one, waiting_for=words) for who, one in found.items() if one.state == "waiting"}
    return found


def _me(
    event: Event,
    entry: str | None,
    since: datetime | None,
    table: str | None,
    silver: int,
    points: int,
    rank: int | None,
    place: int | None,
    letters: int,
) -> Me:
    """Of a row of `_OWN`; who has not entered waits for a place, or not."""
    if entry is None:
        return Me("none" if place is None else "queued", place=place, letters=letters)
    state = _state(event, entry, table, silver)
    waited = None
    if state == "waiting" and since is not None:
        waited = max(0, round((timezone.now() - since).total_seconds() * 1000))
    return Me(state, table, silver, points, rank, waiting_ms=waited, letters=letters)


def _state(event: Event, entry: str, table: str | None, silver: int) -> str:
    """At a table is who has a live seat; the entry's own column may lag behind it by a moment."""
    if table is not None:
        return "seated"
    if event.state in OVER:
        return "finished"
    if entry == Entry.State.WAITING and event.state in DRAWN_IN:
        return "waiting"
    out = entry == Entry.State.OUT or silver == 0
    return "out" if out and not event.reentry else "idle"
