"""The ranking: computed from the ledger, stored as a snapshot with its time, pushed at most once a second."""

import logging
from collections.abc import Iterable, Sequence
from datetime import timedelta
from fractions import Fraction
from functools import partial
from typing import Any, Final, NamedTuple

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from accounts.models import Player
from games.models import Hand
from tournaments import broadcast, ranking
from tournaments.heats import SeatResult, differences
from tournaments.models import Entry, Event, Export, Ranking, Sanction, Standing

logger = logging.getLogger(__name__)

AT_MOST_EVERY: Final = timedelta(seconds=1)
TOP: Final = 100
LATELY: Final = timedelta(minutes=10)
"""How far back a row's movement is counted."""
FIELDS: Final = (
    "position", "rank", "silver", "points", "hands", "wins", "out", "difference", "disqualified", "event_id",
)  # fmt: skip
LIVE: Final = (Event.State.OPEN, Event.State.RUNNING, Event.State.PAUSED, Event.State.FINISHING)


class RankingPage(NamedTuple):
    """A piece of the ranking as last computed. `rows`: the dicts of docs/protocol.md, with `bot` beside them."""

    total: int
    computed_ago_ms: int
    rows: list[dict[str, Any]]
    final: bool

    def to_json(self) -> dict[str, Any]:
        return {"total": self.total, "computed_ago_ms": self.computed_ago_ms, "rows": self.rows}


def compute_leaderboard(slug: str, *, final: bool = False) -> bool:
    """Compute and store an event's ranking unless that was done within the last second; True when done.

    Friends are not ranked. A final ranking is computed once more without that pause and never again. Locks: the ranking's row.
    """
    with transaction.atomic():
        event = Event.objects.get(slug=slug)
        if event.friends:
            return False
        now = timezone.now()
        Ranking.objects.get_or_create(event=event, defaults={"computed_at": now - AT_MOST_EVERY})
        row = Ranking.objects.select_for_update().get(event=event)
        if row.final or (not final and now - row.computed_at < AT_MOST_EVERY):
            return False
        changed = _store(event)
        row.computed_at, row.final = now, final
        row.save()
        if changed or final:
            transaction.on_commit(partial(_push, event))
    return True


def rank_again(slug: str) -> bool:
    """Compute the ranking of a finished event once more, because of what an organiser decided after its end.

    Files made of the old one are written anew. False for an event whose ranking is not final yet.
    Call inside the act's transaction. Locks: the ranking's row.
    """
    row = (
        Ranking.objects.select_for_update(of=("self",))
        .select_related("event")
        .filter(event__slug=slug, final=True)
        .first()
    )
    if row is None:
        return False
    _store(row.event)
    row.computed_at = timezone.now()
    row.save(update_fields=["computed_at"])
    files = Export.objects.filter(event=row.event)
    files.update(state=Export.State.ASKED, done=0, total=0, asked_at=row.computed_at, moved_at=None)
    for kind in files.values_list("kind", flat=True):
        transaction.on_commit(partial(broadcast.ask, "write_export", slug, kind))
    transaction.on_commit(partial(_push, row.event))
    return True


def sweep_leaderboards() -> None:
    """Compute the ranking of every event that is going on."""
    ranked = Event.objects.filter(state__in=LIVE).exclude(kind=Event.Kind.FRIENDS)
    for slug in ranked.values_list("slug", flat=True):
        compute_leaderboard(slug)


