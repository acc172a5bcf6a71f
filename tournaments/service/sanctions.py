"""Warned, muted, excluded, disqualified: what organisers decide about people, and taking it back.

Each act is one transaction: it locks the event (a drawing of tables waits), then the player, then tables; it is noted
in the audit log, and the player is told. False: it was so already. All raise NotAllowed, and ValidationError without a
reason.
"""

from collections.abc import Iterable
from functools import partial

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import Player
from games.models import LiveSeat, Table
from games.service import Refused, hold_seat
from tournaments import broadcast
from tournaments.models import Entry, Event, Queued, Sanction
from tournaments.service.audit import note, require_reason
from tournaments.service.letters import write_letter
from tournaments.service.permits import ORGANISE, REFEREE, NotNow, require
from tournaments.service.standings import compute_leaderboard, rank_again

Kind = Sanction.Kind


@transaction.atomic
def warn(event: Event | None, player: Player, actor: Player, reason: str) -> int:
    """Warn a player in these words; returns how often the player has been warned in this event (or at all)."""
    require(actor, REFEREE)
    reason = require_reason(actor, reason)
    _lock(event, player)
    Sanction.objects.create(kind=Kind.WARN, player=player, event=event, reason=reason, given_by=actor)
    count = Sanction.objects.filter(kind=Kind.WARN, player=player, event=event, lifted_at=None).count()
    write_letter(player, "warned", reason, event=event, count=count)
    note(event, actor, "warn", target=player.nickname, reason=reason, player=player.pk, count=count)
    return count


@transaction.atomic
def mute(event: Event | None, player: Player, actor: Player, reason: str) -> bool:
    """No phrases and no calls from this player any more."""
    require(actor, REFEREE)
    return _give(Kind.MUTE, event, player, actor, reason)


@transaction.atomic
def exclude(event: Event | None, player: Player, actor: Player, reason: str) -> bool:
    """Keep a player out of an event, or of all: out of the waiting line; a table is played to its end.

    The place becomes free: whoever is next in the queue is asked for after the commit.
    """
    require(actor, ORGANISE)
    if not _give(Kind.EXCLUDE, event, player, actor, reason):
        return False
    entries = Entry.objects.filter(player=player)
    queued = Queued.objects.filter(player=player)
    if event is not None:
        entries, queued = entries.filter(event=event), queued.filter(event=event)
    queued.delete()
    not_begun = list(entries.filter(event__state=Event.State.OPEN).values_list("event__slug", flat=True))
    entries.filter(event__slug__in=not_begun).update(state=Entry.State.LEFT)
    _out_of_the_line(entries)
    _free_places(entries)
    return True


@transaction.atomic
def disqualify(event: Event, player: Player, actor: Player, reason: str) -> bool:
    """Take a player out of an event, during or after it: no rank, and everybody behind moves up.

    At a table the seat is played in 托管 to the table's end. The ranking of a finished event is computed again.
    Raises NotNow for one who has not entered.
    """
    require(actor, ORGANISE)
    if not Entry.objects.filter(event=event, player=player).exists():
        raise NotNow(_("This player has not entered the event."))
    if not _give(Kind.DISQUALIFY, event, player, actor, reason):
        return False
    _out_of_the_line(Entry.objects.filter(event=event, player=player))
    _free_places(Entry.objects.filter(event=event, player=player))
    _hold(event, player, True)
    _rank(event)
    return True


@transaction.atomic
def lift(sanction: Sanction, actor: Player, reason: str) -> bool:
    """Take a decision back; what it did meanwhile stays done. A disqualified player is ranked again."""
    require(actor, REFEREE if sanction.kind in (Kind.WARN, Kind.MUTE) else ORGANISE)
    reason = require_reason(actor, reason)
    event, player = sanction.event, sanction.player
    _lock(event, player)
    standing = Sanction.objects.filter(pk=sanction.pk, lifted_at=None)
    if not standing.update(lifted_at=timezone.now(), lifted_by=actor):
        return False
    if event is not None and sanction.kind == Kind.DISQUALIFY:
        _hold(event, player, False)
        _rank(event)
    write_letter(player, f"{sanction.kind}-lifted", reason, event=event)
    note(event, actor, f"lift-{sanction.kind}", target=player.nickname, reason=reason, player=player.pk)
    return True


def standing(kind: str, player: Player, event: Event | None) -> Sanction | None:
    """The sanction of a kind that holds for a player in an event now, the event's own or one for all events."""
    here = Q(event=None) if event is None else Q(event=None) | Q(event=event)
    return Sanction.objects.filter(here, kind=kind, player=player, lifted_at=None).first()


def why_unwelcome(event: Event, player: Player) -> str:
    """Why a player may neither enter nor sit down, in words; empty for everybody else."""
    here = Sanction.objects.filter(Q(event=None) | Q(event=event), player=player, lifted_at=None)
    return _why(here.values_list("kind", flat=True))


def refuse_for(kinds: Iterable[str]) -> None:
    """Raises NotNow for a player for whom sanctions of these kinds hold, if these exclude or disqualify."""
    why = _why(kinds)
    if why:
        raise NotNow(why)


def _why(kinds: Iterable[str]) -> str:
    held = set(kinds)
    if Kind.DISQUALIFY in held:
        return _("You are disqualified in this event.")
    if Kind.EXCLUDE in held:
        return _("The organiser has excluded you from this event.")
    return ""


def _give(kind: Kind, event: Event | None, player: Player, actor: Player, reason: str) -> bool:
    reason = require_reason(actor, reason)
    _lock(event, player)
    if Sanction.objects.filter(kind=kind, player=player, event=event, lifted_at=None).exists():
        return False
    Sanction.objects.create(kind=kind, player=player, event=event, reason=reason, given_by=actor)
    write_letter(player, str(kind), reason, event=event)
    note(event, actor, str(kind), target=player.nickname, reason=reason, player=player.pk)
    return True


def _lock(event: Event | None, player: Player) -> None:
    if event is not None:
        Event.objects.select_for_update(no_key=True).get(pk=event.pk)
    Player.objects.select_for_update(no_key=True).get(pk=player.pk)


def _out_of_the_line(entries: object) -> None:
    waiting = entries.filter(state=Entry.State.WAITING)  # type: ignore[attr-defined]
    waiting.update(state=Entry.State.IDLE, waiting_since=None, draws_waited=0)


def _free_places(entries: QuerySet[Entry]) -> None:
    going_on = (Event.State.OPEN, Event.State.RUNNING, Event.State.PAUSED)
    for slug in entries.filter(event__state__in=going_on, event__entry_limit__gt=0).values_list(
        "event__slug", flat=True
    ):
        transaction.on_commit(partial(broadcast.ask, "fill_places", slug))


def _hold(event: Event, player: Player, on: bool) -> None:
    if player.is_bot:
        return  # the server plays for it as it is
    seat = LiveSeat.objects.filter(player=player, table__event=event.slug, table__state=Table.State.PLAYING).first()
    if seat is not None:
        try:
            hold_seat(seat.table_id, player.pk, on)
        except Refused as refused:
            if refused.code != "stale":  # the table has closed meanwhile
                raise


def _rank(event: Event) -> None:
    if event.friends:
        return
    if not rank_again(event.slug):
        transaction.on_commit(partial(compute_leaderboard, event.slug))
