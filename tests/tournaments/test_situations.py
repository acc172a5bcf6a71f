"""What happened to people who use comparable systems, tried on this one; each named after its situation."""

from datetime import timedelta
from functools import partial

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Player
from games import service as games
from games.engine.settlement import settle
from games.models import Hand, Seat, Table
from tests.tournaments.cast import all_at_once, begin, draw_now, guests, organiser, play_through, sit
from tournaments import ledger, service
from tournaments.models import Account, AuditEntry, Event, Line, Posting, Sanction
from tournaments.service import sanctions, voiding

pytestmark = pytest.mark.django_db


def test_the_closing_bell_rings_in_the_middle_of_a_hand(client):
    """E4: no new hand, the running one counts, the ranking waits for it and says so; stalling gains nothing."""
    event, people = begin("cup", min_hands=1, turn_ms=1_000, reserve_ms=0), guests(4)
    sit(event, *people)
    draw_now(event)
    hand = Hand.objects.get()
    fast_forward(hand)
    assert Hand.objects.get().state == "live"
    Event.objects.update(ends_at=timezone.now())
    service.advance_events()
    service.compute_leaderboard("cup")
    assert Event.objects.get().state == "finishing"
    assert not service.ranking_page(event).final
    assert "最后几局正在打完" in client.get("/events/cup/").content.decode()
    while Table.objects.get().state == "playing":  # all four stall: the clock plays for them
        fast_forward(Hand.objects.exclude(state="done").get())
    service.release_table(hand.table_id, "cup")
    service.advance_events()
    assert Event.objects.get().state == "finished"
    assert Hand.objects.count() == 1
    assert service.ranking_page(event).final
    assert {row["hands"] for row in service.ranking_page(event).rows} == {1}
    assert ledger.differences() == []


def fast_forward(hand: Hand) -> None:
    """What is due next at a hand is due now, and done."""
    at = Hand.objects.get(pk=hand.pk)
    Hand.objects.filter(pk=hand.pk).update(started_at=at.started_at - timedelta(seconds=20))
    games.tick(hand.pk)


@pytest.mark.django_db(transaction=True)
def test_start_is_pressed_twice_and_by_two_organisers():
    """E8: one start."""
    first, second = organiser(), organiser("二掌柜")
    event = service.create_event("杯赛", slug="cup")
    service.open_event("cup", by=first, reason="报名")
    started = all_at_once(*(partial(service.start_event, "cup", by=by, reason="开赛") for by in (first, second) * 2))
    assert {one.starts_at for one in started} == {Event.objects.get().starts_at}
    assert Event.objects.get().ends_at == started[0].starts_at + event.length
    assert AuditEntry.objects.filter(act="start").count() == 1


def test_the_leader_is_disqualified_after_the_end():
    """E5: the ranking is recomputed, the reason is on record, certificates say the truth."""
    desk, event, people = organiser(), begin("cup", kind="demo", seed_ms=0, min_hands=0), guests(4)
    play_through(event, people)
    service.finish("cup")
    before = [row["player"] for row in service.ranking_page(event).rows]
    sanctions.disqualify(event, Player.objects.get(pk=before[0]), desk, "两部手机打一桌")
    page = service.ranking_page(event)
    assert page.final
    assert [row["player"] for row in page.rows] == [*before[1:], before[0]]
    assert page.rows[0]["rank"] == 1
    assert (page.rows[-1]["rank"], page.rows[-1]["state"]) == (None, "disqualified")
    assert Sanction.objects.get().reason == AuditEntry.objects.get(act="disqualify").reason == "两部手机打一桌"
    for row in page.rows:
        address = f"/events/cup/certificate/{row['player']}/"
        text = Client().get(address, headers={"accept-language": "zh-hans"}).content.decode()
        assert ("取消资格" in text) == (row["player"] == before[0])
    sanctions.lift(Sanction.objects.get(), desk, "查清了")
    assert [row["player"] for row in service.ranking_page(event).rows] == before


def test_a_hand_is_voided_by_the_organiser():
    """E7: reversed by new entries, never by edits; the sum still holds."""
    desk, event, people = organiser(), begin("cup", kind="demo", seed_ms=0), guests(4)
    hand = None
    while hand is None:
        hand = Hand.objects.filter(table=play_through(event, people), result__kind="win").first()
    lines, postings = list(Line.objects.order_by("pk").values()), Posting.objects.count()
    totals = service.silver_totals(event)
    reversal = voiding.void_hand(hand.pk, desk, "洗牌机卡住")
    assert reversal is not None
    assert list(Line.objects.order_by("pk").values())[: len(lines)] == lines
    assert Posting.objects.count() == postings + 1
    assert service.silver_totals(event) == totals
    assert totals.given == totals.held
    assert ledger.differences() == []


def test_two_of_the_losers_cannot_pay_a_large_hand():
    """E10: RULES.md §8; nobody below zero; the sum holds."""
    event, people = begin("cup"), guests(4)
    sit(event, *people)
    draw_now(event)
    table = Table.objects.get(event="cup")
    seats = list(Seat.objects.filter(table=table).order_by("index"))
    accounts = [Account.objects.get(event=event, player=seat.player_id, currency="silver").pk for seat in seats]
    ledger.post(event, "test:poor", {accounts[1]: -990, accounts[2]: -930, accounts[0]: 1920})
    done = settle((400, 100, 0, 0), 0, None, "self_draw", False)
    outcome = {"kind": "win", "winner": 0, "payments": done.payments, "settlement": done.settlement}
    hand = Hand.objects.get(table=table)
    service.post_hand(table, hand, seats, outcome)
    # 10 and 70 of the 160 that each owes; what 1 is owed by 2 is lost with it, 3 still pays 1 its 40
    assert [Account.objects.get(pk=account).balance for account in accounts] == [2920 + 10 + 70 + 160, 40, 0, 800]
    assert [seat.points for seat in seats] == [1480, 920, 800, 800]
    assert Event.objects.get(pk=event.pk).state == "running"
    assert service.silver_totals(event) == (4000, 4000)
