"""Pages of tables, hands, histories and rules."""

from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import Player
from games import access, recording, ruleform, sharing, snapshot
from games import history as player_history
from games.calculator import query_of_hand
from games.engine import glossary
from games.engine.clock import settings_from_json
from games.engine.glossary import word
from games.engine.rules import PRESET_NAMES, overrides_of, rules_for
from games.handsheet import sheet_of_hand
from games.models import Hand, Table
from games.review_words import in_words
from games.scoresheet import ScoreSheet


@never_cache
@require_safe
def table(request: HttpRequest, table_id: str) -> HttpResponse:
    """The live table, for its players and for watchers; what one may not see does not exist."""
    place = access.place_at(table_id, _player(request))
    if place is None:
        raise Http404
    (shown,) = snapshot.shown_to([(table_id, place.seat)])
    found = Table.objects.get(id=table_id)
    context = {
        "table": found,
        "table_id": table_id,
        "ws_path": f"/ws/tables/{table_id}/",
        "initial_view": {"v": shown.v, "view": shown.view} if shown else None,
        "event_url": _event_url(found),
        "glossary": glossary.as_json(),
        "untimed": settings_from_json(found.settings).untimed,
    }
    return render(request, "games/table.html", context)


@never_cache
@require_safe
def sheet(request: HttpRequest, hand_id: str) -> HttpResponse:
    """The score sheet of a finished hand alone, which the table shows when the hand is over.

    Who sat there sees it, even of a hand that is open to nobody else yet.
    """
    reader = _player(request)
    hand = Hand.objects.exclude(ended_at=None).select_related("table__heat").filter(id=hand_id).first()
    if hand is None or not (hand.table.seats.filter(player=reader).exists() if reader else False):
        hand = _finished(hand_id)
    elif hand.table.in_running_heat or hand.table.hides_names:
        return render(request, "games/_sheet.html", {"sheet": _sheet(request, hand), "links": []})
    shown, page = _sheet(request, hand), reverse("games:replay", args=[hand.id])
    links = [(_("Replay of this hand"), page)]
    if shown.mine and any(row.person.bot for row in shown.rows):
        links.append((_("A look back at your throws"), f"{page}#review"))
    return render(request, "games/_sheet.html", {"sheet": shown, "links": [*links, *_sheet_links(hand, shown)]})


@require_safe
def replay(request: HttpRequest, hand_id: str) -> HttpResponse:
    """A finished hand: its score sheet, its steps, its record."""
    hand = _finished(hand_id)
    shown = _sheet(request, hand)
    context = {
        "hand": hand,
        "seats": list(hand.table.seats.all()),
        "sheet": shown,
        "links": _sheet_links(hand, shown),
        "sharing": sharing.shared(request, hand, shown),
        "earlier": sharing.finished(hand.table_id).filter(number__lt=hand.number).values_list("id", flat=True).last(),
        "later": sharing.finished(hand.table_id).filter(number__gt=hand.number).values_list("id", flat=True).first(),
        "steps_url": reverse("games:steps", args=[hand.id]),
        "event_url": _event_url(hand.table) if shown.mine or not hand.table.private else "",
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
    found = [] if seat is None else [in_words(slip) for slip in recording.review_of(hand, seat)]
    return {"review_seat": seat, "review": found, "slips": [{"seat": seat, "step": slip["step"]} for slip in found]}


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


@require_safe
def record(request: HttpRequest, hand_id: str) -> HttpResponse:
    """The record of a finished hand as a file."""
    hand = _finished(hand_id)
    return sharing.record_file([hand], f"yuhuan-{hand.table_id}-{hand.number}")


@require_safe
def records(request: HttpRequest, table_id: str) -> HttpResponse:
    """The records of a table's finished hands as one file; of a private table for those alone who sat there."""
    found = get_object_or_404(Table, id=table_id)
    hands, reader = list(sharing.finished(table_id)), _player(request)
    here = reader is not None and found.seats.filter(player=reader).exists()
    if not hands or (found.private and not here):
        raise Http404
    return sharing.record_file(hands, f"yuhuan-{table_id}")


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
    """The rules; `?event=` sets an event's own beside the presets."""
    slug = request.GET.get("event", "")[:64]
    event = ruleform.rules_of_event(slug, _player(request))
    language = "zh" if (get_language() or "zh").startswith("zh") else "en"
    context = {
        "event": event,
        "event_slug": slug,
        "event_preset": word("preset", event.rules.name, language) if event else "",
        "changed": len(overrides_of(event.rules)) if event else 0,
        "preset_names": [(name, word("preset", name, language)) for name in PRESET_NAMES],
        "table": ruleform.side_by_side(event.rules if event else None),
    }
    return render(request, "games/rules.html", context)


@require_safe
def terms(request: HttpRequest) -> HttpResponse:
    return render(request, "games/terms.html")


@require_safe
def tips(request: HttpRequest) -> HttpResponse:
    return render(request, "games/tips.html")


def _player(request: HttpRequest) -> Player | None:
    return request.user if request.user.is_authenticated else None  # type: ignore[return-value]


def _sheet(request: HttpRequest, hand: Hand) -> ScoreSheet:
    reader = _player(request)
    return sheet_of_hand(hand, reader.id if reader else None)


def _sheet_links(hand: Hand, shown: ScoreSheet) -> list[tuple[str, str]]:
    """Where a score sheet leads besides the replay: the calculator with the same hand, the rules it was played under.

    The address of a friends' table is its invitation: a link to a hand does not pass that on.
    """
    known = hand.table.event and (not hand.table.private or shown.mine)
    event = "?" + urlencode({"event": hand.table.event}) + "#presets" if known else ""
    links = [(_("Rules"), reverse("games:rules") + event)]
    if hand.result and shown.winner and shown.wild:
        rules = rules_for(hand.table.rules, hand.table.overrides)
        query = query_of_hand(hand.result, rules, shown.wild, hand.dealer)
        links.insert(0, (_("In the calculator"), reverse("games:calculator") + query))
    return links


def _finished(hand_id: str) -> Hand:
    """The hand, once it is over; before that it does not exist for anybody here."""
    return get_object_or_404(Hand.objects.open_to_all().select_related("table__heat"), id=hand_id)


def _event_url(found: Table) -> str:
    return reverse("tournaments:event", args=[found.event]) if found.event else reverse("home")
