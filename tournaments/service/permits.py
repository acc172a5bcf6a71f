"""Who may do what at an organiser's desk: Django permissions, given by the groups Organiser and Referee."""

from collections.abc import Mapping
from typing import Final

from django.db import connection
from django.utils.translation import gettext as _

from accounts.models import Player

REFEREE: Final = "tournaments.referee"
ORGANISE: Final = "tournaments.organise"
AWARD: Final = "tournaments.award_silver"

GROUPS: Final[Mapping[str, tuple[str, ...]]] = {
    "Organiser": (
        "referee", "organise", "award_silver", "add_event", "change_event", "view_event", "add_eventtemplate",
        "change_eventtemplate", "view_eventtemplate", "view_draw", "view_entry", "view_posting", "view_account",
        "view_sanction", "view_letter", "view_queued", "view_ticket", "view_call", "view_report", "view_award",
        "view_auditentry", "view_table", "view_hand", "view_player", "view_heartbeat",
        "view_inspection",
    ),
    "Referee": (
        "referee", "view_event", "view_entry", "view_sanction", "view_call", "view_report", "view_auditentry",
        "view_table", "view_hand",
    ),
}  # fmt: skip
"""Group -> codenames of its permissions, given whenever the database is migrated; who is in one also needs `is_staff`.

Neither may change players' accounts: who may could make an administrator of oneself.
"""


class NotNow(Exception):
    """What was asked is not possible in the present state; the message says why, in the reader's language."""


class NotAllowed(NotNow):
    """The one who asks has not the permission for it."""


def require(actor: Player, permit: str) -> None:
    """Raises NotAllowed unless the actor has this permission."""
    if not actor.has_perm(permit):
        raise NotAllowed(_("You have not the permission for this."))


def claim(key: str) -> bool:
    """Whether this key of a form is new; call first in the act's transaction. Two at once wait for one another.

    An act that came without a key is always new.
    """
    if not key:
        return True
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO tournaments_actkey (key, at) VALUES (%s, clock_timestamp()) ON CONFLICT (key) DO NOTHING",
            [key],
        )
        return cursor.rowcount == 1
