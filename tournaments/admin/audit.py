"""The audit log, to read."""

import json
from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from unfold.admin import ModelAdmin

from tournaments.admin.readonly import ReadOnly
from tournaments.auditwords import act_word
from tournaments.models import AuditEntry


class ActFilter(admin.SimpleListFilter):
    """The acts that were ever noted, in words."""

    title = _("act")
    parameter_name = "act"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        noted = AuditEntry.objects.order_by("act").values_list("act", flat=True).distinct()
        return [(act, act_word(act)) for act in noted]

    def queryset(self, request: HttpRequest, queryset: Any) -> Any:
        return queryset.filter(act=self.value()) if self.value() else queryset


@admin.register(AuditEntry)
class AuditEntryAdmin(ReadOnly, ModelAdmin):
    """Who did what, when, to whom and why; newest first."""

    list_display = ("at", "done", "target", "reason", "by", "event")
    list_filter = (ActFilter, "event", ("actor", admin.RelatedOnlyFieldListFilter), "at")
    list_select_related = ("event", "actor")
    search_fields = ("target", "reason", "actor__nickname", "actor__username")
    fields = ("at", "done", "target", "reason", "by", "event", "more")
    list_per_page = 50

    @admin.display(description=_("act"), ordering="act")
    def done(self, entry: AuditEntry) -> str:
        return act_word(entry.act)

    @admin.display(description=_("by"), ordering="actor")
    def by(self, entry: AuditEntry) -> str:
        return str(entry.actor or _("the site itself"))

    @admin.display(description=_("details"))
    def more(self, entry: AuditEntry) -> str:
        return json.dumps(entry.details, ensure_ascii=False) if entry.details else "–"
