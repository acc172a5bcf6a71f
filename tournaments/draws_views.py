"""The draws of an event, open to everybody: what was promised, what was drawn, how good it was."""

from typing import Any, Final

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render

from tournaments import certificate, service
from tournaments.arrival import reader
from tournaments.cards import card_of
from tournaments.models import Draw, Event

PAGE: Final = 50


def draws(request: HttpRequest, slug: str) -> HttpResponse:
    """The next draw's commitment and what came of the earlier ones, newest first."""
    event = _event(request, slug)
    done = Draw.objects.filter(event=event).exclude(drawn_at=None)
    page = Paginator(done, PAGE).get_page(request.GET.get("page"))
    over = event.state in (Event.State.FINISHED, Event.State.CANCELLED)
    promised = None if over else Draw.objects.filter(event=event, drawn_at=None).first()
    return render(request, "tournaments/draws.html", {"event": card_of(event), "page": page, "promised": promised})


def draw(request: HttpRequest, slug: str, number: int) -> JsonResponse:
    """A draw's public certificate. Staff who may see the event's desk get the pairs kept apart as well."""
    found = Draw.objects.filter(event=_event(request, slug), number=number).exclude(certificate=None).first()
    if found is None:
        raise Http404
    player = reader(request)
    whole: dict[str, Any] = found.certificate
    shown = whole if player is not None and player.has_perm("tournaments.view_draw") else certificate.public(whole)
    answer = JsonResponse(shown, json_dumps_params={"ensure_ascii": False})
    answer["Content-Disposition"] = f'inline; filename="{slug}-draw-{number}.json"'
    return answer


def _event(request: HttpRequest, slug: str) -> Event:
    event = service.visible_event(slug, reader(request))
    if event is None or event.friends:
        raise Http404
    return event
