"""What lies on the desk: calls, reports, sanctions, awards, tickets, the queue, messages; and the hands of a table."""

from collections.abc import Iterable
from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html, format_html_join
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from unfold.admin import ModelAdmin

from games.models import Hand, Table
from tournaments.admin import ticketsheet
from tournaments.admin.caseacts import CASE_ACTS, carry_out
from tournaments.admin.readonly import ReadOnly
from tournaments.models import Award, Call, Event, Letter, Queued, Report, Sanction, Ticket
from tournaments.service import NotNow, permits


def act_links(names: Iterable[str], key: Any) -> SafeString:
    """Links to the acts on one thing."""
    links = ((reverse("admin:tournaments_case", args=[name, key]), CASE_ACTS[name].label) for name in names)
    return format_html_join(" · ", '<a class="desk-link" href="{}">{}</a>', links)


class OpenFilter(admin.SimpleListFilter):
    """What still wants an answer."""

    title = _("state")
    parameter_name = "open"
    column = ""

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("yes", _("open")), ("no", _("done"))]

    def queryset(self, request: HttpRequest, queryset: Any) -> Any:
        if self.value() not in ("yes", "no"):
            return queryset
        return queryset.filter(**{f"{self.column}__isnull": self.value() == "yes"})


class OpenCalls(OpenFilter):
    column = "answered_at"


class OpenReports(OpenFilter):
    column = "handled_at"


class StandingSanctions(OpenFilter):
    column = "lifted_at"


@admin.register(Call)
class CallAdmin(ReadOnly, ModelAdmin):
    """Who calls the referee, the oldest open call first."""

    list_display = ("player", "text", "at_table", "event", "at", "answer", "acts")
    list_filter = (OpenCalls, "event")
    list_select_related = ("player", "event")
    search_fields = ("player__nickname", "text", "table")
    ordering = ("answered_at", "id")

    @admin.display(description=_("table"))
    def at_table(self, call: Call) -> str:
        address = reverse("admin:tournaments_hands", args=[call.table])
        return format_html('<a href="{}">{} · {}</a>', address, call.table[:6], call.hand)

    @admin.display(description=_("acts"))
    def acts(self, call: Call) -> str:
        return act_links(["answer"], call.pk) if call.answered_at is None else ""


@admin.register(Report)
class ReportAdmin(ReadOnly, ModelAdmin):
    """What players report of one another."""

    list_display = ("about", "nickname", "kind", "text", "where", "reporter", "at", "outcome", "acts")
    list_filter = (OpenReports, "kind", "event")
    list_select_related = ("about", "reporter", "event")
    search_fields = ("about__nickname", "nickname", "reporter__nickname", "text")
    ordering = ("handled_at", "id")

    @admin.display(description=_("table"))
    def where(self, report: Report) -> str:
        if not report.table:
            return ""
        return format_html(
            '<a href="{}">{}</a>', reverse("admin:tournaments_hands", args=[report.table]), report.table[:6]
        )

    @admin.display(description=_("acts"))
    def acts(self, report: Report) -> str:
        about = act_links(["rename", "warn-everywhere", "mute-everywhere", "exclude-everywhere"], report.about_id)
        if report.handled_at is not None:
            return about
        return format_html("{} · {}", act_links(["handle"], report.pk), about)


