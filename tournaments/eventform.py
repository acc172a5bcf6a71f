"""The organiser's forms: an event, and one that comes again. Name and time are enough; all else has a default."""

from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _
from unfold.widgets import UnfoldAdminSelectWidget, UnfoldAdminTextInputWidget

from games.engine.glossary import word
from games.engine.rules import PRESETS
from tournaments import ruleform
from tournaments.models import Event, EventTemplate
from tournaments.service import free_slug

MINUTE_MS = 60_000
SHORTEST_MS = 50
PARAMETERS = (
    "starting", "rules", "silver", "points", "silver_per_unit", "min_hands", "hands_per_table", "reentry", "turn_ms", "reserve_ms",
    "claim_mode", "claim_ms", "claim_min_ms", "thinks", "seed_ms", "pause_ms", "spectator_delay_ms", "hints",
    "draw_every_ms", "bot_after_ms", "bot_level", "same_walls", "names_hidden", "venue", "offline",
    "entry_limit", "entry_code", "needs_ticket", "clubs",
)  # fmt: skip
"""What an organiser chooses for an event and for one that comes again alike, beside kind, length and house rules."""


def _presets() -> list[tuple[str, str]]:
    language = "en" if get_language() == "en" else "zh"
    return [(label, f"{word('preset', label.partition('@')[0], language)} ({label})") for label in PRESETS]


class ParametersForm(forms.ModelForm):
    """Length in minutes; rules are chosen among the presets, and each value of them may be changed."""

    minutes = forms.DecimalField(
        label=_("Length in minutes"), min_value=Decimal("0.01"), max_value=Decimal(31 * 24 * 60), initial=60,
        widget=UnfoldAdminTextInputWidget(attrs={"inputmode": "decimal"}),
    )  # fmt: skip
    rules = forms.ChoiceField(label=_("Rules"), choices=_presets, initial="platform@1", widget=UnfoldAdminSelectWidget)

    kinds: tuple[str, ...] = ()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if "kind" in self.fields:
            self.fields["kind"].choices = [kind for kind in Event.Kind.choices if kind[0] in self.kinds]
        length_ms = self.instance.length_ms if self.instance.pk else self.initial.get("length_ms")
        if "minutes" in self.fields and length_ms:
            minutes = Decimal(length_ms) / MINUTE_MS
            self.initial["minutes"] = f"{minutes:f}".rstrip("0").rstrip(".") if minutes % 1 else int(minutes)
        overrides = self.instance.overrides if self.instance.pk else self.initial.get("overrides", {})
        self.initial |= {name: value for name, value in ruleform.shown(overrides).items() if name in self.fields}

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if cleaned.get("minutes") is not None:
            self.instance.length_ms = max(SHORTEST_MS, round(cleaned["minutes"] * MINUTE_MS))
        if "rules" in cleaned:
            self.instance.overrides, errors = ruleform.read(cleaned["rules"], cleaned)
            for field, error in errors.items():
                self.add_error(field, error)
        return cleaned


def with_rules(form: type[forms.ModelForm]) -> type[forms.ModelForm]:
    """The form with a field for each house rule, in the reader's language."""
    return type(form.__name__, (form,), {**ruleform.fields_of_rules(), "__module__": form.__module__})


class EventForm(ParametersForm):
    """The address may stay empty; friends open their tables themselves."""

    slug = forms.CharField(
        label=_("Address"), required=False, max_length=48, widget=UnfoldAdminTextInputWidget,
        help_text=_("Lower-case letters, digits and hyphens; made from the name when left empty."),
    )  # fmt: skip
    kinds = tuple(kind for kind in Event.Kind.values if kind != Event.Kind.FRIENDS)

    class Meta:
        model = Event
        fields = ("name", "starts_at", "kind", "slug", *PARAMETERS)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not self.instance.pk and "starts_at" in self.fields:
            self.initial.setdefault("starts_at", _next_full_hour())

    def clean_slug(self) -> str:
        return self.cleaned_data["slug"] or free_slug(self.cleaned_data.get("name", ""))


def _next_full_hour() -> datetime:
    """A start that leaves time to open the room: nobody means the very moment in which the form was called up."""
    return timezone.now().replace(minute=0, second=0, microsecond=0) + timedelta(hours=1)


class EventTemplateForm(ParametersForm):
    """Practice rooms never end and so do not recur."""

    kinds = (Event.Kind.CHAMPIONSHIP, Event.Kind.DEMO)

    class Meta:
        model = EventTemplate
        fields = ("name", "slug", "rhythm", "weekday", "starts", "open_before", "active", "kind", *PARAMETERS)
