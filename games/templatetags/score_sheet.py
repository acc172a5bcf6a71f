"""The score sheet in templates: how a hand was read, and the sum in steps (docs/RULES.md §5-§6)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()

_SUPERSCRIPT = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
_UNIT = 10


@dataclass(frozen=True)
class Face:
    """One tile of a reading; `classes` mark a wild tile's place and the winning tile."""

    name: str
    classes: str


@dataclass(frozen=True)
class Group:
    """One set or the pair: its glossary key and its tiles."""

    shape: str
    faces: tuple[Face, ...]


@dataclass(frozen=True)
class Sum:
    """base × 2^tai = power → rounded → capped. `first` is a 天胡 or 地胡, which is worth the cap outright."""

    base: int
    exponent: str
    power: int
    rounded: int
    total: int
    raw_tai: int
    tai: int
    first: str | None

    @property
    def is_rounded(self) -> bool:
        return self.rounded != self.power

    @property
    def is_capped(self) -> bool:
        return self.first is None and self.total < self.rounded


@register.filter
def groups(reading: Mapping[str, Any]) -> list[Group]:
    """The sets and the pair of a reading, in order; the winning tile is marked once."""
    sets = reading["sets"]
    shown = [_group(group, reading if at == reading["winning_set"] else None) for at, group in enumerate(sets)]
    return [*shown, _group(reading["pair"], reading if reading["winning_set"] is None else None)]


@register.filter
def score_sum(score: Mapping[str, Any]) -> Sum:
    """The steps from base and tai to the total of one seat's score."""
    power = score["base"] << score["tai"]
    return Sum(
        base=score["base"],
        exponent=str(score["tai"]).translate(_SUPERSCRIPT),
        power=power,
        rounded=-(-power // _UNIT) * _UNIT,
        total=score["total"],
        raw_tai=score.get("raw_tai", score["tai"]),
        tai=score["tai"],
        first=score.get("first"),
    )


@register.filter
def wilds_of(reading: Mapping[str, Any]) -> list[str]:
    """What each wild tile of a reading stands for, in MPSZ."""
    shown = [*reading["sets"], reading["pair"]]
    return [name for group in shown for name, wild in zip(group["tiles"], group["wild"], strict=True) if wild]


@register.filter
def grouped(value: int) -> str:
    """1240 -> 1,240; a minus sign that is one."""
    return f"{value:,}".replace("-", "−")


@register.filter
def signed(value: int) -> str:
    """40 -> +40, -40 -> −40, 0 -> 0."""
    return f"+{value:,}" if value > 0 else grouped(value)


@register.filter
def direction(value: int) -> str:
    """The class of an amount that came or went."""
    return "plus" if value > 0 else "minus" if value < 0 else "soft"


@register.filter
def isolated(name: str) -> SafeString:
    """A nickname within a sentence, since it may run in any direction."""
    return format_html("<bdi>{}</bdi>", name)


def _group(group: Mapping[str, Any], reading: Mapping[str, Any] | None) -> Group:
    winning = -1 if reading is None else _winning_at(reading, group["tiles"], group["wild"])
    faces = (
        Face(name, " ".join(filter(None, ["as-wild" if wild else "", "winning" if at == winning else ""])))
        for at, (name, wild) in enumerate(zip(group["tiles"], group["wild"], strict=True))
    )
    return Group(group["type"], tuple(faces))


def _winning_at(reading: Mapping[str, Any], tiles: Sequence[str], wild: Sequence[bool]) -> int:
    """A wild tile that won stands where a wild one does, a natural one where a natural one does."""
    by_wild = reading["winning_tile"] != reading["winning_as"]
    fitting = [at for at, name in enumerate(tiles) if name == reading["winning_as"]]
    return next((at for at in fitting if wild[at] == by_wild), fitting[0])
