"""Announcements: one stands in an event at a time; whoever sits at a table reads it there as well."""

from functools import partial

from django.db import transaction
from django.utils import timezone

from accounts.models import Player
from games.models import Table
from games.service import tell_table
from tournaments import broadcast
from tournaments.models import Announcement, Event
from tournaments.service.audit import note, require_reason
from tournaments.service.permits import REFEREE, require


@transaction.atomic
def announce(event: Event, actor: Player, text: str) -> Announcement:
    """Put a text up in place of the one that stands, say it at every table, and push it to the room.

    Locks: the event, then the hands of its tables. Raises NotAllowed, ValidationError for an empty text.
    """
    require(actor, REFEREE)
    text = require_reason(actor, text)[:300]
    Event.objects.select_for_update(no_key=True).get(pk=event.pk)
    _take_down(event)
    made = Announcement.objects.create(event=event, text=text, made_by=actor)
    playing = Table.objects.filter(event=event.slug, state=Table.State.PLAYING).order_by("pk")
    for table in playing.values_list("pk", flat=True):
        tell_table(table, "announcement", text)
    note(event, actor, "announce", reason=text)
    transaction.on_commit(partial(_push, event.slug, text))
    return made


@transaction.atomic
def take_down(event: Event, actor: Player, reason: str) -> bool:
    """Take the standing announcement down; False when there is none."""
    require(actor, REFEREE)
    reason = require_reason(actor, reason)
    Event.objects.select_for_update(no_key=True).get(pk=event.pk)
    if not _take_down(event):
        return False
    note(event, actor, "announcement-down", reason=reason)
    transaction.on_commit(partial(broadcast.to_event_look, event.slug))
    return True


def standing_announcement(event: Event) -> Announcement | None:
    """What stands in the event's room now."""
    return Announcement.objects.filter(event=event, taken_down_at=None).first()


def _take_down(event: Event) -> int:
    return Announcement.objects.filter(event=event, taken_down_at=None).update(taken_down_at=timezone.now())


def _push(slug: str, text: str) -> None:
    broadcast.to_event(slug, {"type": "notice", "text": text})
    broadcast.to_event_look(slug)
