"""Events that come again."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _
from unfold.admin import ModelAdmin

from tournaments import service
from tournaments.admin.asked import number
from tournaments.admin.events import PARAMETER_SETS
from tournaments.eventform import EventTemplateForm, with_rules
from tournaments.models import Event, EventTemplate


@admin.register(EventTemplate)
class EventTemplateAdmin(ModelAdmin):
    """What they are like, and when; events that were made keep what they have."""

    form = EventTemplateForm
    list_display = ("name", "active", "rhythm", "weekday", "starts", "following", "made")
    list_filter = ("active", "rhythm")
    ordering = ("name",)
    actions = None
    fieldsets = (
        (None, {"fields": ("name", "slug", "active")}),
        (_("When"), {"fields": ("rhythm", "weekday", "starts", "starting", "open_before", "minutes", "kind")}),
        *PARAMETER_SETS,
    )

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any) -> Any:
        return super().get_form(request, obj, change, form=with_rules(self.form), **kwargs)

    def get_changeform_initial_data(self, request: HttpRequest) -> dict[str, Any]:
        """`?from=<id>`: events like that one."""
        source = Event.objects.filter(pk=number(request.GET.get("from"))).first()
        if source is None:
            return {}
        start = timezone.localtime(source.starts_at)
        about = {"name": f"{source.name[:50]} {{date}}", "slug": source.slug[:39], "weekday": start.weekday()}
        return {**service.parameters_of(source), **about, "starts": start.time().replace(second=0, microsecond=0)}

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    @admin.display(description=_("next start"))
    def following(self, template: EventTemplate) -> str:
        if not template.active:
            return "–"
        return date_format(timezone.localtime(template.next_start(timezone.now())), "SHORT_DATETIME_FORMAT")

    @admin.display(description=_("events"))
    def made(self, template: EventTemplate) -> int:
        return template.events.count()
