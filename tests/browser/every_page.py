"""Every page that the site has, with who reads it: one list for the pictures and for whoever wants to walk them all.

`made()` builds an evening in the test database and gives the list; a context of Chromium becomes a reader's by its
cookies (`Evening.cookies`). Tables on crafted views are in tests/browser/table_views.py.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tests.pages import scenes

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from accounts.models import Player
    from tournaments.models import Event

WON = "?wild=3p&concealed=123456m99m377p234s&meld=pong:777z&bonus=1&tile=3m"
NAMES = ("阿海", "阿潮", "小渔", "老舵", "Maximiliane", "海风里的老渔夫阿德", "大帆", "石斑")
VISITOR = ""


@dataclass(frozen=True)
class Shown:
    """One page in one state. `reader`: whose browser it is, VISITOR or a name; without a session in
    `Evening.readers` it is one that the site does not know yet. `ready`: what is there when it is drawn.

    `press`: what is done once it is loaded. `desk`: a page for a desk's screen alone (the organiser's).
    """

    name: str
    path: str
    reader: str = VISITOR
    ready: str = "main"
    press: "Callable[[Page], None] | None" = None
    desk: bool = False


@dataclass(frozen=True)
class Evening:
    """A site in the middle of an evening, and everything there is to see of it. `readers`: name -> session key."""

    pages: tuple[Shown, ...]
    readers: dict[str, str]

    def cookies(self, reader: str, address: str) -> list[dict[str, Any]]:
        """What makes a browser context this reader's."""
        key = self.readers.get(reader)
        return [{"name": "sessionid", "value": key, "url": address}] if key else []


def made() -> Evening:
    """Build the evening, on a thread of its own."""
    return scenes.aside(_made)


def _made() -> Evening:
    running = scenes.evening()
    people = _people()
    _rounds(running, people)
    events = _events(people)
    cast = _cast(running, people)
    friends = _friends(people)
    pages = (*_reading(), *_results(people), *_rooms(running, events), *_own(), *friends, *_organiser())
    return Evening(pages, {name: _session(player) for name, player in cast.items()})


# --- who and what there is ----------------------------------------------------------------------------------------


def _people() -> "list[Player]":
    """Eight people."""
    from accounts.models import Player

    return [Player.objects.create(nickname=name) for name in NAMES]


def _rounds(event: "Event", people: "Sequence[Player]") -> None:
    """Two rounds of two tables in the event, played for the people as bots play, the ranking computed in between."""
    from datetime import timedelta

    from django.db.models import F

    from accounts.models import Player
    from games import service as games
    from games.models import Hand
    from tournaments import service
    from tournaments.service.drawing import seat_bots

    for ago, four in zip((80, 75, 40, 35), (people[:4], people[4:], people[::2], people[1::2]), strict=True):
        four_of_them = Player.objects.filter(pk__in=[player.pk for player in four])
        four_of_them.update(is_bot=True)
        table = seat_bots(event, list(four_of_them))
        games.play_out(table.pk)
        Hand.objects.filter(table=table).update(ended_at=F("ended_at") - timedelta(minutes=ago))
        service.release_table(table.pk, event.slug)
        four_of_them.update(is_bot=False)
        scenes.compute_now(event.slug)


def _events(people: "Sequence[Player]") -> "dict[str, Event]":
    """The practice rooms, and one event in each rarer state, the first of the people in it."""
    from tournaments import service
    from tournaments.models import Event

    service.open_practice_and_demo()
    practice = Event.objects.get(series="practice")
    service.enter(practice, people[0])
    found = {"practice": practice}
    for state, change in (("paused", service.pause), ("finishing", service.finish), ("cancelled", service.cancel)):
        event = scenes.running_event(state, people=1)
        service.enter(event, people[0])
        if state == "finishing":
            _sit(event, people[4:8])  # a table still plays
        change(event.slug)
        found[state] = event
    return found


def _cast(running: "Event", people: "Sequence[Player]") -> "dict[str, Player]":
    """One reader for every place in an event's room."""
    from accounts.guests import create_guest
    from accounts.models import Player
    from tournaments import service
    from tournaments.models import Entry

    cast = {name: create_guest(nickname).player for name, nickname in (
        ("newcomer", "新来的"), ("waiting", "等桌的小陈"), ("out", "输光的老林"), ("seated", "坎门阿婆"),
    )}  # fmt: skip
    for player in cast.values():
        service.enter(running, player)
    service.start(running, cast["waiting"])
    Entry.objects.filter(event=running, player=cast["out"]).update(state=Entry.State.OUT)
    _sit(running, [cast["seated"], *people[1:4]])
    _keep_the_worker_alive()
    organiser = Player.objects.create_superuser(username="organiser", password="only for tests", nickname="主办人")
    return cast | {"regular": people[0], "organiser": organiser}


def _sit(event: "Event", four: "Sequence[Player]") -> None:
    from tournaments import service
    from tournaments.service.drawing import seat

    for player in four:
        service.enter(event, player)
    assert seat(event, four)


