"""The fair play desk: pairs by evidence, each figure beside what chance gives, links to the moments. Finished hands alone.

Nothing here does anything to a player: a pair is looked at, and what was found is noted.
"""

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from unfold.admin import ModelAdmin
from unfold.widgets import UnfoldAdminSelectWidget, UnfoldAdminTextareaWidget

from tournaments import service
from tournaments.admin.asked import number
from tournaments.admin.pairview import FOOT, HEIGHT, WIDTH, drawn, odds
from tournaments.admin.readonly import ReadOnly
from tournaments.models import Event, FairPlayReport, PairSignal
from tournaments.service.permits import ORGANISE

SHOWN = 60
STOP_POLLING = 286
"""htmx's own status: nothing more will change."""


class NoteForm(forms.Form):
    """What was found."""

    state = forms.ChoiceField(label=_("State"), choices=PairSignal.State, widget=UnfoldAdminSelectWidget)
    note = forms.CharField(
        label=_("Note"), required=False, max_length=2000, widget=UnfoldAdminTextareaWidget(attrs={"rows": 3}),
        help_text=_("For the other organisers; players never see it."),
    )  # fmt: skip


@admin.register(PairSignal)
class PairSignalAdmin(ReadOnly, ModelAdmin):
    """The queue of all events; an event's own is at `event/<id>/`, a pair's page is the change page."""

    list_display = ("who", "event", "evidence", "by_chance", "strongest", "hands", "related_word", "state")
    list_filter = ("stands_out", "state", "event")
    list_select_related = ("one", "other", "event")
    search_fields = ("one__nickname", "other__nickname")
    ordering = ("-evidence",)
    actions = None

    def has_module_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm(ORGANISE)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return request.user.has_perm(ORGANISE)

    def get_urls(self) -> list[URLPattern]:
        own = [
            path("event/<int:pk>/", self.admin_site.admin_view(self.event_view), name="tournaments_pairsignal_event"),
            path("event/<int:pk>/queue/", self.admin_site.admin_view(self.queue_view), name="tournaments_pairsignal_queue"),
        ]  # fmt: skip
        return [*own, *super().get_urls()]

    def event_view(self, request: HttpRequest, pk: int) -> HttpResponseBase:
        """An event's queue; POST has the event looked at (again)."""
        event = self._event(request, pk)
        if request.method == "POST":
            service.ask_fair_play(event.slug, request.user)  # type: ignore[arg-type]
            return redirect("admin:tournaments_pairsignal_event", pk)
        return TemplateResponse(request, "admin/tournaments/fairplay/event.html", self._context(request, event))

    def queue_view(self, request: HttpRequest, pk: int) -> HttpResponseBase:
        """The part of the event's page that changes, for htmx."""
        context = self._context(request, self._event(request, pk))
        report = context["report"]
        status = 200 if report is not None and report.under_way else STOP_POLLING
        return TemplateResponse(request, "admin/tournaments/fairplay/queue.html", context, status=status)

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """A pair: its figures, and the note."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        pairs = PairSignal.objects.select_related("one", "other", "event", "looked_by")
        pair = get_object_or_404(pairs, pk=number(object_id))
        form = NoteForm(request.POST or None, initial={"state": pair.state, "note": pair.note})
        if request.method == "POST" and form.is_valid():
            try:
                service.note_pair(pair.pk, request.user, form.cleaned_data["state"], form.cleaned_data["note"])  # type: ignore[arg-type]
            except service.NotNow as error:
                form.add_error("note", str(error))
            else:
                self.message_user(request, gettext("Noted."), messages.SUCCESS)
                return redirect("admin:tournaments_pairsignal_event", pair.event_id)
        names = {pair.one_id: pair.one.nickname, pair.other_id: pair.other.nickname}
        context = {
            **self.admin_site.each_context(request), "title": " · ".join(names.values()), "opts": PairSignal._meta,
            "pair": pair, "figures": [drawn(figure, names) for figure in pair.figures], "odds": odds(pair.p),
            "form": form, "box": f"0 0 {WIDTH} {HEIGHT}", "height": HEIGHT, "width": WIDTH, "floor": HEIGHT - FOOT,
            "related": self.related_word(pair),
        }  # fmt: skip
        return TemplateResponse(request, "admin/tournaments/fairplay/pair.html", context)

    def _event(self, request: HttpRequest, pk: int) -> Event:
        if not self.has_view_permission(request):
            raise PermissionDenied
        return get_object_or_404(Event, pk=pk)

    def _context(self, request: HttpRequest, event: Event) -> dict[str, Any]:
        pairs = PairSignal.objects.filter(event=event).select_related("one", "other")[:SHOWN]
        rows = [
            {"pair": pair, "odds": odds(pair.p), "strongest": self.strongest(pair), "related": self.related_word(pair)}
            for pair in pairs
        ]
        return {
            **self.admin_site.each_context(request), "title": gettext("Fair play"), "opts": PairSignal._meta,
            "event": event, "report": FairPlayReport.objects.filter(event=event).first(), "rows": rows,
        }  # fmt: skip

    # --- columns -----------------------------------------------------------------------------------------------

    @admin.display(description=_("players"))
    def who(self, pair: PairSignal) -> str:
        address = reverse("admin:tournaments_pairsignal_change", args=[pair.pk])
        return format_html('<a href="{}"><bdi>{}</bdi> · <bdi>{}</bdi></a>', address, pair.one, pair.other)

    @admin.display(description=_("by chance"), ordering="p")
    def by_chance(self, pair: PairSignal) -> str:
        return odds(pair.p)

    @admin.display(description=_("strongest figure"))
    def strongest(self, pair: PairSignal) -> str:
        if not pair.figures:
            return ""
        names = {pair.one_id: pair.one.nickname, pair.other_id: pair.other.nickname}
        return drawn(pair.figures[0], names).label

    @admin.display(description=_("related"), ordering="related")
    def related_word(self, pair: PairSignal) -> str:
        words = {"device": gettext("same network and kind of device"), "network": gettext("same network")}
        return words.get(pair.related, "")
