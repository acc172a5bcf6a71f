"""Why the calculator cannot read a field, in the reader's words."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from games.engine.glossary import word
from games.engine.tiles import MalformedTile, parse_tile, parse_tiles, tile_name
from games.engine.wall import bonus_kind


def reason_for(place: str, fields: Mapping[str, Any], language: str) -> str | None:
    """Why the engine refused a field. None: its own words have to do."""
    if place == "wild":
        return _("Choose the wild tile.")
    if place in ("rules", "seat", "bonus", "by"):
        return _("Choose one of the values offered.")
    if place == "first":
        return _("Heaven is the dealer's self-draw, earth another seat's win on a discard; both come before any meld.")
    wild = _kind(fields["wild"])
    if wild is None:
        return None
    if place == "melds":
        return _melds_reason(fields["melds"], wild, language)
    if place == "tile":
        return _tile_reason(fields, wild)
    return _concealed_reason(fields, wild, language) if place == "concealed" else None


def _melds_reason(melds: Sequence[str], wild: int, language: str) -> str:
    kinds = _kinds(" ".join(melds))
    if kinds is not None and wild in kinds:
        return _("A wild tile can only be concealed, never in a meld.")
    if kinds is not None and bonus_kind(wild) in kinds:
        return _bonus_reason(wild, language)
    fifth = _fifth(kinds or ())
    if fifth is not None:
        return _("More than four of %(tile)s.") % {"tile": word("tile", tile_name(fifth), language)}
    return _("Up to five melds, for example chow:123m pong:777z kong_concealed:1111p.")


def _concealed_reason(fields: Mapping[str, Any], wild: int, language: str) -> str:
    kinds = _kinds(fields["concealed"])
    if kinds is None:
        return _("Write tiles as digits and a letter, for example 123m456p11z.")
    wanted = 3 * (5 - len(fields["melds"])) + (2 if fields["by"] else 1)
    if len(kinds) != wanted:
        return _("%(wanted)d concealed tiles are needed; there are %(count)d.") % {
            "wanted": wanted, "count": len(kinds),
        }  # fmt: skip
    if bonus_kind(wild) in kinds:
        return _bonus_reason(wild, language)
    fifth = _fifth((wild, *kinds, *(_kinds(" ".join(fields["melds"])) or ())))
    if fifth is None:
        return _("These tiles do not fit together.")
    if fifth == wild:
        return _("Only three tiles of the wild kind are in play.")
    return _("More than four of %(tile)s.") % {"tile": word("tile", tile_name(fifth), language)}


def _tile_reason(fields: Mapping[str, Any], wild: int) -> str:
    kind = _kind(fields["tile"])
    if kind is None:
        return _("Say which tile won.")
    if kind == wild:
        return _("A wild tile is never let go, so it wins by self-draw only.")
    return _("The winning tile must be among the concealed tiles.")


def _bonus_reason(wild: int, language: str) -> str:
    name = word("tile", tile_name(bonus_kind(wild)), language)
    return _("%(tile)s is laid out at once: count it as a bonus tile instead.") % {"tile": name}


def _fifth(kinds: Sequence[int]) -> int | None:
    return next((kind for kind, count in Counter(kinds).items() if count > 4), None)


def _kind(text: str) -> int | None:
    try:
        return parse_tile(text)
    except MalformedTile:
        return None


def _kinds(text: str) -> tuple[int, ...] | None:
    """The tiles of a text; shapes of melds before a colon are passed over."""
    try:
        return tuple(kind for part in text.split() for kind in parse_tiles(part.rpartition(":")[2]))
    except MalformedTile:
        return None
