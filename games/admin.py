"""Tables as an organiser sees them: read only, and never a hidden tile."""

from datetime import timedelta
from typing import Any

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.db.models.functions import Now
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _
from unfold.admin import ModelAdmin, TabularInline

from games.models import Hand, Heartbeat, Seat, Table

STUCK_AFTER = timedelta(seconds=10)


class ReadOnly:
    """Nothing about a table is changed by hand: its one write path is the service."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class StuckFilter(admin.SimpleListFilter):
    """Hands whose due time passed more than ten seconds ago."""

    title = _("stuck")
    parameter_name = "stuck"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("yes", _("due for more than 10 s"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        if self.value() != "yes":
            return queryset
        late = Q(due_at__lt=Now() - STUCK_AFTER)
        return queryset.filter(late if queryset.model is Hand else Q(hands__in=Hand.objects.filter(late))).distinct()


class SeatInline(ReadOnly, TabularInline):
    model = Seat
    fields = readonly_fields = ("index", "nickname", "is_bot", "silver", "points")
    extra = 0


class HandInline(ReadOnly, TabularInline):
    model = Hand
    fields = readonly_fields = ("number", "dealer", "state", "due_at", "started_at", "ended_at", "replay")
    extra = 0
    ordering = ("number",)

    @admin.display(description=_("replay"))
    def replay(self, hand: Hand) -> str:
        return _replay_link(hand)


@admin.register(Table)
class TableAdmin(ReadOnly, ModelAdmin):
    list_display = ("id", "event", "state", "gate", "current", "created_at", "closed_at", "late", "its_hands")
    list_filter = (StuckFilter, "state", "gate", "event")
    search_fields = ("id", "event", "seats__nickname")
    fields = (
        "id",
        "event",
        "title",
        "rules",
        "overrides",
        "settings",
        "state",
        "gate",
        "current",
        "created_at",
        "closed_at",
        "its_hands",
    )
    readonly_fields = ("its_hands",)
    inlines = (SeatInline, HandInline)
    ordering = ("-created_at",)

    @admin.display(description=_("hands"))
    def its_hands(self, table: Table) -> str:
        return format_html(
            '<a href="{}">{}</a>', reverse("admin:tournaments_hands", args=[table.pk]), _("Hands, and voiding one")
        )

    @admin.display(description=_("late by"))
    def late(self, table: Table) -> str:
        due = table.hands.exclude(due_at=None).values_list("due_at", flat=True).first()
        return _late(due)


@admin.register(Hand)
class HandAdmin(ReadOnly, ModelAdmin):
    list_display = ("id", "at_table", "number", "state", "due_at", "late", "started_at", "ended_at", "replay")
    list_filter = (StuckFilter, "state", "table__event")
    list_select_related = ("table",)
    search_fields = ("id", "table__id")
    fields = ("id", "table", "number", "dealer", "state", "commitment", "due_at", "started_at", "ended_at", "replay")
    ordering = ("-started_at",)

    @admin.display(description=_("table"), ordering="table")
    def at_table(self, hand: Hand) -> str:
        return str(hand.table)

    @admin.display(description=_("late by"))
    def late(self, hand: Hand) -> str:
        return _late(hand.due_at)

    @admin.display(description=_("replay"))
    def replay(self, hand: Hand) -> str:
        return _replay_link(hand)


@admin.register(Heartbeat)
class HeartbeatAdmin(ReadOnly, ModelAdmin):
    list_display = ("name", "at")
    ordering = ("-at",)


def _late(due: Any) -> str:
    if due is None:
        return "–"
    late = timezone.now() - due
    return f"{late.total_seconds():.0f} s" if late > STUCK_AFTER else "–"


def _replay_link(hand: Hand) -> str:
    if hand.ended_at is None:
        return "–"
    return format_html('<a href="{}">{}</a>', reverse("games:replay", args=[hand.id]), _("replay"))
