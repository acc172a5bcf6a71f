"""What every night's look at everything has found, to read."""

from django.contrib import admin
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext_lazy as _
from unfold.admin import ModelAdmin

from tournaments.admin.readonly import ReadOnly
from tournaments.models import Inspection


@admin.register(Inspection)
class InspectionAdmin(ReadOnly, ModelAdmin):
    """Newest first."""

    list_display = ("at", "holds", "broken", "hands", "events", "took_ms")
    list_filter = ("at",)
    fields = ("at", "holds", "hands", "events", "took_ms", "found")

    @admin.display(description=_("everything holds"), boolean=True, ordering="broken")
    def holds(self, inspection: Inspection) -> bool:
        return inspection.broken == 0

    @admin.display(description=_("what does not hold"))
    def found(self, inspection: Inspection) -> str:
        if not inspection.violations:
            return "–"
        rows = ((one["id"], one["where"], one["what"]) for one in inspection.violations)
        return format_html("<ul>{}</ul>", format_html_join("", "<li>{} · {} · {}</li>", rows))
