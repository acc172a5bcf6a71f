"""The acts of the audit log in words. An act that is not listed shows its slug."""

from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import gettext_lazy as _

ACTS: Final[Mapping[str, Any]] = {
    "create": _("Draft saved"),
    "open": _("Opened for entry"),
    "start": _("Started"),
    "pause": _("Paused"),
    "resume": _("Resumed"),
    "extend": _("Extended"),
    "finish": _("Ended"),
    "complete": _("Final ranking"),
    "cancel": _("Cancelled"),
    "warn": _("Warned"),
    "mute": _("Muted"),
    "exclude": _("Excluded"),
    "disqualify": _("Disqualified"),
    "lift-warn": _("Warning taken back"),
    "lift-mute": _("No longer muted"),
    "lift-exclude": _("No longer excluded"),
    "lift-disqualify": _("No longer disqualified"),
    "entry-rules": _("Rules of entry"),
    "tickets": _("Tickets made"),
    "ticket-withdrawn": _("Ticket withdrawn"),
    "award-proposed": _("Silver proposed"),
    "award-approved": _("Silver approved"),
    "award-declined": _("Silver declined"),
    "void": _("Hand voided"),
    "table-pause": _("Table stopped"),
    "table-resume": _("Table goes on"),
    "table-freeze": _("Hand frozen"),
    "table-release": _("Dispute settled"),
    "table-end": _("Table ends"),
    "seed-lost": _("Table given up, its seed cannot be opened"),
    "give-time": _("Time given"),
    "seat-held": _("Seat played for"),
    "seat-back": _("Seat given back"),
    "table-told": _("Table told"),
    "answer": _("Call answered"),
    "rename": _("Name taken away"),
    "report-handled": _("Report closed"),
    "announce": _("Announced"),
    "announcement-down": _("Announcement taken down"),
    "look-at-fair-play": _("Fair play looked at"),
    "note-on-pair": _("Note on a pair"),
    "offline-open": _("Real table opened"),
    "offline-close": _("Real table closed"),
    "offline-decide": _("Hand of a real table decided"),
    "offline-void": _("Hand of a real table voided"),
}


def act_word(act: str) -> str:
    """The act as a reader sees it."""
    return str(ACTS.get(act, act))
