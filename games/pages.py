"""Pages that explain and add up: the calculator, a player's profile, the fair wall, help."""

import re

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from accounts.models import Player
from games import calculator
from games.history import finished_hands
from games.profile import profile_of

LATEST_SHOWN = 5
BACK = re.compile(r"/offline/[A-Za-z0-9]{1,32}/take/[0-3]/", re.ASCII)
"""Where a counted hand may be handed to: a seat of a real table."""


@require_safe
@vary_on_headers("HX-Request")
def calculate(request: HttpRequest) -> HttpResponse:
    """算分器: the hand of the query string scored and explained; as a fragment when htmx asks."""
    language = _language()
    sheet = calculator.read(request.GET, language)
    back = request.GET.get("back", "")
    back = back if BACK.fullmatch(back) else ""
    context = {"sheet": sheet, "choices": calculator.choices(language), "rows": calculator.ROWS, "back": back}
    if not request.htmx:  # type: ignore[attr-defined]
        return render(request, "games/calculator.html", context)
    response = render(request, "games/_calculated.html", context | {"fragment": True})
    response["HX-Replace-Url"] = reverse("games:calculator") + sheet.address + (f"&back={back}" if back else "")
    return response


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


def _language() -> str:
    """The glossary's name of the reader's language."""
    return "zh" if (get_language() or "zh").startswith("zh") else "en"
