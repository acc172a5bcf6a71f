"""线下桌: four at a real table enter their hands; the same settlement, the same ledger, the same ranking."""

from datetime import timedelta

import pytest
from django.db import DatabaseError, transaction
from django.utils import timezone

from accounts.models import Player
from games.models import LiveSeat
from tests.tournaments.cast import begin, draw_now, guests, sit
from tournaments import ledger, service
from tournaments.models import AuditEntry, Entry, Event, OfflineHand, OfflineSeat, OfflineTable, Posting, Standing
from tournaments.service import NotNow, Story
from tournaments.service.offline import AFTER_BELL

pytestmark = pytest.mark.django_db
WON = Story(dealer=0, totals=(60, 0, 30, 0), winner=0, by="self_draw")
SHOT = Story(dealer=1, totals=(0, 400, 10, 20), winner=1, from_seat=3, by="discard")


@pytest.fixture
def four() -> list[Player]:
    return guests(4)


@pytest.fixture
def cup() -> Event:
    return begin("cup", offline=True, min_hands=1)


@pytest.fixture
def boss() -> Player:
    return Player.objects.create_superuser("boss", None, "long enough for a test")


@pytest.fixture
def table(cup, four) -> OfflineTable:
    return gathered(cup, four)


def gathered(event: Event, people: list[Player]) -> OfflineTable:
    for player in people:
        service.enter(event, player)
    found = service.gather_offline(event, people[0])
    for index, player in enumerate(people):
        service.take_seat(found.pk, player, index)
    return OfflineTable.objects.get(pk=found.pk)


def confirmed(table: OfflineTable, story: Story) -> OfflineHand:
    players = [seat.player for seat in table.seats.all()]
    hand = service.enter_hand(table.pk, players[0], story)
    for player in players[1:]:
        service.answer_hand(hand.pk, player, agrees=True)
    return OfflineHand.objects.get(pk=hand.pk)


def silver(event: Event, players: list[Player]) -> list[int]:
    held = dict(Entry.objects.filter(event=event).values_list("player", "silver_account__balance"))
    return [held[player.pk] for player in players]


def test_the_fourth_to_sit_down_begins_the_table(cup, four):
    for player in four:
        service.enter(cup, player)
    table = service.gather_offline(cup, four[0])
    for index in (0, 1, 2):
        service.take_seat(table.pk, four[index], index)
    assert OfflineTable.objects.get(pk=table.pk).state == "gathering"
    service.take_seat(table.pk, four[3], 3)
    assert OfflineTable.objects.get(pk=table.pk).state == "playing"
    assert [seat.player for seat in table.seats.all()] == four


def test_a_hand_counts_once_all_four_have_confirmed_it(cup, four, table):
    hand = service.enter_hand(table.pk, four[2], WON)
    for player in (four[0], four[1]):
        service.answer_hand(hand.pk, player, agrees=True)
    assert silver(cup, four) == [1000] * 4
    service.answer_hand(hand.pk, four[3], agrees=True)
    hand.refresh_from_db()
    assert hand.state == "posted"
    assert silver(cup, four) == [1072, 964, 1000, 964]
    assert Posting.objects.filter(key=f"offline:{table.pk}:1").count() == 1
    assert [entry.hands for entry in Entry.objects.order_by("pk")] == [1] * 4
    assert ledger.differences() == []


def test_it_is_settled_as_the_same_hand_of_an_online_table_is(cup, four, table):
    """The figures of tests/tournaments/test_results.py: the same totals, the same silver."""
    confirmed(table, WON)
    assert silver(cup, four) == [1072, 964, 1000, 964]


def test_it_counts_in_the_ranking(cup, four, table):
    confirmed(table, WON)
    service.compute_leaderboard(cup.slug)
    first = Standing.objects.get(event=cup, position=0)
    assert (first.entry.player, first.silver, first.hands, first.wins) == (four[0], 1072, 1, 1)


def test_who_cannot_pay_pays_what_there_is(four):
    event = begin("high", offline=True, silver_per_unit=100, silver=1000)
    table = gathered(event, four)
    confirmed(table, SHOT)
    assert silver(event, four) == [0, 4000, 0, 0]
    assert ledger.differences() == []


def test_a_drawn_hand_is_posted_and_moves_nothing(cup, four, table):
    hand = confirmed(table, Story(dealer=2))
    assert hand.state == "posted"
    assert silver(cup, four) == [1000] * 4


def test_confirming_twice_is_confirming_once(cup, four, table):
    hand = service.enter_hand(table.pk, four[0], WON)
    for _ in range(3):
        service.answer_hand(hand.pk, four[1], agrees=True)
    assert OfflineHand.objects.get(pk=hand.pk).state == "proposed"


