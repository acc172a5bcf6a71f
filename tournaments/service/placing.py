"""The order of a whole event written in one statement: what tournaments.ranking.order says, for any number of entrants.

A million rows take the database seconds; carried through this process they would take it minutes and gigabytes.
"""

from collections.abc import Collection, Mapping
from datetime import datetime, timedelta
from fractions import Fraction
from typing import Any, Final, NamedTuple

from django.db import connection

from games.models import Hand
from tournaments.heats import SeatResult, differences
from tournaments.models import Entry, Event, Sanction

LATELY: Final = timedelta(minutes=10)
"""How far back a row's movement is counted."""

# `worth` is the place of an entrant's difference among all differences of finals on the same walls, 0 elsewhere.
# Movement goes on from where counting began lately, else from the rank that is left now; never from no rank.
_PLACE: Final = """
WITH judged AS (
    SELECT entry.id, entry.hands, entry.wins, silver.balance AS silver, points.balance AS points,
           entry.hands < %(min_hands)s AS few, coalesce(made.worth, %(zero)s) AS worth, made.hundredths,
           entry.player_id = ANY(%(gone)s::text[]) AS gone
    FROM tournaments_entry AS entry
    JOIN accounts_player AS player ON player.id = entry.player_id
    JOIN tournaments_account AS silver ON silver.id = entry.silver_account_id
    JOIN tournaments_account AS points ON points.id = entry.points_account_id
    LEFT JOIN unnest(%(players)s::text[], %(worths)s::int[], %(hundredths)s::bigint[])
         AS made (player_id, worth, hundredths) ON made.player_id = entry.player_id
    WHERE entry.event_id = %(event)s AND entry.state <> 'left' AND NOT (player.is_bot AND %(people)s)
), placed AS MATERIALIZED (
    SELECT judged.*, silver = 0 AND NOT %(reentry)s AS out,
           CASE WHEN %(same_walls)s THEN coalesce(hundredths, 0) END AS difference,
           row_number() OVER (ORDER BY gone, few, worth DESC, silver DESC, points DESC, id) - 1 AS position,
           CASE WHEN NOT gone AND NOT few
                THEN rank() OVER (ORDER BY gone, few, worth DESC, silver DESC, points DESC) END AS rank
    FROM judged
), removed AS (
    DELETE FROM tournaments_standing AS old
    WHERE old.event_id = %(event)s AND NOT EXISTS (SELECT FROM placed WHERE placed.id = old.entry_id)
    RETURNING 1
), written AS (
    INSERT INTO tournaments_standing (entry_id, event_id, position, rank, silver, points, hands, wins, out, difference,
                                      disqualified, rank_before, counted_from)
    SELECT placed.id, %(event)s, placed.position, placed.rank, placed.silver, placed.points, placed.hands, placed.wins,
           placed.out, placed.difference, placed.gone,
           CASE WHEN old.rank IS NULL THEN placed.rank
                WHEN old.counted_from > %(lately)s THEN old.rank_before ELSE old.rank END,
           CASE WHEN old.rank IS NOT NULL AND old.counted_from > %(lately)s THEN old.counted_from ELSE %(now)s END
    FROM placed LEFT JOIN tournaments_standing AS old ON old.entry_id = placed.id
    WHERE old.entry_id IS NULL
       OR (old.position, old.rank, old.silver, old.points, old.hands, old.wins, old.out, old.difference,
           old.disqualified) IS DISTINCT FROM
          (placed.position, placed.rank, placed.silver, placed.points, placed.hands, placed.wins, placed.out,
           placed.difference, placed.gone)
    ON CONFLICT (entry_id) DO UPDATE SET
        position = excluded.position, rank = excluded.rank, silver = excluded.silver, points = excluded.points,
        hands = excluded.hands, wins = excluded.wins, out = excluded.out, difference = excluded.difference,
        disqualified = excluded.disqualified, rank_before = excluded.rank_before, counted_from = excluded.counted_from
    RETURNING 1
)
SELECT (SELECT count(*) FROM placed), (SELECT count(*) FROM removed) + (SELECT count(*) FROM written)
"""


class Placed(NamedTuple):
    """Rows of the ranking, and how many of them were written or taken away just now."""

    total: int
    changed: int


def place_all(event: Event, now: datetime) -> Placed:
    """Write the rows of an event's ranking that differ from the ledger as it stands. Call with the ranking's row locked."""
    made = differences_of(event) if event.same_walls else {}
    grades = {value: number for number, value in enumerate(sorted({Fraction(0), *made.values()}))}
    values: dict[str, Any] = {
        "event": event.pk, "min_hands": event.min_hands, "reentry": event.reentry, "same_walls": event.same_walls,
        "gone": list(disqualified(event)), "people": ranked_entries(event).filter(player__is_bot=False).exists(),
        "players": list(made), "worths": [grades[value] for value in made.values()], "zero": grades[Fraction(0)],
        "hundredths": [round(value * 100) for value in made.values()], "now": now, "lately": now - LATELY,
    }  # fmt: skip
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL work_mem = '64MB'")
        cursor.execute(_PLACE, values)
        return Placed(*cursor.fetchone())


def disqualified(event: Event) -> Collection[str]:
    """Ids of the players who are disqualified in an event."""
    standing = Sanction.objects.filter(event=event, kind=Sanction.Kind.DISQUALIFY, lifted_at=None)
    return set(standing.values_list("player_id", flat=True))


def ranked_entries(event: Event) -> Any:
    """Who may be in the ranking: people; bots only where they play among themselves."""
    return Entry.objects.filter(event=event).exclude(state=Entry.State.LEFT)


def differences_of(event: Event) -> Mapping[str, Fraction]:
    """What each player made of the same tiles, over the heats that are done."""
    hands = Hand.objects.filter(table__event=event.slug, table__heat__over_at__isnull=False, voided_at=None)
    results = []
    for hand in hands.exclude(ended_at=None).select_related("table").prefetch_related("table__seats"):
        for seat in hand.table.seats.all():
            hu = (hand.result or {})["settlement"][seat.index]
            results.append(SeatResult(hand.table.heat_id, hand.number, seat.index, seat.player_id, hu))
    return differences(results)