def _keep_the_worker_alive() -> None:
    """For as long as somebody walks through the pages: none of them shall say that the drawing stands still."""
    from datetime import timedelta

    from django.utils import timezone

    from games.models import Heartbeat
    from tournaments import service

    service.beat()
    Heartbeat.objects.update(at=timezone.now() + timedelta(hours=1))


def _session(player: "Player") -> str:
    from django.test import Client

    client = Client()
    client.force_login(player)
    return client.cookies["sessionid"].value


# --- the pages ------------------------------------------------------------------------------------------------------


def _reading() -> tuple[Shown, ...]:
    """What anybody may read."""
    names = ("zone", "learn", "rules", "terms", "tips", "help", "fair", "calculator", "login", "recover", "offline")
    return (
        Shown("home", "/"),
        *(Shown(name, f"/{name}/") for name in names),
        Shown("lesson", "/learn/", ready="#open-lesson:visible", press=_begin_the_lesson),
        Shown("calculator-won", f"/calculator/{WON}"),
        Shown("calculator-refused", "/calculator/?concealed=1m"),
        Shown("missing", "/nowhere/"),
        Shown("broken", "/broken/"),
        Shown("me-visitor", "/me/"),
    )


def _results(people: "Sequence[Player]") -> tuple[Shown, ...]:
    """What is left of hands that were played."""
    from games.models import Hand

    hand = Hand.objects.filter(table__event="kanmen", result__kind="win").order_by("ended_at").first()
    assert hand is not None, "four tables without a win"
    player = f"/players/{people[0].pk}/"
    return (
        Shown("hand", f"/hands/{hand.id}/"),
        Shown("hand-review", f"/hands/{hand.id}/?review=0"),
        Shown("replay", f"/hands/{hand.id}/#seat=0&step=24", ready="#hand .tile"),
        Shown("profile", player),
        Shown("profile-own", player, "regular"),
        Shown("profile-empty", "/me/", "newcomer", press=_first_link),
        Shown("history", f"{player}hands/"),
        Shown("history-own", f"{player}hands/", "regular"),
        Shown("history-none", f"{player}hands/?event=none"),
    )


def _rooms(running: "Event", events: "dict[str, Event]") -> tuple[Shown, ...]:
    """An event's room and ranking in every state."""
    room = f"/events/{running.slug}/"
    return (
        Shown("room-visitor", room),
        Shown("room-first", room, "passer-by", press=_enter),
        Shown("room-entered", room, "newcomer"),
        Shown("room-sitting", f"{room}?sit=1", "newcomer"),
        Shown("room-waiting", room, "waiting"),
        Shown("room-seated", room, "seated"),
        Shown("room-out", room, "out"),
        Shown("room-coming", "/events/chumen/"),
        *(Shown(f"room-{state}", f"/events/{event.slug}/", "regular") for state, event in events.items()),
        Shown("practice-sitting", f"/events/{events['practice'].slug}/?sit=1", "regular"),
        Shown("room-finished", "/events/xuanmen/"),
        Shown("ranking", f"{room}ranking/"),
        Shown("ranking-own", f"{room}ranking/", "regular"),
        Shown("ranking-finished", "/events/xuanmen/ranking/"),
    )


def _own() -> tuple[Shown, ...]:
    """One's own pages, and the way back to one's table from others."""
    return (
        Shown("home-player", "/", "regular"),
        Shown("zone-player", "/zone/", "regular"),
        Shown("me", "/me/", "newcomer"),
        Shown("me-claim", "/me/claim/", "newcomer"),
        Shown("me-tokens", "/me/tokens/", "newcomer"),
        *(
            Shown(f"{name or 'home'}-seated", f"/{name}/" if name else "/", "seated")
            for name in ("", "rules", "calculator")
        ),
    )


def _friends(people: "Sequence[Player]") -> tuple[Shown, ...]:
    """朋友桌 from its form to four who have come."""
    from tournaments import service

    waiting = service.create_friends(people[0], rules="platform@1", hands=4, with_bots=False)
    full = service.create_friends(people[0], rules="classic@1", hands=8, with_bots=True)
    service.enter(waiting, people[5])
    for player in people[1:4]:
        service.enter(full, player)
    return (
        Shown("friends", "/friends/"),
        Shown("friends-own", "/friends/", "regular"),
        Shown("friends-invited", f"/friends/{waiting.slug}/"),
        Shown("friends-host", f"/friends/{waiting.slug}/", "regular"),
        Shown("friends-full", f"/friends/{full.slug}/", "regular"),
        Shown("friends-too-late", f"/friends/{full.slug}/", "newcomer"),
    )


def _organiser() -> tuple[Shown, ...]:
    """The organiser's desk."""
    names = {"admin": "", "admin-events": "tournaments/event/", "admin-event": "tournaments/event/add/"}
    return tuple(Shown(name, f"/admin/{path}", "organiser", "#content", desk=True) for name, path in names.items())


def _begin_the_lesson(page: "Page") -> None:
    page.click("#open-lesson")
    page.wait_for_selector("#hand .tile")


def _first_link(page: "Page") -> None:
    page.click("main .link-list a >> nth=0")
    page.wait_for_selector("h1")


def _enter(page: "Page") -> None:
    page.click(".felt form button")
    page.wait_for_selector(".recovery")
