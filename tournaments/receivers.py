"""What tournaments does when games tells something."""

from typing import Any

from django.urls import reverse

from accounts.models import Player
from games.models import Table
from games.ruleform import EventRules
from games.signals import hand_ending, may_watch, rules_asked, table_finished
from tournaments import service
from tournaments.cards import event_name
from tournaments.models import Entry, Event


def connect() -> None:
    """Connect the receivers; called once, when the app is ready."""
    hand_ending.connect(_hand_ending, dispatch_uid="tournaments")
    table_finished.connect(_table_finished, dispatch_uid="tournaments")
    may_watch.connect(_may_watch, dispatch_uid="tournaments")
    rules_asked.connect(_rules_asked, dispatch_uid="tournaments")


def _hand_ending(table: Table, hand: Any, seats: Any, outcome: Any, **_more: Any) -> None:
    service.post_hand(table, hand, seats, outcome)


def _table_finished(table_id: str, event: str, **_more: Any) -> None:
    service.release_table(table_id, event)


def _may_watch(player: Player | None, table: Table, **_more: Any) -> bool | None:
    """Entrants of an event that is going on do not see its other tables."""
    if player is None:
        return None
    going_on = (Event.State.RUNNING, Event.State.PAUSED, Event.State.FINISHING)
    entered = Entry.objects.filter(event__slug=table.event, event__state__in=going_on, player=player)
    return False if entered.exists() else None


def _rules_asked(slug: str, player: Player | None, **_more: Any) -> EventRules | None:
    """An event's rules for the pages that explain them; a friends' table's too, whose slug is its invitation."""
    found = service.visible_event(slug, player)
    if found is None:
        return None
    room = "tournaments:friends_room" if found.friends else "tournaments:event"
    return EventRules(event_name(found), found.play_rules(), reverse(room, args=[found.slug]))
