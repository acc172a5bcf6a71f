"""A player's finished hands, newest first."""

from datetime import datetime
from typing import Any

from django.db.models import Q

from games.models import Hand, Seat

PAGE = 30


def finished_hands(
    player_id: str, before: str | None = None, limit: int = PAGE, *, viewer: str | None = None
) -> list[dict[str, Any]]:
    """Rows of `GET /api/players/{id}/hands`, with `ended` as a moment and the table's `title`.

    `before` is the `hand_id` of an older page. `viewer`: the id of who reads; hands of private tables are listed for
    those alone who sat there.
    """
    hands = Hand.objects.exclude(ended_at=None).filter(table__seats__player_id=player_id).select_related("table")
    if viewer != player_id:
        shared = Seat.objects.filter(player_id=viewer).values("table")
        hands = hands.filter(Q(table__private=False) | Q(table__in=shared))
    mark = Hand.objects.filter(id=before).values_list("ended_at", flat=True).first() if before else None
    if mark is not None:
        hands = hands.filter(ended_at__lt=mark)
    hands = hands.order_by("-ended_at", "-id")[:limit]
    seats = dict(Seat.objects.filter(player_id=player_id).values_list("table_id", "index"))
    return [_row(hand, seats[hand.table_id]) for hand in hands]


def _row(hand: Hand, seat: int) -> dict[str, Any]:
    result = hand.result or {}
    return {
        "hand_id": hand.id,
        "event": hand.table.event,
        "table": hand.table_id,
        "title": hand.table.title,
        "hand": hand.number,
        "seat": seat,
        "result": _outcome(result, seat),
        "silver": result["silver_moved"][seat],
        "ended": hand.ended_at,
    }


def _outcome(result: dict[str, Any], seat: int) -> str:
    if result["kind"] == "draw":
        return "draw"
    return "win" if result["winner"] == seat else "loss"


def ago_ms(moment: datetime, now: datetime) -> int:
    """Milliseconds since a moment, never below zero."""
    return max(0, round((now - moment).total_seconds() * 1000))
