"""Who is drawn, when, and that two workers at once do no harm."""

import threading
from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from accounts.models import Player
from games.models import LiveSeat, Seat, Table
from tests.sizes import sized
from tests.tournaments.cast import begin, draw_now, guests, sit
from tournaments import certificate, ledger, service
from tournaments.models import Draw, Entry, Event, Meeting


def close_table(table: Table) -> None:
    """As when its last hand was put away."""
    LiveSeat.objects.filter(table=table).delete()
    Table.objects.filter(pk=table.pk).update(state="closed")
    service.release_table(table.pk, table.event)


def states(event) -> list[str]:
    return sorted(Entry.objects.filter(event=event).values_list("state", flat=True))


def test_four_who_wait_sit_at_one_table(running, people):
    players = people(4)
    sit(running, *players)
    assert draw_now(running) == 1
    table = Table.objects.get()
    assert {seat.player_id for seat in table.seats.all()} == {player.pk for player in players}
    assert [(seat.silver, seat.points) for seat in table.seats.all()] == [(1000, 1000)] * 4
    for player in players:
        me = service.me(running, player)
        assert (me.state, me.table, me.waiting_ms, me.waiting_for) == ("seated", table.pk, None, None)


def test_three_wait_and_are_told_for_what(running, people):
    service.beat()
    players = people(4)
    sit(running, *players[:3])
    assert draw_now(running) == 0
    me = service.me(running, players[0])
    assert me.state == "waiting"
    assert me.waiting_ms is not None
    assert "1" in (me.waiting_for or "")
    sit(running, players[3])
    assert draw_now(running) == 1


@pytest.mark.parametrize("count", [5, 6, 7])
def test_of_five_six_or_seven_four_sit_and_the_others_are_first_in_line(running, people, count):
    players = people(count)
    sit(running, *players)
    assert draw_now(running) == 1
    left = Entry.objects.filter(event=running, state="waiting")
    assert {entry.draws_waited for entry in left} == {1}
    more = guests(count + 8)[count:]
    sit(running, *more[: 8 - count])
    assert draw_now(running) == 1
    assert not Entry.objects.filter(event=running, state="waiting", player__in=left.values("player")).exists()


def test_with_the_worker_gone_the_page_says_why(running, people):
    (player,) = people(1)
    sit(running, player)
    gone = service.me(running, player).waiting_for
    service.beat()
    assert service.me(running, player).waiting_for != gone


def test_a_draw_before_its_time_does_nothing(running, people):
    sit(running, *people(4))
    Event.objects.filter(pk=running.pk).update(next_draw_at=timezone.now() + timedelta(minutes=1))
    assert service.draw_tables("cup") == 0
    assert states(running) == ["waiting"] * 4


def test_nobody_is_drawn_after_the_bell(running, people):
    sit(running, *people(4))
    Event.objects.filter(pk=running.pk).update(ends_at=timezone.now())
    assert draw_now(running) == 0


def test_a_sweep_seats_those_whose_task_was_lost(running, people):
    sit(running, *people(4))
    Event.objects.filter(pk=running.pk).update(next_draw_at=timezone.now() - timedelta(seconds=1))
    service.sweep_seating()
    assert states(running) == ["seated"] * 4


def test_stop_leaves_the_line_and_never_a_table(running, people):
    players = people(4)
    sit(running, *players)
    assert service.stop(running, players[0]).state == "idle"
    assert draw_now(running) == 0
    service.start(running, players[0])
    draw_now(running)
    assert service.stop(running, players[0]).state == "seated"
    assert LiveSeat.objects.count() == 4


def test_start_is_idempotent_and_refused_where_it_cannot_be(running, people):
    one, *others = people(4)
    with pytest.raises(service.NotNow):
        service.start(running, one)
    service.enter(running, one)
    since = [service.start(running, one), Entry.objects.get(player=one).waiting_since][1]
    service.start(running, one)
    assert Entry.objects.get(player=one).waiting_since == since
    sit(running, *others)
    draw_now(running)
    with pytest.raises(service.NotNow):
        service.start(running, one)


def test_whoever_is_drawn_while_their_state_is_read_is_waiting_or_seated_and_nothing_between(running, people):
    players = people(4)
    sit(running, *players)
    drawn = []

    def draw_after_the_first(execute, sql, params, many, context):
        result = execute(sql, params, many, context)
        if not drawn:
            drawn.append(True)
            draw_now(running)
        return result

    with connection.execute_wrapper(draw_after_the_first):
        found = service.mes(running, [player.pk for player in players])
    assert {me.state for me in found.values()} <= {"waiting", "seated"}


def test_one_player_waits_in_one_event_only(running, people):
    other, (player,) = begin("other"), people(1)
    sit(running, player)
    sit(other, player)
    assert service.me(running, player).state == "idle"
    assert service.me(other, player).state == "waiting"


