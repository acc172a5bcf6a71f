"""Warned, muted, excluded, disqualified; and the words players get."""

import pytest
from django.core.exceptions import ValidationError
from django.db import DatabaseError, transaction

from accounts.models import Player
from games import snapshot
from games.models import LiveSeat, Table
from tests.tournaments.cast import all_at_once, begin, draw_now, guests, organiser, sit
from tournaments import ledger, service
from tournaments.models import Account, AuditEntry, Entry, Event, Letter, Sanction
from tournaments.service import NotNow, letters, sanctions
from tournaments.service.permits import NotAllowed

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]


def own_view(player) -> dict:
    seat = LiveSeat.objects.get(player=player)
    return snapshot.for_seat(seat.table_id, seat.index).view


def test_an_excluded_player_leaves_the_line_and_cannot_come_back(running):
    desk, (one, other) = organiser(), guests(2)
    sit(running, one)
    assert sanctions.exclude(running, one, desk, "打人") is True
    assert sanctions.exclude(running, one, desk, "打人") is False
    assert service.me(running, one).state == "idle"
    with pytest.raises(NotNow, match="excluded"):
        service.start(running, one)
    sanctions.exclude(running, other, desk, "上次欠账")
    with pytest.raises(NotNow, match="excluded"):
        service.enter(running, other)
    assert service.enter(begin("next"), other).state == "idle"
    assert list(AuditEntry.objects.filter(actor=desk).values_list("act", "reason")) == [
        ("exclude", "上次欠账"),
        ("exclude", "打人"),
    ]


def test_who_is_excluded_everywhere_enters_nothing(running):
    desk, (one,) = organiser(), guests(1)
    sanctions.exclude(None, one, desk, "外挂")
    for event in (running, begin("next")):
        with pytest.raises(NotNow):
            service.enter(event, one)
    assert sanctions.lift(Sanction.objects.get(), desk, "查清了") is True
    assert service.enter(running, one).state == "idle"


def test_a_warning_is_counted_and_read_at_the_table_by_its_player_alone(running):
    desk, people = organiser("裁判", "Referee"), guests(4)
    sit(running, *people)
    draw_now(running)
    assert sanctions.warn(running, people[0], desk, "别催人") == 1
    assert sanctions.warn(running, people[0], desk, "再催就换人") == 2
    assert [notice["text"] for notice in own_view(people[0])["notices"]] == ["别催人", "再催就换人"]
    assert own_view(people[1])["notices"] == []
    assert service.me(running, people[0]).letters == 2
    first = letters.unread_letters(people[0], running)[0]
    assert letters.read_letter(people[1], first.pk) is False
    assert letters.read_letter(people[0], first.pk) is True
    assert service.me(running, people[0]).letters == 1


def test_a_disqualified_player_at_a_table_is_played_for_to_its_end(running):
    desk, people = organiser(), guests(4)
    sit(running, *people)
    draw_now(running)
    assert sanctions.disqualify(running, people[0], desk, "看别人的牌") is True
    view = own_view(people[0])
    assert (view["held"], view["decision"]) == (True, None)
    with pytest.raises(NotNow, match="disqualified"):
        service.start(running, people[0])
    sanctions.lift(Sanction.objects.get(), desk, "看错人了")
    assert own_view(people[0])["held"] is False


def test_the_disqualified_come_last_without_a_rank_and_the_others_move_up(db):
    event, desk = begin("short", min_hands=0), organiser()
    people = guests(3)
    for player in people:
        service.enter(event, player)
    sanctions.disqualify(event, people[0], desk, "冒名")
    service.compute_leaderboard(event.slug)
    rows = service.ranking_page(event).rows
    assert [(row["player"], row["rank"], row["state"]) for row in rows][-1] == (people[0].pk, None, "disqualified")
    assert {row["rank"] for row in rows[:2]} == {1}


