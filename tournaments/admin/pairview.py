"""A pair's figures as its page shows them: in words, and drawn against what chance gives."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

WIDTH, HEIGHT, FOOT = 280, 72, 14
_LABELS: Final[Mapping[str, Any]] = {
    "flow": gettext_lazy("Silver from %(giver)s to %(taker)s"),
    "lift": gettext_lazy("What %(taker)s gains with %(giver)s at the table"),
    "declined": gettext_lazy("Wins on tiles of %(taker)s that %(giver)s let pass"),
    "feeding": gettext_lazy("Tiles thrown by %(giver)s that %(taker)s could use"),
    "soft": gettext_lazy("Steps back by %(giver)s while %(taker)s was ready"),
    "timing": gettext_lazy("%(giver)s thinks longer while %(taker)s is ready"),
    "dump": gettext_lazy("%(giver)s lost nearly all within few hands, most of it to %(taker)s"),
}
_NULLS: Final[Mapping[str, Any]] = {
    "flow": gettext_lazy("By chance: in each hand the silver might as well have gone to, or come from, another of the three."),
    "lift": gettext_lazy("By chance: any of the player's hands might as well have been those they shared."),
    "declined": gettext_lazy("By chance: whoever lets the tile go, a win is let pass as often."),
    "feeding": gettext_lazy("By chance: tiles are thrown as by somebody who knows only the own hand and what lies open."),
    "soft": gettext_lazy("By chance: whoever of the others is ready, one steps back as often."),
    "timing": gettext_lazy("By chance: in each hand another of the three might as well have been ready."),
    "dump": gettext_lazy("By chance: in each hand the silver might as well have gone to another of the three."),
}  # fmt: skip
_UNITS: Final[Mapping[str, Any]] = {
    "flow": gettext_lazy("%(value)s silver in %(times)d hands; by chance %(expected)s"),
    "lift": gettext_lazy("%(value)s silver in %(times)d hands; by chance %(expected)s"),
    "declined": gettext_lazy("%(value)s of %(times)d chances; usual %(expected)s"),
    "feeding": gettext_lazy("%(value)s of %(times)d throws; usual %(expected)s"),
    "soft": gettext_lazy("%(value)s of %(times)d throws; usual %(expected)s"),
    "timing": gettext_lazy("strength %(value)s over %(times)d hands; by chance %(expected)s"),
    "dump": gettext_lazy("%(value)s silver within %(times)d hands; by chance %(expected)s"),
}


@dataclass(frozen=True, slots=True)
class Bar:
    """A column of a histogram, in the drawing's units. `beyond`: as far as what was seen, or farther."""

    x: float
    y: float
    width: float
    height: float
    beyond: bool


@dataclass(frozen=True, slots=True)
class Drawn:
    """A figure in words and as a drawing. `mark`: where what was seen lies; `odds` in words; `moments` with their links."""

    name: str
    label: str
    null: str
    value: str
    odds: str
    strong: bool
    bars: tuple[Bar, ...]
    mark: float
    low: str
    high: str
    moments: tuple[tuple[str, int], ...]


def drawn(figure: Mapping[str, Any], names: Mapping[str, str]) -> Drawn:
    """One stored figure; `names`: nicknames by player id."""
    low, high = _range(figure)
    scale = WIDTH / (high - low)
    shown = {"giver": names[figure["giver"]], "taker": names[figure["taker"]]}
    numbers = {"value": _number(figure["value"]), "expected": _number(figure["expected"]), "times": figure["times"]}
    mark = figure["value"] + (figure["width"] / 2 if figure["width"] == 1.0 else 0)
    return Drawn(
        name=figure["name"],
        label=_LABELS[figure["name"]] % shown,
        null=str(_NULLS[figure["name"]]),
        value=_UNITS[figure["name"]] % numbers,
        odds=odds(figure["p"]),
        strong=figure["p"] <= 0.001,
        bars=_bars(figure, low, scale),
        mark=round((mark - low) * scale, 1),
        low=_number(low),
        high=_number(high),
        moments=tuple((hand, step) for hand, step in figure["moments"]),
    )


def odds(p: float) -> str:
    """How rare by chance, as one reads it: `1 in 2,300`."""
    if p > 0.2:
        return _("usual")
    if p < 1e-6:
        return _("less than 1 in a million")
    rare = round(1 / p)
    digits = 10 ** max(0, len(str(rare)) - 2)
    return _("1 in %(rare)s") % {"rare": number_format(rare // digits * digits, use_l10n=True, force_grouping=True)}


def _range(figure: Mapping[str, Any]) -> tuple[float, float]:
    lows = [low for low, _share in figure["bins"]]
    low, high = min(lows), max(lows) + figure["width"]
    value, margin = figure["value"], 0.04 * (high - low)
    beyond = figure["width"] if figure["width"] == 1.0 else margin
    return (low if value >= low else value - margin), (high if value < high else value + beyond)


def _bars(figure: Mapping[str, Any], low: float, scale: float) -> tuple[Bar, ...]:
    most = max(share for _low, share in figure["bins"])
    columns: Sequence[tuple[float, float]] = figure["bins"]
    return tuple(
        Bar(
            x=round((left - low) * scale, 1),
            y=round(HEIGHT - FOOT - (HEIGHT - FOOT - 4) * share / most, 1),
            width=round(max(1.0, figure["width"] * scale - 1), 1),
            height=round((HEIGHT - FOOT - 4) * share / most, 1),
            beyond=left + figure["width"] > figure["value"] + 1e-9,
        )
        for left, share in columns
    )


def _number(value: float) -> str:
    whole = abs(value) >= 10 or float(value).is_integer()
    return number_format(round(value) if whole else round(value, 1), use_l10n=True, force_grouping=True)