def test_an_objection_sends_it_to_the_organiser_who_sets_it_right(cup, four, table, boss):
    hand = service.enter_hand(table.pk, four[0], WON)
    service.answer_hand(hand.pk, four[1], agrees=False, why="是点炮")
    hand.refresh_from_db()
    assert (hand.state, hand.why) == ("disputed", "是点炮")
    with pytest.raises(NotNow):
        service.answer_hand(hand.pk, four[2], agrees=True)
    with pytest.raises(NotNow):
        service.enter_hand(table.pk, four[2], WON)
    right = Story(dealer=0, totals=(60, 0, 30, 0), winner=0, from_seat=1, by="discard")
    service.decide_hand(hand.pk, boss, "四人都问过", right)
    hand.refresh_from_db()
    assert (hand.state, hand.by, hand.from_seat) == ("posted", "discard", 1)
    assert AuditEntry.objects.filter(act="offline-decide", actor=boss).exists()
    assert ledger.differences() == []


def test_the_organiser_may_drop_it_and_the_number_is_free_again(cup, four, table, boss):
    hand = service.enter_hand(table.pk, four[0], WON)
    service.answer_hand(hand.pk, four[1], agrees=False)
    service.decide_hand(hand.pk, boss, "重打", None)
    assert silver(cup, four) == [1000] * 4
    assert confirmed(table, SHOT).number == 1


def test_players_do_not_decide_and_a_reason_is_asked_for(four, table, boss):
    hand = service.enter_hand(table.pk, four[0], WON)
    with pytest.raises(NotNow):
        service.decide_hand(hand.pk, four[1], "我说了算", None)
    with pytest.raises(Exception, match="reason"):
        service.decide_hand(hand.pk, boss, "  ", None)


def test_what_nobody_confirms_goes_to_the_organiser_in_time(four, table):
    hand = service.enter_hand(table.pk, four[0], WON)
    service.sweep_offline()
    assert OfflineHand.objects.get(pk=hand.pk).state == "proposed"
    OfflineHand.objects.filter(pk=hand.pk).update(due_at=timezone.now())
    service.sweep_offline()
    assert OfflineHand.objects.get(pk=hand.pk).state == "disputed"


def test_who_entered_it_takes_it_back(cup, four, table):
    hand = service.enter_hand(table.pk, four[0], WON)
    with pytest.raises(NotNow):
        service.take_back(hand.pk, four[1])
    service.take_back(hand.pk, four[0])
    assert OfflineHand.objects.get(pk=hand.pk).state == "dropped"
    confirmed(table, SHOT)


def test_a_hand_is_voided_by_entries_of_its_own(cup, four, table, boss):
    hand = confirmed(table, WON)
    reversal = service.void_offline(hand.pk, boss, "数错了牌")
    assert reversal.shortfall == 0
    assert silver(cup, four) == [1000] * 4
    assert [entry.hands for entry in Entry.objects.filter(event=cup).order_by("pk")] == [0] * 4
    assert Posting.objects.filter(key=f"offline-void:{table.pk}:1").count() == 1
    assert service.void_offline(hand.pk, boss, "再来一次") is None
    assert confirmed(table, SHOT).number == 2
    assert ledger.differences() == []


def test_a_ledger_without_a_real_tables_posting_is_found(cup, four, table):
    hand = confirmed(table, WON)
    assert ledger.differences() == []
    with transaction.atomic():
        ledger.post(cup, f"offline:{table.pk}:9", {})
        assert ledger.differences() == [f"posting offline:{table.pk}:9 belongs to no such hand of a real table"]
        transaction.set_rollback(True)
    assert hand.key == f"offline:{table.pk}:1"


def test_nobody_sits_at_two_tables(cup, four, table):
    more = guests(8)[4:]
    for player in more:
        service.enter(cup, player)
    other = service.gather_offline(cup, more[0])
    with pytest.raises(NotNow):
        service.take_seat(other.pk, four[0], 0)
    with pytest.raises(NotNow):
        service.start(cup, four[0])
    sit(cup, *more)
    assert draw_now(cup) == 1
    assert LiveSeat.objects.count() == 4
    with pytest.raises(NotNow):
        service.take_seat(other.pk, more[0], 0)


def test_who_sits_down_at_a_real_table_waits_for_no_other(cup, four):
    sit(cup, *four)
    gathered(cup, four)
    assert draw_now(cup) == 0
    assert not Entry.objects.filter(state="waiting").exists()


def test_only_an_organiser_opens_one_where_the_event_does_not_let_players(four, boss):
    event = begin("closed")
    for player in four:
        service.enter(event, player)
    with pytest.raises(NotNow):
        service.gather_offline(event, four[0])
    table = service.open_offline(event, four, boss, "俱乐部的四个人")
    assert OfflineTable.objects.get(pk=table.pk).state == "playing"
    assert AuditEntry.objects.filter(act="offline-open", event=event).exists()


def test_an_event_is_not_over_while_a_real_table_plays(cup, four, table):
    service.finish(cup.slug)
    assert Event.objects.get(pk=cup.pk).state == "finishing"
    confirmed(table, WON)
    service.advance_events()
    assert OfflineTable.objects.get(pk=table.pk).state == "closed"
    assert Event.objects.get(pk=cup.pk).state == "finished"
    assert Standing.objects.get(event=cup, position=0).silver == 1072


