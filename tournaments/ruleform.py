"""House rules in a form: every value of the preset as a field, empty where the preset's own holds."""

from collections.abc import Mapping
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy, pgettext_lazy
from unfold.widgets import UnfoldAdminIntegerFieldWidget, UnfoldAdminSelectWidget, UnfoldAdminTextInputWidget

from games.engine.rules import OVERRIDABLE, PRESETS, MalformedRules, overrides_of, rules_for
from games.ruleform import labels, refusal, value_text
from tournaments.cards import preset_name

PREFIX: Final = "rule_"
NAMES: Final = tuple(PREFIX + name for name in OVERRIDABLE)
AS_PRESET: Final = gettext_lazy("as in the preset")
LISTED: Final = "wild_tai"
"""The one rule that is a list of numbers."""


def fields_of_rules() -> dict[str, forms.Field]:
    """A field for each value an event may change, by name; each says what the presets have."""
    return {PREFIX + name: _field(name) for name in OVERRIDABLE}


def _field(name: str) -> forms.Field:
    label, plain = labels()[name], getattr(next(iter(PRESETS.values())), name)
    about = {"label": label, "required": False, "help_text": _presets_have(name)}
    if isinstance(plain, bool):
        yes, no = pgettext_lazy("rule", "yes"), pgettext_lazy("rule", "no")
        choices = [("", AS_PRESET), ("true", yes), ("false", no)]
        return forms.ChoiceField(choices=choices, **about, widget=UnfoldAdminSelectWidget)
    if name == LISTED:
        return forms.CharField(**about, widget=UnfoldAdminTextInputWidget(attrs={"placeholder": AS_PRESET}))
    return forms.IntegerField(**about, widget=UnfoldAdminIntegerFieldWidget(attrs={"placeholder": AS_PRESET}))


def _presets_have(name: str) -> str:
    have = (f"{preset_name(rules.name)} {value_text(getattr(rules, name))}" for rules in PRESETS.values())
    return " · ".join(have)


def shown(overrides: Mapping[str, Any]) -> dict[str, Any]:
    """Overrides as initial values of the fields. Mirror of `read`."""
    return {PREFIX + name: _shown(value) for name, value in overrides.items() if name in OVERRIDABLE}


def _shown(value: Any) -> Any:
    if isinstance(value, bool):
        return "true" if value else "false"
    return " ".join(map(str, value)) if isinstance(value, list | tuple) else value


def read(label: str, cleaned: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, ValidationError]]:
    """The overrides that the fields ask for, without those that say what the preset says; errors by field."""
    overrides, errors = {}, {}
    for name in OVERRIDABLE:
        if (value := cleaned.get(PREFIX + name)) in (None, ""):
            continue
        try:
            overrides |= overrides_of(rules_for(label, {name: _value(name, value)}))
        except (MalformedRules, ValueError):
            errors[PREFIX + name] = ValidationError(refusal(name))
    return overrides, errors


def _value(name: str, value: Any) -> Any:
    if value in ("true", "false"):
        return value == "true"
    return [int(part) for part in value.replace(",", " ").split()] if name == LISTED else value
