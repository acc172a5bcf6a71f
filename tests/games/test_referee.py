"""What a referee does at a table: the clocks stand still, a seat is played, a hand is marked void."""

import threading
from datetime import timedelta

import pytest
from django.db import DatabaseError, connection, transaction

from games import dbclock, service, snapshot, store
from games.engine.record import verify
from games.models import Hand, LoggedAction, Table
from games.recording import record_of
from games.service import Refused

pytestmark = pytest.mark.django_db
HOUR = 3_600_000


def later(table: Table, seconds: float) -> None:
    """Let time pass for the hand on the table."""
    hand = table.hands.exclude(state="done").get()
    move = timedelta(seconds=seconds)
    due = hand.due_at - move if hand.due_at else None
    Hand.objects.filter(id=hand.id).update(started_at=hand.started_at - move, due_at=due)


def tick(table: Table) -> None:
    service.tick(table.hands.exclude(state="done").get().id)


def deal(table: Table) -> None:
    later(table, 5)
    tick(table)


def seen(table: Table, seat: int = 0) -> dict:
    return snapshot.for_seat(table.id, seat).view


def first_throw(table: Table) -> tuple[str, dict]:
    view = seen(table)
    return view["decision"], next(action for action in view["legal"] if action["type"] == "discard")


def test_a_paused_table_stands_still_for_as_long_as_it_is_paused(seat_four, players):
    table = seat_four(turn_ms=60_000)
    deal(table)
    left = seen(table)["deadline_ms"]
    decision, throw = first_throw(table)
    assert service.pause_table(table.id, text="停一下") is True
    assert service.pause_table(table.id, text="again") is False
    later(table, 3600)
    tick(table)
    view = seen(table)
    assert view["halts"] == [{"why": "table", "text": "停一下"}]
    assert (view["decision"], view["legal"], view["phase"]) == (None, [], "act")
    assert left - 2_000 < view["deadline_ms"] <= left
    assert table.hands.get().due_at is None
    with pytest.raises(Refused) as refused:
        service.act(table.id, players[0].id, "a", decision, throw)
    assert refused.value.code == "stale"
    assert service.resume_table(table.id) is True
    assert service.resume_table(table.id) is False
    view = seen(table)
    assert (view["halts"], view["decision"]) == ([], decision)
    assert left - 3_000 < view["deadline_ms"] <= left
    service.act(table.id, players[0].id, "a", decision, throw)


def test_a_table_held_for_two_reasons_goes_on_when_the_last_is_gone(seat_four):
    table = seat_four(turn_ms=60_000)
    deal(table)
    service.pause_table(table.id, "table")
    service.pause_table(table.id, "dispute", "第三张是谁碰的")
    service.resume_table(table.id, "table")
    assert [halt["why"] for halt in seen(table)["halts"]] == ["dispute"]
    assert seen(table)["decision"] is None
    service.resume_table(table.id, "dispute")
    assert seen(table)["decision"] is not None


def test_time_given_back_while_a_table_stands_still_is_not_counted_twice(seat_four):
    table = seat_four(turn_ms=60_000)
    deal(table)
    left = seen(table)["deadline_ms"]
    service.pause_table(table.id)
    later(table, 20)
    now = dbclock.now()
    service.give_back(now - timedelta(seconds=8), now)
    service.resume_table(table.id)
    assert left - 2_000 < seen(table)["deadline_ms"] <= left


def test_the_pause_is_the_same_in_every_process_and_in_the_record(seat_four):
    table = seat_four(bots=(1, 2, 3), turn_ms=50, reserve_ms=0)
    deal(table)
    service.pause_table(table.id)
    later(table, 60)
    shown = seen(table)
    store.forget()
    assert {**seen(table), "deadline_ms": 0} == {**shown, "deadline_ms": 0}
    service.resume_table(table.id)
    hand = table.hands.get()
    while hand.result is None:
        later(table, 2)
        tick(table)
        hand.refresh_from_db()
    verify(record_of(hand))