@admin.register(Sanction)
class SanctionAdmin(ReadOnly, ModelAdmin):
    """What was decided about people, and taking it back."""

    list_display = ("player", "kind", "event", "reason", "given_by", "given_at", "lifted_at", "acts")
    list_filter = (StandingSanctions, "kind", "event")
    list_select_related = ("player", "event", "given_by")
    search_fields = ("player__nickname", "reason")

    def get_urls(self) -> list[URLPattern]:
        def at(route: str, view: Any, name: str) -> URLPattern:
            return path(route, self.admin_site.admin_view(view), name=f"tournaments_{name}")

        return [
            at("case/<slug:name>/<str:key>/", self.case_view, "case"),
            at("hands/<str:table_id>/", self.hands_view, "hands"),
            at("tickets/<slug:slug>/", self.tickets_view, "make_tickets"),
            *super().get_urls(),
        ]

    @admin.display(description=_("acts"))
    def acts(self, sanction: Sanction) -> str:
        return act_links(["lift"], sanction.pk) if sanction.lifted_at is None else ""

    def case_view(self, request: HttpRequest, name: str, key: str) -> HttpResponseBase:
        """Ask first (GET), then do it (POST)."""
        act = CASE_ACTS.get(name)
        if act is None or not request.user.has_perm(act.permit):
            raise Http404
        target = act.target(key)
        form = act.form_for(target, request.POST if request.method == "POST" else None)
        back = request.GET.get("next", "")
        back = back if url_has_allowed_host_and_scheme(back, allowed_hosts=None) else reverse("admin:index")
        if request.method == "POST" and form.is_valid():
            try:
                changed = carry_out(act, target, request.user, form.cleaned_data)  # type: ignore[arg-type]
            except NotNow as error:
                messages.error(request, str(error))
                return redirect(back)
            except ValidationError as error:
                form.add_error(None, error.messages)
            else:
                _say(request, act.label, changed)
                return redirect(back)
        context = {**self.admin_site.each_context(request), "opts": target._meta, "act": act, "target": target,
                   "form": form, "title": act.label, "back": back}  # fmt: skip
        return TemplateResponse(request, "admin/tournaments/cases/act.html", context)

    def hands_view(self, request: HttpRequest, table_id: str) -> HttpResponse:
        """The finished hands of a table, each with its replay, and voiding it."""
        table = Table.objects.filter(pk=table_id).first()
        if table is None or not request.user.has_perm(permits.REFEREE):
            raise Http404
        seats = list(table.seats.order_by("index"))
        hands = Hand.objects.filter(table=table, result__isnull=False).order_by("-number")
        rows = [(hand, list(zip(seats, hand.result["silver_moved"], strict=True))) for hand in hands]
        context = {**self.admin_site.each_context(request), "opts": Sanction._meta, "table": table, "seats": seats,
                   "rows": rows, "title": gettext("Hands of a table"),
                   "may_void": request.user.has_perm(permits.ORGANISE)}  # fmt: skip
        return TemplateResponse(request, "admin/tournaments/cases/hands.html", context)

    def tickets_view(self, request: HttpRequest, slug: str) -> HttpResponse:
        """Make tickets: the answer to the form is the sheet to print, the only time their codes are shown."""
        event = Event.objects.filter(slug=slug).first()
        if event is None or not request.user.has_perm(permits.ORGANISE):
            raise Http404
        return ticketsheet.make(request, event, {**self.admin_site.each_context(request), "opts": Sanction._meta})


@admin.register(Award)
class AwardAdmin(ReadOnly, ModelAdmin):
    """Silver that one proposed and another approves."""

    list_display = ("entry", "silver", "reason", "state", "proposed_by", "proposed_at", "decided_by", "acts")
    list_filter = ("state", "entry__event")
    list_select_related = ("entry__player", "entry__event", "proposed_by", "decided_by")

    @admin.display(description=_("acts"))
    def acts(self, award: Award) -> str:
        return act_links(["approve", "decline"], award.pk) if award.state == Award.State.PROPOSED else ""


@admin.register(Ticket)
class TicketAdmin(ReadOnly, ModelAdmin):
    """Who came in with which; the codes themselves are nowhere."""

    list_display = ("event", "number", "group", "used_by", "used_at", "withdrawn_at", "acts")
    list_filter = ("event", "group")
    list_select_related = ("event", "used_by")
    search_fields = ("group", "used_by__nickname")

    @admin.display(description=_("acts"))
    def acts(self, ticket: Ticket) -> str:
        free = ticket.used_by_id is None and ticket.withdrawn_at is None
        return act_links(["withdraw"], ticket.pk) if free else ""


@admin.register(Queued)
class QueuedAdmin(ReadOnly, ModelAdmin):
    list_display = ("event", "player", "at")
    list_filter = ("event",)
    list_select_related = ("event", "player")


@admin.register(Letter)
class LetterAdmin(ReadOnly, ModelAdmin):
    """What players were told, and whether they have read it."""

    list_display = ("player", "event", "code", "text", "at", "read_at")
    list_filter = ("code", "event")
    list_select_related = ("player", "event")
    search_fields = ("player__nickname", "text")


def _say(request: HttpRequest, label: Any, changed: Any) -> None:
    if changed is False:
        messages.success(request, gettext("It was so already."))
        return
    messages.success(request, gettext("Done: %(act)s.") % {"act": label})
    if isinstance(changed, str):
        messages.warning(request, changed)