def ranking_page(event: Event, offset: int = 0, limit: int = TOP) -> RankingPage:
    """Rows `offset` to `offset + limit` of the ranking as last computed. Nobody is told who waits, rests or plays."""
    computed = Ranking.objects.filter(event=event).first()
    ago = timezone.now() - computed.computed_at if computed else timedelta()
    standings = Standing.objects.filter(event=event)
    rows = standings.select_related("entry__player").order_by("position")[offset : offset + limit]
    return RankingPage(
        standings.count(),
        max(0, ago // timedelta(milliseconds=1)),
        [row_json(row) for row in rows],
        bool(computed and computed.final),
    )


def ranking_row(event: Event, player: Player) -> dict[str, Any] | None:
    """The player's own row, None when the ranking does not hold the player (yet)."""
    own = Standing.objects.select_related("entry__player").filter(event=event, entry__player=player).first()
    return row_json(own) if own else None


def movements(event: Event, players: Iterable[str]) -> dict[str, int]:
    """By how many ranks players have risen (or, below 0, fallen) lately; those who stay where they are are left out."""
    moved = Standing.objects.filter(
        event=event,
        entry__player__in=list(players),
        counted_from__gt=timezone.now() - LATELY,
        rank__isnull=False,
        rank_before__isnull=False,
    ).exclude(rank=F("rank_before"))
    return {player: before - rank for player, rank, before in moved.values_list("entry__player", "rank", "rank_before")}


def row_json(row: Standing) -> dict[str, Any]:
    """One row of `GET /api/events/{slug}/ranking`, and whether the player is a bot."""
    player = row.entry.player
    return {
        "rank": row.rank,
        "player": player.pk,
        "nickname": player.nickname,
        "silver": row.silver,
        "points": row.points,
        "hands": row.hands,
        "wins": row.wins,
        "state": "disqualified" if row.disqualified else "out" if row.out else "in",
        "bot": player.is_bot,
        **({} if row.difference is None else {"difference": row.difference / 100}),
    }


def _store(event: Event) -> bool:
    """Write the rows that differ; whether any did."""
    new = {row.entry_id: row for row in _rows(event)}
    old = {row.entry_id: row for row in Standing.objects.filter(event=event)}
    gone = old.keys() - new.keys()
    fresh = [row for key, row in new.items() if key not in old or _values(old[key]) != _values(row)]
    for row in fresh:
        _count_movement(row, old.get(row.entry_id))
    Standing.objects.filter(pk__in=gone).delete()
    Standing.objects.bulk_create(
        fresh,
        update_conflicts=True,
        unique_fields=["entry"],
        update_fields=[*(name.removesuffix("_id") for name in FIELDS), "rank_before", "counted_from"],
    )
    return bool(fresh or gone)


def _count_movement(row: Standing, before: Standing | None) -> None:
    """Go on counting from where counting began lately, else from the rank that is left now; never from no rank."""
    now = timezone.now()
    if before is None or before.rank is None:
        row.rank_before, row.counted_from = row.rank, now
    elif before.counted_from is not None and before.counted_from > now - LATELY:
        row.rank_before, row.counted_from = before.rank_before, before.counted_from
    else:
        row.rank_before, row.counted_from = before.rank, now


def results_of(event: Event) -> list[ranking.Result]:
    """What the ranking is made of, as the ledger stands now."""
    return _results(event, _ranked_entries(event))


def _rows(event: Event) -> list[Standing]:
    entries = {entry.pk: entry for entry in _ranked_entries(event)}
    results = _results(event, entries.values())
    return [_standing(event, entries[ranked.result.key], ranked) for ranked in ranking.order(results, event.min_hands)]


def _results(event: Event, entries: Iterable[Entry]) -> list[ranking.Result]:
    standing = Sanction.objects.filter(event=event, kind=Sanction.Kind.DISQUALIFY, lifted_at=None)
    gone = set(standing.values_list("player_id", flat=True))
    made = _differences(event) if event.same_walls else {}
    return [
        ranking.Result(
            entry.pk,
            entry.silver_account.balance,
            entry.points_account.balance,
            entry.hands,
            entry.player_id in gone,
            made.get(entry.player_id, Fraction(0)),
        )
        for entry in entries
    ]


def _differences(event: Event) -> dict[str, Fraction]:
    """What each player made of the same tiles, over the heats that are done."""
    hands = Hand.objects.filter(table__event=event.slug, table__heat__over_at__isnull=False, voided_at=None)
    results = []
    for hand in hands.exclude(ended_at=None).select_related("table").prefetch_related("table__seats"):
        for seat in hand.table.seats.all():
            hu = (hand.result or {})["settlement"][seat.index]
            results.append(SeatResult(hand.table.heat_id, hand.number, seat.index, seat.player_id, hu))
    return differences(results)


def _ranked_entries(event: Event) -> Sequence[Entry]:
    """People; bots only where they play among themselves."""
    entered = Entry.objects.filter(event=event).exclude(state=Entry.State.LEFT)
    entries = entered.select_related("player", "silver_account", "points_account")
    people = [entry for entry in entries if not entry.player.is_bot]
    return people or list(entries)


def _standing(event: Event, entry: Entry, ranked: ranking.Ranked) -> Standing:
    return Standing(
        entry=entry,
        event=event,
        position=ranked.position,
        rank=ranked.rank,
        silver=ranked.result.silver,
        points=ranked.result.points,
        hands=entry.hands,
        wins=entry.wins,
        out=ranked.result.silver == 0 and not event.reentry,
        disqualified=ranked.result.disqualified,
        difference=round(ranked.result.difference * 100) if event.same_walls else None,
    )


def _values(row: Standing) -> tuple[Any, ...]:
    return tuple(getattr(row, name) for name in FIELDS)


def _push(event: Event) -> None:
    broadcast.to_event(event.slug, ranking_frame(event))


def ranking_frame(event: Event) -> dict[str, Any]:
    """The `ranking` frame of docs/protocol.md: the top 100."""
    return {"type": "ranking", **ranking_page(event).to_json()}
