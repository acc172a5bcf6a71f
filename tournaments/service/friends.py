"""朋友桌: a table of their own for four who came by its address. Not drawn, not listed, not ranked."""

import secrets
from collections.abc import Mapping, Sequence
from datetime import timedelta
from functools import partial
from typing import Any, Final, NamedTuple

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import Player
from games.engine.rules import PRESETS
from games.models import LiveSeat, Table
from tournaments import broadcast, ledger
from tournaments.models import Entry, Event, Meeting
from tournaments.seating import TABLE
from tournaments.service.company import is_away, see
from tournaments.service.drawing import free_bots, mixed, seat
from tournaments.service.enrolment import company, grant_again
from tournaments.service.lifecycle import create_event, open_event, start_event
from tournaments.service.ownstate import Me, me
from tournaments.service.permits import NotNow

HANDS: Final = (4, 8, 16)
LASTS: Final = timedelta(hours=6)
"""A friends' table ends by itself so long after it was last opened."""


class Chair(NamedTuple):
    """One who came, in the order of coming, as the others see it. `away`: the room is not open before them."""

    player: Player
    host: bool
    away: bool
    silver: int
    hands: int
    wins: int


@transaction.atomic
def create_friends(
    host: Player,
    *,
    rules: str,
    hands: int,
    with_bots: bool,
    overrides: Mapping[str, Any] | None = None,
    bot_level: str = Event.BotLevel.REGULAR,
) -> Event:
    """A friends' table whose host has come already. Raises NotNow.

    `rules`: a preset, `overrides` over it; `hands`: one of HANDS; `bot_level`: of the bots in missing chairs.
    """
    if rules not in PRESETS or hands not in HANDS or bot_level not in Event.BotLevel.values:
        raise NotNow(_("There are no such rules, no such number of hands, or no such bots."))
    event = create_event(
        _("Friends' table of %(name)s") % {"name": host.nickname},
        slug="friends-" + secrets.token_hex(8),
        kind=Event.Kind.FRIENDS,
        host=host,
        with_bots=with_bots,
        bot_level=bot_level,
        rules=rules,
        overrides=dict(overrides or {}),
        hands_per_table=hands,
        length_ms=LASTS // timedelta(milliseconds=1),
        reentry=True,
        min_hands=0,
    )
    open_event(event.slug)
    event = start_event(event.slug)
    ledger.open_entry(event, host.pk)
    see(event, host)
    return event


def chairs(event: Event) -> list[Chair]:
    """The people who are there."""
    now = timezone.now()
    return [
        Chair(
            entry.player,
            entry.player_id == event.host_id,
            is_away(entry, now),
            entry.silver_account.balance,
            entry.hands,
            entry.wins,
        )
        for entry in company(event).select_related("player", "silver_account")
    ]


@transaction.atomic
def open_friends(event: Event, player: Player) -> Me:
    """Seat all four at once, bots in missing chairs where the host wished; again, once a table is over, 再来一桌.

    The host opens the first table; any of them when all four are there or the host is away, and any of them another.
    Idempotent while they play. Locks: the event, its entries. Raises NotNow, saying what is missing.
    """
    event = Event.objects.select_for_update(no_key=True).get(pk=event.pk)
    entries = list(company(event).select_for_update(of=("self",), no_key=True).select_related("player"))
    people = [entry.player for entry in entries]
    _refuse_unless_theirs(event, player, people)
    if is_playing(event):
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
    if not may_open(event, player):
        raise NotNow(_("The host opens the table."))


def is_playing(event: Event) -> bool:
    """Whether a table of this event is being played."""
    return Table.objects.filter(event=event.slug, state=Table.State.PLAYING).exists()


def may_open(event: Event, player: Player) -> bool:
    """Whether one who is there may open the table now."""
    if player.pk == event.host_id or Meeting.objects.filter(event=event).exists():
        return True
    here = chairs(event)
    return len(here) == TABLE or not any(chair.host and not chair.away for chair in here)


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
    for entry in company(event).filter(silver_account__balance=0):
        grant_again(event, entry)


def own_friends(player: Player) -> list[Event]:
    """The friends' tables that the player has come to and that are not over, the newest first."""
    mine = Entry.objects.filter(player=player).exclude(state__in=Entry.GONE)
    events = Event.objects.filter(kind=Event.Kind.FRIENDS, state=Event.State.RUNNING, entries__in=mine)
    return list(events.order_by("-created_at"))
