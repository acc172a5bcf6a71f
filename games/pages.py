"""Pages that explain and add up: the calculator, a player's profile, the fair wall, help."""

import re
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from accounts.models import Player
from games import calculator, ruleform
from games.engine.glossary import word
from games.engine.rules import OVERRIDABLE
from games.history import finished_hands
from games.profile import profile_of
from games.ruleform import rules_of_event

LATEST_SHOWN = 5
UNSCORED = ("dealer_repeats",)
"""Rules that change no hand's points."""
BACK = re.compile(r"/offline/[A-Za-z0-9]{1,32}/take/[0-3]/", re.ASCII)
"""Where a counted hand may be handed to: a seat of a real table."""


@require_safe
@vary_on_headers("HX-Request")
def calculate(request: HttpRequest) -> HttpResponse:
    """算分器: the hand of the query string scored and explained; as a fragment when htmx asks."""
    language = _language()
    slug = request.GET.get("event", "")[:64]
    event = rules_of_event(slug, _reader(request))
    sheet = calculator.read(_by_the_rules_of(event, request.GET), language)
    back = request.GET.get("back", "")
    back = back if BACK.fullmatch(back) else ""
    context = {"sheet": sheet, "back": back}
    if request.htmx:  # type: ignore[attr-defined]
        response = render(request, "games/_calculated.html", context | {"fragment": True})
        response["HX-Replace-Url"] = reverse("games:calculator") + sheet.address + (f"&back={back}" if back else "")
        return response
    return render(
        request, "games/calculator.html", context | _form(sheet, language) | {"event": event, "event_slug": slug}
    )


def _form(sheet: calculator.Sheet, language: str) -> dict[str, Any]:
    """What the form shows besides the sheet."""
    others = [
        (f"t{seat}", word("seat", key, language), sheet.fields[f"t{seat}"], sheet.errors.get(f"t{seat}", ""))
        for key, seat in calculator.OTHERS.items()
    ]
    return {
        "choices": calculator.choices(language),
        "rows": calculator.ROWS,
        "others": others,
        "house_fields": [field for field in ruleform.fields_of(sheet.choice) if field.name not in UNSCORED],
        "presets": ruleform.presets_text(),
    }


def _by_the_rules_of(event: ruleform.EventRules | None, given: QueryDict) -> QueryDict:
    """The query with the event's rules, unless it has rules of its own."""
    if event is None or any(name in given for name in ("rules", *OVERRIDABLE)):
        return given
    taken = given.copy()
    taken.update(ruleform.written_of(event.rules))
    return taken


@never_cache
@require_safe
def profile(request: HttpRequest, player_id: str) -> HttpResponse:
    """What a player's hands add up to, and the latest of them."""
    player = get_object_or_404(Player, id=player_id)
    viewer = request.user.pk if request.user.is_authenticated else None
    context = {
        "player": player,
        "profile": profile_of(player.pk),
        "hands": finished_hands(player.pk, limit=LATEST_SHOWN, viewer=viewer),
    }
    return render(request, "games/profile.html", context)


@require_safe
def fair(request: HttpRequest) -> HttpResponse:
    """What is promised about the wall, and how to check it; `?hand=` fills the form."""
    return render(request, "games/fair.html", {"hand": request.GET.get("hand", "")[:64]})


@require_safe
def check_hand(request: HttpRequest) -> HttpResponse:
    """The program that the fair page shows."""
    return render(request, "games/check_hand.py", content_type="text/x-python; charset=utf-8")


@require_safe
def manual(request: HttpRequest) -> HttpResponse:
    """How the table is worked."""
    return render(request, "games/help.html")


def _reader(request: HttpRequest) -> Player | None:
    return request.user if request.user.is_authenticated else None  # type: ignore[return-value]


def _language() -> str:
    """The glossary's name of the reader's language."""
    return "zh" if (get_language() or "zh").startswith("zh") else "en"
