"""House rules as forms and tables show them: the words of each value, what was typed read, an event's rules asked for."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.engine.rules import OVERRIDABLE, PRESET_NAMES, Rules, bounds_of, overrides_of, preset, rules_for
from games.signals import rules_asked

FLAGS: Final = ("dealer_repeats", "last_tiles_liability")
LISTS: Final = ("wild_tai",)
LONGEST: Final = 40
"""Characters of a value that are read."""


@dataclass(frozen=True, slots=True)
class Compared:
    """One value of the rules: as it is here, and as the preset has it."""

    label: str
    own: str
    plain: str
    differs: bool


@dataclass(frozen=True, slots=True)
class SideBySide:
    """One value in every preset, each with whether it is unlike the first one's; `own`: an event's, "" without one."""

    label: str
    own: str
    differs: bool
    presets: tuple[tuple[str, bool], ...]


@dataclass(frozen=True, slots=True)
class EventRules:
    """An event's rules, for pages that explain them. `address`: its room."""

    name: str
    rules: Rules
    address: str


@dataclass(frozen=True, slots=True)
class Choice:
    """A preset and the values typed over it. `errors` by field, in the reader's words; `rules` None while there are any.

    `written` holds what was typed, also what is wrong, so that nothing is lost.
    """

    preset: str
    written: Mapping[str, str]
    errors: Mapping[str, str]
    rules: Rules | None

    @property
    def overrides(self) -> dict[str, Any]:
        """What differs from the preset."""
        return overrides_of(self.rules) if self.rules else {}


@dataclass(frozen=True, slots=True)
class Field:
    """One value in a form. `plain`: what the preset has, where nothing is typed; `flag`: yes or no."""

    name: str
    label: str
    value: str
    plain: str
    flag: bool
    error: str


def read(given: Mapping[str, str]) -> Choice:
    """Read `rules` and the values by their names; an empty one keeps the preset's."""
    name = given.get("rules", "").partition("@")[0][:LONGEST] or PRESET_NAMES[0]
    written = {field: given.get(field, "").strip()[:LONGEST] for field in OVERRIDABLE}
    if name not in PRESET_NAMES:
        return Choice(name, written, {"rules": _("Choose one of the values offered.")}, None)
    values, errors = {}, {}
    for field, text in written.items():
        if not text:
            continue
        value = _value(field, text)
        if value is None:
            errors[field] = refusal(field)
        else:
            values[field] = value
    return Choice(name, written, errors, None if errors else rules_for(name, values))


def written_of(rules: Rules) -> dict[str, str]:
    """The values of `read` that give these rules."""
    return {"rules": rules.name} | {name: _typed(value) for name, value in overrides_of(rules).items()}


def fields_of(choice: Choice) -> list[Field]:
    """The form's fields, in order."""
    plain = preset(choice.preset if choice.preset in PRESET_NAMES else PRESET_NAMES[0])
    return [
        Field(
            name,
            label,
            choice.written[name],
            value_text(getattr(plain, name)),
            name in FLAGS,
            choice.errors.get(name, ""),
        )
        for name, label in labels().items()
    ]


def presets_text() -> dict[str, dict[str, str]]:
    """Every preset's values as a reader sees them, by preset and field."""
    return {name: {field: value_text(getattr(preset(name), field)) for field in OVERRIDABLE} for name in PRESET_NAMES}


def compare(rules: Rules) -> list[Compared]:
    """Every value that may be changed beside its preset's; those that differ first."""
    plain, changed = preset(rules.label), overrides_of(rules)
    rows = [
        Compared(label, value_text(getattr(rules, name)), value_text(getattr(plain, name)), name in changed)
        for name, label in labels().items()
    ]
    return sorted(rows, key=lambda row: not row.differs)


def side_by_side(own: Rules | None = None) -> list[SideBySide]:
    """Every value in all presets, beside an event's own; `differs` where the event left the preset it starts from."""
    changed = overrides_of(own) if own else {}
    return [
        SideBySide(label, value_text(getattr(own, name)) if own else "", name in changed, _in_all(name))
        for name, label in labels().items()
    ]


def _in_all(name: str) -> tuple[tuple[str, bool], ...]:
    first, *_rest = values = [getattr(preset(label), name) for label in PRESET_NAMES]
    return tuple((value_text(value), value != first) for value in values)


def rules_of_event(slug: str, player: Any) -> EventRules | None:
    """The rules of an event, if it exists for this reader; whoever knows events answers."""
    answers = rules_asked.send(sender=EventRules, slug=slug, player=player) if slug else []
    return next((answer for _receiver, answer in answers if answer is not None), None)


def value_text(value: Any) -> str:
    """The value of a rule as a reader sees it."""
    if isinstance(value, bool):
        return pgettext("rule", "yes") if value else pgettext("rule", "no")
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


def labels() -> dict[str, str]:
    """What each value is called, in the order of OVERRIDABLE."""
    words = {
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
    return {name: words[name] for name in OVERRIDABLE}


def _value(field: str, text: str) -> Any:
    """What was typed, None where it cannot be."""
    if field in FLAGS:
        return {"1": True, "0": False}.get(text)
    if field in LISTS:
        parts = [_whole(field, part) for part in text.replace("，", ",").replace(",", " ").split()]
        return parts if len(parts) == 4 and None not in parts else None
    return _whole(field, text)


def _whole(field: str, text: str) -> int | None:
    low, high = bounds_of(field)
    if not (text.isascii() and text.isdigit()) or len(text) > len(str(high)):
        return None
    return int(text) if low <= int(text) <= high else None


def refusal(field: str) -> str:
    """Why a value of this field cannot be, in the reader's language."""
    if field in FLAGS:
        return _("Choose one of the values offered.")
    low, high = bounds_of(field)
    values = {"label": labels()[field], "low": low, "high": high}
    if field in LISTS:
        return _("%(label)s: write four whole numbers from %(low)d to %(high)d, like 1,0,1,4.") % values
    return _("%(label)s: write a whole number from %(low)d to %(high)d.") % values


def _typed(value: Any) -> str:
    if isinstance(value, bool):
        return "1" if value else "0"
    return ",".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
