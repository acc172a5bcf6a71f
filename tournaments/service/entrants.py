"""Entering an event, the waiting line, and what an entrant is told about the own state."""

from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass, replace
from functools import partial
from typing import Any, Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import preferences
from accounts.models import Player
from games.engine.clock import PACES
from games.models import LiveSeat
from tournaments import broadcast
from tournaments.models import Entry, Event, OfflineSeat, Queued
from tournaments.seating import TABLE
from tournaments.service.drawing import arm_draw, free_bots, mixed, seat
from tournaments.service.enrolment import enrol_friend, grant_again
from tournaments.service.letters import counts_unread
from tournaments.service.permits import NotNow
from tournaments.service.places import COMING_IN, come_in, place_in_queue
from tournaments.service.sanctions import refuse_unwelcome
from tournaments.service.waiting import what_the_line_waits_for

DRAWN_IN: Final = (Event.State.RUNNING, Event.State.PAUSED)
OVER: Final = (Event.State.FINISHED, Event.State.CANCELLED)


@dataclass(frozen=True, slots=True)
class Me:
    """An entrant's own state, as `GET /api/events/{slug}/me` answers it (docs/protocol.md).

    `state`: none, queued, idle, waiting, seated, out, finished. `table`: the id to go to, while seated. `rank`: as of
    the last computed ranking. `waiting_ms` and `waiting_for` (words) only while waiting; `place` in the queue only while
    queued, 1 being the next. `letters`: messages not read yet.
    """

    state: str
    table: str | None = None
    silver: int | None = None
    points: int | None = None
    rank: int | None = None
    waiting_ms: int | None = None
    waiting_for: str | None = None
    place: int | None = None
    letters: int = 0

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


def enter(event: Event, player: Player, word: str = "", address: str = "") -> Me:
    """Make the player an entrant with the event's silver and points, once; again it changes nothing.

    Where all places are taken the player is queued instead. `word`: an entry code or a ticket, where one is asked for;
    `address`: whence it comes. Raises NotNow when the event cannot be entered (before `open`, after the bell; a friends'
    table once it is full; by one who is excluded), WordNeeded, ApiError 429.
    """
    entry = Entry.objects.filter(event=event, player=player).first()
    if entry is not None and entry.state == Entry.State.REMOVED:
        raise NotNow(_("The host has asked you to leave this table."))
    if entry is None or entry.state == Entry.State.LEFT:
        if event.state not in COMING_IN:
            raise NotNow(_("This event cannot be entered now."))
        refuse_unwelcome(event, player)
        if event.friends:
            if not enrol_friend(event, player):
                raise NotNow(_("The four chairs of this friends' table are taken."))
        else:
            come_in(event, player, word, address)
    return me(event, player)


@transaction.atomic
def start(event: Event, player: Player, pace: str = "normal") -> Me:
    """Sit down in the waiting line; idempotent. Leaves the line of any other event.

    A slower `pace` (engine.clock.PACES) is for practice rooms: it seats the player with bots alone, at once.
    Locks: the player, then the own entry. Raises NotNow: not entered, not running, at a table, out of silver, no such
    pace here; and at a friends' table, where nobody is drawn.
    """
    if event.friends:
        raise NotNow(_("At a friends' table nobody is drawn: its host opens it when all are there."))
    Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    entry = _own(event, player)
    refuse_unwelcome(event, player)
    _refuse_unless_running(Event.objects.get(pk=event.pk))
    if LiveSeat.objects.filter(player=player).exists():
        raise NotNow(_("You are at a table. Play it to its end first."))
    if OfflineSeat.objects.filter(player=player, live=True).exists():
        raise NotNow(_("You sit at a real table. Play there to its end first."))
    if pace not in PACES or (pace != "normal" and not event.practice):
        raise NotNow(_("Only a practice room lets you choose how much time there is."))
    if event.practice and player.preferences.get("pace", "normal") != pace:
        preferences.change(player, {"pace": pace})
    if pace != "normal":
        _afford(event, entry)
        _leave_every_line(player)
        seat(event, mixed([player, *free_bots(event, TABLE - 1)]), pace=pace)
        return me(event, player)
    if entry.state != Entry.State.WAITING:
        _afford(event, entry)
        _leave_every_line(player)
        entry.state, entry.waiting_since, entry.draws_waited = Entry.State.WAITING, timezone.now(), 0
        entry.save(update_fields=["state", "waiting_since", "draws_waited"])
        transaction.on_commit(partial(arm_draw, event.slug))
        transaction.on_commit(partial(broadcast.to_entrants, event.slug, [player.pk]))
    return me(event, player)


