"""Who is on the site while every page of it is looked at: people who have played, and one for every place in a room."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tests.pages import scenes

if TYPE_CHECKING:
    from accounts.models import Player
    from tournaments.models import Event

NAMES = ("阿海", "阿潮", "小渔", "老舵", "Maximiliane", "海风里的老渔夫阿德", "大帆", "石斑")


def people_of_the_place() -> "list[Player]":
    """Eight people."""
    from accounts.models import Player

    return [Player.objects.create(nickname=name) for name in NAMES]


def play_rounds(event: "Event", people: "Sequence[Player]") -> None:
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


def rarer_events(people: "Sequence[Player]") -> "dict[str, Event]":
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


def cast_of(running: "Event", people: "Sequence[Player]") -> "dict[str, Player]":
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


def session_of(player: "Player") -> str:
    from django.test import Client

    client = Client()
    client.force_login(player)
    return client.cookies["sessionid"].value
