"""The broker is gone or emptied (E9): presses are accepted at once, and the sweep seats whoever waits."""

import logging
import time

import pytest
from celery import Celery
from django.conf import settings
from redis import Redis

from games.models import LiveSeat
from tests.haste import at_most
from tests.tournaments.cast import begin, guests, sit
from tournaments import broadcast, service
from tournaments.models import Event

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_dead_broker_keeps_nobody_waiting_and_the_sweep_seats_them(monkeypatch, caplog):
    monkeypatch.setattr(broadcast, "current_app", Celery("nowhere", broker="redis://127.0.0.1:1/0"))
    caplog.set_level(logging.WARNING)
    event = begin("cup")
    before = time.monotonic()
    with at_most(3):
        sit(event, *guests(4))
    time.sleep(0.06)
    service.sweep_seating()
    assert LiveSeat.objects.count() == 4
    while not any("a sweep will" in record.message for record in caplog.records):
        assert time.monotonic() - before < 60
        time.sleep(0.05)


def test_a_broker_that_lost_everything_loses_nobody():
    event = begin("cup")
    sit(event, *guests(4))
    Redis.from_url(settings.REDIS_URL).flushdb()
    time.sleep(0.06)
    service.sweep_seating()
    assert LiveSeat.objects.count() == 4
    service.sweep_seating()
    assert LiveSeat.objects.count() == 4


def test_a_press_whose_draw_was_never_fixed_is_found_by_the_sweep():
    event = begin("cup")
    sit(event, *guests(4))
    Event.objects.update(next_draw_at=None)
    service.sweep_seating()
    time.sleep(0.06)
    service.sweep_seating()
    assert LiveSeat.objects.count() == 4


def test_entries_that_lag_behind_their_closed_table_are_put_right():
    event = begin("cup")
    four = guests(4)
    sit(event, *four)
    time.sleep(0.06)
    service.draw_tables("cup")
    LiveSeat.objects.all().delete()
    assert service.me(event, four[0]).state == "idle"
    service.sweep_seating()
    assert set(event.entries.values_list("state", flat=True)) == {"idle"}
    service.start(event, four[0])
    assert service.me(event, four[0]).state == "waiting"
