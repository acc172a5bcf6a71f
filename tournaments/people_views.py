"""Going before the start, reading a message, reporting a player."""

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.errors import ApiError
from accounts.models import Player
from games.models import Seat
from tournaments.arrival import event_here, reader
from tournaments.models import Report
from tournaments.service import NotNow, letters, places, reports


class ReportForm(forms.Form):
    """What is wrong, and a few words."""

    kind = forms.ChoiceField(label=gettext_lazy("What is wrong"), choices=Report.Kind.choices)
    text = forms.CharField(
        label=gettext_lazy("In your words"), max_length=300, required=False, widget=forms.Textarea(attrs={"rows": 3})
    )


@require_POST
def leave(request: HttpRequest, slug: str) -> HttpResponse:
    """Give up the place, or the place in the queue."""
    found, player = event_here(request, slug), reader(request)
    if player is not None:
        try:
            places.leave(found, player)
        except NotNow as error:
            messages.error(request, str(error))
    return redirect("tournaments:event", slug)


@require_POST
def read(request: HttpRequest, letter_id: int) -> HttpResponse:
    """A message is read: back to the page it was read on."""
    player = reader(request)
    if player is None or not letters.read_letter(player, letter_id):
        raise Http404
    if request.headers.get("HX-Request"):
        return HttpResponse(status=200)
    back = request.POST.get("next", "")
    return redirect(back if url_has_allowed_host_and_scheme(back, allowed_hosts=None) else "home")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def report(request: HttpRequest, player_id: str) -> HttpResponse:
    """Report a player, by name or (`?table=`) for what happened at a table where both sat."""
    about, player = get_object_or_404(Player, pk=player_id, is_bot=False), reader(request)
    if player is None or player == about:
        raise Http404
    form = ReportForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        seat = Seat.objects.filter(table=request.GET.get("table", ""), player=player).select_related("table").first()
        try:
            reports.report_player(
                player, about, form.cleaned_data["kind"], form.cleaned_data["text"], seat.table if seat else None
            )
        except NotNow as error:
            form.add_error(None, str(error))
        except ApiError as error:
            return render(request, "accounts/too_often.html", {"message": error.message}, status=error.status)
        else:
            messages.success(request, _("Thank you. An organiser will look at it; nobody else learns who reported."))
            return redirect("games:profile", about.pk)
    return render(request, "tournaments/report.html", {"form": form, "about": about})
