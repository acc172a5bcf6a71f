"""Everything that one viewer can get out of the site about a live table: frames, pages, the API, errors, files."""

import json
import re
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Any, Final

from django.db.models import DateTimeField
from django.test import Client
from django.urls import reverse
from websockets.exceptions import ConnectionClosed

from accounts.guests import create_token
from accounts.models import Player
from tests.games.sockets import Socket
from tests.tournaments.cast import begin
from tournaments import service
from tournaments.models import Event

BEGUN: Final = datetime(2026, 1, 1, tzinfo=UTC)
OTHERS: Final = ("stranger", "entrant", "staff")
"""Beside the four and a visitor: a player elsewhere, an entrant of the same event, an organiser who may see all."""
PASSES_BY_ITSELF: Final = (
    (r'(csrfmiddlewaretoken" value="|X-CSRFToken&quot;: ?&quot;|X-CSRFToken": ?"|data-token=")[A-Za-z0-9]+', r"\1"),
    (r'"(starts_in_ms|ends_in_ms|waiting_ms|computed_ago_ms)": ?-?\d+', r"\1"),
    (r'data-count-(up|down)="\d+"[^<]*', ""),
)
"""Tokens of forms, and real time: all that two looks at the same thing differ in."""

OF_THE_MOMENT: Final = ("Set-Cookie", "Expires", "Last-Modified", "Content-Length")
"""Headers with real time, or the length of it; the length of the body without it is compared instead."""


def make_others() -> dict[str, Player]:
    """The others, not saved yet: every run saves them anew under the same ids."""
    staff = {"is_staff": True, "is_superuser": True, "is_guest": False}
    return {name: Player(nickname=name, **(staff if name == "staff" else {})) for name in OTHERS}


def surround(players: Sequence[Player], others: dict[str, Player]) -> None:
    """The people and their event, in an empty database."""
    for player in (*players, *others.values()):
        player.save(force_insert=True)
    event = begin("cup")
    moments = [field.name for field in Event._meta.concrete_fields if isinstance(field, DateTimeField)]
    begun = {name: BEGUN for name in moments if getattr(event, name) is not None}
    Event.objects.update(**begun | {"ends_at": None})  # no page counts down
    for player in (*players, others["entrant"]):
        service.enter(event, player)


class Exits:
    """What each viewer gets, by asking for everything there is."""

    def __init__(self, address: str, players: Sequence[Player], others: dict[str, Player]) -> None:
        self.address, self.players = address, players
        people: dict[Any, Player | None] = {None: None, **dict(enumerate(players)), **others}
        self.people = people

    def of(self, viewer: int | str | None) -> list[str]:
        """All of it, in order, as text."""
        return [*self._frames(viewer), *self._pages(viewer)]

    def _frames(self, viewer: int | str | None) -> Iterator[str]:
        player = self.people[viewer]
        socket = Socket(self.address, "t1", create_token(player) if player else None)
        try:
            for question in ({"type": "sync"}, {"type": "ping"}, {"type": "nonsense"}, _act("no such decision")):
                yield json.dumps(socket.next(within=30))
                socket.send(question)
            yield json.dumps(socket.next(within=30))
        except ConnectionClosed as closed:
            yield f"closed with {closed.rcvd}"
        finally:
            socket.close()

    def _pages(self, viewer: int | str | None) -> Iterator[str]:
        client, player = Client(), self.people[viewer]
        if player is not None:
            client.force_login(player)
        for path in (*self._paths(), *(_desk() if viewer == "staff" else ())):
            answer = client.get(path)
            body = b"".join(answer.streaming_content) if answer.streaming else answer.content
            headers = sorted((name, value) for name, value in answer.headers.items() if name not in OF_THE_MOMENT)
            text = _still(body.decode())
            yield f"{path} {answer.status_code} {headers} {len(text)} {text}"

    def _paths(self) -> Iterator[str]:
        yield from ("/", "/events/cup/", "/events/cup/ranking/", "/tables/t1/", "/tables/t1/records.jsonl")
        yield from (f"/hands/h1/{tail}" for tail in ("", "sheet/", "steps.json", "steps.json?seat=1", "record.jsonl"))
        yield from ("/api/tables/t1", "/api/hands/h1/record", "/api/events/cup/me", "/api/events/cup/ranking")
        yield f"/players/{self.players[1].pk}/"
        yield f"/api/players/{self.players[1].pk}/hands"


def _desk() -> Iterator[str]:
    for name in ("games_table", "games_hand", "tournaments_event"):
        yield reverse(f"admin:{name}_changelist")
    yield reverse("admin:games_table_change", args=["t1"])
    yield reverse("admin:games_hand_change", args=["h1"])
    yield reverse("admin:tournaments_hands", args=["t1"])


def _act(decision: str) -> dict[str, Any]:
    return {"type": "act", "id": "x", "decision": decision, "action": {"type": "discard", "tile": "1m"}}


def _still(text: str) -> str:
    for pattern, instead in PASSES_BY_ITSELF:
        text = re.sub(pattern, instead, text)
    return text
