"""朋友桌: make one, invite, see who has come, open it. They read, call one service function, and show."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import limits, once
from accounts.errors import ApiError
from games.engine.rules import PRESETS
from tournaments import service
from tournaments.arrival import become_guest, event_here, lead_to, reader
from tournaments.cards import card_of, preset_name
from tournaments.invitation import invitation
from tournaments.models import Event
from tournaments.seating import TABLE
from tournaments.service import Me, NotNow


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def friends(request: HttpRequest) -> HttpResponse:
    """What a friends' table is, the own ones, and the form that makes one."""
    if request.method == "POST":
        return _create(request)
    return render(request, "tournaments/friends.html", _form(request))


@never_cache
@require_safe
def room(request: HttpRequest, slug: str) -> HttpResponse:
    """The table's room: the way to it, who has come, 开桌."""
    found = _friends(request, slug)
    context = _room(request, found) | {
        "invitation": invitation(request, reverse("tournaments:friends_room", args=[slug])),
        "recovery_code": once.take(request, "recovery_code"),
    }
    return render(request, "tournaments/friends_room.html", context)


@never_cache
@require_safe
def people(request: HttpRequest, slug: str) -> HttpResponse:
    """Who has come, as a fragment; leads to the table when it has just been opened."""
    found = _friends(request, slug)
    if not request.htmx:
        return redirect("tournaments:friends_room", slug)
    return _people(request, found)


@require_POST
def join(request: HttpRequest, slug: str) -> HttpResponse:
    """Come to the table; a visitor becomes a guest and is shown the recovery code once."""
    found = _friends(request, slug)
    try:
        if not request.user.is_authenticated:
            if not _may_join(found):
                raise NotNow(_("The four chairs of this friends' table are taken."))
            become_guest(request)
        service.enter(found, request.user)
    except NotNow as error:
        messages.error(request, str(error))
    except ApiError as error:
        return render(request, "accounts/too_often.html", {"message": error.message}, status=error.status)
    return redirect("tournaments:friends_room", slug)


@require_POST
def open_table(request: HttpRequest, slug: str) -> HttpResponse:
    """开桌, and 再来一桌."""
    found, refusal = _friends(request, slug), ""
    if not request.user.is_authenticated:
        return redirect("tournaments:friends_room", slug)
    try:
        mine = service.open_friends(found, request.user)
    except NotNow as error:
        refusal = str(error)
    else:
        if mine.table:
            return lead_to(request, reverse("games:table", args=[mine.table]))
    if request.htmx:
        return _people(request, found, refusal)
    messages.error(request, refusal)
    return redirect("tournaments:friends_room", slug)


def _create(request: HttpRequest) -> HttpResponse:
    wanted = request.POST
    hands = wanted.get("hands", "")
    try:
        if not request.user.is_authenticated:
            become_guest(request)
        limits.spend("friends", request.user.pk)
        made = service.create_friends(
            request.user,
            rules=wanted.get("rules", ""),
            hands=int(hands) if hands.isascii() and hands.isdigit() and len(hands) < 4 else 0,
            with_bots=wanted.get("with_bots") == "on",
        )
    except NotNow as error:
        return render(request, "tournaments/friends.html", _form(request) | {"refusal": str(error)}, status=400)
    except ApiError as error:
        return render(request, "accounts/too_often.html", {"message": error.message}, status=error.status)
    return redirect("tournaments:friends_room", made.slug)


def _form(request: HttpRequest) -> dict[str, Any]:
    return {
        "presets": [(label, preset_name(label.partition("@")[0])) for label in PRESETS],
        "hands": service.HANDS,
        "own": service.own_friends(player) if (player := reader(request)) else [],
    }


def _people(request: HttpRequest, found: Event, refusal: str = "") -> HttpResponse:
    context = _room(request, found) | {"refusal": refusal}
    response = render(request, "tournaments/_friends.html", context)
    if context["me"].table and request.GET.get("was", "seated") != "seated":
        response["HX-Redirect"] = reverse("games:table", args=[context["me"].table])
    return response


def _room(request: HttpRequest, found: Event) -> dict[str, Any]:
    player = reader(request)
    here = service.chairs(found)
    mine = service.me(found, player) if player else Me("none")
    started = any(chair.hands for chair in here) or mine.state == "seated"
    return {
        "event": card_of(found),
        "me": mine,
        "chairs": here,
        "empty": range(TABLE - len(here)),
        "missing": TABLE - len(here),
        "host": found.host,
        "is_host": player is not None and player.pk == found.host_id,
        "started": started,
        "may_join": _may_join(found),
        "with_bots": found.with_bots,
        "hands": found.hands_per_table,
    }


def _may_join(found: Event) -> bool:
    return card_of(found).can_enter and service.has_room(found)


def _friends(request: HttpRequest, slug: str) -> Event:
    found = event_here(request, slug)
    if not found.friends:
        raise Http404
    return found
