"""The HTTP API around people: leaving, messages, reports (docs/protocol.md)."""

from typing import Any

from django.http import Http404, HttpRequest
from ninja import Field, Router, Schema, Status

from accounts import limits
from accounts.errors import ApiError
from accounts.identity import identify
from accounts.models import Player
from tournaments import service
from tournaments.letterwords import letters_for
from tournaments.service import letters, places, reports

router = Router(tags=["people"])


class LetterOut(Schema):
    """A message in the reader's language; `text`: the organiser's own words."""

    id: int
    event: str
    words: str
    text: str


class LeftOut(Schema):
    """`none` once the player is not in the event any more."""

    state: str


class ReportIn(Schema):
    """`kind`: name, phrases, stalling, collusion or other."""

    player: str = Field(max_length=12)
    kind: str = Field(max_length=10)
    text: str = Field("", max_length=300)


class ReportOut(Schema):
    """`open` until an organiser has looked at it."""

    state: str


@router.post("/events/{slug}/leave", response=LeftOut, auth=identify)
def leave(request: HttpRequest, slug: str) -> service.Me:
    """Go before the event starts; idempotent. 409 once it runs."""
    player: Player = request.auth  # type: ignore[attr-defined]
    event = service.visible_event(slug, player)
    if event is None:
        raise ApiError(404, "not_found", "No such event.")
    limits.spend("event", player.pk)
    try:
        places.leave(event, player)
    except service.NotNow as error:
        raise ApiError(409, "not_now", str(error)) from error
    return service.me(event, player)


@router.get("/letters", response=list[LetterOut], auth=identify)
def unread(request: HttpRequest) -> list[Any]:
    """What the player has not read yet, the oldest first."""
    return letters_for(request.auth)  # type: ignore[attr-defined]


@router.post("/letters/{letter_id}/read", response={204: None}, auth=identify)
def read(request: HttpRequest, letter_id: int) -> Status[None]:
    """A message is read; idempotent."""
    if not letters.read_letter(request.auth, letter_id):  # type: ignore[attr-defined]
        raise Http404
    return Status(204, None)


@router.post("/reports", response={202: ReportOut}, auth=identify)
def report(request: HttpRequest, given: ReportIn) -> Status[dict[str, str]]:
    """Report a player; while the same is open, nothing new."""
    about = Player.objects.filter(pk=given.player).first()
    if about is None:
        raise ApiError(404, "not_found", "No such player.", field="player")
    try:
        reports.report_player(request.auth, about, given.kind, given.text)  # type: ignore[attr-defined]
    except service.NotNow as error:
        raise ApiError(409, "not_now", str(error)) from error
    return Status(202, {"state": "open"})
