"""POST /api/guest: an identity for a program; /api/me/preferences: what a player prefers at the table."""

from typing import Annotated, Any

from django.http import HttpRequest
from django.utils.translation import gettext as _
from ninja import Body, Router, Schema, Status
from pydantic import ConfigDict

from accounts import limits, preferences
from accounts.errors import ApiError
from accounts.guests import create_guest
from accounts.identity import identify, player_of
from accounts.language import in_words
from accounts.nicknames import MalformedNickname

router = Router(tags=["people"])


class NewGuestIn(Schema):
    """What POST /api/guest takes; all of it may be left out."""

    model_config = ConfigDict(extra="forbid", strict=True)

    nickname: str | None = None


class NewGuestOut(Schema):
    """Token and recovery code are shown once."""

    player: str
    nickname: str
    token: str
    recovery_code: str


@router.post("/guest", response={201: NewGuestOut}, auth=None)
def guest(request: HttpRequest, data: NewGuestIn | None = None) -> Status[NewGuestOut]:
    """Make a guest. A nickname that is taken gets a number behind it."""
    player_of(request)
    limits.spend("guest", limits.address_of(request))
    try:
        new = create_guest(data.nickname if data else None)
    except MalformedNickname as error:
        raise ApiError(400, "malformed", str(error), field="nickname") from error
    answer = NewGuestOut(
        player=new.player.pk, nickname=new.player.nickname, token=new.token, recovery_code=new.recovery_code
    )
    return Status(201, answer)


@router.get("/me/preferences", response=dict[str, Any], auth=identify)
def read_preferences(request: HttpRequest) -> dict[str, Any]:
    """What the player has set; what is absent has its default."""
    return request.auth.preferences  # type: ignore[attr-defined, no-any-return]


@router.patch("/me/preferences", response=dict[str, Any], auth=identify)
def change_preferences(request: HttpRequest, data: Annotated[dict[str, Any], Body()]) -> dict[str, Any]:
    """Set some preferences; the others stay. Answers all that are set."""
    player = request.auth  # type: ignore[attr-defined]
    limits.spend("preferences", player.pk)
    try:
        return preferences.change(player, data)  # type: ignore[return-value]
    except preferences.MalformedPreference as error:
        said = in_words(_("There is no such preference, or it cannot have this value."), str(error))
        raise ApiError(400, "malformed", said, field=error.field) from error
