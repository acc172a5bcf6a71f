"""Entrants and the ledger, to read."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from unfold.admin import ModelAdmin, TabularInline

from tournaments.admin.readonly import ReadOnly
from tournaments.models import Account, Entry, Line, Posting


@admin.register(Entry)
class EntryAdmin(ReadOnly, ModelAdmin):
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


class LineInline(ReadOnly, TabularInline):
    model = Line
    fields = readonly_fields = ("account", "amount")
    extra = 0


@admin.register(Posting)
class PostingAdmin(ReadOnly, ModelAdmin):
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
class AccountAdmin(ReadOnly, ModelAdmin):
    """Balances by event."""

    list_display = ("player", "event", "currency", "balance")
    list_filter = ("event", "currency")
    list_select_related = ("player", "event")
    search_fields = ("player__nickname",)
    ordering = ("-balance",)
