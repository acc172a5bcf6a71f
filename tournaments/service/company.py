"""Who is at a friends' table: being seen there, leaving, being asked to leave, and who is its host then."""

from datetime import datetime, timedelta
from functools import partial
from typing import Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import Player
from games.models import LiveSeat
from tournaments import broadcast
from tournaments.models import Entry, Event, Meeting
from tournaments.service.enrolment import company
from tournaments.service.entrants import NotNow
from tournaments.service.lifecycle import cancel, finish

AWAY_AFTER: Final = timedelta(seconds=60)
"""A room asks again at least every twenty seconds while it is open."""


def see(event: Event, player: Player) -> None:
    """The room of a friends' table is open before this player."""
    Entry.objects.filter(event=event, player=player).update(seen_at=timezone.now())


def is_away(entry: Entry, now: datetime) -> bool:
    """Whether the room has not been open before this player lately, who does not sit at the table either."""
    if entry.state == Entry.State.SEATED:
        return False
    return entry.seen_at is None or now - entry.seen_at > AWAY_AFTER


def was_removed(event: Event, player: Player) -> bool:
    """Whether the host has asked this player to leave."""
    return Entry.objects.filter(event=event, player=player, state=Entry.State.REMOVED).exists()


@transaction.atomic
def leave(event: Event, player: Player) -> None:
    """Give the chair free; idempotent. Who was the host hands that on, and the last one ends it all.

    Locks: the event. Raises NotNow while the player sits at the table.
    """
    event = Event.objects.select_for_update(no_key=True).get(pk=event.pk)
    _take_away(event, player, Entry.State.LEFT, _("%(name)s has left"))


@transaction.atomic
def remove(event: Event, host: Player, player_id: str) -> None:
    """The host asks somebody to leave, who cannot come back then; idempotent. Locks: the event. Raises NotNow."""
    event = Event.objects.select_for_update(no_key=True).get(pk=event.pk)
    if host.pk != event.host_id:
        raise NotNow(_("Only the host can ask somebody to leave."))
    if player_id == host.pk:
        raise NotNow(_("You are the host. You can leave the table yourself."))
    player = Player.objects.filter(pk=player_id, is_bot=False).first()
    if player is not None:
        _take_away(event, player, Entry.State.REMOVED, _("The host has asked %(name)s to leave"))


def _take_away(event: Event, player: Player, state: Entry.State, text: str) -> None:
    if event.state != Event.State.RUNNING:
        raise NotNow(_("This friends' table is over."))
    if LiveSeat.objects.filter(player=player, table__event=event.slug).exists():
        raise NotNow(_("Play the table to its end first."))
    if not company(event).filter(player=player).update(state=state):
        return
    if player.pk == event.host_id:
        _pass_on(event)
    frame = {"type": "notice", "text": text % {"name": player.nickname}}
    transaction.on_commit(partial(broadcast.to_event, event.slug, frame))
    transaction.on_commit(partial(broadcast.to_entrants, event.slug, [player.pk]))


def _pass_on(event: Event) -> None:
    """The next host is whoever came first of those whose room is open, else of all; nobody is left: it is over."""
    now = timezone.now()
    here = list(company(event))
    if not here:
        (finish if Meeting.objects.filter(event=event).exists() else cancel)(event.slug)
        return
    entry = next((entry for entry in here if not is_away(entry, now)), here[0])
    Event.objects.filter(pk=event.pk).update(host=entry.player_id)
