"""Real tables as an organiser sees them: open one for four entrants, decide a disputed hand, void one, close the table."""

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied, ValidationError
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from unfold.admin import ModelAdmin

from accounts.models import Player
from accounts.nicknames import unique_key
from games.engine.glossary import word
from games.engine.score import WIN_BY
from tournaments import service
from tournaments.admin.asked import number
from tournaments.admin.readonly import ReadOnly
from tournaments.models import Entry, Event, OfflineHand, OfflineTable
from tournaments.service import Story
from tournaments.service.offline_read import chairs, hands_of, open_hand
from tournaments.service.permits import ORGANISE, REFEREE

SEATS = range(4)
WINDS = ("E", "S", "W", "N")


class DecideForm(forms.Form):
    """A hand as it counts. Seats are offered by name."""

    winner = forms.ChoiceField(label=_("Who won?"), required=False)
    by = forms.ChoiceField(label=_("How?"), required=False)
    from_seat = forms.ChoiceField(label=_("Who let the tile go?"), required=False)
    dealer = forms.ChoiceField(label=_("Dealer"))
    liable = forms.BooleanField(label=_("pays for all (last tiles)"), required=False)

    def __init__(self, names: list[str], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        seats = [(str(seat), name) for seat, name in enumerate(names)]
        self.fields["winner"].choices = [("", gettext("Nobody: drawn")), *seats]  # type: ignore[attr-defined]
        self.fields["from_seat"].choices = [("", "–"), *seats]  # type: ignore[attr-defined]
        self.fields["dealer"].choices = seats  # type: ignore[attr-defined]
        self.fields["by"].choices = [("", "–"), *((key, word("by", key, "zh")) for key in WIN_BY)]  # type: ignore[attr-defined]
        for seat, name in enumerate(names):
            self.fields[f"total{seat}"] = forms.IntegerField(label=name, min_value=0, max_value=9999, required=False)

    def story(self) -> Story:
        """What the fields tell; a drawn hand has no more to it."""
        data = self.cleaned_data
        if data["winner"] == "":
            return Story(dealer=int(data["dealer"]))
        totals = [data[f"total{seat}"] or 0 for seat in SEATS]
        thrown = data["by"] != "self_draw" and data["from_seat"] != ""
        return Story(
            dealer=int(data["dealer"]), totals=(totals[0], totals[1], totals[2], totals[3]), winner=int(data["winner"]),
            from_seat=int(data["from_seat"]) if thrown else None, by=data["by"], liable=data["liable"] and thrown,
        )  # fmt: skip


@admin.register(OfflineTable)
class OfflineTableAdmin(ReadOnly, ModelAdmin):
    """All real tables; those with a disputed hand say so."""

    list_display = ("id", "event", "who", "state", "disputed", "created_at", "closed_at")
    list_filter = ("state", "hands__state", "event")
    list_select_related = ("event",)
    search_fields = ("id", "seats__player__nickname")
    ordering = ("-created_at",)
    actions = None

    def has_module_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm(REFEREE)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return request.user.has_perm(REFEREE)

    def get_queryset(self, request: HttpRequest) -> QuerySet[OfflineTable]:
        return super().get_queryset(request).prefetch_related("seats__player", "hands")

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view(self.open_view)
        return [path("event/<int:pk>/open/", view, name="tournaments_offlinetable_open"), *super().get_urls()]

    def open_view(self, request: HttpRequest, pk: int) -> HttpResponseBase:
        """Seat four entrants by name, in the order in which they sit; the first deals first."""
        if not request.user.has_perm(ORGANISE):
            raise PermissionDenied
        event = get_object_or_404(Event, pk=pk)
        names = [request.POST.get(f"name{seat}", "").strip() for seat in SEATS]
        reason = request.POST.get("reason", "")
        if request.method == "POST":
            try:
                table = service.open_offline(event, _players(names), request.user, reason)  # type: ignore[arg-type]
            except (service.NotNow, ValidationError) as error:
                self.message_user(request, _said(error), messages.ERROR)
            else:
                return redirect("admin:tournaments_offlinetable_change", table.pk)
        here = Entry.objects.filter(event=event, player__is_bot=False).order_by("player__nickname")
        context = {
            **self.admin_site.each_context(request), "title": gettext("Open a real table"), "event": event,
            "opts": OfflineTable._meta, "rows": list(zip(WINDS, names, strict=True)), "reason": reason,
            "entrants": here.values_list("player__nickname", flat=True)[:1000],
        }  # fmt: skip
        return TemplateResponse(request, "admin/tournaments/offline/open.html", context)

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """A table: its open hand, its hands, and what can be done to each."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        table = get_object_or_404(OfflineTable.objects.select_related("event"), pk=object_id)
        here, waiting = chairs(table), open_hand(table)
        names = [chair.player.nickname if chair.player else chair.wind for chair in here]
        form = DecideForm(names, request.POST or None, initial=_as_entered(waiting.hand) if waiting else {})
        if request.method == "POST" and self._did(request, table, form):
            return redirect("admin:tournaments_offlinetable_change", table.pk)
        context = {
            **self.admin_site.each_context(request), "title": str(table), "opts": OfflineTable._meta, "table": table,
            "chairs": here, "hand": waiting, "hands": hands_of(table), "form": form, "names": names,
        }  # fmt: skip
        return TemplateResponse(request, "admin/tournaments/offline/table.html", context)

    def _did(self, request: HttpRequest, table: OfflineTable, form: DecideForm) -> bool:
        """Do what was pressed; False, with the reason said, when it was refused."""
        act, reason, who = request.POST.get("act", ""), request.POST.get("reason", ""), request.user
        hand = table.hands.filter(pk=number(request.POST.get("hand"))).first()
        try:
            if act == "close":
                service.close_offline(table.pk, who, reason)  # type: ignore[arg-type]
            elif hand is None:
                raise service.NotNow(gettext("There is no such hand."))
            elif act == "void":
                service.void_offline(hand.pk, who, reason)  # type: ignore[arg-type]
            elif act == "drop" or form.is_valid():
                service.decide_hand(hand.pk, who, reason, None if act == "drop" else form.story())  # type: ignore[arg-type]
            else:
                return False
        except (service.NotNow, ValidationError) as error:
            self.message_user(request, _said(error), messages.ERROR)
            return False
        return True

    # --- columns -----------------------------------------------------------------------------------------------

    @admin.display(description=_("players"))
    def who(self, table: OfflineTable) -> str:
        return " · ".join(str(seat.player) for seat in table.seats.all())

    @admin.display(description=_("with the organiser"), boolean=True)
    def disputed(self, table: OfflineTable) -> bool:
        return any(hand.state == OfflineHand.State.DISPUTED for hand in table.hands.all())


def _players(names: list[str]) -> list[Player]:
    """By nickname, as people read it. Raises NotNow for one there is not."""
    found = {player.nickname_key: player for player in Player.objects.filter(nickname_key__in=map(unique_key, names))}
    missing = next((name for name in names if unique_key(name) not in found), None)
    if missing is not None:
        raise service.NotNow(gettext("There is no player called %(name)s.") % {"name": missing or "–"})
    return [found[unique_key(name)] for name in names]


def _as_entered(hand: OfflineHand) -> dict[str, Any]:
    return {
        "winner": "" if hand.winner is None else str(hand.winner), "by": hand.by, "liable": hand.liable,
        "from_seat": "" if hand.from_seat is None else str(hand.from_seat), "dealer": str(hand.dealer),
        **{f"total{seat}": total for seat, total in enumerate(hand.totals)},
    }  # fmt: skip


def _said(error: Exception) -> str:
    return " ".join(error.messages) if isinstance(error, ValidationError) else str(error)
