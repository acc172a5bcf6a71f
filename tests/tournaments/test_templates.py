"""Events that come again: one a day of a template, opened in time, whatever happens in between."""

import threading
from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from tournaments import service
from tournaments.models import AuditEntry, Event, EventTemplate

CHINA = ZoneInfo("Asia/Shanghai")


def template(**fields: object) -> EventTemplate:
    """The Saturday evening at seven, open from the day before."""
    made = EventTemplate(**{"name": "周六争霸赛 {date}", "slug": "sat", "turn_ms": 9_000, **fields})
    made.full_clean()
    made.save()
    return made


def at(day: int, hour: int, minute: int = 0) -> datetime:
    """A moment of December 2026, whose 5th is a Saturday, as clocks in Yuhuan show it."""
    return datetime(2026, 12, day, hour, minute, tzinfo=CHINA)


@pytest.mark.parametrize(
    ("now", "fields", "start"),
    [
        (at(1, 12), {}, at(5, 19)),
        (at(5, 18, 59), {}, at(5, 19)),
        (at(5, 19), {}, at(12, 19)),
        (at(1, 12), {"rhythm": "daily", "weekday": None, "starts": time(8, 30)}, at(2, 8, 30)),
        (at(1, 1), {"rhythm": "daily", "weekday": None, "starts": time(8, 30)}, at(1, 8, 30)),
    ],
)
def test_the_next_start_is_the_next_day_and_time_in_yuhuan(db, now, fields, start):
    assert template(**fields).next_start(now) == start
    assert template(**fields, slug="utc").next_start(now.astimezone(ZoneInfo("UTC"))) == start


def test_an_event_is_made_and_opened_when_its_time_has_come_and_not_before(db):
    weekly = template(overrides={"cap": 200})
    assert service.make_next(weekly, at(4, 18, 59)) is None
    event = service.make_next(weekly, at(4, 19))
    assert event is not None
    assert (event.name, event.slug, event.state) == ("周六争霸赛 12月5日", "sat-20261205", "open")
    assert (event.starts_at, event.turn_ms, event.overrides) == (at(5, 19), 9_000, {"cap": 200})
    assert list(AuditEntry.objects.order_by("pk").values_list("act", "actor")) == [("create", None), ("open", None)]


def test_an_event_that_recurs_is_entered_and_started_as_its_template_says(db):
    weekly = template(entry_limit=16, entry_code=" 潮88 ", needs_ticket=True, starting="hand")
    event = service.make_next(weekly, at(4, 19))
    assert (event.entry_limit, event.entry_code, event.needs_ticket) == (16, "潮88", True)
    assert (event.starting, event.state) == ("hand", "open")


def test_a_day_has_one_event_however_often_it_is_asked_for_and_also_once_it_was_cancelled(db):
    weekly = template()
    service.make_next(weekly, at(5, 12))
    assert service.make_next(weekly, at(5, 12)) is None
    service.cancel("sat-20261205")
    assert service.make_next(weekly, at(5, 13)) is None
    assert Event.objects.count() == 1
    assert service.make_next(weekly, at(11, 20)).slug == "sat-20261212"


@pytest.mark.django_db(transaction=True)
def test_two_workers_at_once_make_one_event():
    weekly = template()
    made: list[Event | None] = []

    def work() -> None:
        made.append(service.make_next(weekly, at(5, 12)))
        connection.close()

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(made) == 4
    assert sum(event is not None for event in made) == 1
    assert Event.objects.get().state == "open"


def test_the_database_keeps_a_day_of_a_template_to_one_event(db):
    weekly = template()
    service.make_next(weekly, at(5, 12))
    with pytest.raises(IntegrityError, match="one_event_a_day_of_a_template"), transaction.atomic():
        Event.objects.create(
            name="x", slug="x", starts_at=timezone.now(), template=weekly, template_day=at(5, 0).date()
        )


def test_the_sweep_serves_what_goes_on_and_one_that_fails_does_not_stop_the_others(db, caplog):
    soon = timezone.localtime() + timedelta(hours=1)
    daily = {"rhythm": "daily", "weekday": None, "starts": soon.time().replace(microsecond=0), "open_before": 24 * 60}
    template(**daily, slug="resting", active=False)
    broken = template(**daily, slug="broken")
    EventTemplate.objects.filter(pk=broken.pk).update(rules="nowhere@1")
    template(**daily, slug="daily")
    service.sweep_templates()
    service.sweep_templates()
    assert [event.template.slug for event in Event.objects.all()] == ["daily"]
    assert "broken" in caplog.text


@pytest.mark.parametrize(
    ("fields", "named"), [({"weekday": None}, "weekday"), ({"slug": "Not A Slug"}, "slug"), ({"turn_ms": 1}, "turn_ms")]
)
def test_an_unusable_template_is_refused_by_name(db, fields, named):
    with pytest.raises(ValidationError) as refused:
        template(**fields)
    assert named in refused.value.message_dict
