"""A hand that does not count is taken back by new entries, as far as the silver is there; nothing is ever edited."""

import pytest
from django.core.exceptions import ValidationError
from hypothesis import given
from hypothesis import strategies as st

from accounts.guests import create_bot
from games import service as games
from games import snapshot
from games.history import finished_hands
from games.models import Hand, LiveSeat, Seat, Table
from games.profile import profile_of
from tests.tournaments.cast import all_at_once, begin, guests, organiser, play_through
from tournaments import ledger, service
from tournaments.models import Account, Entry, Event, Letter, Line, Posting
from tournaments.service import NotNow, sanctions, voiding
from tournaments.service.drawing import seat, seat_bots
from tournaments.service.permits import NotAllowed

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]


def won_hand(slug: str = "cup", **fields: object) -> tuple[Event, Hand]:
    """An event in which four bots have played a table, and a hand of it that somebody won."""
    while True:
        event = begin(slug, kind="demo", seed_ms=0, min_hands=0, hands_per_table=4, **fields)
        table = seat_bots(event, [create_bot() for _ in range(4)])
        games.play_out(table.pk)
        found = Hand.objects.filter(table=table, result__kind="win").order_by("number").first()
        if found is not None:
            return event, found
        slug += "x"


def balances(event: Event, hand: Hand, currency: str) -> list[int]:
    players = Seat.objects.filter(table=hand.table_id).order_by("index").values_list("player", flat=True)
    held = dict(Account.objects.filter(event=event, currency=currency).values_list("player", "balance"))
    return [held[player] for player in players]


def move_silver(event: Event, hand: Hand, changes: dict[int, int]) -> None:
    """Silver that changed hands in some other way since, by seat."""
    players = list(Seat.objects.filter(table=hand.table_id).order_by("index").values_list("player", flat=True))
    accounts = {player: Account.objects.get(event=event, currency="silver", player=player).pk for player in players}
    ledger.post(event, f"test:{hand.pk}", {accounts[players[seat]]: amount for seat, amount in changes.items()})


@pytest.mark.parametrize(
    ("gained", "held", "first", "back", "missing"),
    [
        ((90, -30, -30, -30), (500, 100, 100, 100), 0, (-90, 30, 30, 30), (0, 0, 0, 0)),
        ((90, -30, -30, -30), (50, 100, 100, 100), 0, (-50, 30, 20, 0), (0, 0, 10, 30)),
        ((-30, -30, 90, -30), (0, 0, 50, 0), 2, (20, 0, -50, 30), (10, 30, 0, 0)),
        ((80, 10, -40, -50), (80, 4, 0, 0), 0, (-80, -4, 40, 44), (0, 0, 0, 6)),
        ((90, -30, -30, -30), (0, 9, 9, 9), 0, (0, 0, 0, 0), (0, 30, 30, 30)),
        ((0, 0, 0, 0), (5, 5, 5, 5), 0, (0, 0, 0, 0), (0, 0, 0, 0)),
    ],
)
def test_who_paid_is_paid_back_in_seat_order_from_the_winner(gained, held, first, back, missing):
    assert voiding.give_back(gained, held, first) == (back, missing)


@given(
    st.lists(st.integers(0, 400), min_size=3, max_size=3), st.integers(0, 3),
    st.lists(st.integers(0, 2000), min_size=4, max_size=4),
)  # fmt: skip
def test_what_moves_back_sums_to_zero_and_takes_nobody_below_zero(paid, winner, held):
    gained = [0, 0, 0, 0]
    for step, amount in enumerate(paid, 1):
        gained[(winner + step) % 4] -= amount
        gained[winner] += amount
    back, missing = voiding.give_back(gained, held, winner)
    assert sum(back) == 0
    assert all(have + move >= 0 for have, move in zip(held, back, strict=True))
    assert sum(missing) == max(0, gained[winner] - held[winner])
    assert all(back[seat] + missing[seat] == -gained[seat] for seat in range(4) if gained[seat] < 0)


def test_a_voided_hand_is_reversed_in_full_where_the_silver_is_there():
    desk = organiser()
    event, hand = won_hand(silver=100_000)
    silver, points = balances(event, hand, "silver"), balances(event, hand, "points")
    moved = hand.result["silver_moved"]
    wins = Entry.objects.filter(event=event).order_by("pk").values_list("player", "wins", "hands")
    before = {player: (won, played) for player, won, played in wins}
    reversal = voiding.void_hand(hand.pk, desk, "牌墙倒了")
    assert reversal.shortfall == 0
    assert reversal.silver == tuple(-amount for amount in moved)
    assert balances(event, hand, "silver") == [have - amount for have, amount in zip(silver, moved, strict=True)]
    assert sum(balances(event, hand, "points")) == sum(points)
    seats = Seat.objects.filter(table=hand.table_id).order_by("index")
    for own in seats:
        entry, (won, played) = Entry.objects.get(event=event, player=own.player_id), before[own.player_id]
        assert (entry.wins, entry.hands) == (won - (own.index == hand.result["winner"]), played)
    assert ledger.differences() == []


def test_voided_twice_is_reversed_once_and_no_line_is_edited():
    desk = organiser()
    event, hand = won_hand()
    lines = list(Line.objects.order_by("pk").values())
    assert voiding.void_hand(hand.pk, desk, "牌墙倒了") is not None
    after = balances(event, hand, "silver")
    assert voiding.void_hand(hand.pk, desk, "又来") is None
    assert balances(event, hand, "silver") == after
    assert list(Line.objects.order_by("pk").values())[: len(lines)] == lines
    assert Posting.objects.filter(key=f"void:{hand.pk}").count() == 1


