"""Silver that is given by two organisers, and by two only."""

import pytest
from django.db import DatabaseError, IntegrityError, transaction

from games import snapshot
from games.models import LiveSeat
from tests.tournaments.cast import all_at_once, begin, draw_now, guests, organiser, sit
from tournaments import ledger, service
from tournaments.models import Award, Entry, Posting
from tournaments.service import NotNow, awards
from tournaments.service.permits import NotAllowed

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]


def test_silver_is_given_once_another_organiser_approves(running):
    one, other, people = organiser("甲"), organiser("乙"), guests(4)
    sit(running, *people)
    draw_now(running)
    entry = Entry.objects.get(player=people[0])
    award = awards.propose_award(entry, one, 40, "漏算了一手")
    assert service.me(running, people[0]).silver == 1000
    with pytest.raises(NotNow, match="Another organiser"):
        awards.approve_award(award.pk, one, "我自己")
    assert awards.approve_award(award.pk, other, "核过了") is True
    assert awards.approve_award(award.pk, other, "再来") is False
    assert service.me(running, people[0]).silver == 1040
    assert service.silver_totals(running) == (4040, 4040)
    assert ledger.differences() == []
    seat = LiveSeat.objects.get(player=people[0])
    for index in range(4):
        view = snapshot.for_seat(seat.table_id, index).view
        assert view["silver"][seat.index] == 1040
        assert view["notices"][-1]["code"] == "award"


def test_the_database_itself_wants_two(running):
    one, (player,) = organiser("甲"), guests(1)
    service.enter(running, player)
    award = awards.propose_award(Entry.objects.get(), one, 40, "x")
    with pytest.raises(IntegrityError, match="two_organisers_award"), transaction.atomic():
        Award.objects.update(state="approved", decided_by=one)
    with pytest.raises(DatabaseError, match="what was decided stays"), transaction.atomic():
        Award.objects.update(silver=4000)
    with pytest.raises(DatabaseError, match="what was decided stays"), transaction.atomic():
        award.delete()


def test_what_was_declined_is_never_given(running):
    one, other, (player,) = organiser("甲"), organiser("乙"), guests(1)
    service.enter(running, player)
    award = awards.propose_award(Entry.objects.get(), one, 40, "x")
    assert [awards.decline_award(award.pk, other, "没有的事") for _ in range(2)] == [True, False]
    with pytest.raises(NotNow):
        awards.approve_award(award.pk, other, "还是给吧")
    assert service.me(running, player).silver == 1000


def test_a_referee_gives_no_silver_and_nobody_gives_any_after_the_end(running):
    one, referee, (player,) = organiser("甲"), organiser("裁判", "Referee"), guests(1)
    service.enter(running, player)
    with pytest.raises(NotAllowed):
        awards.propose_award(Entry.objects.get(), referee, 40, "x")
    award = awards.propose_award(Entry.objects.get(), one, 40, "x")
    service.finish("cup")
    with pytest.raises(NotNow):
        awards.approve_award(award.pk, organiser("乙"), "晚了")


def test_an_award_missing_from_the_ledger_is_found(running):
    one, other, (player,) = organiser("甲"), organiser("乙"), guests(1)
    service.enter(running, player)
    award = awards.propose_award(Entry.objects.get(), one, 40, "x")
    Award.objects.filter(pk=award.pk).update(state="approved", decided_by=other)
    assert any("1000 silver was issued, 1040 was granted" in line for line in ledger.differences())


@pytest.mark.django_db(transaction=True)
def test_approved_by_four_at_once_it_is_given_once():
    event, one, (player,) = begin("cup"), organiser("甲"), guests(1)
    service.enter(event, player)
    award = awards.propose_award(Entry.objects.get(), one, 40, "x")
    others = [organiser(f"乙{number}") for number in range(4)]
    done = all_at_once(*(lambda other=other: awards.approve_award(award.pk, other, "同时") for other in others))
    assert sorted(done) == [False, False, False, True]
    assert Posting.objects.filter(key=f"award:{award.pk}").count() == 1
    assert ledger.differences() == []
