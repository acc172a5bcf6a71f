"""The organiser's desk: events by mouse, entrants, the ledger to read."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.contrib import admin, messages
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments import service
from tournaments.eventform import EventForm
from tournaments.models import Account, Entry, Event, Line, Posting

State = Event.State


@dataclass(frozen=True, slots=True)
class Step:
    """A button of the event's page: what it does, in which states it shows, what it asks before."""

    name: str
    label: Any
    question: Any
    do: Callable[[str], Event]
    states: tuple[str, ...]


STEPS = {
    step.name: step
    for step in (
        Step("open", _("Open for entry"), _("Players will see the event and may enter."), service.open_event,
             (State.DRAFT,)),
        Step("start", _("Start now"), _("The clock starts; tables are drawn."), service.start_event, (State.OPEN,)),
        Step("pause", _("Pause"), _("Running hands are played out; nothing new begins."), service.pause,
             (State.RUNNING,)),
        Step("resume", _("Go on"), _("The end moves by as long as the pause was."), service.resume, (State.PAUSED,)),
        Step("finish", _("End now"), _("No new hand starts; running ones are played out, then the ranking is final."),
             service.finish, (State.RUNNING, State.PAUSED)),
        Step("cancel", _("Cancel"), _("The event ends without a final ranking. This cannot be undone."),
             service.cancel, (State.DRAFT, State.OPEN, State.RUNNING, State.PAUSED, State.FINISHING)),
    )
}  # fmt: skip


class ReadOnly:
    """Silver, entries and places are changed by play alone."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Event)
class EventAdmin(admin.ModelAdmin):
    """Create, open, start, pause, end. Once it is open, only the name can be changed."""

    form = EventForm
    change_form_template = "admin/tournaments/event/change_form.html"
    list_display = ("name", "state", "kind", "starts_at", "ends_at", "entrants", "playing", "waiting")
    list_filter = ("state", "kind")
    search_fields = ("name", "slug")
    ordering = ("-starts_at",)
    actions = None
    fieldsets = (
        (None, {"fields": ("name", "starts_at", "minutes")}),
        (_("Kind and address"), {"classes": ("collapse",), "fields": ("kind", "slug")}),
        (_("Rules"), {"classes": ("collapse",), "fields": ("rules", "overrides")}),
        (
            _("Silver and ranking"),
            {
                "classes": ("collapse",),
                "fields": ("silver", "points", "silver_per_unit", "min_hands", "hands_per_table", "reentry"),
            },
        ),
        (
            _("Times at the table"),
            {
                "classes": ("collapse",),
                "description": _("In milliseconds."),
                "fields": (
                    "turn_ms", "reserve_ms", "claim_mode", "claim_ms", "claim_min_ms", "thinks", "seed_ms", "pause_ms",
                    "spectator_delay_ms", "hints",
                ),
            },
        ),
        (_("Drawing of tables"), {"classes": ("collapse",), "fields": ("draw_every_ms", "bot_after_ms", "bot_level")}),
    )  # fmt: skip

    def get_readonly_fields(self, request: HttpRequest, obj: Event | None = None) -> tuple[str, ...]:
        if obj is None or obj.state == State.DRAFT:
            return ()
        every = [name for _title, part in self.fieldsets for name in part["fields"]]
        return tuple("length" if name == "minutes" else name for name in every if name != "name")

    def get_fieldsets(self, request: HttpRequest, obj: Event | None = None) -> Any:
        if obj is None or obj.state == State.DRAFT:
            return self.fieldsets
        return ((None, {"fields": ("name", "starts_at", "length")}), *self.fieldsets[1:])

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def save_model(self, request: HttpRequest, obj: Event, form: Any, change: bool) -> None:
        if change and obj.state != State.DRAFT:
            obj.save(update_fields=["name"])
        else:
            service.save_draft(obj)

    def response_add(self, request: HttpRequest, obj: Event, post_url_continue: str | None = None) -> HttpResponse:
        self.message_user(request, gettext("The draft is saved. Open it with the button above."), messages.SUCCESS)
        return redirect("admin:tournaments_event_change", obj.pk)

    # --- buttons -----------------------------------------------------------------------------------------------

    def get_urls(self) -> list[URLPattern]:
        step = path(
            "<int:pk>/<slug:name>/step/", self.admin_site.admin_view(self.step_view), name="tournaments_event_step"
        )
        return [step, *super().get_urls()]

    def step_view(self, request: HttpRequest, pk: int, name: str) -> HttpResponseBase:
        """Ask first (GET), then do it (POST)."""
        event, step = get_object_or_404(Event, pk=pk), STEPS.get(name)
        if step is None or not self.has_change_permission(request, event):
            raise Http404
        if request.method != "POST":
            context = {**self.admin_site.each_context(request), "event": event, "step": step, "title": step.label}
            return TemplateResponse(request, "admin/tournaments/event/confirm.html", {**context, "opts": Event._meta})
        try:
            event = step.do(event.slug)
        except service.NotNow as error:
            self.message_user(request, str(error), messages.ERROR)
        else:
            self.log_change(request, event, str(step.label))
            self.message_user(
                request, gettext("Done: %(state)s.") % {"state": event.get_state_display()}, messages.SUCCESS
            )
        return redirect("admin:tournaments_event_change", pk)

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        event = self.get_object(request, object_id)
        more = _desk(event) if event is not None else {}
        return super().change_view(request, object_id, form_url, {**more, **(extra_context or {})})

    # --- columns -----------------------------------------------------------------------------------------------

    @admin.display(description=_("length"))
    def length(self, event: Event) -> str:
        return str(event.length)

    @admin.display(description=_("entrants"))
    def entrants(self, event: Event) -> int:
        return _counts(event)[0]

    @admin.display(description=_("playing"))
    def playing(self, event: Event) -> int:
        return _counts(event)[1]

    @admin.display(description=_("waiting"))
    def waiting(self, event: Event) -> int:
        return _counts(event)[2]


def _counts(event: Event) -> tuple[int, int, int]:
    return service.counts_of([event]).get(event.pk, (0, 0, 0))


def _desk(event: Event) -> dict[str, Any]:
    """What the event's page shows above the form."""
    entrants, playing, waiting = _counts(event)
    given, held = service.silver_totals(event)
    return {
        "steps": [step for step in STEPS.values() if event.state in step.states],
        "event_state": event.get_state_display(),
        "numbers": {
            gettext("entrants"): entrants, gettext("playing"): playing, gettext("waiting"): waiting,
            gettext("silver given out"): given, gettext("silver held"): held,
        },
        "links": {
            gettext("Entrants"): f"{reverse('admin:tournaments_entry_changelist')}?event__id__exact={event.pk}",
            gettext("Ledger"): f"{reverse('admin:tournaments_posting_changelist')}?event__id__exact={event.pk}",
            gettext("Tables"): f"{reverse('admin:games_table_changelist')}?event={event.slug}",
            gettext("The event's page"): reverse("tournaments:event", args=[event.slug]),
            gettext("Ranking"): reverse("tournaments:ranking", args=[event.slug]),
        },
    }  # fmt: skip


