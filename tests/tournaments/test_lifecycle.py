"""An event's life, its bell, and what never closes."""

import threading
from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.db import connection
from django.utils import timezone

from games import service as games
from games import snapshot
from games.models import Hand, LiveSeat, Table
from games.service import Refused
from tests.tournaments.cast import begin, draw_now, guests, sit
from tournaments import service
from tournaments.cards import card_of
from tournaments.models import AuditEntry, Event, Ranking
from tournaments.service.desk import desk_of
from tournaments.service.lifecycle import NEXT


def again(event: Event) -> Event:
    return Event.objects.get(pk=event.pk)


def test_every_state_but_the_last_two_leads_on():
    ends = {state for state, after in NEXT.items() if not after}
    assert ends == {"finished", "cancelled"}
    assert set(NEXT) == set(Event.State.values)


def test_a_draft_cannot_start_and_a_finished_event_stays_finished(running):
    draft = service.create_event("草稿", slug="draft")
    with pytest.raises(service.NotNow):
        service.start_event(draft.slug)
    service.finish("cup")
    assert again(running).state == "finished"
    with pytest.raises(service.NotNow):
        service.resume("cup")
    assert service.finish("cup").state == "finished"


@pytest.mark.django_db(transaction=True)
def test_two_organisers_who_start_at_once_start_once():
    event = service.create_event("杯赛", slug="cup")
    service.open_event("cup")
    started = []

    def press() -> None:
        started.append(service.start_event("cup").starts_at)
        connection.close()

    threads = [threading.Thread(target=press) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(started) == 4
    assert len(set(started)) == 1
    assert again(event).ends_at == started[0] + event.length


def test_what_is_started_by_hand_waits_for_the_hand_and_the_clock_starts_the_rest(db):
    past = timezone.now() - timedelta(minutes=1)
    for slug, starting in (("hand", "hand"), ("clock", "clock")):
        service.create_event("杯赛", slug=slug, starts_at=past, starting=starting)
        service.open_event(slug)
    service.advance_events()
    assert dict(Event.objects.values_list("slug", "state")) == {"hand": "open", "clock": "running"}
    assert desk_of(Event.objects.get(slug="hand")).until_start is None
    event = service.start_event("hand")
    assert (event.state, event.ends_at) == ("running", event.starts_at + event.length)
    assert event.starts_at > past


def test_players_are_told_who_starts_an_event(db):
    now = timezone.now()
    lines = {
        (starting, ahead): card_of(
            Event(slug="x", state="open", starting=starting, starts_at=now + ahead), (0, 0, 0)
        ).time_line
        for starting in ("clock", "hand")
        for ahead in (timedelta(minutes=5, seconds=30), timedelta(minutes=-5))
    }
    assert list(lines.values()) == ["5 分钟后开始", "0 秒后开始", "预计5 分钟后，由主办人开赛", "由主办人开赛"]


def dealt(event: Event) -> Table:
    """A table of four of the event, its first hand dealt, the dealer asked."""
    sit(event, *guests(4))
    draw_now(event)
    table = Table.objects.get(event=event.slug)
    let_pass(table, 5)
    return table


def let_pass(table: Table, seconds: float) -> None:
    """So much time goes by at a table, and the ticker looks at it."""
    hand = table.hands.exclude(state="done").get()
    Hand.objects.filter(pk=hand.pk).update(started_at=hand.started_at - timedelta(seconds=seconds))
    games.tick(hand.pk)


def test_a_pause_stops_every_clock_and_gives_all_the_time_back(running):
    table = dealt(running)
    seat = table.seats.get(index=0)
    before, end = snapshot.for_seat(table.pk, 0).view, again(running).ends_at
    throw = next(action for action in before["legal"] if action["type"] == "discard")
    service.pause("cup")
    let_pass(table, 300)
    Event.objects.update(paused_at=timezone.now() - timedelta(seconds=300))
    held = snapshot.for_seat(table.pk, 0).view
    assert (held["phase"], held["decision"], held["legal"]) == ("act", None, [])
    assert [halt["why"] for halt in held["halts"]] == ["event"]
    assert Hand.objects.get().due_at is None
    with pytest.raises(Refused):
        games.act(table.pk, seat.player_id, "early", before["decision"], throw)
    service.resume("cup")
    after = snapshot.for_seat(table.pk, 0).view
    assert (after["decision"], after["halts"]) == (before["decision"], [])
    assert before["deadline_ms"] - 5_000 < after["deadline_ms"] <= before["deadline_ms"]
    assert again(running).ends_at - end >= timedelta(seconds=300)
    games.act(table.pk, seat.player_id, "late", after["decision"], throw)


def test_the_end_of_a_pause_leaves_a_table_held_for_itself(running):
    table = dealt(running)
    games.pause_table(table.pk, "dispute")
    service.pause("cup")
    service.resume("cup")
    assert [halt["why"] for halt in snapshot.for_seat(table.pk, 0).view["halts"]] == ["dispute"]


@pytest.mark.parametrize(("end", "state"), [(service.finish, "finishing"), (service.cancel, "cancelled")])
def test_a_paused_event_can_be_ended_and_its_hands_go_on_to_their_end(running, end, state):
    table = dealt(running)
    service.pause("cup")
    assert end("cup").state == state
    assert snapshot.for_seat(table.pk, 0).view["halts"] == []
    table.refresh_from_db()
    assert table.gate == "ending"
    assert Hand.objects.get().due_at is not None


def test_an_organiser_says_why_and_the_audit_log_keeps_it(running, people):
    (organiser,) = people(1)
    with pytest.raises(ValidationError, match="reason"):
        service.pause("cup", by=organiser, reason="  ")
    assert again(running).state == "running"
    service.pause("cup", by=organiser, reason="停电")
    service.pause("cup", by=organiser, reason="停电")
    entry = AuditEntry.objects.filter(act="pause").get()
    assert (entry.event, entry.actor, entry.reason) == (running, organiser, "停电")


def test_an_event_is_extended_once_however_often_it_is_pressed(running, people):
    (organiser,) = people(1)
    end = again(running).ends_at
    service.extend("cup", 15, by=organiser, reason="晚开始", seen_end=end)
    with pytest.raises(service.NotNow):
        service.extend("cup", 15, by=organiser, reason="晚开始", seen_end=end)
    assert again(running).ends_at == end + timedelta(minutes=15)
    assert AuditEntry.objects.get(act="extend").details["minutes"] == 15
    for minutes in (0, -5, 100_000):
        with pytest.raises(service.NotNow):
            service.extend("cup", minutes, by=organiser, reason="x")
    service.finish("cup")
    with pytest.raises(service.NotNow):
        service.extend("cup", 15, by=organiser, reason="太晚")


def test_a_championships_life_is_in_the_audit_log_and_a_friends_table_is_not(running, people):
    service.finish("cup")
    acts = list(AuditEntry.objects.filter(event=running).order_by("pk").values_list("act", flat=True))
    assert acts == ["open", "start", "finish", "complete"]
    (host,) = people(1)
    friends = service.create_friends(host, rules="platform@1", hands=4, with_bots=True)
    assert not friends.audit.exists()


def test_the_bell_ends_draws_and_waits_for_the_running_hands(running):
    players = guests(5)
    sit(running, *players)
    draw_now(running)
    Event.objects.update(ends_at=timezone.now())
    service.advance_events()
    assert again(running).state == "finishing"
    assert Table.objects.get().gate == "ending"
    assert sorted({service.me(running, player).state for player in players}) == ["idle", "seated"]
    service.advance_events()
    assert again(running).state == "finishing"
    LiveSeat.objects.all().delete()
    Table.objects.update(state="closed")
    service.release_table(Table.objects.get().pk, "cup")
    service.advance_events()
    assert again(running).state == "finished"
    assert Ranking.objects.get(event=running).final
    assert service.compute_leaderboard("cup") is False
    assert {service.me(again(running), player).state for player in players} == {"finished"}


def test_an_open_event_starts_when_its_time_has_come(db):
    soon = service.create_event("杯赛", slug="soon", starts_at=timezone.now() + timedelta(minutes=1))
    service.open_event("soon")
    service.advance_events()
    assert again(soon).state == "open"
    Event.objects.update(starts_at=timezone.now())
    service.advance_events()
    assert again(soon).state == "running"


def test_a_demonstration_is_always_running_and_the_practice_room_never_closes(db):
    service.open_practice_and_demo()
    service.open_practice_and_demo()
    practice, demo = Event.objects.get(series="practice"), Event.objects.get(kind="demo")
    assert (practice.state, practice.ends_at, demo.state) == ("running", None, "running")
    service.enter(demo, guests(1)[0])
    Event.objects.filter(pk=demo.pk).update(ends_at=timezone.now())
    service.advance_events()
    assert again(demo).state == "finished"
    assert Event.objects.filter(kind="demo", state="running").count() == 1
    assert again(practice).state == "running"


def test_a_demonstration_nobody_entered_goes_on(db):
    service.open_practice_and_demo()
    Event.objects.filter(kind="demo").update(ends_at=timezone.now())
    service.advance_events()
    demo = Event.objects.get(kind="demo")
    assert demo.state == "running"
    assert demo.ends_at is not None
    assert demo.ends_at > timezone.now()


@pytest.mark.parametrize(
    ("fields", "named"),
    [
        ({"rules": "nowhere"}, "rules"),
        ({"overrides": {"max_tai": 99}}, "overrides"),
        ({"overrides": {"no_such": 1}}, "overrides"),
        ({"turn_ms": 3}, "turn_ms"),
        ({"hands_per_table": 0}, "hands_per_table"),
        ({"slug": "Not A Slug"}, "slug"),
        ({"claim_mode": "sometimes"}, "claim_mode"),
    ],
)
def test_unusable_parameters_are_refused_by_name(db, fields, named):
    with pytest.raises(ValidationError) as refused:
        service.create_event("杯赛", **fields)
    assert named in refused.value.message_dict


def test_nobody_enters_after_the_bell(running):
    early, late = guests(2)
    service.enter(running, early)
    service.finish("cup")
    with pytest.raises(service.NotNow):
        service.enter(again(running), late)
    assert service.enter(again(running), early).silver == 1000


def test_a_draft_exists_for_organisers_only(db):
    begin("cup")
    service.create_event("草稿", slug="draft")
    (player,) = guests(1)
    assert [event.slug for event in service.visible_events(player)] == ["cup"]
    assert service.visible_event("draft", None) is None
    player.is_staff = True
    assert service.visible_event("draft", player) is not None
