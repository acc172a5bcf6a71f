"""Messages to players in the reader's language; what an organiser wrote stands beside them as it was written."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from tournaments.cards import event_name
from tournaments.models import Event, Letter
from tournaments.service.letters import unread_letters

WORDS: Final[Mapping[str, Any]] = {
    "warned": _("The referee warns you. Warnings so far: %(count)s."),
    "mute": _("You are muted: no phrases and no calls for the referee."),
    "exclude": _("You are excluded: you cannot enter or sit down."),
    "disqualify": _("You are disqualified: no rank. A table you sit at is played for you to its end."),
    "warn-lifted": _("A warning was taken back."),
    "mute-lifted": _("You may speak again."),
    "exclude-lifted": _("You are no longer excluded."),
    "disqualify-lifted": _("You are no longer disqualified."),
    "renamed": _("Your name was taken away by the organiser; choose another on your page."),
    "moved-up": _("A place has become free: you are in."),
    "award": _("You were given %(silver)s silver."),
    "void": _("Hand %(hand)s is void. Your silver moved by %(silver)s; not got back: %(missing)s."),
    "answer": _("The referee answers:"),
}
_NOTHING: Final = {"count": "", "silver": "", "hand": "", "missing": 0}


@dataclass(frozen=True, slots=True)
class Said:
    """A message as shown. `text`: the organiser's own words, may be empty."""

    id: int
    event: str
    words: str
    text: str
    bad: bool


def letters_for(player: Player | None, event: Event | None = None) -> list[Said]:
    """What a player has not read yet; of one event and of none, where one is given."""
    return said(unread_letters(player, event)) if player is not None else []


def said(letters: Iterable[Letter]) -> list[Said]:
    """Letters in words."""
    bad = ("warned", "mute", "exclude", "disqualify")
    return [
        Said(
            letter.pk,
            event_name(letter.event) if letter.event else "",
            str(WORDS.get(letter.code, "")) % {**_NOTHING, **letter.data},
            letter.text,
            letter.code in bad,
        )
        for letter in letters
    ]
