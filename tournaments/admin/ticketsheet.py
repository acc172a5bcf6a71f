"""Making tickets by mouse: groups in a form, and the sheet that is printed from its answer."""

import re
from typing import Any, Final

import segno
from django import forms
from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.safestring import mark_safe
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from unfold.widgets import UnfoldAdminTextareaWidget

from tournaments.admin.acts import ActForm
from tournaments.models import Event
from tournaments.service import NotNow, permits, tickets

_LINE: Final = re.compile(r"^(?P<group>.*?)\s*[x×*]?\s*(?P<count>\d{1,3})$")


class TicketsForm(ActForm):
    """One group a line: its name, then how many; a number alone makes tickets of no group."""

    groups = forms.CharField(
        label=_("Groups and numbers"), widget=UnfoldAdminTextareaWidget(attrs={"rows": 5, "placeholder": "楚门队 × 8"}),
        help_text=_("A line a group: its name and how many. Holders of one group are drawn to different tables."),
    )  # fmt: skip
    field_order = ("groups", "reason")

    def clean_groups(self) -> list[tuple[str, int]]:
        found: list[tuple[str, int]] = []
        for line in filter(None, (line.strip() for line in self.cleaned_data["groups"].splitlines())):
            read = _LINE.match(line)
            if read is None or not int(read["count"]):
                raise forms.ValidationError(_("Not understood: %(line)s"), params={"line": line})
            found.append((read["group"].strip(), int(read["count"])))
        return found


def make(request: HttpRequest, event: Event, context: dict[str, Any]) -> HttpResponse:
    """The form, and once it is right the sheet to print. Sent twice it makes no second set."""
    form = TicketsForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            with transaction.atomic():
                if permits.claim(form.cleaned_data["key"]):
                    return _sheet(request, event, form)
        except NotNow as error:
            form.add_error(None, str(error))
        else:
            messages.error(request, gettext("These tickets were made already; their codes are shown only once."))
    more = {"event": event, "form": form, "title": gettext("Make tickets")}
    return render(request, "admin/tournaments/cases/tickets.html", {**context, **more})


def _sheet(request: HttpRequest, event: Event, form: TicketsForm) -> HttpResponse:
    made = tickets.make_tickets(event, request.user, form.cleaned_data["reason"], form.cleaned_data["groups"])  # type: ignore[arg-type]
    room = request.build_absolute_uri(reverse("tournaments:event", args=[event.slug]))
    printed = [(one, _qr(f"{room}?ticket={one.code}")) for one in made]
    response = render(request, "admin/tournaments/cases/sheet.html", {"event": event, "room": room, "printed": printed})
    response["Cache-Control"] = "no-store"
    return response


def _qr(link: str) -> str:
    svg = segno.make(link, micro=False, error="m").svg_inline(omitsize=True, border=2, dark="#000", light="#fff")
    return mark_safe(svg)  # noqa: S308 (made above)
