"""What a table's hands do to silver, points and entries; and the ranking made of it."""

from types import SimpleNamespace

import pytest
from django.db import transaction

from accounts.guests import create_bot
from games import service as games
from games.engine.settlement import settle
from games.models import Seat, Table
from tests.tournaments.cast import begin, draw_now, guests, sit
from tournaments import ledger, service
from tournaments.models import Account, Entry, Event, Posting


def seated(event: Event) -> tuple[Table, list[Seat]]:
    sit(event, *guests(4))
    assert draw_now(event) == 1
    table = Table.objects.get(event=event.slug)
    return table, list(table.seats.order_by("index"))


def outcome(totals, winner, from_seat=None, by="self_draw"):
    done = settle(totals, winner, from_seat, by, False)
    return {"kind": "win", "winner": winner, "payments": done.payments, "settlement": done.settlement}


DRAWN = {"kind": "draw", "winner": None, "payments": (), "settlement": (0, 0, 0, 0)}


def test_a_win_moves_silver_and_points_once(running):
    table, seats = seated(running)
    for _ in range(3):
        service.post_hand(table, SimpleNamespace(pk="H1"), seats, outcome((60, 0, 30, 0), 0))
    assert [seat.silver for seat in seats] == [1072, 964, 1000, 964]
    assert [seat.points for seat in seats] == [1072, 964, 1000, 964]
    assert Posting.objects.filter(key="hand:H1").count() == 1
    entries = {entry.player_id: entry for entry in Entry.objects.all()}
    assert [entries[seat.player_id].hands for seat in seats] == [1, 1, 1, 1]
    assert [entries[seat.player_id].wins for seat in seats] == [1, 0, 0, 0]
    assert service.silver_totals(running) == (4000, 4000)


def test_a_drawn_hand_is_posted_and_moves_nothing(running):
    table, seats = seated(running)
    service.post_hand(table, SimpleNamespace(pk="H1"), seats, DRAWN)
    assert [seat.silver for seat in seats] == [1000] * 4
    assert Posting.objects.filter(key="hand:H1").exists()


def test_who_cannot_pay_pays_what_there_is_and_points_go_below_zero(db):
    event = begin("high", silver_per_unit=1000, silver=1000)
    table, seats = seated(event)
    service.post_hand(table, SimpleNamespace(pk="H1"), seats, outcome((400, 0, 10, 20), 1, 0, "discard"))
    service.post_hand(table, SimpleNamespace(pk="H2"), seats, outcome((0, 400, 0, 0), 1))
    assert sum(seat.silver for seat in seats) == 4000
    assert min(seat.silver for seat in seats) == 0
    assert sum(seat.points for seat in seats) == 4000
    assert min(seat.points for seat in seats) < 0
    assert Account.objects.filter(currency="silver", player__isnull=False, balance__lt=0).count() == 0


def test_a_receiver_that_fails_undoes_the_posting(running):
    table, seats = seated(running)

    def post_then_fail() -> None:
        with transaction.atomic():
            service.post_hand(table, SimpleNamespace(pk="H1"), seats, outcome((60, 0, 0, 0), 0))
            raise RuntimeError

    with pytest.raises(RuntimeError):
        post_then_fail()
    assert not Posting.objects.filter(key="hand:H1").exists()


def test_bots_play_a_table_through_the_engine_and_the_ledger_agrees(db):
    event = begin("bots", kind="demo", seed_ms=0)
    bots = [create_bot() for _ in range(4)]
    with transaction.atomic():
        table = service.seat_bots(event, bots)
    games.play_out(table.pk)
    service.release_table(table.pk, event.slug)
    assert set(Entry.objects.values_list("hands", flat=True)) == {4}
    assert Posting.objects.filter(key__startswith="hand:").count() == 4
    assert service.silver_totals(event) == (4000, 4000)
    assert ledger.differences() == []
    assert set(Entry.objects.values_list("state", flat=True)) <= {"idle", "out"}


def test_equal_silver_and_points_share_a_rank(running):
    players = guests(3)
    for player in players:
        service.enter(running, player)
    Entry.objects.update(hands=4)
    service.compute_leaderboard("cup")
    rows = service.ranking_page(running).rows
    assert [row["rank"] for row in rows] == [1, 1, 1]
    assert service.me(running, players[2]).rank == 1


def test_who_has_played_too_few_hands_is_listed_below_without_rank(running):
    table, seats = seated(running)
    for number in range(4):
        service.post_hand(table, SimpleNamespace(pk=f"H{number}"), seats, outcome((60, 0, 0, 0), 0))
    (late,) = guests(5)[4:]
    service.enter(running, late)
    service.compute_leaderboard("cup")
    rows = service.ranking_page(running).rows
    assert [row["rank"] for row in rows] == [1, 2, 2, 2, None]
    assert rows[0]["player"] == seats[0].player_id
    assert rows[0]["wins"] == 4
    assert rows[4]["player"] == late.pk
    assert {row["state"] for row in rows} == {"in"}


def test_the_ranking_is_computed_at_most_once_a_second(running):
    assert service.compute_leaderboard("cup") is True
    assert service.compute_leaderboard("cup") is False


def test_a_player_without_silver_is_out_and_in_a_practice_room_starts_afresh(db):
    practice = begin("room", kind="practice", silver_per_unit=1000)
    table, seats = seated(practice)
    service.post_hand(table, SimpleNamespace(pk="H1"), seats, outcome((400, 0, 0, 0), 0))
    assert [seat.silver for seat in seats] == [4000, 0, 0, 0]
    from tests.tournaments.test_drawing import close_table

    close_table(table)
    player = seats[1].player
    service.start(practice, player)
    assert service.me(practice, player).silver == 1000
    assert service.silver_totals(practice) == (5000, 5000)
    assert not [line for line in ledger.differences() if "hand H1" not in line and "hand:H1" not in line]
