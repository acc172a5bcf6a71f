"""The write path: what is accepted, what is refused, and what a table does by itself."""

from datetime import timedelta

import pytest

from games import service, snapshot
from games.engine.record import verify
from games.models import Hand, LiveSeat, LoggedAction, Table
from games.recording import record_of, steps_of
from games.service import Refused

pytestmark = pytest.mark.django_db


def test_a_table_of_bots_plays_to_its_end(seat_four):
    table = seat_four(bots=(0, 1, 2, 3), hands_per_table=3)
    service.play_out(table.id)
    table.refresh_from_db()
    assert table.state == Table.State.CLOSED
    assert [hand.number for hand in table.hands.order_by("number")] == [1, 2, 3]
    assert not LiveSeat.objects.exists()


def test_every_record_of_a_played_table_verifies(seat_four):
    table = seat_four(bots=(0, 1, 2, 3), hands_per_table=3)
    service.play_out(table.id)
    for hand in Hand.objects.filter(table=table):
        record = record_of(hand)
        verify(record)
        assert record["fairness"]["commitment"] == hand.commitment
        steps = steps_of(hand, 0)
        assert steps[-1]["view"]["result"]["kind"] == record["result"]["kind"]


def test_the_log_of_a_hand_has_every_number_once(seat_four):
    table = seat_four(bots=(0, 1, 2, 3), hands_per_table=1)
    service.play_out(table.id)
    numbers = list(LoggedAction.objects.values_list("seq", flat=True))
    assert numbers == list(range(1, len(numbers) + 1))


def test_an_action_for_a_decision_not_asked_is_stale(seat_four, players):
    table = seat_four()
    with pytest.raises(Refused) as refused:
        service.act(table.id, players[0].id, "x", "nonsense", {"type": "pass"})
    assert refused.value.code == "stale"


def test_who_does_not_sit_at_the_table_is_refused(seat_four, django_user_model):
    table = seat_four()
    stranger = django_user_model.objects.create(nickname="路人")
    with pytest.raises(Refused) as refused:
        service.act(table.id, stranger.id, "x", "y", {"type": "pass"})
    assert refused.value.code == "illegal"


def deal(table: Table) -> None:
    hand = table.hands.get()
    Hand.objects.filter(id=hand.id).update(started_at=hand.started_at - timedelta(seconds=60))
    service.tick(hand.id)


def test_the_dealer_is_asked_after_the_deal_and_throws_once(seat_four, players):
    table = seat_four(turn_ms=3_600_000)
    deal(table)
    view = snapshot.for_seat(table.id, 0).view
    assert view["phase"] == "act"
    assert len(view["mine"]) == 17
    throw = next(action for action in view["legal"] if action["type"] == "discard")
    v = service.act(table.id, players[0].id, "a", view["decision"], throw)
    assert service.act(table.id, players[0].id, "a", view["decision"], throw) == v
    with pytest.raises(Refused) as refused:
        service.act(table.id, players[0].id, "b", view["decision"], throw)
    assert refused.value.code == "stale"
    for other in (lambda: service.set_auto(table.id, players[0].id, "a", on=True),
                  lambda: service.act(table.id, players[0].id, "a", view["decision"], {"type": "win"})):  # fmt: skip
        with pytest.raises(Refused, match="this id was used for something else"):
            other()
    after = snapshot.for_seat(table.id, 0)
    assert after.view["rivers"][0] == [throw["tile"]]
    assert after.v == v
