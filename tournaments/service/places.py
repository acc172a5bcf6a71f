"""Who may come in where places are counted, a code is asked for, or a ticket: and who moves up when somebody leaves."""

from functools import partial
from typing import Final

from django.db import transaction
from django.db.models import Q
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _

from accounts import limits
from accounts.models import Player
from tournaments import broadcast, ledger
from tournaments.models import Entry, Event, Queued, Sanction
from tournaments.models.parameters import MOST_PLACES
from tournaments.service.audit import note, require_reason
from tournaments.service.letters import write_letter
from tournaments.service.permits import ORGANISE, NotNow, require
from tournaments.service.standings import soon_ranked
from tournaments.service.tickets import redeem

COMING_IN: Final = (Event.State.OPEN, Event.State.RUNNING, Event.State.PAUSED)


class WordNeeded(NotNow):
    """An entry code or a ticket is asked for, and what was given is neither."""


def come_in(event: Event, player: Player, word: str = "", address: str = "") -> bool:
    """Make a player an entrant, or let them wait for a place; False when they wait.

    `word`: an entry code or a ticket's code, where the event asks for one. `address`: whence it comes, for slowing down
    who guesses. Locks the event only where something is counted. Raises WordNeeded; ApiError 429.
    """
    if event.entry_limit or event.entry_code or event.needs_ticket:
        return _come_in_counted(event, player, word, address)
    _admit(event, player)
    return True


@transaction.atomic
def _come_in_counted(event: Event, player: Player, word: str, address: str) -> bool:
    event = Event.objects.select_for_update(no_key=True).get(pk=event.pk)
    if not (Queued.objects.filter(event=event, player=player).exists()):
        _check_word(event, player, word.strip(), address)
    if _has_place(event) and not Queued.objects.filter(event=event).exclude(player=player).exists():
        Queued.objects.filter(event=event, player=player).delete()
        _admit(event, player)
        return True
    Queued.objects.get_or_create(event=event, player=player)
    return False


@transaction.atomic
def leave(event: Event, player: Player) -> bool:
    """Go before the event starts, from the list or from the queue; the next in the queue moves up. False: was not in.

    Silver and points stay with the entry and count for nothing; who comes back finds them. Raises NotNow once it runs.
    """
    event = Event.objects.select_for_update(no_key=True).get(pk=event.pk)
    if Queued.objects.filter(event=event, player=player).delete()[0]:
        transaction.on_commit(partial(broadcast.to_entrants, event.slug, [player.pk]))
        return True
    mine = Entry.objects.filter(event=event, player=player).exclude(state=Entry.State.LEFT)
    if not mine.exists():
        return False
    if event.state != Event.State.OPEN:
        raise NotNow(_("The event has begun; you need not play, and keep your place in the ranking."))
    mine.update(state=Entry.State.LEFT)
    transaction.on_commit(partial(broadcast.to_entrants, event.slug, [player.pk]))
    _move_up(event)
    return True


@transaction.atomic
def fill_places(slug: str) -> int:
    """Let as many move up from the queue as there are places; returns how many. Harmless at any time."""
    return _move_up(Event.objects.select_for_update(no_key=True).get(slug=slug))


@transaction.atomic
def set_entry_rules(slug: str, actor: Player, reason: str, *, limit: int, code: str, tickets: bool) -> Event:
    """Say how many may come in (0: everybody), and with what; who is in stays in. Raises NotAllowed, NotNow."""
    require(actor, ORGANISE)
    reason = require_reason(actor, reason)
    if not 0 <= limit <= MOST_PLACES or len(code) > 24:
        raise NotNow(_("Places from 0 to 100,000; a code of 24 characters at most."))
    event = Event.objects.select_for_update(no_key=True).get(slug=slug)
    event.entry_limit, event.entry_code, event.needs_ticket = limit, code.strip(), tickets
    event.save(update_fields=["entry_limit", "entry_code", "needs_ticket"])
    note(event, actor, "entry-rules", reason=reason, limit=limit, code=bool(event.entry_code), tickets=tickets)
    _move_up(event)
    return event


def _move_up(event: Event) -> int:
    moved = 0
    if event.state not in COMING_IN:
        return moved
    for queued in Queued.objects.filter(event=event).select_related("player").order_by("pk"):
        if not _has_place(event):
            break
        _admit(event, queued.player)
        queued.delete()
        write_letter(queued.player, "moved-up", event=event)
        moved += 1
    return moved


def _has_place(event: Event) -> bool:
    kinds = (Sanction.Kind.EXCLUDE, Sanction.Kind.DISQUALIFY)
    sent_out = Sanction.objects.filter(Q(event=event) | Q(event=None), kind__in=kinds, lifted_at=None)
    people = Entry.objects.filter(event=event, player__is_bot=False).exclude(state=Entry.State.LEFT)
    people = people.exclude(player__in=sent_out.values("player"))
    return not event.entry_limit or people.count() < event.entry_limit


def _admit(event: Event, player: Player) -> None:
    left = Entry.objects.filter(event=event, player=player, state=Entry.State.LEFT)
    if ledger.open_entry(event, player.pk) or left.update(state=Entry.State.IDLE):
        transaction.on_commit(partial(soon_ranked, event.slug))


def _check_word(event: Event, player: Player, word: str, address: str) -> None:
    if not (event.entry_code or event.needs_ticket):
        return
    guessers = [f"{event.slug}:{who}" for who in (player.pk, address) if who]
    for guesser in guessers:
        limits.check("entry_word", guesser)
    if event.entry_code and constant_time_compare(word, event.entry_code):
        return
    if event.needs_ticket and redeem(event, player, word):
        return
    if word:
        for guesser in guessers:
            limits.spend("entry_word", guesser)
        raise WordNeeded(_("This is not valid here, or it was used before."))
    if event.needs_ticket:
        raise WordNeeded(_("This event is entered with a ticket: scan its QR code, or type the code below it."))
    raise WordNeeded(_("This event is entered with a code. The organiser has it."))