def test_a_table_that_is_forgotten_closes_some_time_after_the_bell(cup, four, table):
    service.finish(cup.slug)
    Event.objects.filter(pk=cup.pk).update(ends_at=timezone.now() - AFTER_BELL - timedelta(seconds=1))
    service.sweep_offline()
    service.advance_events()
    assert Event.objects.get(pk=cup.pk).state == "finished"
    assert not OfflineSeat.objects.filter(live=True).exists()


def test_players_close_their_table_once_no_hand_is_open(four, table):
    hand = service.enter_hand(table.pk, four[0], WON)
    with pytest.raises(NotNow):
        service.close_offline(table.pk, four[1])
    service.take_back(hand.pk, four[0])
    service.close_offline(table.pk, four[1])
    assert OfflineTable.objects.get(pk=table.pk).state == "closed"
    with pytest.raises(NotNow):
        service.enter_hand(table.pk, four[0], WON)


def test_an_organiser_closes_any_table(four, table, boss):
    hand = service.enter_hand(table.pk, four[0], WON)
    service.close_offline(table.pk, boss, "停电")
    assert OfflineHand.objects.get(pk=hand.pk).state == "dropped"
    assert OfflineTable.objects.get(pk=table.pk).state == "closed"


def test_strangers_enter_nothing(table):
    stranger = guests(5)[4]
    with pytest.raises(NotNow):
        service.enter_hand(table.pk, stranger, WON)


@pytest.mark.parametrize(
    "story",
    [
        Story(dealer=4),
        Story(dealer=0, totals=(10, 0, 0, 0)),
        Story(dealer=0, totals=(60, 0, 0, 0), winner=0, by="discard"),
        Story(dealer=0, totals=(60, 0, 0, 0), winner=0, from_seat=0, by="discard"),
        Story(dealer=0, totals=(60, 0, 0, 0), winner=0, from_seat=1, by="self_draw"),
        Story(dealer=0, totals=(0, 60, 0, 0), winner=0, by="self_draw"),
        Story(dealer=0, totals=(65, 0, 0, 0), winner=0, by="self_draw"),
        Story(dealer=0, totals=(410, 0, 0, 0), winner=0, by="self_draw"),
        Story(dealer=0, totals=(-10, 0, 0, 0), winner=0, by="self_draw"),
        Story(dealer=0, totals=(60, 0, 0, 0), winner=0, by="luck"),
        Story(dealer=0, totals=(60, 0, 0, 0), winner=0, from_seat=1, by="discard", liable=True),
    ],
)
def test_a_story_that_cannot_be_is_refused(four, table, story):
    with pytest.raises(NotNow):
        service.enter_hand(table.pk, four[0], story)
    assert not OfflineHand.objects.exists()


def test_the_database_lets_no_settled_hand_change(table):
    hand = confirmed(table, WON)
    for change in ({"totals": [400, 0, 0, 0]}, {"state": "dropped"}, {"winner": 2}):
        with pytest.raises(DatabaseError), transaction.atomic():
            OfflineHand.objects.filter(pk=hand.pk).update(**change)
    with pytest.raises(DatabaseError), transaction.atomic():
        hand.answers.all().delete()


def test_an_organiser_decides_voids_and_closes_by_mouse(cup, four, table, boss, client):
    client.force_login(boss)
    page = f"/admin/tournaments/offlinetable/{table.pk}/change/"
    hand = service.enter_hand(table.pk, four[0], WON)
    service.answer_hand(hand.pk, four[1], agrees=False, why="是点炮")
    assert "是点炮" in client.get(page).content.decode()
    told = {"act": "decide", "hand": hand.pk, "winner": "0", "by": "discard", "from_seat": "1", "dealer": "0", "total0": "60",
            "total2": "30"}  # fmt: skip
    assert client.post(page, told).status_code == 200  # no reason
    assert client.post(page, told | {"reason": "四人都问过"}).status_code == 302
    hand.refresh_from_db()
    assert (hand.state, hand.from_seat, hand.totals) == ("posted", 1, [60, 0, 30, 0])
    client.post(page, {"act": "void", "hand": hand.pk, "reason": "数错了"})
    assert silver(cup, four) == [1000] * 4
    client.post(page, {"act": "close", "reason": "散了"})
    assert OfflineTable.objects.get(pk=table.pk).state == "closed"


def test_a_hand_that_is_no_number_is_no_hand(table, boss, client):
    client.force_login(boss)
    page = f"/admin/tournaments/offlinetable/{table.pk}/change/"
    assert client.post(page, {"act": "void", "hand": "abc", "reason": "误"}).status_code == 200


def test_an_organiser_seats_four_by_name(four, boss, client):
    event = begin("club")
    for player in four:
        service.enter(event, player)
    client.force_login(boss)
    address = f"/admin/tournaments/offlinetable/event/{event.pk}/open/"
    names = {f"name{seat}": player.nickname for seat, player in enumerate(four)}
    assert client.get(address).status_code == 200
    refused = client.post(address, names | {"name2": "谁", "reason": "俱乐部"})
    assert refused.status_code == 200
    assert 'value="俱乐部"' in refused.content.decode()
    assert client.post(address, names | {"reason": "俱乐部"}).status_code == 302
    assert [seat.player for seat in OfflineTable.objects.get().seats.all()] == four
