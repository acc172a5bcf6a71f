"""What a player prefers at the table, kept with the account: known names, checked values, last write wins."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from django.db import transaction

from accounts.models import Player

Value = str | int | bool

CLAIMS: Final = 4
"""Letters that claim: 胡, 碰, 杠, 吃, in this order."""
TAKEN_LETTERS: Final = frozenset("abcdehilmpry")
"""Letters of the table's keyboard map that do something else and cannot claim."""


class MalformedPreference(ValueError):
    """A preference that does not exist or cannot have this value; `field` names it."""

    def __init__(self, field: str, reason: str) -> None:
        super().__init__(f"{field}: {reason}")
        self.field = field


def _switch(value: Any) -> bool:
    return type(value) is bool


def _volume(value: Any) -> bool:
    return type(value) is int and 0 <= value <= 100


def _one_of(*choices: str) -> Callable[[Any], bool]:
    return lambda value: type(value) is str and value in choices


def _claim_letters(value: Any) -> bool:
    """Four different letters, none of which does something else."""
    if type(value) is not str or len(value) != CLAIMS or len(set(value)) != CLAIMS:
        return False
    return all("a" <= letter <= "z" and letter not in TAKEN_LETTERS for letter in value)


KNOWN: Final[Mapping[str, Callable[[Any], bool]]] = {
    "tap": _one_of("lift", "single", "double"),
    "say": _one_of("brief", "medium", "full"),
    "claimKeys": _claim_letters,
    "pace": _one_of("normal", "double", "quadruple", "none"),
    **dict.fromkeys(("effects", "voice", "ticks"), _volume),
    **dict.fromkeys(
        ("leftHanded", "keys", "corner", "contrast", "lightFelt", "vibration", "textMode", "sound", "phrases"),
        _switch,
    ),
}
"""Name -> whether a value fits. The names but `pace` are those of static/js/table/preferences.js."""


def change(player: Player, changes: Mapping[str, Any]) -> dict[str, Value]:
    """Set some preferences and leave the others; returns all that are set. Raises MalformedPreference.

    Locks the player's row: two devices at once both keep what they changed.
    """
    for name, value in changes.items():
        if name not in KNOWN:
            raise MalformedPreference(name, "no such preference")
        if not KNOWN[name](value):
            raise MalformedPreference(name, "this value does not fit")
    with transaction.atomic():
        kept = Player.objects.select_for_update(no_key=True).only("preferences").get(pk=player.pk)
        kept.preferences = kept.preferences | dict(changes)
        Player.objects.filter(pk=player.pk).update(preferences=kept.preferences)
    player.preferences = kept.preferences
    return kept.preferences
