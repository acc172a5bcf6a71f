"""/api/me/push: this browser wants to be told, or not any more."""

from typing import Annotated

from django.http import HttpRequest
from django.utils.translation import gettext as _
from ninja import Router, Schema, Status
from pydantic import ConfigDict, Field

from accounts import limits
from accounts.errors import ApiError
from accounts.identity import identify
from accounts.models import Player
from notices import service, vapid
from notices.encryption import UnusableKey
from notices.endpoints import Unacceptable
from notices.models import PushSubscription
from notices.receivers import SESSION_KEY

router = Router(tags=["notices"])


class _Strict(Schema):
    model_config = ConfigDict(extra="forbid", strict=True)


class Keys(_Strict):
    """As `PushSubscription.toJSON().keys` in a browser."""

    p256dh: Annotated[str, Field(max_length=100)]
    auth: Annotated[str, Field(max_length=32)]


class PushIn(_Strict):
    """A browser's subscription, and what it wants to hear of: start, seated, turn."""

    endpoint: Annotated[str, Field(max_length=1000)]
    keys: Keys
    topics: Annotated[list[str], Field(min_length=1, max_length=3)]


class EndpointIn(_Strict):
    """Which browser."""

    endpoint: Annotated[str, Field(max_length=1000)]


class PushOut(Schema):
    """One of the player's own browsers."""

    endpoint: str
    topics: list[str]


@router.get("/me/push", url_name="push", response=list[PushOut], auth=identify)
def own(request: HttpRequest) -> list[PushSubscription]:
    """The player's browsers that are told of something."""
    return list(PushSubscription.objects.filter(player=_player(request)).order_by("pk"))


@router.post("/me/push", response={201: PushOut}, auth=identify)
def subscribe(request: HttpRequest, data: PushIn) -> Status[PushSubscription]:
    """Tell this browser from now on; again changes the topics. 404 where the site has no key."""
    player = _player(request)
    if not vapid.is_configured():
        raise ApiError(404, "not_found", _("This site sends no notices."))
    limits.spend("push", player.pk)
    if not set(data.topics) <= set(PushSubscription.Topic.values):
        raise ApiError(400, "malformed", _("Topics are start, seated and turn."), field="topics")
    try:
        made = service.subscribe(player, data.endpoint, data.keys.p256dh, data.keys.auth, data.topics)
    except Unacceptable as error:
        raise ApiError(
            400, "malformed", _("Not the address of a push service known here."), field="endpoint"
        ) from error
    except UnusableKey as error:
        raise ApiError(400, "malformed", _("Not the keys of a push subscription."), field="keys") from error
    if request.user.is_authenticated:
        request.session[SESSION_KEY] = [*request.session.get(SESSION_KEY, []), made.pk][-service.MOST_BROWSERS :]
    return Status(201, made)


@router.delete("/me/push", response={204: None}, auth=identify)
def unsubscribe(request: HttpRequest, data: EndpointIn) -> Status[None]:
    """Not any more; what was never there is gone as well."""
    service.unsubscribe(_player(request), data.endpoint)
    return Status(204, None)


def _player(request: HttpRequest) -> Player:
    return request.auth  # type: ignore[attr-defined, no-any-return]
