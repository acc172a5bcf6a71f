"""An event's desk: how it stands, live, and every act by mouse. No tile is shown here, to nobody."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from functools import wraps
from typing import Any, Final

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.core.paginator import Paginator
from django.db import transaction
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path
from django.utils import timezone
from django.utils.translation import gettext

from games.service import TableNow
from tournaments import service
from tournaments.admin import acts
from tournaments.auditwords import act_word
from tournaments.models import AuditEntry, Award, Call, Entry, Event, Report
from tournaments.service import permits

PEOPLE_A_PAGE: Final = 50
LAST_ACTS: Final = 8


@dataclass(frozen=True, slots=True)
class Row:
    """A table as the desk shows it: times as `m:ss`, whom it waits for in words, and what can be done to it now."""

    table: TableNow
    age: str
    waited: str
    waits_for: str
    late: str
    acts: tuple[acts.Act, ...]


def urls(model_admin: Any) -> list[URLPattern]:
    """The desk's addresses, below those of the event."""

    def at(tail: str, view: Callable[..., HttpResponseBase], name: str) -> URLPattern:
        return path(f"<int:pk>/{tail}", _for_organisers(model_admin, view), name=f"tournaments_event_{name}")

    return [
        at("desk/", _desk, "desk"),
        at("desk/live/", _live, "desk_live"),
        at("desk/checks/", _checks, "desk_checks"),
        at("desk/people/", _people, "desk_people"),
        at("act/<slug:kind>/<slug:key>/<slug:name>/", _act, "act"),
    ]


def _for_organisers(model_admin: Any, view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    @wraps(view)
    def guarded(request: HttpRequest, pk: int, **rest: str) -> HttpResponseBase:
        event = get_object_or_404(Event, pk=pk)
        if not model_admin.has_view_permission(request, event):
            raise Http404
        return view(model_admin, request, event, **rest)

    return model_admin.admin_site.admin_view(guarded)


def _desk(model_admin: Any, request: HttpRequest, event: Event) -> HttpResponse:
    context = {
        **model_admin.admin_site.each_context(request),
        **_live_part(request, event),
        **_people_part(request, event),
        "opts": Event._meta,
        "findings": service.findings_of(event),
        "title": event.name,
        "subtitle": gettext("Desk"),
        "is_fullwidth": True,
    }
    return TemplateResponse(request, "admin/tournaments/desk/desk.html", context)


def _live(_admin: Any, request: HttpRequest, event: Event) -> HttpResponse:
    return TemplateResponse(request, "admin/tournaments/desk/live.html", {**_live_part(request, event), "polled": True})


def _live_part(request: HttpRequest, event: Event) -> dict[str, Any]:
    desk = service.desk_of(event)
    noted = AuditEntry.objects.filter(event=event).select_related("actor")[:LAST_ACTS]
    return {
        "event": event,
        "desk": desk,
        "left": _clock(desk.left) if desk.left is not None else "",
        "until_start": _clock(desk.until_start) if desk.until_start is not None else "",
        "steps": acts.offered(event, request.user),
        "rows": [_row(table, request.user) for table in desk.tables],
        "noted": [(entry, act_word(entry.act)) for entry in noted],
        "calls": Call.objects.filter(event=event, answered_at=None).select_related("player").order_by("pk")[:20],
        "reports": Report.objects.filter(handled_at=None).count(),
        "proposed": Award.objects.filter(entry__event=event, state=Award.State.PROPOSED).count(),
    }


def _row(table: TableNow, who: Any) -> Row:
    now = timezone.now()
    without = {
        "resume" if "table" not in table.halts else "pause",
        "release" if "dispute" not in table.halts else "freeze",
    }
    if table.ending:
        without.add("end")
    return Row(
        table=table,
        age=_clock(now - table.started_at),
        waited=_clock(now - table.waits_since),
        waits_for=_waits_for(table),
        late=_clock(table.late) if table.late else "",
        acts=acts.allowed((act for act in acts.TABLE_ACTS if act.name not in without), who),
    )


def _waits_for(table: TableNow) -> str:
    if table.waits_for is not None:
        return table.seats[table.waits_for].nickname
    words = {
        "deal": gettext("the deal"), "claim": gettext("claims"), "rob": gettext("claims"), "result": gettext("the next hand"),
    }  # fmt: skip
    return words.get(table.phase, table.phase)


def _clock(span: timedelta) -> str:
    """`m:ss`, with hours where there are any; never below zero."""
    seconds = max(0, int(span.total_seconds()))
    hours, minutes = divmod(seconds // 60, 60)
    return f"{hours}:{minutes:02}:{seconds % 60:02}" if hours else f"{minutes}:{seconds % 60:02}"


def _checks(_admin: Any, request: HttpRequest, event: Event) -> HttpResponse:
    context = {"event": event, "findings": service.findings_of(event)}
    return TemplateResponse(request, "admin/tournaments/desk/checks.html", context)


def _people(_admin: Any, request: HttpRequest, event: Event) -> HttpResponse:
    return TemplateResponse(request, "admin/tournaments/desk/people.html", _people_part(request, event))


def _people_part(request: HttpRequest, event: Event) -> dict[str, Any]:
    asked = request.GET.get("q", "").strip()
    entries = Entry.objects.filter(event=event, player__is_bot=False).select_related("player", "silver_account")
    if asked:
        entries = entries.filter(Q(player__nickname__icontains=asked) | Q(player__username__icontains=asked))
    page = Paginator(entries.order_by("player__nickname", "pk"), PEOPLE_A_PAGE).get_page(request.GET.get("p"))
    return {"event": event, "people": page, "asked": asked, "entry_acts": acts.allowed(acts.ENTRY_ACTS, request.user)}


def _act(model_admin: Any, request: HttpRequest, event: Event, kind: str, key: str, name: str) -> HttpResponseBase:
    """Ask first (GET), then do it (POST)."""
    act = acts.ACTS.get(kind, {}).get(name)
    if act is None or not request.user.has_perm(act.permit):
        raise Http404
    target = acts.target_of(kind, event, key)
    form = acts.form_for(act, event, target, request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid() and _done(request, act, event, target, form):
        return redirect("admin:tournaments_event_desk", event.pk)
    context = {
        **model_admin.admin_site.each_context(request),
        "opts": Event._meta,
        "event": event,
        "act": act,
        "remark": act.remark(event),
        "target": target,
        "form": form,
        "title": act.label,
    }
    return TemplateResponse(request, "admin/tournaments/desk/act.html", context)


def _done(request: HttpRequest, act: acts.Act, event: Event, target: Any, form: acts.ActForm) -> bool:
    """Whether the desk is what to show now: done, or not possible any more. A form that is wrong is shown again."""
    try:
        with transaction.atomic():
            new = permits.claim(form.cleaned_data["key"])
            changed = act.do(event, target, request.user, form.cleaned_data) if new else False
    except service.NotNow as error:
        messages.error(request, str(error))
    except ValidationError as error:
        form.add_error(None, error.messages)
        return False
    else:
        said = gettext("It was so already.") if changed is False else gettext("Done: %(act)s.") % {"act": act.label}
        messages.success(request, said)
    return True
