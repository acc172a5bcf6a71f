"""Tables, finished hands and the scoring interface over HTTP (docs/protocol.md)."""

import json
from typing import Any

from django.http import Http404, HttpRequest
from django.utils.translation import gettext as _
from ninja import Router

from accounts.errors import ApiError
from accounts.identity import player_of
from accounts.language import in_words
from accounts.models import Player
from games import access, dbclock, history, recording, snapshot
from games.engine.query import NOT_WINNING, MalformedQuery, parse_query, score_query
from games.models import Hand

router = Router(tags=["tables"])


@router.get("/tables/{table_id}", auth=None)
def table(request: HttpRequest, table_id: str) -> dict[str, Any]:
    """The view of a table as this viewer may see it; for a watcher as late as the event says."""
    place = access.place_at(table_id, player_of(request))
    if place is None:
        raise Http404
    (shown,) = snapshot.shown_to([(table_id, place.seat)])
    if shown is None:
        raise Http404
    return shown.view


@router.get("/players/{player_id}/hands", auth=None)
def hands(request: HttpRequest, player_id: str, before: str | None = None) -> list[dict[str, Any]]:
    """Finished hands, newest first, thirty at a time; `before` is the last `hand_id` of the page before."""
    if not Player.objects.filter(id=player_id).exists():
        raise Http404
    if before is not None and not Hand.objects.filter(id=before).exists():
        raise ApiError(400, "malformed", _("No such hand."), field="before")
    now = dbclock.now()
    viewer = player_of(request)
    rows = history.finished_hands(player_id, before, viewer=viewer.pk if viewer else None)
    for row in rows:
        row["ended_ago_ms"] = history.ago_ms(row.pop("ended"), now)
        del row["title"]
    return rows


@router.get("/hands/{hand_id}/record", auth=None)
def record(request: HttpRequest, hand_id: str) -> dict[str, Any]:
    """The `yuhuan-record/1` object of a hand, once it is over; before that there is none."""
    hand = Hand.objects.open_to_all().select_related("table").filter(id=hand_id).first()
    if hand is None:
        raise Http404
    return recording.record_of(hand)


@router.post("/score", auth=None)
def score(request: HttpRequest) -> dict[str, Any]:
    """One hand, scored as `manage.py score` does (RECORD.md, Scoring interface)."""
    try:
        query = json.loads(request.body)
    except (ValueError, RecursionError) as error:
        raise ApiError(400, "malformed", _("The body is not JSON.")) from error
    try:
        found = score_query(parse_query(query))
    except MalformedQuery as error:
        said = in_words(_("This hand is not written as it should be."), str(error))
        raise ApiError(400, "malformed", said, field=error.field) from error
    return found.to_json() if found else dict(NOT_WINNING)
