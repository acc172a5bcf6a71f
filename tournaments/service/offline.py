"""线下桌: who sits at a real table, from its gathering to its end. Its hands: tournaments.service.offline_hands."""

from collections.abc import Sequence
from datetime import timedelta
from functools import partial
from typing import Final

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import Player
from games.models import LiveSeat
from tournaments import broadcast
from tournaments.models import Entry, Event, OfflineHand, OfflineSeat, OfflineTable
from tournaments.seating import TABLE
from tournaments.service.audit import note, require_reason
from tournaments.service.entrants import enter
from tournaments.service.permits import ORGANISE, NotNow, require

State = OfflineTable.State
OPEN_HAND: Final = (OfflineHand.State.PROPOSED, OfflineHand.State.DISPUTED)
AFTER_BELL: Final = timedelta(minutes=15)
"""How long after the bell a real table may still enter the hand it was playing."""


@transaction.atomic
def gather_offline(event: Event, player: Player) -> OfflineTable:
    """A real table that waits for four to say where they sit. Raises NotNow where the event has none, or does not run."""
    organises = player.has_perm(ORGANISE)
    if not (event.offline or organises) or event.friends:
        raise NotNow(_("In this event an organiser opens the real tables."))
    _refuse_unless_running(event)
    if not organises and not Entry.objects.filter(event=event, player=player).exists():
        raise NotNow(_("Enter the event first."))
    table = OfflineTable.objects.create(event=event, opened_by=player)
    if organises:
        note(event, player, "offline-open", target=table.pk)
    return table


@transaction.atomic
def take_seat(table_id: str, player: Player, index: int) -> OfflineTable:
    """Say that one sits there (0 deals first), or there instead; entering the event if need be. The fourth begins the table.

    Locks: the player, then the table. Raises NotNow: taken, begun, at another table, or not to be entered.
    """
    Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    table = locked_table(table_id)
    if table.state != State.GATHERING or index not in range(TABLE):
        raise NotNow(_("This table has begun, or is over."))
    enter(table.event, player)
    _free(table.event, player)
    OfflineSeat.objects.filter(table=table, player=player).delete()
    try:
        with transaction.atomic():
            OfflineSeat.objects.create(table=table, index=index, player=player)
    except IntegrityError as error:
        raise NotNow(_("Somebody else sits there, or you sit at another real table.")) from error
    _begin_when_four(table)
    return table


@transaction.atomic
def leave_seat(table_id: str, player: Player) -> None:
    """Get up again while the table gathers. Raises NotNow once it has begun."""
    table = locked_table(table_id)
    if table.state != State.GATHERING:
        raise NotNow(_("This table has begun, or is over."))
    OfflineSeat.objects.filter(table=table, player=player).delete()
    _tell(table)


@transaction.atomic
def open_offline(event: Event, players: Sequence[Player], actor: Player, reason: str) -> OfflineTable:
    """An organiser seats four entrants, the first dealing first. Locks: the players. Raises NotAllowed, NotNow."""
    require(actor, ORGANISE)
    reason = require_reason(actor, reason)
    if len({player.pk for player in players}) != TABLE:
        raise NotNow(_("Four different entrants sit at a table."))
    _refuse_unless_running(event)
    list(Player.objects.select_for_update(no_key=True).filter(pk__in=[player.pk for player in players]).order_by("pk"))
    table = OfflineTable.objects.create(event=event, opened_by=actor)
    for index, player in enumerate(players):
        if not Entry.objects.filter(event=event, player=player).exists():
            raise NotNow(_("%(name)s has not entered this event.") % {"name": player.nickname})
        _free(event, player)
        try:
            with transaction.atomic():
                OfflineSeat.objects.create(table=table, index=index, player=player)
        except IntegrityError as error:
            raise NotNow(_("%(name)s sits at another real table.") % {"name": player.nickname}) from error
    note(event, actor, "offline-open", target=table.pk, reason=reason, players=[player.pk for player in players])
    _begin_when_four(table)
    return table


@transaction.atomic
def close_offline(table_id: str, player: Player, reason: str = "") -> None:
    """End a real table: one of its players, once no hand is open; an organiser at any time, dropping what is.

    Idempotent. Raises NotNow, NotAllowed.
    """
    table = locked_table(table_id)
    if table.state == State.CLOSED:
        return
    theirs = table.opened_by_id == player.pk or OfflineSeat.objects.filter(table=table, player=player).exists()
    open_hands = OfflineHand.objects.filter(table=table, state__in=OPEN_HAND)
    if theirs and not open_hands.exists():
        shut(table)
        return
    if theirs and not player.has_perm(ORGANISE):
        raise NotNow(_("A hand is still to be confirmed."))
    require(player, ORGANISE)
    reason = require_reason(player, reason)
    open_hands.update(state=OfflineHand.State.DROPPED, why=reason[:200])
    shut(table)
    note(table.event, player, "offline-close", target=table.pk, reason=reason)


def shut(table: OfflineTable) -> None:
    """Close a locked table and let its players go."""
    table.state, table.closed_at = State.CLOSED, timezone.now()
    table.save(update_fields=["state", "closed_at"])
    seats = OfflineSeat.objects.filter(table=table)
    seats.update(live=False)
    theirs = Entry.objects.filter(event=table.event, player__in=seats.values("player"), state=Entry.State.IDLE)
    theirs.filter(silver_account__balance=0).update(state=Entry.State.OUT)
    transaction.on_commit(partial(broadcast.ask, "advance_events"))
    _tell(table)


def locked_table(table_id: str) -> OfflineTable:
    """The table, its row locked. Raises NotNow when there is none."""
    found = OfflineTable.objects.select_for_update(of=("self",)).select_related("event").filter(pk=table_id).first()
    if found is None:
        raise NotNow(_("There is no such table."))
    return found


def real_tables_of(player: Player) -> list[OfflineTable]:
    """Where the player sat or sits, the newest first."""
    return list(OfflineTable.objects.filter(seats__player=player).select_related("event").order_by("-created_at")[:50])


def _refuse_unless_running(event: Event) -> None:
    if event.state not in (Event.State.RUNNING, Event.State.PAUSED):
        raise NotNow(_("The event is not running."))


def _free(event: Event, player: Player) -> None:
    """Nobody sits at two tables; who waits for one waits no more."""
    waiting = Entry.objects.filter(player=player, state=Entry.State.WAITING)
    waiting.update(state=Entry.State.IDLE, waiting_since=None, draws_waited=0)
    if LiveSeat.objects.filter(player=player).exists():
        raise NotNow(_("Still at another table: %(names)s") % {"names": player.nickname})
    if Entry.objects.filter(event=event, player=player, silver_account__balance=0).exists():
        raise NotNow(_("%(name)s has no silver left.") % {"name": player.nickname})


def _begin_when_four(table: OfflineTable) -> None:
    if OfflineSeat.objects.filter(table=table).count() == TABLE:
        table.state = State.PLAYING
        table.save(update_fields=["state"])
    _tell(table)


def _tell(table: OfflineTable) -> None:
    players = list(OfflineSeat.objects.filter(table=table).values_list("player_id", flat=True))
    transaction.on_commit(partial(broadcast.to_entrants, table.event.slug, players))
