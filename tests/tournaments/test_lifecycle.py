"""An event's life, its bell, and what never closes."""

import threading
from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.db import connection
from django.utils import timezone

from games.models import LiveSeat, Table
from tests.tournaments.cast import begin, draw_now, guests, sit
from tournaments import service
from tournaments.models import Event, Ranking
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


def test_a_pause_holds_the_tables_and_moves_the_end(running):
    sit(running, *guests(4))
    draw_now(running)
    end = again(running).ends_at
    service.pause("cup")
    assert Table.objects.get().gate == "held"
    Event.objects.update(paused_at=timezone.now() - timedelta(minutes=5))
    service.resume("cup")
    assert Table.objects.get().gate == "open"
    assert again(running).ends_at - end >= timedelta(minutes=5)


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
