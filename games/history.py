"""A player's finished hands, newest first."""

from datetime import datetime
from typing import Any

from django.db.models import F, Q, QuerySet

from games.models import AT_OPEN_TABLES, WINNER, Hand, Seat

PAGE = 30
OUTCOMES = ("win", "loss", "draw")


def finished_hands(
    player_id: str,
    before: str | None = None,
    limit: int = PAGE,
    *,
    viewer: str | None = None,
    event: str = "",
    outcome: str = "",
) -> list[dict[str, Any]]:
    """Rows of `GET /api/players/{id}/hands`, with `ended` as a moment and the table's `title`.

    `before` is the `hand_id` of an older page. `viewer`: the id of who reads; hands of private tables are listed for
    those alone who sat there. `event` (a slug) and `outcome` (one of OUTCOMES) narrow the list.
    """
    hands = _hands_of(player_id, viewer)
    if event:
        hands = hands.filter(table__event=event)
    if outcome in OUTCOMES:
        hands = _with_outcome(hands, outcome)
    mark = _place_of(player_id, before) if before else None
    if mark is not None:
        seat, number = mark
        hands = hands.filter(Q(seat__lt=seat) | Q(number__lt=number), seat__lte=seat)
    # One sits at one table at a time: the newest seats have the newest hands, and the rest need not be looked at.
    hands = hands.select_related("table").order_by("-seat", "-number")[:limit]
    return [_row(hand, hand.own) for hand in hands]


def events_of(player_id: str, viewer: str | None = None) -> list[tuple[str, str]]:
    """Slug and title of the events at whose tables the player sat, as far as the viewer may find them, by title."""
    seats = Seat.objects.filter(AT_OPEN_TABLES, _found_by(viewer, player_id), player_id=player_id)
    tables = seats.exclude(table__event="").values_list("table__event", "table__title")
    return sorted(dict(tables.order_by().distinct()).items(), key=lambda event: event[1])


def _place_of(player_id: str, hand_id: str) -> tuple[int, int] | None:
    """A hand's place in the player's list: the seat's id and the hand's number."""
    return (
        Seat.objects.filter(player_id=player_id, table__hands=hand_id).values_list("pk", "table__hands__number").first()
    )


def _hands_of(player_id: str, viewer: str | None) -> QuerySet[Hand]:
    """Finished hands of a player with its seat, `own` its index and `seat` its id, as far as the viewer may find them."""
    hands = Hand.objects.open_to_all().filter(_found_by(viewer, player_id), table__seats__player_id=player_id)
    return hands.annotate(own=F("table__seats__index"), seat=F("table__seats__id"))


def _found_by(viewer: str | None, player_id: str) -> Q:
    """Of a player's hands or seats those that the viewer may find: all of its own, of private tables the shared ones."""
    if viewer == player_id:
        return Q()
    return Q(table__private=False) | Q(table__in=Seat.objects.filter(player_id=viewer).values("table"))


def _with_outcome(hands: QuerySet[Hand], outcome: str) -> QuerySet[Hand]:
    hands = hands.filter(voided_at=None).annotate(winner=WINNER)
    if outcome == "draw":
        return hands.filter(winner=None)
    return hands.filter(winner=F("own")) if outcome == "win" else hands.exclude(winner=None).exclude(winner=F("own"))


def _row(hand: Hand, seat: int) -> dict[str, Any]:
    result = hand.result or {}
    return {
        "hand_id": hand.id,
        "event": hand.table.event,
        "table": hand.table_id,
        "title": hand.table.title,
        "hand": hand.number,
        "seat": seat,
        "result": "void" if hand.voided_at else _outcome(result, seat),
        "silver": 0 if hand.voided_at else result["silver_moved"][seat],
        "ended": hand.ended_at,
    }


def _outcome(result: dict[str, Any], seat: int) -> str:
    if result["kind"] == "draw":
        return "draw"
    return "win" if result["winner"] == seat else "loss"


def ago_ms(moment: datetime, now: datetime) -> int:
    """Milliseconds since a moment, never below zero."""
    return max(0, round((now - moment).total_seconds() * 1000))
