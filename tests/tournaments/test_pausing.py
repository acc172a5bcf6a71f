"""All tables of an event stand still at once: in few queries, in one moment, none forgotten."""

import asyncio
import json
import threading
import time
from collections.abc import Callable
from datetime import timedelta

import pytest
from asgiref.sync import async_to_sync, sync_to_async
from channels.layers import get_channel_layer
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from accounts.models import Player
from games import broadcast, dbclock, moves, store, ticker
from games import service as games
from games.engine.due import next_due
from games.models import Hand, Heartbeat, LoggedAction, Table
from games.ticker import Ticker
from tests.tournaments.cast import begin, draw_now, guests, sit
from tournaments import service
from tournaments.models import Event
from tournaments.service.drawing import seat_bots


def with_tables(slug: str, tables: int) -> Event:
    """An event with so many tables, dealt, and nothing of them in this process's memory."""
    event = begin(slug)
    prefix = {"few": "f", "many": "m"}[slug]
    people = guests(4 * tables)
    for number, player in enumerate(people):
        player.nickname = f"{prefix}{number}"
    Player.objects.bulk_update(people, ["nickname"])
    sit(event, *people)
    draw_now(event)
    for hand in Hand.objects.filter(table__event=slug):
        Hand.objects.filter(pk=hand.pk).update(started_at=hand.started_at - timedelta(seconds=5))
        games.tick(hand.pk)
    store.forget()
    return event


def test_a_pause_of_twenty_tables_asks_the_database_as_often_as_one_of_four(db):
    asked: dict[str, list[int]] = {}
    for slug, tables in (("few", 4), ("many", 20)):
        with_tables(slug, tables)
        for step in (service.pause, service.resume, _after_an_outage, service.pause, service.finish):
            with CaptureQueriesContext(connection) as queries:
                step(slug)
            asked.setdefault(slug, []).append(len(queries))
        Table.objects.filter(event=slug).update(state=Table.State.CLOSED)
    assert Hand.objects.filter(table__event="many", log__type="halt").distinct().count() == 20
    assert asked["few"] == asked["many"]
    assert max(asked["many"]) < 40


def test_all_tables_stop_in_the_same_moment_and_everybody_is_shown_it(db, django_capture_on_commit_callbacks):
    with_tables("few", 4)
    tables = Hand.objects.values_list("table_id", flat=True)
    groups = [broadcast.group_of(table, seat) for table in tables for seat in range(4)]

    def act() -> None:
        with django_capture_on_commit_callbacks(execute=True):
            service.pause("few")

    shown = [json.loads(message["text"])["view"] for message in async_to_sync(_heard)(groups, act)]
    assert [[halt["why"] for halt in view["halts"]] for view in shown] == [["event"]] * 16
    halts = LoggedAction.objects.filter(type="halt").select_related("hand")
    moments = [line.hand.started_at + timedelta(milliseconds=line.at_ms) for line in halts]
    assert len(moments) == 4
    assert max(moments) - min(moments) < timedelta(milliseconds=1)
    assert not Hand.objects.exclude(due_at=None).exists()


async def _heard(groups: list[str], act: Callable[[], object]) -> list[dict[str, str]]:
    """What comes first in each group once the act is done; none must stay silent."""
    layer = get_channel_layer()
    channels = [await layer.new_channel() for _group in groups]
    for group, channel in zip(groups, channels, strict=True):
        await layer.group_add(group, channel)
    await sync_to_async(act)()
    async with asyncio.timeout(60):
        return [await layer.receive(channel) for channel in channels]


def _after_an_outage(_slug: str) -> None:
    now = dbclock.now()
    assert games.give_back(now - timedelta(seconds=3), now)


def test_after_an_outage_every_hand_has_the_time_it_had(db):
    with_tables("few", 4)
    before = {hand.pk: hand.due_at for hand in Hand.objects.all()}
    now = dbclock.now()
    assert games.give_back(now - timedelta(seconds=3), now) == 4
    gained = {hand.due_at - before[hand.pk] for hand in Hand.objects.all()}
    assert gained == {timedelta(seconds=3)}
    assert games.give_back(now, now) == 0


def test_many_hands_that_are_due_do_not_pass_for_an_outage(db, monkeypatch):
    """The clock is kept between hands too: a step that is long because of them is no time in which nobody could play."""
    with_tables("few", 4)
    Hand.objects.update(due_at=dbclock.now() - timedelta(seconds=1))
    Heartbeat.objects.create(name="web:1", at=dbclock.now())
    monkeypatch.setattr(ticker, "BEAT_EVERY_S", 0.0)
    overdue = Hand.objects.filter(due_at__lt=dbclock.now() - timedelta(milliseconds=500))
    steps = Ticker()
    assert [(steps.step(), overdue.count())[1] for _ in range(4)] == [3, 2, 1, 0]


@pytest.mark.django_db(transaction=True)
def test_a_table_that_goes_on_to_its_next_hand_while_the_pause_waits_for_it_stands_still_too():
    event = begin("cup")
    bots = guests(4)
    Player.objects.filter(pk__in=[player.pk for player in bots]).update(is_bot=True)
    table = seat_bots(event, list(Player.objects.filter(pk__in=[player.pk for player in bots])))
    pausing = threading.Thread(target=_in_a_thread, args=(service.pause, "cup"))
    with transaction.atomic():
        at_table = moves.lock(table_id=table.pk)
        pausing.start()
        while pausing.is_alive() and not _somebody_waits_for_us():
            time.sleep(0.01)
        play = store.load(at_table.hand)
        while play.number == 1:
            due = next_due(play)
            at_table, play = moves.do(at_table.when(due.at), play, due)
    pausing.join()
    hand = Hand.objects.exclude(state=Hand.State.DONE).get()
    assert (hand.number, hand.due_at) == (2, None)
    assert list(hand.log.values_list("type", flat=True)) == ["halt"]


def _in_a_thread(step, slug: str) -> None:
    step(slug)
    connection.close()


def _somebody_waits_for_us() -> bool:
    waiters = "SELECT count(*) FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY(pg_blocking_pids(pid))"
    with connection.cursor() as cursor:
        cursor.execute(waiters)
        return cursor.fetchone()[0] > 0
