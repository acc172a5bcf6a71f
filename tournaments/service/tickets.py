"""One-time tickets: made in groups, printed once, kept as keyed hashes, used by one player."""

import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from accounts.models import Player
from tournaments.models import Event, Ticket
from tournaments.service.audit import note, require_reason
from tournaments.service.permits import ORGANISE, NotNow, require

MOST_AT_ONCE: Final = 400
LENGTH: Final = 12
ALPHABET: Final = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""Without 0 and O, 1, I and L: read from paper, typed on a phone. Twelve of them are 59 bits."""


@dataclass(frozen=True, slots=True)
class Printed:
    """A ticket as it is made: the only moment at which its code is known. `code` reads `K7QM-2F9A-XW3D`."""

    number: int
    group: str
    code: str


@transaction.atomic
def make_tickets(event: Event, actor: Player, reason: str, groups: Sequence[tuple[str, int]]) -> list[Printed]:
    """Make tickets, so many for each group (name, how many). Locks the event. Raises NotAllowed, NotNow."""
    require(actor, ORGANISE)
    reason = require_reason(actor, reason)
    count = sum(number for _group, number in groups)
    if not 0 < count <= MOST_AT_ONCE or any(number < 1 or len(group) > 40 for group, number in groups):
        raise NotNow(_("From 1 to %(most)d tickets at once, group names of 40 characters.") % {"most": MOST_AT_ONCE})
    event = Event.objects.select_for_update(no_key=True).get(pk=event.pk)
    number = Ticket.objects.filter(event=event).aggregate(last=Max("number"))["last"] or 0
    printed: list[Printed] = []
    for group, copies in groups:
        printed += [Printed(number + len(printed) + 1 + at, group, _new_code()) for at in range(copies)]
    Ticket.objects.bulk_create(
        Ticket(event=event, group=one.group, number=one.number, digest=_digest(event, one.code), made_by=actor)
        for one in printed
    )
    note(event, actor, "tickets", target=f"{number + 1}-{number + count}", reason=reason, groups=dict(groups))
    return printed


@transaction.atomic
def withdraw_ticket(ticket: Ticket, actor: Player, reason: str) -> bool:
    """Make a ticket that nobody has used worthless. False when it is already. Raises NotNow for a used one."""
    require(actor, ORGANISE)
    reason = require_reason(actor, reason)
    locked = Ticket.objects.select_for_update().get(pk=ticket.pk)
    if locked.used_by_id is not None:
        raise NotNow(_("This ticket has been used."))
    if locked.withdrawn_at is not None:
        return False
    locked.withdrawn_at = timezone.now()
    locked.save(update_fields=["withdrawn_at"])
    note(ticket.event, actor, "ticket-withdrawn", target=str(ticket.number), reason=reason)
    return True


def redeem(event: Event, player: Player, code: str) -> bool:
    """Whether the code is a ticket that is this player's now; two at once: one has it. Call in a transaction."""
    ticket = Ticket.objects.select_for_update().filter(event=event, digest=_digest(event, code)).first()
    if ticket is None or ticket.withdrawn_at is not None or ticket.used_by_id not in (None, player.pk):
        return False
    if Ticket.objects.filter(event=event, used_by=player).exclude(pk=ticket.pk).exists():
        return True  # this player came in with another one; this one stays good
    ticket.used_by, ticket.used_at = player, ticket.used_at or timezone.now()
    ticket.save(update_fields=["used_by", "used_at"])
    return True


def _new_code() -> str:
    text = "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))
    return "-".join(text[at : at + 4] for at in range(0, LENGTH, 4))


def _digest(event: Event, code: str) -> str:
    """Case, blanks and hyphens do not matter."""
    plain = re.sub(r"[\s-]", "", code).upper()
    return salted_hmac("tournaments.ticket", f"{event.slug}|{plain}", algorithm="sha256").hexdigest()
