"""朋友桌: make one, invite, see who has come, open it. They read, call one service function, and show."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import limits, once
from accounts.errors import ApiError
from accounts.models import Player
from games import ruleform
from games.engine.glossary import word
from games.engine.rules import PRESET_NAMES
from games.ruleform import Choice
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
    found = _friends(request, slug)
    return _done(request, found, service.open_friends)


@require_POST
def leave(request: HttpRequest, slug: str) -> HttpResponse:
    """Give the own chair free."""
    return _done(request, _friends(request, slug), service.leave)


@require_POST
def remove(request: HttpRequest, slug: str) -> HttpResponse:
    """The host asks somebody to leave."""
    asked = request.POST.get("player", "")[:32]
    return _done(request, _friends(request, slug), lambda found, host: service.remove(found, host, asked))


def _done(request: HttpRequest, found: Event, change: Callable[[Event, Player], Me | None]) -> HttpResponse:
    """One change by somebody who is signed in, then the room as it is now, or the table."""
    player, refusal = reader(request), ""
    if player is None:
        return redirect("tournaments:friends_room", found.slug)
    try:
        mine = change(found, player)
    except NotNow as error:
        refusal = str(error)
    else:
        if mine is not None and mine.table:
            return lead_to(request, reverse("games:table", args=[mine.table]))
    found.refresh_from_db()
    if request.htmx:  # type: ignore[attr-defined]
        return _people(request, found, refusal)
    if refusal:
        messages.error(request, refusal)
    return redirect("tournaments:friends_room", found.slug)


def _create(request: HttpRequest) -> HttpResponse:
    choice, wanted = ruleform.read(request.POST.dict()), request.POST
    hands = wanted.get("hands", "")
    try:
        if choice.rules is None:
            raise NotNow(_("Something in the rules cannot be read; it is marked below."))
        if not request.user.is_authenticated:
            become_guest(request)
        limits.spend("friends", request.user.pk)
        made = service.create_friends(
            request.user,
            rules=choice.rules.label,
            overrides=choice.overrides,
            hands=int(hands) if hands.isascii() and hands.isdigit() and len(hands) < 4 else 0,
            with_bots=wanted.get("with_bots") == "on",
            bot_level=wanted.get("bot_level", Event.BotLevel.REGULAR),
        )
    except NotNow as error:
        page = _form(request, choice) | {"refusal": str(error)}
        return render(request, "tournaments/friends.html", page, status=400)
    except ApiError as error:
        return render(request, "accounts/too_often.html", {"message": error.message}, status=error.status)
    return redirect("tournaments:friends_room", made.slug)


def _form(request: HttpRequest, choice: Choice | None = None) -> dict[str, Any]:
    """The form as it was sent, or an untouched one."""
    choice, sent = choice or ruleform.read({}), request.POST
    return {
        "presets": [(name, preset_name(name)) for name in PRESET_NAMES],
        "choice": choice,
        "house_fields": ruleform.fields_of(choice),
        "preset_values": ruleform.presets_text(),
        "hands": service.HANDS,
        "levels": [(level, word("bot_level", level, _language())) for level in Event.BotLevel.values],
        "chosen": {
            "hands": sent.get("hands", str(service.HANDS[0])),
            "with_bots": not sent or sent.get("with_bots") == "on",
            "bot_level": sent.get("bot_level", Event.BotLevel.REGULAR),
        },
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
    mine = service.me(found, player) if player else Me("none")
    if player is not None and mine.state != "none":
        service.see(found, player)
    here, removed = service.chairs(found), player is not None and service.was_removed(found, player)
    playing = service.is_playing(found)
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
        "playing": playing,
        "may_open": player is not None and mine.state == "idle" and service.may_open(found, player),
        "may_join": _may_join(found) and not removed,
        "removed": removed,
        "with_bots": found.with_bots,
        "bot_level": word("bot_level", found.bot_level, _language()),
        "hands": found.hands_per_table,
    }


def _language() -> str:
    """The glossary's name of the reader's language."""
    return "zh" if (get_language() or "zh").startswith("zh") else "en"


def _may_join(found: Event) -> bool:
    return card_of(found).can_enter and service.has_room(found)


def _friends(request: HttpRequest, slug: str) -> Event:
    found = event_here(request, slug)
    if not found.friends:
        raise Http404
    return found