def test_nobody_decides_without_a_reason_or_without_the_permission(running):
    desk, referee, (one,) = organiser(), organiser("裁判", "Referee"), guests(1)
    service.enter(running, one)
    with pytest.raises(ValidationError):
        sanctions.warn(running, one, desk, "  ")
    for act in (sanctions.exclude, sanctions.disqualify):
        with pytest.raises(NotAllowed):
            act(running, one, referee, "because")
    with pytest.raises(NotAllowed):
        sanctions.warn(running, one, one, "me")
    assert not Sanction.objects.exists()
    assert not AuditEntry.objects.filter(actor__isnull=False).exists()


def test_a_sanction_is_never_deleted_and_lifted_once(running):
    desk, (one,) = organiser(), guests(1)
    sanctions.mute(running, one, desk, "骂人")
    sanction = Sanction.objects.get()
    assert [sanctions.lift(sanction, desk, "好了") for _ in range(2)] == [True, False]
    for change in (lambda: sanction.delete(), lambda: Sanction.objects.update(reason="另一个"),
                   lambda: Sanction.objects.update(lifted_at=None, lifted_by=None)):  # fmt: skip
        with pytest.raises(DatabaseError, match="what was decided stays"), transaction.atomic():
            change()


@pytest.mark.django_db(transaction=True)
def test_two_organisers_who_disqualify_at_once_do_it_once():
    event, people = begin("cup"), guests(4)
    sit(event, *people)
    draw_now(event)
    desks = [organiser(f"掌柜{number}") for number in range(3)]
    done = all_at_once(*(lambda desk=desk: sanctions.disqualify(event, people[0], desk, "同时") for desk in desks))
    assert sorted(done) == [False, False, True]
    assert Sanction.objects.count() == Letter.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_exclusion_and_draw_at_once_leave_nobody_between_line_and_table():
    event, people, desk = begin("cup"), guests(8), organiser()
    sit(event, *people)
    Event.objects.filter(pk=event.pk).update(next_draw_at=None)
    done = all_at_once(
        lambda: service.draw_tables("cup"),
        *(lambda one=one: sanctions.exclude(event, one, desk, "乱") for one in people[:3]),
    )
    assert not [one for one in done if isinstance(one, Exception)]
    seated = set(LiveSeat.objects.values_list("player", flat=True))
    assert len(seated) == 4 * Table.objects.count()
    for entry in Entry.objects.all():
        assert (entry.state == "seated") == (entry.player_id in seated)
        if entry.player_id in {one.pk for one in people[:3]}:
            assert entry.state in ("idle", "seated")


def lose_everything(event: Event, loser: Player, winner: Player) -> None:
    accounts = [Account.objects.get(event=event, player=one, currency="silver") for one in (loser, winner)]
    held = accounts[0].balance
    with transaction.atomic():
        ledger.post(event, f"test:{event.slug}", {accounts[0].pk: -held, accounts[1].pk: held})


@pytest.mark.django_db(transaction=True)
def test_who_lost_everything_starts_afresh_where_it_is_allowed_once_however_often_start_is_pressed():
    event, (one, other) = begin("again", reentry=True), guests(2)
    for player in (one, other):
        service.enter(event, player)
    lose_everything(event, one, other)
    assert service.me(event, one).state == "idle"
    done = all_at_once(*(lambda: service.start(event, one).state for _ in range(4)))
    assert done == ["waiting"] * 4
    assert service.me(event, one).silver == 1000
    assert Entry.objects.get(player=one).grants == 2
    assert service.silver_totals(event) == (3000, 3000)
    assert ledger.differences() == []


def test_who_lost_everything_is_out_elsewhere_and_the_excluded_do_not_start_afresh():
    desk, (one, other) = organiser(), guests(2)
    plain, again = begin("plain"), begin("again", reentry=True)
    for event in (plain, again):
        for player in (one, other):
            service.enter(event, player)
        lose_everything(event, one, other)
    with pytest.raises(NotNow, match="no silver left"):
        service.start(plain, one)
    sanctions.exclude(again, one, desk, "乱")
    with pytest.raises(NotNow, match="excluded"):
        service.start(again, one)
    assert set(Entry.objects.filter(player=one).values_list("grants", flat=True)) == {1}
