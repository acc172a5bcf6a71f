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
}


def act_word(act: str) -> str:
    """The act as a reader sees it."""
    return str(ACTS.get(act, act))