def test_what_the_winner_has_spent_stays_missing_and_is_said():
    desk = organiser()
    event, hand = won_hand()
    winner, gain = hand.result["winner"], max(hand.result["silver_moved"])
    held = balances(event, hand, "silver")[winner]
    spent = max(0, held - gain // 2)
    move_silver(event, hand, {winner: -spent, (winner + 1) % 4: spent})
    reversal = voiding.void_hand(hand.pk, desk, "认错牌")
    assert reversal.shortfall > 0
    assert min(balances(event, hand, "silver")) >= 0
    assert service.silver_totals(event).given == service.silver_totals(event).held
    assert ledger.differences() == []


def test_the_hand_is_marked_void_wherever_it_is_shown(client):
    desk = organiser()
    _event, hand = won_hand()
    winner = Seat.objects.get(table=hand.table_id, index=hand.result["winner"]).player_id
    wins = profile_of(winner).wins
    voiding.void_hand(hand.pk, desk, "牌墙倒了")
    row = next(row for row in finished_hands(winner) if row["hand_id"] == hand.pk)
    assert (row["result"], row["silver"]) == ("void", 0)
    assert profile_of(winner).wins == wins - 1
    assert client.get(f"/api/hands/{hand.pk}/record").json()["void"] == "牌墙倒了"
    page = client.get(f"/hands/{hand.pk}/", headers={"accept-language": "zh-hans"}).content.decode()
    assert "作废" in page
    assert "牌墙倒了" in page


def test_those_who_play_on_see_their_silver_change_at_their_table_now():
    desk, people = organiser(), guests(4)
    event = begin("cup", kind="demo", seed_ms=0, silver=100_000, hands_per_table=1)
    hand = None
    while hand is None:
        hand = Hand.objects.filter(table=play_through(event, people), result__kind="win").first()
    live = seat_bots(event, people)
    voiding.void_hand(hand.pk, desk, "牌墙倒了")
    for own in live.seats.all():
        view = snapshot.for_seat(live.pk, own.index).view
        account = Account.objects.get(event=event, player=own.player_id, currency="silver")
        assert view["silver"][own.index] == account.balance
        assert view["notices"][-1]["code"] == "void"
    assert Letter.objects.filter(code="void").count() == 4
    assert ledger.differences() == []


def test_a_hand_in_play_is_not_voided_nor_without_permission_or_reason():
    desk, referee, people = organiser(), organiser("裁判", "Referee"), guests(4)
    event = begin("cup")
    for player in people:
        service.enter(event, player)
    assert seat(event, people)
    hand = Hand.objects.get()
    with pytest.raises(NotNow, match="still being played"):
        voiding.void_hand(hand.pk, desk, "乱")
    with pytest.raises(NotAllowed):
        voiding.void_hand(hand.pk, referee, "乱")
    with pytest.raises(ValidationError):
        voiding.void_hand(hand.pk, desk, " ")
    assert LiveSeat.objects.count() == 4


def test_who_had_lost_everything_in_it_is_in_again():
    desk = organiser()
    event, hand = won_hand(silver_per_unit=1000)
    loser = min(range(4), key=lambda seat: hand.result["silver_moved"][seat])
    player = Seat.objects.get(table=hand.table_id, index=loser).player_id
    service.release_table(hand.table_id, event.slug)
    voiding.void_hand(hand.pk, desk, "牌墙倒了")
    entry = Entry.objects.get(event=event, player=player)
    held = Account.objects.get(pk=entry.silver_account_id).balance
    assert entry.state == ("idle" if held else "out")
    assert ledger.differences() == []


@pytest.mark.django_db(transaction=True)
def test_two_organisers_who_void_at_once_void_once():
    _event, hand = won_hand()
    desks = [organiser(f"掌柜{number}") for number in range(3)]
    done = all_at_once(*(lambda desk=desk: voiding.void_hand(hand.pk, desk, "同时") for desk in desks))
    assert not [one for one in done if isinstance(one, Exception)]
    assert sum(one is not None for one in done) == 1
    assert Posting.objects.filter(key=f"void:{hand.pk}").count() == 1
    assert ledger.differences() == []


def test_a_bot_is_disqualified_in_the_middle_of_its_table():
    event = begin("cup", kind="demo", min_hands=0)
    bots = [create_bot() for _ in range(4)]
    table = seat_bots(event, bots)
    assert sanctions.disqualify(event, bots[0], organiser(), "它也不行")
    assert Table.objects.get(pk=table.pk).state == Table.State.PLAYING


@pytest.mark.django_db(transaction=True)
def test_hands_that_end_while_another_is_voided_keep_the_sum():
    event, hand = won_hand(silver=500)
    desk = organiser()
    bots = [seat.player for seat in Seat.objects.filter(table=hand.table_id).select_related("player")]
    rest = [bot for bot in bots if service.me(event, bot).silver]
    tables = []
    service.release_table(hand.table_id, event.slug)
    tables.append(seat_bots(event, [*rest, *(create_bot() for _ in range(4 - len(rest)))]))
    done = all_at_once(
        lambda: games.play_out(tables[0].pk), lambda: voiding.void_hand(hand.pk, desk, "同时"),
        lambda: sanctions.disqualify(event, rest[0], desk, "同时"),
    )  # fmt: skip
    assert not [one for one in done if isinstance(one, Exception)], done
    assert Table.objects.get(pk=tables[0].pk).state == Table.State.CLOSED
    assert ledger.differences() == []
