"""算分器: one hand to be scored, written in the query string of a page, so that its address can be passed on."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from django.http import QueryDict
from django.utils.translation import gettext as _

from games.engine.glossary import word
from games.engine.query import FIRSTS, WINDS, MalformedQuery, ScoreQuery, parse_query, score_query
from games.engine.rules import PRESET_NAMES
from games.engine.score import WIN_BY
from games.engine.tiles import NAMES, MalformedTile, parse_tile, parse_tiles, tile_name
from games.engine.wall import bonus_kind

SHAPES = ("chow", "pong", "kong_open", "kong_added", "kong_concealed")
TEXTS = {"rules": "platform", "wild": "", "seat": "E", "concealed": "", "bonus": "0", "tile": "", "by": "self_draw"}
ROWS = (NAMES[0:9], NAMES[9:18], NAMES[18:27], NAMES[27:34])
LONGEST = 200
"""Characters of a field that are read."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """What the page shows: the fields as written, and either `score` (RECORD.md's answer) or `errors` by field.

    Both are empty on an untouched page. `not_winning`: sound fields, tiles that do not win.
    """

    fields: Mapping[str, Any]
    score: Mapping[str, Any] | None = None
    errors: Mapping[str, str] = field(default_factory=dict)
    not_winning: bool = False

    @property
    def address(self) -> str:
        """The query string that shows this hand again, without what is as on an untouched page."""
        pairs = [(name, self.fields[name]) for name in TEXTS if name == "concealed" or self.fields[name] != TEXTS[name]]
        pairs += [("meld", meld) for meld in self.fields["melds"]]
        pairs += [(name, "1") for name in ("replacement", "pong_fourth") if self.fields[name]]
        pairs += [("first", self.fields["first"])] if self.fields["first"] else []
        return "?" + urlencode(pairs, safe=":")

    @property
    def payment(self) -> int:
        """胡 that the three pay a winner together."""
        return 3 * self.score["total"] if self.score else 0


def read(given: QueryDict, language: str, overrides: Mapping[str, Any] | None = None) -> Sheet:
    """Score the hand of a query string; without `concealed` the form is merely empty. `language`: `zh` or `en`.

    `overrides`: an event's own values of the preset's fields (RECORD.md).
    """
    fields = _fields(given)
    if "concealed" not in given:
        return Sheet(fields)
    try:
        query = parse_query({**_query_of(fields), **({"overrides": dict(overrides)} if overrides else {})})
    except MalformedQuery as error:
        place = error.field.partition(".")[2] or error.field
        return Sheet(fields, errors={place: _reason(place, fields, language) or str(error)})
    score = score_query(query)
    if score is None:
        return Sheet(fields, not_winning=True)
    return Sheet(fields, _with_hand(score.to_json(language), query))


def _fields(given: QueryDict) -> dict[str, Any]:
    fields: dict[str, Any] = {name: given.get(name, plain)[:LONGEST].strip() for name, plain in TEXTS.items()}
    fields["concealed"] = "".join(fields["concealed"].split())
    fields["melds"] = " ".join(given.getlist("meld"))[:LONGEST].split()
    fields["replacement"] = given.get("replacement") == "1"
    fields["pong_fourth"] = given.get("pong_fourth") == "1"
    fields["first"] = given.get("first", "") if given.get("first") in FIRSTS else ""
    return fields


def _query_of(fields: Mapping[str, Any]) -> dict[str, Any]:
    """The fields as RECORD.md's scoring query."""
    win = {
        "tile": fields["tile"] or None,
        "by": fields["by"],
        "replacement": fields["replacement"] and fields["by"] == "self_draw",
        "pong_fourth": fields["pong_fourth"] and fields["by"] == "discard",
        "first": fields["first"] or None,
    }
    return {
        "rules": fields["rules"],
        "wild": fields["wild"],
        "seat": fields["seat"],
        "concealed": fields["concealed"],
        "melds": [_meld(text) for text in fields["melds"]],
        "bonus": int(fields["bonus"]) if fields["bonus"] in tuple("01234") else fields["bonus"],
        "win": win if fields["by"] else None,
    }


def _meld(text: str) -> dict[str, str]:
    """`pong:777z`, or the tiles alone where they say what they are: `123m` chows, `777z` pongs, `7777z` is an open kong."""
    shape, colon, tiles = text.rpartition(":")
    if not colon:
        alike = len(set(tiles[:-1])) == 1
        shape = ("kong_open" if len(tiles) > 4 else "pong") if alike else "chow"
    return {"type": shape, "tiles": tiles}


def _with_hand(score: dict[str, Any], query: ScoreQuery) -> dict[str, Any]:
    """The answer with the tiles it was given for, as the score sheet lays them out."""
    return score | {
        "hand": [tile_name(kind) for kind in sorted(query.concealed)],
        "melds": [{"type": meld.type, "tiles": [tile_name(kind) for kind in meld.tiles]} for meld in query.melds],
        "wild": tile_name(query.wild),
    }


def _reason(place: str, fields: Mapping[str, Any], language: str) -> str | None:
    """Why the engine refused a field, in the reader's words. None: its own words have to do."""
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


def choices(language: str) -> dict[str, list[tuple[str, str]]]:
    """Values and words of the form's lists."""
    return {
        "rules": [(name, word("preset", name, language)) for name in PRESET_NAMES],
        "seats": [(key, word("wind", key, language)) for key in WINDS],
        "by": [*((key, word("by", key, language)) for key in WIN_BY), ("", _("did not win"))],
        "first": [("", "–"), *((key, word("first", key, language)) for key in FIRSTS)],
    }
