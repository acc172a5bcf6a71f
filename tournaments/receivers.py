"""What tournaments does when games tells something."""

from typing import Any

from django.urls import reverse

from accounts.models import Player
from games.models import Hand, Table
from games.ruleform import EventRules
from games.service import Refused
from games.signals import (
    given_up,
    hand_ending,
    may_speak,
    may_watch,
    referee_called,
    rules_asked,
    seat_reported,
    table_finished,
)
from tournaments import service
from tournaments.cards import event_name
from tournaments.models import Entry, Event
from tournaments.service import reports
from tournaments.service.audit import note


def connect() -> None:
    """Connect the receivers; called once, when the app is ready."""
    hand_ending.connect(_hand_ending, dispatch_uid="tournaments")
    table_finished.connect(_table_finished, dispatch_uid="tournaments")
    given_up.connect(_given_up, dispatch_uid="tournaments")
    may_watch.connect(_may_watch, dispatch_uid="tournaments")
    rules_asked.connect(_rules_asked, dispatch_uid="tournaments")
    may_speak.connect(_may_speak, dispatch_uid="tournaments")
    referee_called.connect(_referee_called, dispatch_uid="tournaments")
    seat_reported.connect(_seat_reported, dispatch_uid="tournaments")


def _hand_ending(table: Table, hand: Any, seats: Any, outcome: Any, **_more: Any) -> None:
    service.post_hand(table, hand, seats, outcome)


def _table_finished(table_id: str, event: str, **_more: Any) -> None:
    service.release_table(table_id, event)


def _given_up(table: Table, hand: Hand, reason: str, **_more: Any) -> None:
    event = Event.objects.filter(slug=table.event).first()
    note(event, None, "seed-lost", target=table.pk, reason=reason, hand=hand.number)


def _may_watch(player: Player | None, table: Table, **_more: Any) -> bool | None:
    """Entrants of an event that is going on do not see its other tables."""
    if player is None:
        return None
    going_on = (Event.State.RUNNING, Event.State.PAUSED, Event.State.FINISHING)
    entered = Entry.objects.filter(event__slug=table.event, event__state__in=going_on, player=player)
    entered = entered.exclude(state=Entry.State.LEFT)
    return False if entered.exists() else None


def _rules_asked(slug: str, player: Player | None, **_more: Any) -> EventRules | None:
    """An event's rules for the pages that explain them; a friends' table's too, whose slug is its invitation."""
    found = service.visible_event(slug, player)
    if found is None:
        return None
    room = "tournaments:friends_room" if found.friends else "tournaments:event"
    return EventRules(event_name(found), found.play_rules(), reverse(room, args=[found.slug]))


def _may_speak(player: Player, table: Table, **_more: Any) -> bool:
    return reports.may_speak(player, Event.objects.filter(slug=table.event).first())


def _referee_called(table: Table, hand: int, player: Player, client_id: str, text: str, **_more: Any) -> bool:
    try:
        reports.call_referee(table, hand, player, client_id, text)
    except service.NotNow as error:
        raise Refused("illegal", str(error)) from error
    return True


def _seat_reported(table: Table, hand: int, player: Player, about: Player, kind: str, text: str, **_more: Any) -> bool:
    try:
        reports.report_player(player, about, kind, text, table, hand)
    except service.NotNow as error:
        raise Refused("illegal", str(error)) from error
    return True
