"""Pages of tables, hands, histories and rules."""

from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import Player
from games import access, recording, snapshot
from games import history as player_history
from games.engine import glossary
from games.engine.rules import PRESETS
from games.models import Hand, Table


@never_cache
@require_safe
def table(request: HttpRequest, table_id: str) -> HttpResponse:
    """The live table, for its players and for watchers; what one may not see does not exist."""
    place = access.place_at(table_id, _player(request))
    if place is None:
        raise Http404
    shown = snapshot.for_watcher(table_id) if place.seat is None else snapshot.for_seat(table_id, place.seat)
    found = Table.objects.get(id=table_id)
    context = {
        "table": found,
        "table_id": table_id,
        "ws_path": f"/ws/tables/{table_id}/",
        "initial_view": {"v": shown.v, "view": shown.view} if shown else None,
        "event_url": _event_url(found),
        "glossary": glossary.as_json(),
    }
    return render(request, "games/table.html", context)


@require_safe
def replay(request: HttpRequest, hand_id: str) -> HttpResponse:
    """A finished hand: its score sheet, its steps, its record."""
    hand = _finished(hand_id)
    context = {
        "hand": hand,
        "seats": list(hand.table.seats.all()),
        "record": recording.record_of(hand),
        "result": hand.result,
        "steps_url": reverse("games:steps", args=[hand.id]),
        "record_url": f"/api/hands/{hand.id}/record",
        "event_url": _event_url(hand.table),
        "glossary": glossary.as_json(),
        **_review(request, hand),
    }
    return render(request, "games/replay.html", context)


def _review(request: HttpRequest, hand: Hand) -> dict[str, Any]:
    """A look back at one seat's throws: the one asked for (`?review=0`), or the reader's own after bots."""
    asked = request.GET.get("review", "")
    seats = list(hand.table.seats.all())
    seat = int(asked) if asked in {"0", "1", "2", "3"} else None
    if seat is None and any(one.is_bot for one in seats):
        reader = _player(request)
        seat = next((one.index for one in seats if reader and one.player_id == reader.id), None)
    return {"review_seat": seat, "review": [] if seat is None else recording.review_of(hand, seat)}


@require_safe
def steps(request: HttpRequest, hand_id: str) -> JsonResponse:
    """The steps of a finished hand as views for one seat (`?seat=0`), everybody's tiles beside them."""
    seat = request.GET.get("seat", "0")
    if seat not in {"0", "1", "2", "3"}:
        raise Http404
    hand = _finished(hand_id)
    response = JsonResponse({"hand_id": hand.id, "seat": int(seat), "steps": recording.steps_of(hand, int(seat))})
    response["Cache-Control"] = "public, max-age=3600"
    return response


@never_cache
@require_safe
def history(request: HttpRequest, player_id: str) -> HttpResponse:
    """A player's finished hands; as a fragment, one more page of them."""
    player = get_object_or_404(Player, id=player_id)
    viewer = _player(request)
    narrowed = {name: request.GET[name] for name in ("event", "outcome") if request.GET.get(name)}
    viewer_id = viewer.id if viewer else None
    rows = player_history.finished_hands(player.id, request.GET.get("before"), viewer=viewer_id, **narrowed)
    full = len(rows) == player_history.PAGE
    context = {
        "player": player,
        "hands": rows,
        "next_query": urlencode({"before": rows[-1]["hand_id"], **narrowed}) if full else None,
        "events": player_history.events_of(player.id, viewer_id),
        "narrowed": narrowed,
    }
    template = "games/_history.html" if request.htmx else "games/history.html"  # type: ignore[attr-defined]
    return render(request, template, context)


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    return render(request, "games/rules.html", {"presets": list(PRESETS.values())})


@require_safe
def terms(request: HttpRequest) -> HttpResponse:
    return render(request, "games/terms.html")


@require_safe
def tips(request: HttpRequest) -> HttpResponse:
    return render(request, "games/tips.html")


def _player(request: HttpRequest) -> Player | None:
    return request.user if request.user.is_authenticated else None  # type: ignore[return-value]


def _finished(hand_id: str) -> Hand:
    """The hand, once it is over; before that it does not exist for anybody here."""
    return get_object_or_404(Hand.objects.open_to_all().select_related("table"), id=hand_id)


def _event_url(found: Table) -> str:
    return reverse("tournaments:event", args=[found.event]) if found.event else reverse("home")