def test_time_is_given_to_a_seat_and_everybody_is_told(seat_four):
    table = seat_four(reserve_ms=1_000)
    deal(table)
    before = seen(table, 2)["reserve_ms"]
    v = [snapshot.for_seat(table.id, seat).v for seat in range(4)]
    service.give_time(table.id, 2, 30_000, "网不好")
    assert seen(table, 2)["reserve_ms"] == before + 30_000
    for seat in range(4):
        assert seen(table, seat)["notices"] == [
            {"number": 1, "code": "time", "text": "网不好", "seat": 2, "seconds": 30}
        ]
        assert snapshot.for_seat(table.id, seat).v > v[seat]
    with pytest.raises(Refused):
        service.give_time(table.id, 2, 0)


def test_a_seat_that_the_organiser_has_played_cannot_be_taken_back(seat_four, players):
    table = seat_four(turn_ms=HOUR)
    deal(table)
    decision, throw = first_throw(table)
    assert service.hold_seat(table.id, players[0].id, True, "人走了") is True
    assert service.hold_seat(table.id, players[0].id, True) is False
    view = seen(table)
    assert (view["held"], view["decision"], view["legal"]) == (True, None, [])
    assert view["present"][0] == "auto"
    for attempt in (
        lambda: service.act(table.id, players[0].id, "a", decision, throw),
        lambda: service.set_auto(table.id, players[0].id, "b", False),
        lambda: service.wish(table.id, players[0].id, "c", ["win"]),
    ):
        with pytest.raises(Refused):
            attempt()
    later(table, 1.5)
    tick(table)
    assert len(seen(table)["rivers"][0]) == 1
    assert service.hold_seat(table.id, players[0].id, False) is True
    assert seen(table)["held"] is False


def test_a_held_seat_is_held_in_the_next_hand_too(seat_four, players):
    table = seat_four(bots=(1, 2, 3), turn_ms=50, reserve_ms=0, pause_ms=50)
    service.hold_seat(table.id, players[0].id, True)
    while table.hands.count() < 2:
        later(table, 2)
        tick(table)
    assert seen(table)["held"] is True


def test_a_table_ends_after_its_running_hand(seat_four):
    table = seat_four(bots=(1, 2, 3), turn_ms=50, reserve_ms=0, pause_ms=50, hands_per_table=9)
    deal(table)
    assert service.end_table(table.id, "店要关门") is True
    assert service.end_table(table.id) is False
    assert seen(table)["notices"][-1]["code"] == "ending"
    while Table.objects.get(id=table.id).state == Table.State.PLAYING:
        later(table, 2)
        tick(table)
    assert table.hands.count() == 1
    with pytest.raises(Refused):
        service.pause_table(table.id)


def test_what_is_said_to_one_seat_is_seen_by_no_other(seat_four):
    table = seat_four()
    deal(table)
    others = [snapshot.for_seat(table.id, seat).v for seat in (0, 2, 3)]
    service.tell_table(table.id, "answer", "按规则走", seats=[1])
    assert seen(table, 1)["notices"][0]["text"] == "按规则走"
    assert [seen(table, seat)["notices"] for seat in (0, 2, 3)] == [[], [], []]
    assert [snapshot.for_seat(table.id, seat).v for seat in (0, 2, 3)] == others


def test_a_voided_hand_keeps_its_result_and_its_mark_for_good(seat_four):
    table = seat_four(bots=(0, 1, 2, 3), hands_per_table=1)
    assert service.mark_void(table.hands.get().id, "too early") is False
    service.play_out(table.id)
    hand = table.hands.get()
    assert service.mark_void(hand.id, "牌墙倒了") is True
    assert service.mark_void(hand.id, "again") is False
    hand.refresh_from_db()
    assert hand.shown_result == {**hand.result, "void": "牌墙倒了"}
    with pytest.raises(DatabaseError, match="stays voided"), transaction.atomic():
        Hand.objects.filter(id=hand.id).update(voided_at=None)
    record = record_of(hand)
    assert record["void"] == "牌墙倒了"
    verify(record)


@pytest.mark.django_db(transaction=True)
def test_two_referees_at_once_stop_a_table_once(seat_four):
    table = seat_four(turn_ms=HOUR)
    deal(table)
    done = []

    def stop() -> None:
        done.append(service.pause_table(table.id))
        connection.close()

    threads = [threading.Thread(target=stop) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(done) == [False, False, False, True]
    assert LoggedAction.objects.filter(type="halt").count() == 1
