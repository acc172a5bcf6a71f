"""The fixed cast and what they usually do first."""

import threading
from collections.abc import Callable, Sequence

from django.contrib.auth.models import Group
from django.db import connection

from accounts.guests import create_guest
from accounts.models import Player
from games.models import Seat, Table
from games.service import play_out
from tournaments import service
from tournaments.models import Event
from tournaments.service.drawing import seat_bots

NAMES = ("阿海", "阿潮", "小渔", "大帆", "老舵", "小螺", "阿贝", "石斑")


def guests(count: int) -> list[Player]:
    """阿海, 阿潮, 小渔, 大帆, 老舵, …"""
    return [create_guest(NAMES[number % 8] + str(number // 8 or "")).player for number in range(count)]


def begin(slug: str, **fields: object) -> Event:
    """Create, open and start an event."""
    fields = {"draw_every_ms": 50, **fields}
    event = service.create_event(f"杯赛 {slug}", slug=slug, **fields)
    service.open_event(event.slug)
    return service.start_event(event.slug)


def sit(event: Event, *players: Player) -> None:
    """Enter and wait."""
    for player in players:
        service.enter(event, player)
        service.start(event, player)


def draw_now(event: Event) -> int:
    """One draw, its time come."""
    Event.objects.filter(pk=event.pk).update(next_draw_at=None)
    return service.draw_tables(event.slug)


def play_through(event: Event, players: Sequence[Player]) -> Table:
    """A table of these people, played to its end at once as bots would play it."""
    people = Player.objects.filter(pk__in=[player.pk for player in players])
    people.update(is_bot=True)
    table = seat_bots(event, list(people))
    play_out(table.pk)
    people.update(is_bot=False)
    Seat.objects.filter(table=table).update(is_bot=False)
    service.release_table(table.pk, event.slug)
    return table


def organiser(name: str = "掌柜", group: str = "Organiser") -> Player:
    """Somebody at the desk, by group."""
    player = Player.objects.create_user(f"desk-{name}", password=None, nickname=name, is_staff=True)
    player.groups.add(Group.objects.get(name=group))
    return Player.objects.get(pk=player.pk)


def all_at_once(*acts: Callable[[], object]) -> list[object]:
    """Do all of it in threads of their own at the same moment; what each returned, or raised."""
    gate, done = threading.Barrier(len(acts)), []

    def run(act: Callable[[], object]) -> None:
        gate.wait()
        try:
            done.append(act())
        except Exception as error:  # noqa: BLE001 (the test looks at it)
            done.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(act,)) for act in acts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return done
