"""朋友桌: a table of their own for four who came by its address. Not drawn, not listed, not ranked."""

import secrets
from collections.abc import Sequence
from datetime import timedelta
from functools import partial
from typing import Final, NamedTuple

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import Player
from games.engine.rules import PRESETS
from games.models import LiveSeat, Table
from tournaments import broadcast
from tournaments.models import Entry, Event, Meeting
from tournaments.seating import TABLE
from tournaments.service.drawing import free_bots, mixed, seat
from tournaments.service.enrolment import enrol, grant_again
from tournaments.service.entrants import Me, NotNow, me
from tournaments.service.lifecycle import create_event, open_event, start_event

HANDS: Final = (4, 8, 16)
LASTS: Final = timedelta(hours=6)
"""A friends' table ends by itself so long after it was last opened."""


class Chair(NamedTuple):
    """One who came, in the order of coming, as the others see it."""

    player: Player
    host: bool
    silver: int
    hands: int
    wins: int


@transaction.atomic
def create_friends(host: Player, *, rules: str, hands: int, with_bots: bool) -> Event:
    """A friends' table whose host has come already. `rules`: a preset; `hands`: one of HANDS. Raises NotNow."""
    if rules not in PRESETS or hands not in HANDS:
        raise NotNow(_("There are no such rules, or no such number of hands."))
    event = create_event(
        _("Friends' table of %(name)s") % {"name": host.nickname},
        slug="friends-" + secrets.token_hex(8),
        kind=Event.Kind.FRIENDS,
        host=host,
        with_bots=with_bots,
        rules=rules,
        hands_per_table=hands,
        length_ms=LASTS // timedelta(milliseconds=1),
        reentry=True,
        min_hands=0,
    )
    open_event(event.slug)
    event = start_event(event.slug)
    enrol(event, host)
    return event


def chairs(event: Event) -> list[Chair]:
    """The people who came."""
    entries = Entry.objects.filter(event=event, player__is_bot=False).select_related("player", "silver_account")
    return [
        Chair(entry.player, entry.player_id == event.host_id, entry.silver_account.balance, entry.hands, entry.wins)
        for entry in entries.order_by("pk")
    ]


@transaction.atomic
def open_friends(event: Event, player: Player) -> Me:
    """Seat all four at once, bots in missing chairs where the host wished; again, once a table is over, 再来一桌.

    The host opens the first table, any of them another. Idempotent while they play. Locks: the event, its entries.
    Raises NotNow, saying what is missing.
    """
    event = Event.objects.select_for_update(no_key=True).get(pk=event.pk)
    entries = list(Entry.objects.select_for_update(of=("self",)).filter(event=event).select_related("player"))
    people = [entry.player for entry in entries if not entry.player.is_bot]
    _refuse_unless_theirs(event, player, people)
    if Table.objects.filter(event=event.slug, state=Table.State.PLAYING).exists():
        return me(event, player)
    _free(people)
    _let_all_have_silver(event)
    missing = TABLE - len(people)
    if missing and not event.with_bots:
        raise NotNow(
            ngettext("%(missing)d more friend is missing.", "%(missing)d more friends are missing.", missing)
            % {"missing": missing}
        )
    if not seat(event, mixed([*people, *free_bots(event, missing)])):
        raise NotNow(_("One of you has just sat down elsewhere. Try again."))
    Event.objects.filter(pk=event.pk).update(ends_at=timezone.now() + LASTS)
    transaction.on_commit(partial(broadcast.to_event_look, event.slug))
    return me(event, player)


def _refuse_unless_theirs(event: Event, player: Player, people: Sequence[Player]) -> None:
    if not event.friends or event.state != Event.State.RUNNING:
        raise NotNow(_("This friends' table is over."))
    if player not in people:
        raise NotNow(_("You have not joined this table."))
    if player.pk != event.host_id and not Meeting.objects.filter(event=event).exists():
        raise NotNow(_("The host opens the table."))


def _free(people: Sequence[Player]) -> None:
    """Nobody sits elsewhere; who waits for a championship's table waits no more."""
    busy = Player.objects.filter(pk__in=LiveSeat.objects.filter(player__in=people).values("player"))
    names = list(busy.order_by("nickname").values_list("nickname", flat=True))
    if names:
        raise NotNow(_("Still at another table: %(names)s") % {"names": ", ".join(names)})
    waiting = Entry.objects.filter(player__in=people, state=Entry.State.WAITING)
    waiting.update(state=Entry.State.IDLE, waiting_since=None, draws_waited=0)


def _let_all_have_silver(event: Event) -> None:
    """Friends play on: who has lost all starts afresh."""
    for entry in Entry.objects.filter(event=event, player__is_bot=False, silver_account__balance=0):
        grant_again(event, entry)


def own_friends(player: Player) -> list[Event]:
    """The friends' tables that the player has come to and that are not over, the newest first."""
    events = Event.objects.filter(kind=Event.Kind.FRIENDS, state=Event.State.RUNNING, entries__player=player)
    return list(events.order_by("-created_at"))
