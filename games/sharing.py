"""What a chat shows of a link to a hand, and the files a hand is taken away in."""

import json
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.templatetags.static import static
from django.utils.translation import gettext as _

from games import recording
from games.models import Hand
from games.scoresheet import ScoreSheet

PICTURE = "img/icon-512.png"


@dataclass(frozen=True, slots=True)
class Shared:
    """Open Graph's title, text, address and picture of a hand; both addresses absolute."""

    title: str
    text: str
    address: str
    image: str


def shared(request: HttpRequest, hand: Hand, sheet: ScoreSheet) -> Shared:
    """How the hand's page presents itself where its link is passed on."""
    title = _("%(table)s, hand %(n)d: %(outcome)s") % {
        "table": hand.table.title, "n": hand.number, "outcome": outcome(sheet),
    }  # fmt: skip
    address = request.build_absolute_uri(request.path)
    return Shared(title, in_a_sentence(sheet), address, request.build_absolute_uri(static(PICTURE)))


def outcome(sheet: ScoreSheet) -> str:
    """Who won, how, and what it was worth."""
    if sheet.winner is None:
        return _("drawn hand")
    values = {"name": sheet.winner.person.name, "total": sheet.winner.score["total"]}
    if sheet.giver is None:
        return _("%(name)s wins by self-draw, %(total)d hu") % values
    return _("%(name)s wins off %(giver)s, %(total)d hu") % (values | {"giver": sheet.giver.name})


def in_a_sentence(sheet: ScoreSheet) -> str:
    """What the winning hand counted, and how the four came out of it."""
    parts = [_("%(name)s %(change)+d") % {"name": row.person.name, "change": row.settled} for row in sheet.rows]
    fours = _(", ").join(parts)
    if sheet.winner is None:
        return _("The wall is used up. Nobody scores, nothing is paid.")
    score = sheet.winner.score
    counted = _("%(base)d hu, %(tai)d tai, %(total)d hu in all.") % score
    return _("%(counted)s Settled in hu: %(fours)s. Step through the hand, from any seat.") % {
        "counted": counted, "fours": fours,
    }  # fmt: skip


def finished(table_id: str) -> QuerySet[Hand]:
    """The hands of a table that are over, in order."""
    return Hand.objects.open_to_all().filter(table=table_id).select_related("table").order_by("number")


def record_file(hands: Iterable[Hand], name: str) -> HttpResponse:
    """Records as JSON Lines (docs/RECORD.md), to be kept under `name`."""
    lines = "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in recording.records_of(hands))
    response = HttpResponse(lines, content_type="application/jsonl; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}.jsonl"'
    return response
