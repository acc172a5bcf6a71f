"""The ranking: computed from the ledger, stored as a snapshot with its time, pushed at most once a second."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from fractions import Fraction
from functools import lru_cache, partial
from time import monotonic
from typing import Any, Final, NamedTuple

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from accounts.models import Player
from tournaments import broadcast, ranking
from tournaments.models import Event, Export, Ranking, Sanction, Standing
from tournaments.service.placing import LATELY, differences_of, place_all, ranked_entries

AT_MOST_EVERY: Final = timedelta(seconds=1)
TOP: Final = 100
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
    """Compute and store an event's ranking, unless that is being done or was done a moment ago; True when done.

    Friends are not ranked. A final ranking is computed once more without that pause and never again. Locks: the ranking's row.
    """
    with transaction.atomic():
        event = Event.objects.get(slug=slug)
        if event.friends:
            return False
        now = timezone.now()
        Ranking.objects.get_or_create(event=event, defaults={"computed_at": now - AT_MOST_EVERY})
        # Who would wait for another that computes keeps a worker from drawing tables.
        row = Ranking.objects.select_for_update(skip_locked=not final).filter(event=event).first()
        if row is None or row.final or (not final and now - row.computed_at < _pause(row)):
            return False
        changed = _compute(row, event, now)
        row.final = final
        row.save()
        if changed or final:
            transaction.on_commit(partial(_push, event))
    return True


def _pause(row: Ranking) -> timedelta:
    """Where it took seconds, the ranking rests four times as long: it takes a fifth of one worker at most."""
    return AT_MOST_EVERY + timedelta(seconds=4 * (row.took_ms // 1000))


def _compute(row: Ranking, event: Event, now: datetime) -> bool:
    """Write the rows, and in memory what the ranking says of itself; whether any row changed."""
    began = monotonic()
    row.total, changed = place_all(event, now)
    row.computed_at, row.took_ms = now, round(1000 * (monotonic() - began))
    return bool(changed)


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
    _compute(row, row.event, timezone.now())
    row.save()
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
    if computed is None:
        return RankingPage(0, 0, [], False)
    ago = timezone.now() - computed.computed_at
    rows = _rows_as_of(event.pk, computed.computed_at, offset, limit, int(monotonic()))
    return RankingPage(computed.total, max(0, ago // timedelta(milliseconds=1)), list(rows), computed.final)


@lru_cache(maxsize=64)
def _rows_as_of(
    event: int, _computed_at: datetime, offset: int, limit: int, _second: int
) -> tuple[dict[str, Any], ...]:
    """A page's rows, for a hall that asks for the same ones at once; a second, since a player may take another name."""
    rows = Standing.objects.filter(event=event, position__gte=offset, position__lt=offset + limit)
    return tuple(row_json(row) for row in rows.select_related("entry__player").order_by("position"))


def ranking_row(event: Event, player: Player) -> dict[str, Any] | None:
    """The player's own row, None when the ranking does not hold the player (yet)."""
    own = Standing.objects.filter(entry__event=event, entry__player=player).first()
    return _row_json(own, player) if own else None


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
    return _row_json(row, row.entry.player)


def _row_json(row: Standing, player: Player) -> dict[str, Any]:
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


def results_of(event: Event) -> list[ranking.Result]:
    """What the ranking is made of, as the ledger stands now."""
    entries = ranked_entries(event).select_related("player", "silver_account", "points_account")
    people = [entry for entry in entries if not entry.player.is_bot] or list(entries)
    standing = Sanction.objects.filter(event=event, kind=Sanction.Kind.DISQUALIFY, lifted_at=None)
    gone = set(standing.values_list("player_id", flat=True))
    made = differences_of(event) if event.same_walls else {}
    return [
        ranking.Result(
            entry.pk,
            entry.silver_account.balance,
            entry.points_account.balance,
            entry.hands,
            entry.player_id in gone,
            made.get(entry.player_id, Fraction(0)),
        )
        for entry in people
    ]


def _push(event: Event) -> None:
    broadcast.to_event(event.slug, ranking_frame(event))


def ranking_frame(event: Event) -> dict[str, Any]:
    """The `ranking` frame of docs/protocol.md: the top 100."""
    return {"type": "ranking", **ranking_page(event).to_json()}
