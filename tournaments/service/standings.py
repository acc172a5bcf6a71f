"""The ranking: computed from the ledger, stored as a snapshot with its time, pushed at most once a second."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from fractions import Fraction
from functools import lru_cache, partial
from time import monotonic
from typing import Any, Final, NamedTuple

from django.db import connection, transaction
from django.db.models import F
from django.utils import timezone

from accounts.models import Player
from tournaments import broadcast, ranking
from tournaments.models import Event, Export, Ranking, Standing
from tournaments.service.placing import LATELY, differences_of, disqualified, place_all, ranked_entries

AT_MOST_EVERY: Final = timedelta(seconds=1)
TOP: Final = 100
COLUMNS: Final = ("rank", "silver", "points", "hands", "wins", "out", "disqualified", "difference")
"""What of a Standing is told."""
LIVE: Final = (Event.State.OPEN, Event.State.RUNNING, Event.State.PAUSED, Event.State.FINISHING)
_AS_OF: Final = """
    SELECT computed_at, total, final, own.entry_id IS NOT NULL, own.rank, own.silver, own.points, own.hands, own.wins,
           own.out, own.disqualified, own.difference
    FROM tournaments_ranking AS ranking
    LEFT JOIN tournaments_entry AS entry ON entry.event_id = ranking.event_id AND entry.player_id = %s
    LEFT JOIN tournaments_standing AS own ON own.entry_id = entry.id
    WHERE ranking.event_id = %s
"""


class RankingPage(NamedTuple):
    """A piece of the ranking as last computed. `rows`: the dicts of docs/protocol.md, with `bot` beside them; `own`: the
    reader's among them, None when the ranking does not hold the reader (yet)."""

    total: int
    computed_ago_ms: int
    rows: list[dict[str, Any]]
    final: bool
    own: dict[str, Any] | None = None
    computed_at: datetime | None = None

    def to_json(self) -> dict[str, Any]:
        return {"total": self.total, "computed_ago_ms": self.computed_ago_ms, "rows": self.rows}


def soon_ranked(slug: str) -> None:
    """Have the ranking computed in a second, once for all that happens in this one; call after the commit."""
    broadcast.ask_once(str(int(timezone.now().timestamp())), "compute_leaderboard", slug, in_ms=1000)


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


def ranking_page(event: Event, offset: int = 0, limit: int = TOP, reader: Player | None = None) -> RankingPage:
    """Rows `offset` to `offset + limit` of the ranking as last computed, and the reader's own row beside them.

    Nobody is told who waits, rests or plays.
    """
    with connection.cursor() as cursor:  # one question: it is asked by everybody at every hand's end
        cursor.execute(_AS_OF, [reader.pk if reader else None, event.pk])
        computed = cursor.fetchone()
    if computed is None:
        return RankingPage(0, 0, [], False)
    computed_at, total, final, placed, *columns = computed
    ago = timezone.now() - computed_at
    rows = _rows_as_of(event.pk, computed_at, offset, limit, int(monotonic()))
    own = _told(reader.pk, reader.nickname, reader.is_bot, *columns) if reader and placed else None
    return RankingPage(total, max(0, ago // timedelta(milliseconds=1)), list(rows), final, own, computed_at)


@lru_cache(maxsize=64)
def _rows_as_of(
    event: int, _computed_at: datetime, offset: int, limit: int, _second: int
) -> tuple[dict[str, Any], ...]:
    """A page's rows, for a hall that asks for the same ones at once; a second, since a player may take another name."""
    rows = Standing.objects.filter(event=event, position__gte=offset, position__lt=offset + limit).order_by("position")
    player = [f"entry__player__{name}" for name in ("id", "nickname", "is_bot")]
    return tuple(_told(*row) for row in rows.values_list(*player, *COLUMNS))


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
    return _told(player.pk, player.nickname, player.is_bot, *(getattr(row, name) for name in COLUMNS))


def _told(
    player: str, nickname: str, bot: bool, rank: int | None, silver: int, points: int, hands: int, wins: int, out: bool,
    disqualified: bool, difference: int | None,
) -> dict[str, Any]:  # fmt: skip
    return {
        "rank": rank,
        "player": player,
        "nickname": nickname,
        "silver": silver,
        "points": points,
        "hands": hands,
        "wins": wins,
        "state": "disqualified" if disqualified else "out" if out else "in",
        "bot": bot,
        **({} if difference is None else {"difference": difference / 100}),
    }


def results_of(event: Event) -> list[ranking.Result]:
    """What the ranking is made of, as the ledger stands now."""
    entries = ranked_entries(event).select_related("player", "silver_account", "points_account")
    people = [entry for entry in entries if not entry.player.is_bot] or list(entries)
    gone = disqualified(event)
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
