"""The HTTP API of events (docs/protocol.md)."""

import json
from collections.abc import Callable
from typing import Annotated, Any, TypeVar

from django.http import HttpRequest
from django.utils.translation import gettext as _
from ninja import Query, Router, Schema, Status
from pydantic import ConfigDict

from accounts import limits
from accounts.errors import ApiError
from accounts.identity import identify, player_of
from accounts.limits import address_of
from accounts.models import Player
from tournaments import service
from tournaments.models import Draw, Event

router = Router(tags=["events"])
T = TypeVar("T")


class EventOut(Schema):
    """Times are milliseconds left; `ends_in_ms` is null for a room that never closes."""

    slug: str
    name: str
    state: str
    rules: str
    starts_in_ms: int
    ends_in_ms: int | None
    entrants: int
    playing: int
    waiting: int
    places: int | None
    asks: str


class EntryOut(Schema):
    """The present values of an entrant."""

    state: str
    silver: int | None
    points: int | None
    rank: int | None


class StartIn(Schema):
    """What `start` takes; all of it may be left out. `pace` is for practice rooms (games.engine.clock.PACES)."""

    model_config = ConfigDict(extra="forbid", strict=True)

    pace: str = "normal"


class StateOut(Schema):
    """Where the player stands after a call."""

    state: str


class MeOut(EntryOut):
    """`table` while seated; the `waiting_…` while waiting."""

    table: str | None
    waiting_ms: int | None
    waiting_for: str | None
    place: int | None
    letters: int


class RowOut(Schema):
    """One row of the ranking; `rank` is null below `min_hands`. `bot` marks those who are none of us.

    `difference`: in finals on the same walls, the 胡 beyond what others made of the same tiles in the same seat.
    """

    rank: int | None
    player: str
    nickname: str
    silver: int
    points: int
    hands: int
    wins: int
    state: str
    bot: bool
    difference: float | None = None


class RankingOut(Schema):
    """The ranking as computed `computed_ago_ms` ago."""

    total: int
    computed_ago_ms: int
    rows: list[RowOut]


class DrawOut(Schema):
    """A draw: `commitment` from before it; `seed` and `figures` once drawn, null before and when it was given up."""

    draw: int
    commitment: str
    drawn: bool
    seed: str | None
    figures: dict[str, int] | None


@router.get("/events", response=list[EventOut])
def events(request: HttpRequest) -> list[dict[str, Any]]:
    """What goes on, and what ended lately."""
    return service.events_json(player_of(request))


@router.post("/events/{slug}/enter", response=EntryOut, auth=identify)
def enter(request: HttpRequest, slug: str) -> service.Me:
    """Become an entrant, once, or wait for a place; again it answers the present values.

    `{"word"}`: an entry code or a ticket, where the event asks for one; otherwise no body is needed.
    """
    word, address, agent = _word_in(request), address_of(request), request.headers.get("user-agent", "")

    def come(event: Event, player: Player) -> service.Me:
        entered = service.enter(event, player, word, address)
        service.note_trace(event, player, address, agent)
        return entered

    return _do(request, slug, come)


@router.post("/events/{slug}/start", response={202: StateOut}, auth=identify)
def start(request: HttpRequest, slug: str, data: StartIn | None = None) -> Status[service.Whereabouts]:
    """Sit down in the waiting line; in a practice room, at a slower pace, at a table with bots at once."""
    pace = data.pace if data else "normal"
    return Status(202, _do(request, slug, lambda event, player: service.start(event, player, pace)))


@router.post("/events/{slug}/stop", response=StateOut, auth=identify)
def stop(request: HttpRequest, slug: str) -> service.Whereabouts:
    """Leave the waiting line, never a table."""
    return _do(request, slug, service.stop)


@router.get("/events/{slug}/me", response=MeOut, auth=identify)
def me(request: HttpRequest, slug: str) -> service.Me:
    """Where the player stands."""
    return service.me(_event(slug, _player(request)), _player(request))


@router.get("/events/{slug}/ranking", response=RankingOut, exclude_unset=True)
def ranking(
    request: HttpRequest,
    slug: str,
    offset: Annotated[int, Query(ge=0, le=1_000_000)] = 0,
    limit: Annotated[int, Query(ge=1, le=500)] = 100,
) -> dict[str, Any]:
    """The ranking as last computed. Friends have none."""
    event = _event(slug, player_of(request))
    if event.friends:
        raise ApiError(404, "not_found", _("No ranking."))
    return service.ranking_page(event, offset, limit).to_json()


@router.get("/events/{slug}/draws", response=list[DrawOut])
def draws(request: HttpRequest, slug: str, limit: Annotated[int, Query(ge=1, le=500)] = 100) -> list[dict[str, Any]]:
    """The promised draw and those before it, newest first. Their certificates: /events/SLUG/draws/NUMBER.json."""
    event = _event(slug, player_of(request))
    if event.friends:
        raise ApiError(404, "not_found", "No draws.")
    return [
        {
            "draw": lot.number, "commitment": lot.commitment, "drawn": lot.drawn_at is not None,
            "seed": lot.certificate and lot.certificate["seed"],
            "figures": lot.certificate and lot.certificate["figures"],
        }
        for lot in Draw.objects.filter(event=event)[:limit]
    ]  # fmt: skip


def _word_in(request: HttpRequest) -> str:
    """The `word` of a JSON body; any other body has none. Raises ApiError 400 for a word that is no short text."""
    if request.content_type != "application/json" or not request.body:
        return ""
    try:
        given = json.loads(request.body)
    except (ValueError, RecursionError) as error:
        raise ApiError(400, "malformed", "The body is not JSON.") from error
    word = given.get("word", "") if isinstance(given, dict) else None
    if not isinstance(word, str) or len(word) > 40:
        raise ApiError(400, "malformed", "A word of 40 characters at most.", field="word")
    return word


def _do(request: HttpRequest, slug: str, what: Callable[[Event, Player], T]) -> T:
    player = _player(request)
    event = _event(slug, player)
    limits.spend("event", player.pk)
    try:
        return what(event, player)
    except service.NotNow as error:
        raise ApiError(409, "not_now", str(error)) from error


def _event(slug: str, player: Player | None) -> Event:
    event = service.visible_event(slug, player)
    if event is None:
        raise ApiError(404, "not_found", _("No such event."))
    return event


def _player(request: HttpRequest) -> Player:
    return request.auth  # type: ignore[attr-defined, no-any-return]