@transaction.atomic
def stop(event: Event, player: Player) -> Me:
    """Leave the waiting line, never a table; idempotent. Raises NotNow when not entered."""
    entry = _own(event, player)
    if entry.state == Entry.State.WAITING:
        entry.state, entry.waiting_since, entry.draws_waited = Entry.State.IDLE, None, 0
        entry.save(update_fields=["state", "waiting_since", "draws_waited"])
        transaction.on_commit(partial(broadcast.to_entrants, event.slug, [player.pk]))
    return me(event, player)


def me(event: Event, player: Player) -> Me:
    """The player's own state in an event."""
    return mes(event, [player.pk])[player.pk]


def mes(event: Event, player_ids: Collection[str]) -> Mapping[str, Me]:
    """The own states of many players at once, in a few queries whatever their number."""
    entries = Entry.objects.filter(event=event, player__in=player_ids).exclude(state__in=Entry.GONE)
    # Before the seats: whoever is drawn between the two readings is seated, and never neither waiting nor at a table.
    rows = list(entries.select_related("silver_account", "points_account", "standing"))
    seats = LiveSeat.objects.filter(player__in=player_ids, table__event=event.slug)
    tables = dict(seats.values_list("player_id", "table_id"))
    words = None
    unread = counts_unread(player_ids)
    queued = set(Queued.objects.filter(event=event, player__in=player_ids).values_list("player_id", flat=True))
    found = {player_id: _outside(event, player_id, queued, unread) for player_id in player_ids}
    for entry in rows:
        state = _state(event, entry, tables.get(entry.player_id))
        if state == "waiting" and words is None:
            words = what_the_line_waits_for(event)
        found[entry.player_id] = replace(
            _me(entry, state, tables.get(entry.player_id), words), letters=unread.get(entry.player_id, 0)
        )
    return found


def _outside(event: Event, player_id: str, queued: Collection[str], unread: Mapping[str, int]) -> Me:
    """Who has not entered: waits for a place, or not."""
    letters = unread.get(player_id, 0)
    if player_id not in queued:
        return Me("none", letters=letters)
    return Me("queued", place=place_in_queue(event, player_id), letters=letters)


def _me(entry: Entry, state: str, table: str | None, words: str | None) -> Me:
    waiting = state == "waiting" and entry.waiting_since is not None
    waited = timezone.now() - entry.waiting_since if waiting else None
    standing = getattr(entry, "standing", None)
    return Me(
        state=state,
        table=table,
        silver=entry.silver_account.balance,
        points=entry.points_account.balance,
        rank=standing.rank if standing else None,
        waiting_ms=max(0, round(waited.total_seconds() * 1000)) if waited is not None else None,
        waiting_for=words if waiting else None,
    )


def _state(event: Event, entry: Entry, table: str | None) -> str:
    """At a table is who has a live seat; the entry's own column may lag behind it by a moment."""
    if table is not None:
        return "seated"
    if event.state in OVER:
        return "finished"
    if entry.state == Entry.State.WAITING and event.state in DRAWN_IN:
        return "waiting"
    out = entry.state == Entry.State.OUT or entry.silver_account.balance == 0
    return "out" if out and not event.reentry else "idle"


def _leave_every_line(player: Player) -> None:
    waiting = Entry.objects.filter(player=player, state=Entry.State.WAITING)
    waiting.update(state=Entry.State.IDLE, waiting_since=None, draws_waited=0)


def _own(event: Event, player: Player) -> Entry:
    entry = Entry.objects.select_for_update(of=("self",), no_key=True).filter(event=event, player=player).first()
    if entry is None or entry.state in Entry.GONE:
        raise NotNow(_("Enter the event first."))
    return entry


def _refuse_unless_running(event: Event) -> None:
    if event.state == Event.State.OPEN:
        raise NotNow(_("The event has not started yet."))
    if event.state == Event.State.PAUSED:
        raise NotNow(_("The event is paused."))
    if event.state != Event.State.RUNNING or (event.ends_at is not None and event.ends_at <= timezone.now()):
        raise NotNow(_("The bell has rung: no new table is drawn."))


def _afford(event: Event, entry: Entry) -> None:
    """Whoever has no silver left is out, or starts afresh where the event allows it."""
    if entry.silver_account.balance > 0:
        return
    if not event.reentry:
        raise NotNow(_("You have no silver left in this event."))
    grant_again(event, entry)
