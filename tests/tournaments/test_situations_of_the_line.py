"""Situations of the waiting line and of the ranking while it moves, each named after its situation."""

import json
from functools import partial

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone
from redis import Redis

from games import snapshot
from games.models import Hand, LiveSeat, Table
from games.service import set_auto
from tests.tournaments.cast import all_at_once, begin, draw_now, guests, sit
from tests.tournaments.test_situations import fast_forward
from tournaments import service
from tournaments.models import Entry, Export

pytestmark = pytest.mark.django_db


@pytest.mark.django_db(transaction=True)
def test_many_press_start_at_once_while_two_workers_draw():
    """E1: each sits at exactly one table, exactly four to a table, nobody forgotten."""
    event, people = begin("cup", draw_every_ms=50), guests(22)
    for player in people:
        service.enter(event, player)
    pressed = all_at_once(*(partial(service.start, event, player) for player in people))
    assert not [answer for answer in pressed if isinstance(answer, Exception)]
    for _ in range(3):
        type(event).objects.update(next_draw_at=timezone.now())
        all_at_once(*[partial(service.draw_tables, "cup")] * 2)
    assert {table.seats.count() for table in Table.objects.all()} == {4}
    assert LiveSeat.objects.count() == 20
    assert Entry.objects.filter(state="waiting").count() == 2


@pytest.mark.parametrize("count", [5, 6, 7])
def test_five_six_or_seven_wait(count):
    """E2: one table is drawn, the others are told what they wait for and sit as soon as there are four."""
    service.beat()
    event, people = begin("cup"), guests(count)
    sit(event, *people)
    assert draw_now(event) == 1
    left = [player for player in people if service.me(event, player).state == "waiting"]
    assert len(left) == count - 4
    assert all(str(8 - count) in (service.me(event, player).waiting_for or "") for player in left)
    sit(event, *guests(8 - count))
    assert draw_now(event) == 1
    assert not Entry.objects.filter(state="waiting").exists()


def test_a_waiting_players_phone_is_locked_when_the_draw_comes():
    """E3: the others are not stuck; the player is played for, visibly, and can take over."""
    event, people = begin("cup", turn_ms=1_000, reserve_ms=0), guests(4)
    sit(event, *people)
    assert draw_now(event) == 1
    table = Table.objects.get()
    locked = table.seats.get(index=0).player
    for _ in range(60):
        hand = Hand.objects.exclude(state="done").get()
        view = _view(table, people[0])
        if hand.state != "live" or view["present"][0] == "auto":
            break
        fast_forward(hand)
    assert _view(table, people[0])["present"][0] == "auto"
    set_auto(table.pk, locked.pk, "back", False)
    assert _view(table, people[0])["present"][0] != "auto"


def test_the_rank_in_list_profile_export_and_interface_during_play(settings, tmp_path):
    """E6: the same at the same moment."""
    settings.EXPORTS_DIR = str(tmp_path)
    event, people = begin("cup", min_hands=0), guests(3)
    for player in people:
        service.enter(event, player)
    service.compute_leaderboard("cup")
    service.ask_export(event, "json")
    assert service.write_export("cup", "json")
    client = Client()
    listed = client.get("/api/events/cup/ranking").json()
    assert listed["computed_ago_ms"] >= 0
    exported = json.loads(service.path_of(Export.objects.get()).read_text())["rows"]
    assert exported == listed["rows"]
    for row in listed["rows"]:
        player = next(player for player in people if player.pk == row["player"])
        assert service.me(event, player).rank == row["rank"]


@pytest.mark.django_db(transaction=True)
def test_the_message_broker_is_emptied_during_an_event():
    """E9: waiting players are seated a few seconds later; nothing is seated twice."""
    event = begin("cup", draw_every_ms=50)
    sit(event, *guests(8))
    Redis.from_url(settings.REDIS_URL).flushdb()
    for _ in range(3):
        type(event).objects.update(next_draw_at=timezone.now())
        service.sweep_seating()
    assert LiveSeat.objects.count() == 8
    assert Table.objects.count() == 2


def _view(table, player):
    return snapshot.for_seat(table.pk, table.seats.get(player=player).index).view
