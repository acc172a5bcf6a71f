"""Entering an event, and the waiting line."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Final, NamedTuple

from django.db import connection, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import preferences
from accounts.models import Player
from games.engine.clock import PACES
from tournaments import broadcast
from tournaments.models import Entry, Event
from tournaments.seating import TABLE
from tournaments.service.drawing import arm_draw, free_bots, mixed, seat
from tournaments.service.enrolment import enrol_friend, grant_again
from tournaments.service.ownstate import Me, me
from tournaments.service.permits import NotNow
from tournaments.service.places import COMING_IN, come_in
from tournaments.service.sanctions import refuse_for

_OWN: Final = "SELECT * FROM tournaments_entry WHERE event_id = %s AND player_id = %s FOR NO KEY UPDATE"
_SITUATION: Final = """
    SELECT event.state, event.ends_at, entry.state, silver.balance,
           ARRAY(SELECT kind FROM tournaments_sanction AS sanction
                 WHERE sanction.player_id = %(player)s AND sanction.lifted_at IS NULL
                   AND (sanction.event_id = event.id OR sanction.event_id IS NULL)),
           EXISTS (SELECT FROM games_liveseat AS seat WHERE seat.player_id = %(player)s),
           EXISTS (SELECT FROM tournaments_offlineseat AS seat WHERE seat.player_id = %(player)s AND seat.live),
           EXISTS (SELECT FROM tournaments_entry AS line WHERE line.player_id = %(player)s AND line.state = 'waiting')
    FROM tournaments_event AS event
    LEFT JOIN tournaments_entry AS entry ON entry.event_id = event.id AND entry.player_id = %(player)s
    LEFT JOIN tournaments_account AS silver ON silver.id = entry.silver_account_id
    WHERE event.id = %(event)s
"""


class Situation(NamedTuple):
    """What decides whether somebody may come in, or sit down, now. `event`, `entry`: their states, None without an
    entry, which has no `silver` either; `sanctions`: the kinds of those that hold here."""

    event: str
    ends_at: datetime | None
    entry: str | None
    silver: int | None
    sanctions: Collection[str]
    at_table: bool
    at_real_table: bool
    in_a_line: bool


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """Where somebody is after a press, as the `state` and `table` of Me."""

    state: str
    table: str | None = None


def enter(event: Event, player: Player, word: str = "", address: str = "") -> Me:
    """Make the player an entrant with the event's silver and points, once; again it changes nothing.

    Where all places are taken the player is queued instead. `word`: an entry code or a ticket, where one is asked for;
    `address`: whence it comes. Raises NotNow when the event cannot be entered (before `open`, after the bell; a friends'
    table once it is full; by one who is excluded), WordNeeded, ApiError 429.
    """
    now = _situation(event, player)
    if now.entry == Entry.State.REMOVED:
        raise NotNow(_("The host has asked you to leave this table."))
    if now.entry is None or now.entry == Entry.State.LEFT:
        if now.event not in COMING_IN:
            raise NotNow(_("This event cannot be entered now."))
        refuse_for(now.sanctions)
        if event.friends:
            if not enrol_friend(event, player):
                raise NotNow(_("The four chairs of this friends' table are taken."))
        else:
            come_in(event, player, word, address)
    return me(event, player)


@transaction.atomic
def start(event: Event, player: Player, pace: str = "normal") -> Whereabouts:
    """Sit down in the waiting line; idempotent. Leaves the line of any other event.

    A slower `pace` (engine.clock.PACES) is for practice rooms: it seats the player with bots alone, at once.
    Locks: the player, then the own entry. Raises NotNow: not entered, not running, at a table, out of silver, no such
    pace here; and at a friends' table, where nobody is drawn.
    """
    if event.friends:
        raise NotNow(_("At a friends' table nobody is drawn: its host opens it when all are there."))
    _lock(player)
    entry = _own(event, player)
    now = _situation(event, player)
    _refuse(now)
    if pace not in PACES or (pace != "normal" and not event.practice):
        raise NotNow(_("Only a practice room lets you choose how much time there is."))
    if event.practice and player.preferences.get("pace", "normal") != pace:
        preferences.change(player, {"pace": pace})
    if pace != "normal":
        _afford(event, entry, now.silver)
        _leave_every_line(player)
        seat(event, mixed([player, *free_bots(event, TABLE - 1)]), pace=pace)
        mine = me(event, player)
        return Whereabouts(mine.state, mine.table)
    if entry.state != Entry.State.WAITING:
        _afford(event, entry, now.silver)
        if now.in_a_line:
            _leave_every_line(player)
        entry.state, entry.waiting_since, entry.draws_waited = Entry.State.WAITING, timezone.now(), 0
        entry.save(update_fields=["state", "waiting_since", "draws_waited"])
        transaction.on_commit(partial(arm_draw, event))
        transaction.on_commit(partial(broadcast.to_entrants, event.slug, [player.pk]))
    return Whereabouts("waiting")


@transaction.atomic
def stop(event: Event, player: Player) -> Whereabouts:
    """Leave the waiting line, never a table; idempotent. Raises NotNow when not entered."""
    entry = _own(event, player)
    if entry.state == Entry.State.WAITING:
        entry.state, entry.waiting_since, entry.draws_waited = Entry.State.IDLE, None, 0
        entry.save(update_fields=["state", "waiting_since", "draws_waited"])
        transaction.on_commit(partial(broadcast.to_entrants, event.slug, [player.pk]))
    mine = me(event, player)
    return Whereabouts(mine.state, mine.table)


def _leave_every_line(player: Player) -> None:
    waiting = Entry.objects.filter(player=player, state=Entry.State.WAITING)
    waiting.update(state=Entry.State.IDLE, waiting_since=None, draws_waited=0)


def _lock(player: Player) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1 FROM accounts_player WHERE id = %s FOR NO KEY UPDATE", [player.pk])


def _own(event: Event, player: Player) -> Entry:
    entry = next(iter(Entry.objects.raw(_OWN, [event.pk, player.pk])), None)
    if entry is None or entry.state in Entry.GONE:
        raise NotNow(_("Enter the event first."))
    return entry


def _situation(event: Event, player: Player) -> Situation:
    """As it is now; under the locks of `start` nothing of it is older than they are."""
    with connection.cursor() as cursor:
        cursor.execute(_SITUATION, {"event": event.pk, "player": player.pk})
        return Situation(*cursor.fetchone())


def _refuse(now: Situation) -> None:
    """Raises NotNow for whoever may not sit down now."""
    refuse_for(now.sanctions)
    if now.event == Event.State.OPEN:
        raise NotNow(_("The event has not started yet."))
    if now.event == Event.State.PAUSED:
        raise NotNow(_("The event is paused."))
    if now.event != Event.State.RUNNING or (now.ends_at is not None and now.ends_at <= timezone.now()):
        raise NotNow(_("The bell has rung: no new table is drawn."))
    if now.at_table:
        raise NotNow(_("You are at a table. Play it to its end first."))
    if now.at_real_table:
        raise NotNow(_("You sit at a real table. Play there to its end first."))


def _afford(event: Event, entry: Entry, silver: int | None) -> None:
    """Whoever has no silver left is out, or starts afresh where the event allows it."""
    if silver:
        return
    if not event.reentry:
        raise NotNow(_("You have no silver left in this event."))
    grant_again(event, entry)
