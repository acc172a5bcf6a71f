"""The first page, the zone, and an event's room and ranking. They read, call one service function, and show."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from accounts import limits, once
from accounts.errors import ApiError
from accounts.models import Player
from games.models import LiveSeat
from tournaments import houserules, service
from tournaments.arrival import become_guest, event_here, lead_to, note_trace, reader
from tournaments.cards import EventCard, card_of, cards_of, clock_text, paces
from tournaments.invitation import invitation
from tournaments.letterwords import letters_for
from tournaments.models import Event
from tournaments.rankingpage import ranking_context
from tournaments.service import Me, NotNow
from tournaments.service.announcements import standing_announcement
from tournaments.service.clubs import clubs_of
from tournaments.service.sanctions import why_unwelcome

PAGE = 50
SHORT = 5
State = Event.State


@never_cache
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """What this is, and what is being played."""
    cards = _cards(request)
    running = [card for card in cards if card.state == State.RUNNING]
    context = {
        "running": [card for card in running if not card.practice],
        "practice": [card for card in running if card.practice],
    }
    return render(request, "tournaments/home.html", context)


@never_cache
@require_safe
def zone(request: HttpRequest) -> HttpResponse:
    """玉环麻将争霸赛专区: what to know, and the events by state."""
    cards = _cards(request)
    contests = [card for card in cards if not card.practice]
    context = {
        "running": [card for card in contests if card.state in (State.RUNNING, State.PAUSED, State.FINISHING)],
        "coming": [card for card in contests if card.state in (State.OPEN, State.DRAFT)],
        "ended": [card for card in cards if card.is_over],
        "practice": [card for card in cards if card.practice and not card.is_over],
    }
    return render(request, "tournaments/zone.html", context)


@never_cache
@require_safe
def event(request: HttpRequest, slug: str) -> HttpResponse:
    """An event's room: enter, sit down, start, wait; and the top of its ranking."""
    found = event_here(request, slug)
    if found.friends:
        return redirect("tournaments:friends_room", slug)
    context = _room(request, found) | {
        "ranking": ranking_context(found, reader(request), 0, SHORT, sums=False),
        "house": houserules.compare(found.play_rules()),
        "recovery_code": once.take(request, "recovery_code"),
        "invitation": invitation(request, reverse("tournaments:event", args=[slug])),
    }
    return render(request, "tournaments/event.html", context)


@never_cache
@require_safe
@vary_on_headers("HX-Request")
def me(request: HttpRequest, slug: str) -> HttpResponse:
    """The reader's own place in the event, as a fragment; leads to the table when one has been drawn just now."""
    found = event_here(request, slug)
    if not request.htmx:
        return redirect("tournaments:event", slug)
    return _me_fragment(request, found)


@never_cache
@require_safe
@vary_on_headers("HX-Request")
def ranking(request: HttpRequest, slug: str) -> HttpResponse:
    """The ranking; as a fragment when htmx asks for it again."""
    found = event_here(request, slug)
    if found.friends:
        raise Http404
    if request.htmx and request.GET.get("clubs") == "1":
        return render(request, "tournaments/_clubs.html", {"event": card_of(found), "clubs": clubs_of(found)})
    short = request.htmx and request.GET.get("short") == "1"
    offset = _offset(request)
    context = {
        "event": card_of(found),
        "short": short,
        "clubs": clubs_of(found),
        "ranking": ranking_context(
            found, reader(request), 0 if short else offset, SHORT if short else PAGE, sums=not short
        ),
    }
    return render(request, "tournaments/_ranking.html" if request.htmx else "tournaments/ranking.html", context)


@require_POST
def enter(request: HttpRequest, slug: str) -> HttpResponse:
    """Step into the room; a visitor becomes a guest and is shown the recovery code once."""
    found = event_here(request, slug)
    try:
        if not request.user.is_authenticated:
            if not card_of(found).can_enter:
                raise NotNow(_("This event cannot be entered now."))
            become_guest(request)
        service.enter(found, request.user, request.POST.get("word", "")[:40], limits.address_of(request))
        note_trace(request, found)
    except NotNow as error:
        messages.error(request, str(error))
    except ApiError as error:
        return render(request, "accounts/too_often.html", {"message": error.message}, status=error.status)
    return redirect("tournaments:event", slug)


@require_POST
def start(request: HttpRequest, slug: str) -> HttpResponse:
    """Into the waiting line; in a practice room `pace` may ask for a slower table with bots alone, at once."""
    pace = request.POST.get("pace", "normal")
    return _line(request, slug, lambda event, player: service.start(event, player, pace))


@require_POST
def stop(request: HttpRequest, slug: str) -> HttpResponse:
    """Out of the waiting line."""
    return _line(request, slug, service.stop)


def _line(request: HttpRequest, slug: str, step: Any) -> HttpResponse:
    found, refusal = event_here(request, slug), ""
    if not request.user.is_authenticated:
        return redirect("tournaments:event", slug)
    try:
        table = step(found, request.user).table
        if table is not None:
            return lead_to(request, reverse("games:table", args=[table]))
    except NotNow as error:
        refusal = str(error)
        seat = LiveSeat.objects.filter(player=request.user).first()
        if seat is not None:
            return lead_to(request, reverse("games:table", args=[seat.table_id]))
    if request.htmx:
        return _me_fragment(request, found, refusal)
    if refusal:
        messages.error(request, refusal)
    return redirect("tournaments:event", slug)


def _me_fragment(request: HttpRequest, found: Event, refusal: str = "") -> HttpResponse:
    context = _room(request, found) | {"refusal": refusal}
    response = render(request, "tournaments/_me.html", context)
    if context["me"].table and request.GET.get("was", "seated") != "seated":
        response["HX-Redirect"] = reverse("games:table", args=[context["me"].table])
    return response


def _room(request: HttpRequest, found: Event) -> dict[str, Any]:
    player = reader(request)
    mine = service.me(found, player) if player else Me("none")
    card = card_of(found)
    moved = service.movements(found, [player.pk]).get(player.pk, 0) if player and mine.rank and not card.is_over else 0
    return {
        "event": card,
        "me": mine,
        "word": request.GET.get("ticket", "")[:40],
        "letters": letters_for(player, found),
        "announcement": standing_announcement(found),
        "unwelcome": why_unwelcome(found, player) if player and mine.state in ("none", "idle") else "",
        "risen": max(0, moved),
        "fallen": max(0, -moved),
        "waited": clock_text(mine.waiting_ms or 0),
        "sitting": mine.state == "idle" and request.GET.get("sit") == "1",
        "pressed": _pressed(request),
        "paces": paces(_pace(request, player)) if player and found.practice else (),
    }


def _pressed(request: HttpRequest) -> bool:
    """Whether this answers a press of the reader's own, a link followed before the scripts were there included: what
    comes next has the focus then. A fragment that is asked for again leaves it where it is."""
    if request.htmx:
        return request.method == "POST" or request.GET.get("pressed") == "1"
    return request.GET.get("sit") == "1"


def _pace(request: HttpRequest, player: Player) -> str:
    """The pace that is chosen on the page already, or the one of the last time."""
    return request.GET.get("pace") or player.preferences.get("pace", "normal")


def _cards(request: HttpRequest) -> list[EventCard]:
    player = reader(request)
    entries = player.entries.select_related("silver_account") if player else []
    held = {entry.event_id: entry.silver_account.balance for entry in entries}
    return cards_of(service.visible_events(player), held)


def _offset(request: HttpRequest) -> int:
    text = request.GET.get("offset", "0")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 9 else 0
