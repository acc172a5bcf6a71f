"""What a phone at a real table sends: a story of a hand, kept as a draft while hands are counted in the 算分器."""

from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import urlencode

from django.http import HttpRequest, QueryDict
from django.utils.translation import gettext as _

from games import calculator, ruleform
from games.engine.rules import OVERRIDABLE, Rules
from games.engine.score import WIN_BY
from tournaments.seating import TABLE
from tournaments.service.offline_hands import Story
from tournaments.service.permits import NotNow

_KEY: Final = "offline"
WINDS: Final = "ESWN"


def draft_of(request: HttpRequest, table_id: str, dealer: int) -> dict[str, Any]:
    """What has been filled in for this table so far: dealer, winner, by, from, liable, totals, counted."""
    kept = request.session.get(_KEY)
    if kept and kept["table"] == table_id:
        return kept["fields"]
    return {
        "dealer": dealer,
        "winner": "",
        "by": "",
        "from": "",
        "liable": False,
        "totals": [""] * TABLE,
        "counted": {},
    }


def keep(request: HttpRequest, table_id: str, fields: Mapping[str, Any]) -> None:
    """Remember a draft in this browser's session."""
    request.session[_KEY] = {"table": table_id, "fields": dict(fields)}


def forget(request: HttpRequest) -> None:
    """The hand is entered, or the draft given up."""
    request.session.pop(_KEY, None)


def sent(request: HttpRequest, draft: Mapping[str, Any]) -> dict[str, Any]:
    """The form's fields as sent, over the draft; a total typed anew is no longer that of a counted hand."""
    given = request.POST
    totals = [given.get(f"total{seat}", "")[:6].strip() for seat in range(TABLE)]
    same = {seat for seat in range(TABLE) if totals[seat] == draft["totals"][seat]}
    return {
        "dealer": _whole(given.get("dealer", "")) if given.get("dealer") else draft["dealer"],
        "winner": given.get("winner", ""),
        "by": given.get("by", ""),
        "from": given.get("from", ""),
        "liable": given.get("liable") == "1",
        "totals": totals,
        "counted": {seat: query for seat, query in draft["counted"].items() if int(seat) in same},
    }


def story_of(fields: Mapping[str, Any]) -> Story:
    """The story told by the fields; what does not belong to it (who let the tile go, on a self-draw) is passed over.

    Raises NotNow for what is no number.
    """
    if fields["winner"] == "":
        raise NotNow(_("Say who won, or that the hand was drawn."))
    if fields["winner"] == "none":
        return Story(dealer=fields["dealer"])
    by = fields["by"] if fields["by"] in WIN_BY else ""
    thrown = by != "self_draw" and fields["from"] != ""
    totals = [_total(text) for text in fields["totals"]]
    return Story(
        dealer=fields["dealer"],
        totals=(totals[0], totals[1], totals[2], totals[3]),
        winner=_whole(fields["winner"]),
        from_seat=_whole(fields["from"]) if thrown else None,
        by=by,
        liable=fields["liable"] and thrown,
        counted=fields["counted"],
    )


def calculator_query(fields: Mapping[str, Any], seat: int, rules: Rules, back: str) -> str:
    """The query string by which the calculator opens for this seat: its wind, its way of winning, what it counted before."""
    before = fields["counted"].get(str(seat))
    if before:
        return f"{before}&{urlencode({'back': back})}"
    won = fields["winner"] == str(seat)
    by = (fields["by"] or "self_draw") if won else ""
    wind = WINDS[(seat - fields["dealer"]) % TABLE]
    return "?" + urlencode(ruleform.written_of(rules) | {"seat": wind, "by": by, "back": back})


def take(fields: dict[str, Any], seat: int, given: QueryDict, rules: Rules) -> None:
    """Put a counted hand's total into the draft, counted again under the event's own rules. Raises NotNow."""
    own = given.copy()
    for name in OVERRIDABLE:
        own.pop(name, None)
    for name, value in ruleform.written_of(rules).items():
        own[name] = value
    sheet = calculator.read(own, "zh")
    if sheet.score is None:
        raise NotNow(_("This hand could not be counted."))
    fields["totals"][seat] = str(sheet.score["total"])
    fields["counted"] = {**fields["counted"], str(seat): sheet.address}


def _total(text: str) -> int:
    if text and not (text.isascii() and text.isdigit()):
        raise NotNow(_("Totals are whole numbers."))
    return int(text or 0)


def _whole(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) == 1):
        raise NotNow(_("Say who won, and how."))
    return int(text)