def test_the_same_four_are_kept_apart_for_three_draws_while_another_plays(running, people):
    eight = people(8)
    sit(running, *eight)
    assert draw_now(running) == 2
    first = Table.objects.first()
    assert first is not None
    close_table(first)
    four = list(Player.objects.filter(seats__table=first))
    sit(running, *four)
    assert [draw_now(running) for _ in range(4)] == [0, 0, 0, 1]


def test_the_same_four_are_drawn_again_when_nobody_else_is_about(running, people):
    four = people(4)
    sit(running, *four)
    draw_now(running)
    close_table(Table.objects.get())
    sit(running, *four)
    assert draw_now(running) == 1


def test_bots_never_sit_in_a_championship(running, people):
    sit(running, *people(3))
    Entry.objects.update(waiting_since=timezone.now() - timedelta(hours=1))
    assert draw_now(running) == 0
    assert not Player.objects.filter(is_bot=True).exists()


def test_people_sit_together_and_labelled_bots_take_the_empty_chairs(db):
    demo = begin("demo", kind="demo", bot_after_ms=60_000)
    players = guests(6)
    sit(demo, *players)
    assert draw_now(demo) == 1
    assert Seat.objects.filter(is_bot=True).count() == 0
    Entry.objects.filter(state="waiting").update(waiting_since=timezone.now() - timedelta(minutes=2))
    assert draw_now(demo) == 1
    table = Table.objects.order_by("created_at").last()
    assert table is not None
    bots = [seat for seat in table.seats.all() if seat.is_bot]
    assert len(bots) == 2
    assert all(seat.nickname.startswith("机器人") for seat in bots)
    assert ledger.differences() == []
    service.compute_leaderboard("demo")
    assert service.ranking_page(demo).total == 6


def test_a_bot_that_is_free_sits_down_again(db):
    demo = begin("demo", kind="demo", bot_after_ms=0)
    (player,) = guests(1)
    for _ in range(3):
        sit(demo, player)
        assert draw_now(demo) == 1
        close_table(Table.objects.get(state="playing"))
    assert Player.objects.filter(is_bot=True).count() == 3
    assert Meeting.objects.count() == 3


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_two_workers_seat_a_rush_each_at_exactly_one_table():
    event = begin("rush")
    tables = sized(20, 50)
    entrants = [service.enter(event, player) and player for player in guests(4 * tables + 3)]
    Entry.objects.update(state="waiting", waiting_since=timezone.now())
    failures: list[Exception] = []

    def work() -> None:
        try:
            for _ in range(3):
                service.draw_tables("rush")
        except Exception as error:  # noqa: BLE001 (told to the test's own thread)
            failures.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=work) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    assert Table.objects.count() == tables
    assert LiveSeat.objects.count() == 4 * tables
    assert {table.seats.count() for table in Table.objects.all()} == {4}
    assert states(event) == ["seated"] * 4 * tables + ["waiting"] * 3
    assert len(entrants) == 4 * tables + 3


@pytest.mark.django_db(transaction=True)
def test_ten_presses_of_enter_and_start_at_once_make_one_entry(running):
    (player,) = guests(1)
    failures: list[Exception] = []

    def press() -> None:
        try:
            service.enter(running, player)
            service.start(running, player)
        except Exception as error:  # noqa: BLE001 (told to the test's own thread)
            failures.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=press) for _ in range(10)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    assert states(running) == ["waiting"]
    assert service.silver_totals(running) == (1000, 1000)


def test_a_draw_is_promised_before_it_is_known_who_waits_and_can_be_repeated_after(running, people):
    promised = Draw.objects.get(event=running)
    assert (promised.number, promised.drawn_at, promised.certificate) == (1, None, None)
    players = people(9)
    sit(running, *players)
    assert draw_now(running) == 2
    kept = Draw.objects.get(event=running, number=1)
    assert kept.commitment == promised.commitment == kept.certificate["commitment"]
    certificate.verify(kept.certificate)
    tables = [
        [seat.player_id for seat in table.seats.order_by("index")] for table in Table.objects.order_by("created_at")
    ]
    assert sorted(kept.certificate["tables"]) == sorted(tables)
    assert Draw.objects.get(event=running, drawn_at=None).number == 2


def test_a_draw_without_a_table_uses_no_promise_up(running, people):
    sit(running, *people(3))
    assert draw_now(running) == 0
    assert Draw.objects.get(event=running).number == 1


def test_a_promise_made_under_another_key_is_given_up_and_the_draw_comes_one_later(running, people, settings):
    settings.SEED_KEYS = ("YW5vdGhlciBrZXkgYW5vdGhlciBrZXkgYW5vdGhlciE=",)
    sit(running, *people(4))
    assert draw_now(running) == 0
    assert draw_now(running) == 1
    given_up, kept = Draw.objects.filter(event=running).exclude(drawn_at=None).order_by("number")
    assert given_up.certificate is None
    certificate.verify(kept.certificate)
