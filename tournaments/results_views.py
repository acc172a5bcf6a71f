"""What stays of an event: its results page, certificates, the text behind them, files to take away; and the big screen."""

from typing import Any, Final

from django.core.paginator import Paginator
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.models import Hand, Table
from tournaments import service
from tournaments.arrival import event_here, reader
from tournaments.cards import card_of
from tournaments.invitation import invitation
from tournaments.models import Draw, Event, Export, Standing
from tournaments.service.announcements import standing_announcement
from tournaments.service.clubs import clubs_of
from tournaments.service.standings import row_json
from tournaments.verdict import digest, result_text

PAGE: Final = 100
ON_SCREEN: Final = 16


@never_cache
@require_safe
def results(request: HttpRequest, slug: str) -> HttpResponse:
    """The final ranking with its podium; before the end the live ranking is shown instead."""
    event = _ranked(request, slug)
    if event.state != Event.State.FINISHED:
        return redirect("tournaments:ranking", slug)
    standings = _standings(event)
    page = Paginator(standings, PAGE).get_page(request.GET.get("page"))
    found = reader(request)
    shown = request.GET.get("player") or (found.pk if found else "")
    context = {
        "event": card_of(event),
        "podium": [row_json(row) for row in standings.filter(rank__lte=3, rank__isnull=False)[:6]],
        "page": page,
        "rows": [row_json(row) | {"own": row.entry.player_id == shown} for row in page],
        "sought": next((row_json(row) for row in standings.filter(entry__player=shown)), None),
        "certificates": True,
        "clubs": clubs_of(event),
        "digest": digest(_text(event)),
        "min_hands": event.min_hands,
        "hands": Hand.objects.filter(table__event=slug).exclude(ended_at=None).count(),
        "tables": Table.objects.filter(event=slug).count(),
        "draws": Draw.objects.filter(event=event).exclude(certificate=None).count(),
        "totals": service.silver_totals(event),
        **_exports(event),
    }
    return render(request, "tournaments/results.html", context)


@never_cache
@require_safe
def exports(request: HttpRequest, slug: str) -> HttpResponse:
    """The list of files, as a fragment that is asked for again while one is being written."""
    event = _ranked(request, slug)
    return render(request, "tournaments/_exports.html", {"event": card_of(event), **_exports(event)})


@require_safe
def export(request: HttpRequest, slug: str, kind: str) -> FileResponse:
    """One of the files."""
    found = Export.objects.filter(event=_ranked(request, slug), kind=kind, state=Export.State.DONE).first()
    if found is None or not service.path_of(found).is_file():
        raise Http404
    path = service.path_of(found)
    return FileResponse(path.open("rb"), as_attachment=True, filename=f"{slug}-{path.name}")


@never_cache
@require_safe
def text(request: HttpRequest, slug: str) -> HttpResponse:
    """The final ranking as the text whose digest the certificates name."""
    event = _ranked(request, slug)
    if event.state != Event.State.FINISHED:
        raise Http404
    return HttpResponse(_text(event), content_type="text/plain; charset=utf-8")


@never_cache
@require_safe
def certificate(request: HttpRequest, slug: str, player_id: str) -> HttpResponse:
    """A player's certificate, to be printed; it says what the final ranking says now."""
    event = _ranked(request, slug)
    standing = _standings(event).filter(entry__player=player_id, entry__player__is_bot=False).first()
    if standing is None or event.state != Event.State.FINISHED:
        raise Http404
    path = reverse("tournaments:results", args=[slug]) + f"?player={player_id}#sought"
    context = {
        "event": card_of(event), "row": row_json(standing), "ended": event.finished_at, "of": _standings(event).count(),
        "digest": digest(_text(event)), "verify": invitation(request, path),
    }  # fmt: skip
    return render(request, "tournaments/certificate.html", context)


@never_cache
@require_safe
def screen(request: HttpRequest, slug: str) -> HttpResponse:
    """The event on the wall of the club: the clock, the top of the ranking, the way in. As a fragment, the ranking."""
    event = _ranked(request, slug)
    context: dict[str, Any] = {
        "event": card_of(event),
        "rows": service.ranking_page(event, 0, ON_SCREEN).rows,
        "announcement": standing_announcement(event),
        "way_in": invitation(request, reverse("tournaments:event", args=[slug])),
    }
    return render(request, "tournaments/_screen.html" if request.htmx else "tournaments/screen.html", context)  # type: ignore[attr-defined]


def _ranked(request: HttpRequest, slug: str) -> Event:
    event = event_here(request, slug)
    if event.friends:
        raise Http404
    return event


def _exports(event: Event) -> dict[str, Any]:
    files = list(Export.objects.filter(event=event).order_by("kind"))
    unfinished = (Export.State.ASKED, Export.State.WRITING)
    return {"exports": files, "writing": any(one.state in unfinished for one in files)}


def _standings(event: Event) -> Any:
    return Standing.objects.filter(event=event).select_related("entry__player").order_by("position")


def _text(event: Event) -> str:
    return result_text(event.slug, (row_json(row) for row in _standings(event)))
