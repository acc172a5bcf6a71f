"""Every page that the site has, with who reads it: one list for the pictures and for whoever wants to walk them all.

`made()` builds an evening in the test database and gives the list; a context of Chromium becomes a reader's by its
cookies (`Evening.cookies`). Tables on crafted views are in tests/browser/table_views.py.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tests.pages import crowd, scenes

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from accounts.models import Player
    from tournaments.models import Event

WON = "?wild=3p&concealed=123456m99m377p234s&meld=pong:777z&bonus=1&tile=3m"
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


def refused_on(page: "Page") -> list[str]:
    """What the browser refuses on a page from now on, by its content security policy; filled as it happens."""
    found: list[str] = []

    def hear(said: Any) -> None:
        if any(word in said.text for word in ("Content Security Policy", "Trusted", "Permissions-Policy")):
            found.append(f"{page.url}: {said.text}")

    page.on("console", hear)
    page.on("pageerror", lambda error: found.append(f"{page.url}: {error}"))
    return found


def made() -> Evening:
    """Build the evening, on a thread of its own."""
    return scenes.aside(_made)


def _made() -> Evening:
    running = scenes.evening()
    people = crowd.people_of_the_place()
    crowd.play_rounds(running, people)
    events = crowd.rarer_events(people)
    cast = crowd.cast_of(running, people)
    friends = _friends(people)
    after = (*_published(people), *_real_table(people))
    pages = (*_reading(), *_results(people), *_rooms(running, events), *_own(), *friends, *after, *_organiser())
    return Evening(pages, {name: crowd.session_of(player) for name, player in cast.items()})


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


def _published(people: "Sequence[Player]") -> tuple[Shown, ...]:
    """What stays of an event that people have played, its draws, and its screen while one goes on."""
    from tournaments import service

    event = scenes.running_event("lihe", people=3)
    service.enter(event, people[0])
    service.finish(event.slug)
    return (
        Shown("results", "/events/lihe/results/"),
        Shown("results-own", "/events/lihe/results/", "regular"),
        Shown("certificate", f"/events/lihe/certificate/{people[0].pk}/"),
        Shown("draws", "/events/kanmen/draws/"),
        Shown("screen", "/events/kanmen/screen/"),
        Shown("report", f"/players/{people[1].pk}/report/", "regular"),
    )


def _real_table(people: "Sequence[Player]") -> tuple[Shown, ...]:
    """A real table where one sits and three chairs are free."""
    from tests.tournaments.cast import begin
    from tournaments import service

    event = begin("shulou", offline=True)
    service.enter(event, people[0])
    table = service.gather_offline(event, people[0])
    service.take_seat(table.pk, people[0], 0)
    return (
        Shown("offline-tables", "/offline/tables/", "regular"),
        Shown("offline-table", f"/offline/{table.pk}/", "regular"),
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
