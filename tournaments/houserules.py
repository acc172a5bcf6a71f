"""An event's house rules beside the preset they start from."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.engine.rules import OVERRIDABLE, Rules, overrides_of, preset
from tournaments.cards import preset_name


@dataclass(frozen=True, slots=True)
class Compared:
    """One value of the rules: as this event has it, and as the preset does."""

    label: str
    own: str
    plain: str
    differs: bool


@dataclass(frozen=True, slots=True)
class HouseRules:
    """All values, those that differ first; `preset` names what they are compared with."""

    preset: str
    changed: int
    rows: tuple[Compared, ...]


def compare(rules: Rules) -> HouseRules:
    """Every value that an event may change, beside the preset's."""
    plain, changed = preset(rules.label), overrides_of(rules)
    named = labels()
    rows = [
        Compared(named[name], value_text(getattr(rules, name)), value_text(getattr(plain, name)), name in changed)
        for name in OVERRIDABLE
    ]
    rows.sort(key=lambda row: not row.differs)
    return HouseRules(preset_name(rules.name), len(changed), tuple(rows))


def value_text(value: Any) -> str:
    """The value of a rule as a reader sees it."""
    if isinstance(value, bool):
        return pgettext("rule", "yes") if value else pgettext("rule", "no")
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


def labels() -> dict[str, str]:
    """The values of the rules in words, by name."""
    return {
        "max_tai": _("Most doublings"),
        "cap": _("Cap"),
        "loser_base": _("Base of a hand that did not win"),
        "full_flush_tai": _("One suit alone (清一色)"),
        "half_flush_tai": _("One suit with honours (混一色)"),
        "all_triplets_tai": _("No chow (碰碰胡)"),
        "wild_tai": _("0, 1, 2, 3 wild tiles"),
        "dealer_repeats": _("Dealer stays after a draw without a kong"),
        "last_tiles_liability": _("Liability for the last nine tiles (承包)"),
    }
