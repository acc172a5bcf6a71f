"""What the ranking's page shows: its rows as they are sent, the reader's own among them.

At the end of every hand a whole hall asks for the same page. So its rows are rendered once a second and computing, and for each
reader only the own row anew.
"""

from collections.abc import Mapping
from datetime import datetime
from functools import lru_cache
from time import monotonic
from typing import Any, NamedTuple

from django.template.loader import render_to_string
from django.utils.translation import get_language

from accounts.models import Player
from tournaments import service
from tournaments.cards import duration_text
from tournaments.ledger import Totals
from tournaments.models import Event
from tournaments.service.listing import MANY, OVER, lately


def ranking_context(
    event: Event, player: Player | None, offset: int, limit: int, *, sums: bool = True
) -> dict[str, Any]:
    """A page of the ranking with the reader's own row marked, and kept in sight when it is on another page.

    `sums`: with the silver given out and held.
    """
    page = service.ranking_page(event, offset, limit, player)
    if not page.rows and offset:
        offset = max(0, page.total - 1) // limit * limit
        page = service.ranking_page(event, offset, limit, player)
    shown = _shown(event, page.computed_at, offset, limit, get_language(), int(monotonic()))
    rows, own, elsewhere = dict(shown.rows), None, False
    if page.own is not None:
        me = page.own["player"]
        elsewhere = me not in rows
        moved = _moved(event, [page.own]) if elsewhere else shown.moved
        own = _row(event, page.own, moved, shown.offline, own=True)
        rows |= {} if elsewhere else {me: own}
    return {
        "rows": rows.values(),
        "own": own if elsewhere else None,
        "offset": offset,
        "previous": max(0, offset - limit) if offset else None,
        "next": offset + limit if offset + limit < page.total else None,
        "ago": duration_text(page.computed_ago_ms),
        "min_hands": event.min_hands,
        **({"silver": _totals(event, page.total)} if sums else {}),
    }


class Shown(NamedTuple):
    """A page's rows as HTML by player, none of them anybody's own, and what they were made of besides the ranking."""

    rows: tuple[tuple[str, str], ...]
    moved: Mapping[str, int]
    offline: Mapping[str, int]


@lru_cache(maxsize=128)
def _shown(
    event: Event, _computed_at: datetime | None, offset: int, limit: int, _language: str, _second: int
) -> Shown:  # fmt: skip
    rows = service.ranking_page(event, offset, limit).rows
    moved, offline = _moved(event, rows), service.offline_counts(event)
    return Shown(tuple((row["player"], _row(event, row, moved, offline)) for row in rows), moved, offline)


def _row(
    event: Event, row: dict[str, Any], moved: Mapping[str, int], offline: Mapping[str, int], *, own: bool = False
) -> str:
    """One row as HTML: whether it is the reader's, and the ranks won and lost lately."""
    player, change = row["player"], moved.get(row["player"], 0)
    shown = {"own": own, "risen": max(0, change), "fallen": max(0, -change), "offline": offline.get(player, 0)}
    return render_to_string("tournaments/_ranking_row.html", {"row": row | shown, "event": event})


def _moved(event: Event, rows: list[dict[str, Any]]) -> dict[str, int]:
    return {} if event.state in OVER else service.movements(event, (row["player"] for row in rows))


def _totals(event: Event, entrants: int) -> Totals:
    return _totals_lately(event, lately()) if entrants >= MANY else service.silver_totals(event)


@lru_cache(maxsize=16)
def _totals_lately(event: Event, _lately: int) -> Totals:
    return service.silver_totals(event)
