"""Tiles and the game's words in templates: `{% tile "1m" wild=wild %}`, `{{ "1m"|tile_name }}`, `{{ key|term:"item" }}`."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import template
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from games.engine.glossary import word

register = template.Library()

_SPRITE = "img/tiles-{}.svg"


def _language() -> str:
    return "zh" if (get_language() or "zh").startswith("zh") else "en"


@register.filter
def tile_name(tile: str) -> str:
    """`"6s"` -> 六条, in the reader's language."""
    return word("tile", tile, _language())


@register.filter
def tile_names(tiles: Sequence[str]) -> str:
    """`["1m", "2m"]` -> 一万、二万."""
    return ("、" if _language() == "zh" else ", ").join(tile_name(tile) for tile in tiles)


@register.filter
def term(key: str, group: str) -> str:
    """A word of the glossary: `{{ "self_draw"|term:"by" }}`."""
    return word(group, key, _language())


@register.simple_tag
def tile(name: str, size: str = "small", wild: str | None = None, classes: str = "") -> SafeString:
    """One face-up tile, named for screen readers; `wild` is the hand's wild kind, which gets frame and badge."""
    marks = " ".join(filter(None, ["tile", "wild" if name == wild else "", classes]))
    stands_in = f"{tile_name(name)}({word('special', 'wild', _language())})"
    return format_html(
        '<span class="{}" role="img" aria-label="{}" data-tile="{}"><svg viewBox="0 0 60 80" aria-hidden="true">'
        '<use href="{}#{}"></use></svg></span>',
        marks, stands_in if "as-wild" in classes else tile_name(name), name, static(_SPRITE.format(size)), name,
    )  # fmt: skip


@register.filter
def wind_of(seat: int, dealer: int) -> str:
    """东南西北 of a seat, counted counter-clockwise from the dealer."""
    return word("wind", "ESWN"[(seat - dealer) % 4], _language())


@register.filter
def at(items: Sequence[Any] | Mapping[Any, Any] | None, index: Any) -> Any:
    """`{{ names|at:seat }}`; None when there is nothing there."""
    if items is None or index is None:
        return None
    return items[index]
