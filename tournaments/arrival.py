"""What every page of an event does first: find the event, know the reader, make a guest of a visitor."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django_htmx.http import HttpResponseClientRedirect

from accounts import limits, once
from accounts.identity import enter_as_guest
from accounts.models import Player
from tournaments import service
from tournaments.models import Event


def event_here(request: HttpRequest, slug: str) -> Event:
    """The event, if it exists for this reader. Raises Http404."""
    found = service.visible_event(slug, reader(request))
    if found is None:
        raise Http404
    return found


def reader(request: HttpRequest) -> Player | None:
    """Who reads, None for a visitor."""
    return request.user if request.user.is_authenticated else None  # type: ignore[return-value]


def become_guest(request: HttpRequest) -> None:
    """Make a player of a visitor and keep the recovery code for the next page. Raises ApiError when too many are."""
    limits.spend("guest", limits.address_of(request))
    once.keep(request, "recovery_code", enter_as_guest(request).recovery_code)


def note_trace(request: HttpRequest, event: Event) -> None:
    """Note the network and kind of device of who has just entered (tournaments.service.related)."""
    agent = request.headers.get("user-agent", "")
    service.note_trace(event, request.user, limits.address_of(request), agent)  # type: ignore[arg-type]


def lead_to(request: HttpRequest, address: str) -> HttpResponse:
    """Take the reader to another page, from a form or from an htmx request."""
    return HttpResponseClientRedirect(address) if request.htmx else redirect(address)  # type: ignore[attr-defined]