@admin.register(Entry)
class EntryAdmin(ReadOnly, admin.ModelAdmin):
    """Who entered, where they are, what they hold."""

    list_display = ("player", "event", "state", "silver", "points", "hands", "wins", "rank", "entered_at")
    list_filter = ("event", "state", "player__is_bot")
    list_select_related = ("player", "event", "silver_account", "points_account", "standing")
    search_fields = ("player__nickname", "player__username")
    ordering = ("-entered_at",)

    @admin.display(description=_("silver"), ordering="silver_account__balance")
    def silver(self, entry: Entry) -> int:
        return entry.silver_account.balance

    @admin.display(description=_("points"), ordering="points_account__balance")
    def points(self, entry: Entry) -> int:
        return entry.points_account.balance

    @admin.display(description=_("rank"), ordering="standing__position")
    def rank(self, entry: Entry) -> int | None:
        standing = getattr(entry, "standing", None)
        return standing.rank if standing else None


class LineInline(ReadOnly, admin.TabularInline):
    model = Line
    fields = readonly_fields = ("account", "amount")
    extra = 0


@admin.register(Posting)
class PostingAdmin(ReadOnly, admin.ModelAdmin):
    """The ledger, newest first."""

    list_display = ("key", "event", "at", "moved", "hand")
    list_filter = ("event", "at")
    list_select_related = ("event",)
    search_fields = ("key", "lines__account__player__nickname")
    inlines = (LineInline,)

    def get_queryset(self, request: HttpRequest) -> Any:
        return super().get_queryset(request).prefetch_related("lines__account__player")

    @admin.display(description=_("silver"))
    def moved(self, posting: Posting) -> str:
        silver = [line for line in posting.lines.all() if line.account.currency == Account.Currency.SILVER]
        issued = gettext("issued")
        return " · ".join(f"{line.account.player or issued} {line.amount:+}" for line in silver)

    @admin.display(description=_("hand"))
    def hand(self, posting: Posting) -> str:
        kind, _colon, hand_id = posting.key.partition(":")
        if kind != "hand":
            return ""
        return format_html('<a href="{}">{}</a>', reverse("games:replay", args=[hand_id]), gettext("replay"))


@admin.register(Account)
class AccountAdmin(ReadOnly, admin.ModelAdmin):
    """Balances by event."""

    list_display = ("player", "event", "currency", "balance")
    list_filter = ("event", "currency")
    list_select_related = ("player", "event")
    search_fields = ("player__nickname",)
    ordering = ("-balance",)
