"""Places that are counted, codes that are asked for, and tickets that are used once."""

import pytest

from accounts.errors import ApiError
from accounts.guests import create_guest
from tests.tournaments.cast import all_at_once, guests, organiser
from tournaments import ledger, service
from tournaments.models import AuditEntry, Entry, Event, Queued, Ticket
from tournaments.service import NotNow, apart, places, sanctions, tickets
from tournaments.service.places import WordNeeded

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]


def opened(desk, *, limit: int = 0, code: str = "", with_tickets: bool = False) -> Event:
    service.create_event("杯赛", slug="cup")
    service.open_event("cup")
    return places.set_entry_rules("cup", desk, "规定", limit=limit, code=code, tickets=with_tickets)


def states(event, people) -> list[str]:
    return [service.me(event, player).state for player in people]


def test_who_comes_when_all_places_are_taken_waits_and_moves_up_in_order():
    desk, people = organiser(), guests(5)
    event = opened(desk, limit=2)
    assert [service.enter(event, player).state for player in people] == ["idle", "idle", "queued", "queued", "queued"]
    assert [service.me(event, player).place for player in people] == [None, None, 1, 2, 3]
    assert places.leave(event, people[0]) is True
    assert states(event, people) == ["none", "idle", "idle", "queued", "queued"]
    assert service.me(event, people[2]).letters == 1
    assert service.enter(event, people[0]).place == 3
    assert places.leave(event, people[3]) is True
    assert places.leave(event, people[3]) is False
    sanctions.exclude(event, people[1], desk, "不来了")
    places.fill_places("cup")
    assert states(event, people) == ["queued", "none", "idle", "none", "idle"]
    assert ledger.differences() == []


def test_who_left_before_the_start_finds_the_same_silver_again_and_gets_none_twice():
    desk, (one, other) = organiser(), guests(2)
    event = opened(desk, limit=1)
    service.enter(event, one)
    places.leave(event, one)
    assert service.enter(event, one).silver == 1000
    assert service.silver_totals(event) == (1000, 1000)
    assert service.event_json(event)["entrants"] == 1
    places.leave(event, one)
    assert service.event_json(event)["entrants"] == 0
    assert service.enter(event, other).state == "idle"


def test_nobody_leaves_once_the_event_runs():
    desk, (one,) = organiser(), guests(1)
    event = opened(desk)
    service.enter(event, one)
    service.start_event("cup")
    with pytest.raises(NotNow):
        places.leave(event, one)


def test_who_is_sent_out_while_the_event_runs_leaves_the_place_to_the_next():
    desk, people = organiser(), guests(5)
    event = opened(desk, limit=2)
    for player in people:
        service.enter(event, player)
    service.start_event("cup")
    sanctions.exclude(event, people[0], desk, "冒名")
    places.fill_places("cup")
    assert states(event, people)[2:] == ["idle", "queued", "queued"]
    sanctions.disqualify(event, people[1], desk, "作弊")
    places.fill_places("cup")
    assert states(event, people)[2:] == ["idle", "idle", "queued"]


def test_more_places_let_the_queue_in():
    desk, people = organiser(), guests(3)
    event = opened(desk, limit=1)
    for player in people:
        service.enter(event, player)
    places.set_entry_rules("cup", desk, "加桌", limit=3, code="", tickets=False)
    assert states(event, people) == ["idle"] * 3


@pytest.mark.django_db(transaction=True)
def test_twelve_who_come_at_once_for_five_places_get_five():
    desk, people = organiser(), guests(12)
    event = opened(desk, limit=5)
    done = all_at_once(*(lambda player=player: service.enter(event, player).state for player in people))
    assert sorted(done) == ["idle"] * 5 + ["queued"] * 7
    assert (Entry.objects.count(), Queued.objects.count()) == (5, 7)


def test_an_entry_code_is_asked_for_and_guessing_is_slowed_down():
    desk, (one, other) = organiser(), guests(2)
    event = opened(desk, code="漩门湾88")
    with pytest.raises(WordNeeded):
        service.enter(event, one)
    assert service.enter(event, other, " 漩门湾88 ").state == "idle"
    refusals = []
    for _ in range(30):
        with pytest.raises((WordNeeded, ApiError)) as refused:
            service.enter(event, one, "漩门湾89", "198.51.100.7")
        refusals.append(refused.type)
    assert refusals == [WordNeeded] * 12 + [ApiError] * 18
    with pytest.raises(ApiError):
        service.enter(event, create_guest("路人").player, "x", "198.51.100.7")
    assert "漩门湾" not in str(AuditEntry.objects.get(act="entry-rules").details)


def test_a_ticket_lets_one_player_in_once_and_is_kept_as_a_hash():
    desk, (one, other) = organiser(), guests(2)
    event = opened(desk, with_tickets=True)
    first, second = tickets.make_tickets(event, desk, "卖票", [("楚门队", 2)])
    assert (first.number, second.number, first.group) == (1, 2, "楚门队")
    stored = str(list(Ticket.objects.values()))
    assert first.code not in stored
    assert first.code.replace("-", "") not in stored
    assert service.enter(event, one, first.code.lower().replace("-", " ")).state == "idle"
    with pytest.raises(WordNeeded):
        service.enter(event, other, first.code)
    assert service.enter(event, other, second.code).state == "idle"
    assert apart.pairs_apart(event, [one.pk, other.pk]) == {frozenset({one.pk, other.pk})}


def test_a_withdrawn_ticket_and_one_of_another_event_let_nobody_in():
    desk, (one,) = organiser(), guests(1)
    event = opened(desk, with_tickets=True)
    (printed,) = tickets.make_tickets(event, desk, "卖票", [("", 1)])
    elsewhere = service.create_event("别的", slug="other")
    (foreign,) = tickets.make_tickets(elsewhere, desk, "卖票", [("", 1)])
    assert tickets.withdraw_ticket(Ticket.objects.get(event=event), desk, "丢了") is True
    for code in (printed.code, foreign.code):
        with pytest.raises(WordNeeded):
            service.enter(event, one, code)


@pytest.mark.django_db(transaction=True)
def test_one_ticket_shown_by_six_at_once_lets_one_in():
    desk, people = organiser(), guests(6)
    event = opened(desk, with_tickets=True)
    (printed,) = tickets.make_tickets(event, desk, "卖票", [("", 1)])
    done = all_at_once(*(lambda one=one: service.enter(event, one, printed.code).state for one in people))
    assert done.count("idle") == 1
    assert sum(isinstance(one, WordNeeded) for one in done) == 5
    assert Entry.objects.count() == 1


def test_a_code_reads_without_doubtful_letters():
    desk = organiser()
    event = opened(desk)
    codes = {one.code for one in tickets.make_tickets(event, desk, "卖票", [("", 40)])}
    assert len(codes) == 40
    assert not set("01OIL") & set("".join(codes))
