"""The audit log: every act of an organiser is noted in the transaction that does it."""

from typing import Any

from django.core.exceptions import ValidationError
from django.db import connection
from django.utils.translation import gettext as _

from accounts.models import Player
from tournaments.models import AuditEntry, Event


def note(
    event: Event | None, actor: Player | None, act: str, *, target: str = "", reason: str = "", **details: Any
) -> AuditEntry:
    """Write one line of the audit log; call inside the act's transaction, so that both happen or neither.

    `actor` None: the site itself. `act`: lower-case letters and hyphens, worded in tournaments.auditwords.
    `target`: an id or a few words (200 characters); `details`: whatever is JSON. Acts that need a reason refuse an
    empty one themselves. Raises RuntimeError outside a transaction.
    """
    if not connection.in_atomic_block:
        raise RuntimeError(f"{act} must be noted in the transaction that does it")
    return AuditEntry.objects.create(
        event=event, actor=actor, act=act, target=target[:200], reason=reason.strip()[:500], details=details
    )


def require_reason(actor: Player | None, reason: str) -> str:
    """The reason, trimmed; the site itself needs none. Raises ValidationError at `reason`."""
    reason = reason.strip()
    if actor is not None and not reason:
        raise ValidationError({"reason": _("Say why: the reason is kept.")})
    return reason
