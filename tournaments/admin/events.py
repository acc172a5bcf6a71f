"""Events by mouse: create, look through, copy; the desk and its acts hang below each."""

from typing import Any

from django.contrib import admin, messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, reverse
from django.utils.html import format_html
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from unfold.admin import ModelAdmin

from tournaments import houserules, ruleform, service
from tournaments.admin import desk
from tournaments.admin.acts import offered
from tournaments.admin.asked import number
from tournaments.cards import preset_name
from tournaments.eventform import MINUTE_MS, EventForm, with_rules
from tournaments.models import Event

State = Event.State
PARAMETER_SETS: tuple[tuple[Any, dict[str, Any]], ...] = (
    (_("Rules"), {"classes": ("tab",), "fields": ("rules", *ruleform.NAMES)}),
    (
        _("Silver and ranking"),
        {
            "classes": ("tab",),
            "fields": ("silver", "points", "silver_per_unit", "min_hands", "hands_per_table", "reentry"),
        },
    ),
    (
        _("Times at the table"),
        {
            "classes": ("tab",),
            "description": _("In milliseconds."),
            "fields": (
                "turn_ms", "reserve_ms", "claim_mode", "claim_ms", "claim_min_ms", "thinks", "seed_ms", "pause_ms",
                "spectator_delay_ms", "hints",
            ),
        },
    ),
    (
        _("Drawing of tables"),
        {"classes": ("tab",), "fields": ("draw_every_ms", "bot_after_ms", "bot_level", "same_walls", "names_hidden", "venue", "offline")},
    ),
    (_("Who may come in"), {"classes": ("tab",), "fields": ("entry_limit", "entry_code", "needs_ticket", "clubs")}),
)  # fmt: skip


@admin.register(Event)
class EventAdmin(ModelAdmin):
    """A draft can be changed in everything; once it is open, only the name can. Who may come in: an act of the desk."""

    form = EventForm
    change_form_before_template = "admin/tournaments/event/head.html"
    list_display = ("name", "state", "to_desk", "kind", "starts_at", "ends_at", "entrants", "playing", "waiting")
    list_filter = ("state", "kind")
    search_fields = ("name", "slug")
    ordering = ("-starts_at",)
    actions = None
    fieldsets = (
        (None, {"fields": ("name", "starts_at", "starting", "minutes")}),
        (_("Kind and address"), {"fields": ("kind", "slug")}),
        *PARAMETER_SETS,
    )

    def get_form(self, request: HttpRequest, obj: Event | None = None, change: bool = False, **kwargs: Any) -> Any:
        if obj is None or obj.state == State.DRAFT:
            kwargs["form"] = with_rules(self.form)
        return super().get_form(request, obj, change, **kwargs)

    def get_changeform_initial_data(self, request: HttpRequest) -> dict[str, Any]:
        """`?from=<id>`: a new event with what that one had."""
        source = Event.objects.filter(pk=number(request.GET.get("from"))).first()
        return {**service.parameters_of(source), "name": source.name} if source else {}

    def get_readonly_fields(self, request: HttpRequest, obj: Event | None = None) -> tuple[str, ...]:
        if obj is None or obj.state == State.DRAFT:
            return ()
        every = [name for _title, part in self.get_fieldsets(request, obj) for name in part["fields"]]
        return ("minutes", "rules", "ends_at", "preset", *(name for name in every if name != "name"))

    def get_fieldsets(self, request: HttpRequest, obj: Event | None = None) -> Any:
        if obj is None or obj.state == State.DRAFT:
            return self.fieldsets
        rules = (_("Rules"), {"classes": ("tab",), "fields": ("preset", "changed_rules")})
        return (
            (None, {"fields": ("name", "starts_at", "starting", "length", "ends_at")}),
            self.fieldsets[1],
            rules,
            *self.fieldsets[3:-1],
        )

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def save_model(self, request: HttpRequest, obj: Event, form: Any, change: bool) -> None:
        if change and obj.state != State.DRAFT:
            obj.save(update_fields=["name"])
        else:
            service.save_draft(obj, by=request.user)

    def response_add(self, request: HttpRequest, obj: Event, post_url_continue: str | None = None) -> HttpResponse:
        if "_addanother" in request.POST:
            said = gettext("The draft “%(name)s” is saved. Here is room for another.") % {"name": obj.name}
            self.message_user(request, said, messages.SUCCESS)
            return redirect("admin:tournaments_event_add")
        self.message_user(request, gettext("The draft is saved. Open it with the button above."), messages.SUCCESS)
        return redirect("admin:tournaments_event_change", obj.pk)

    def get_urls(self) -> list[URLPattern]:
        return [*desk.urls(self), *super().get_urls()]

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        event = self.get_object(request, object_id)
        more = {"steps": offered(event, request.user), "desk_event": event} if event is not None else {}
        return super().change_view(request, object_id, form_url, {**more, **(extra_context or {})})

    # --- columns -----------------------------------------------------------------------------------------------

    @admin.display(description=_("Desk"))
    def to_desk(self, event: Event) -> str:
        return format_html(
            '<a class="desk-link" href="{}">{}</a>', reverse("admin:tournaments_event_desk", args=[event.pk]), _("Desk")
        )

    @admin.display(description=_("length"))
    def length(self, event: Event) -> str:
        minutes = event.length_ms / MINUTE_MS
        return gettext("%(minutes)s minutes") % {"minutes": f"{minutes:g}"}

    @admin.display(description=_("Rules"))
    def preset(self, event: Event) -> str:
        return preset_name(event.play_rules().name)

    @admin.display(description=_("house rules"))
    def changed_rules(self, event: Event) -> str:
        rows = [row for row in houserules.compare(event.play_rules()).rows if row.differs]
        return " · ".join(f"{row.label} {row.own} ({row.plain})" for row in rows) or gettext("as in the preset")

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
