"""The organiser's form of an event: name, start, length; everything else has a default."""

from decimal import Decimal
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from games.engine.glossary import word
from games.engine.rules import PRESETS
from tournaments.models import Event
from tournaments.service import free_slug

MINUTE_MS = 60_000
SHORTEST_MS = 50


def _presets() -> list[tuple[str, str]]:
    language = "en" if get_language() == "en" else "zh"
    return [(label, f"{word('preset', label.partition('@')[0], language)} ({label})") for label in PRESETS]


class EventForm(forms.ModelForm):
    """Length in minutes; the address may stay empty; rules are chosen among the presets."""

    minutes = forms.DecimalField(
        label=_("Length in minutes"), min_value=Decimal("0.01"), max_value=Decimal(31 * 24 * 60), initial=60
    )
    slug = forms.CharField(
        label=_("Address"), required=False, max_length=48,
        help_text=_("Lower-case letters, digits and hyphens; made from the name when left empty."),
    )  # fmt: skip
    rules = forms.ChoiceField(label=_("Rules"), choices=_presets, initial="platform@1")

    class Meta:
        model = Event
        fields = (
            "name", "starts_at", "kind", "slug", "rules", "overrides", "silver", "points", "silver_per_unit",
            "min_hands", "hands_per_table", "reentry", "turn_ms", "reserve_ms", "claim_mode", "claim_ms",
            "claim_min_ms", "thinks", "seed_ms", "pause_ms", "spectator_delay_ms", "hints", "draw_every_ms", "bot_after_ms", "bot_level",
        )  # fmt: skip

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if "kind" in self.fields:  # friends open their tables themselves
            self.fields["kind"].choices = [kind for kind in Event.Kind.choices if kind[0] != Event.Kind.FRIENDS]
        if self.instance.pk and "minutes" in self.fields:
            minutes = Decimal(self.instance.length_ms) / MINUTE_MS
            self.fields["minutes"].initial = f"{minutes:f}".rstrip("0").rstrip(".") if minutes % 1 else int(minutes)
        elif "starts_at" in self.fields:
            self.fields["starts_at"].initial = timezone.now().replace(second=0, microsecond=0)

    def clean_slug(self) -> str:
        return self.cleaned_data["slug"] or free_slug(self.cleaned_data.get("name", ""))

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if cleaned.get("minutes") is not None:
            self.instance.length_ms = max(SHORTEST_MS, round(cleaned["minutes"] * MINUTE_MS))
        return cleaned
