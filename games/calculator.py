"""算分器: one hand to be scored, written in the query string of a page, so that its address can be passed on."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, cast
from urllib.parse import urlencode

from django.http import QueryDict
from django.utils.translation import gettext as _

from games import ruleform
from games.calculator_reasons import reason_for
from games.engine.glossary import word
from games.engine.query import FIRSTS, WINDS, MalformedQuery, ScoreQuery, parse_query, score_query
from games.engine.rules import PRESET_NAMES, Rules
from games.engine.score import WIN_BY, Score, WinBy, rounded_total
from games.engine.settlement import UNIT, settle
from games.engine.tiles import NAMES, tile_name
from games.engine.wall import bonus_kind
from games.ruleform import Choice
from games.scoresheet import Paid, Person, Row

SHAPES: Final = ("chow", "pong", "kong_open", "kong_added", "kong_concealed")
TEXTS: Final = {"wild": "", "seat": "E", "concealed": "", "bonus": "0", "tile": "", "by": "self_draw", "from": "1"}
FLAGS: Final = ("replacement", "pong_fourth", "liable")
OTHERS: Final = {"next": 1, "opposite": 2, "previous": 3}
"""The other seats by their words in the glossary, counted from the hand's own."""
ROWS: Final = (NAMES[0:9], NAMES[9:18], NAMES[18:27], NAMES[27:34])
LONGEST: Final = 200
"""Characters of a field that are read."""


@dataclass(frozen=True, slots=True)
class Settled:
    """Who pays whom when this hand wins: as a score sheet shows it, without silver."""

    rows: tuple[Row, ...]
    payments: tuple[Paid, ...]
    anybody_short: bool = False


@dataclass(frozen=True, slots=True)
class Sheet:
    """What the page shows: the fields as written, and either `score` (RECORD.md's answer) or `errors` by field.

    Both are empty on an untouched page. `not_winning`: sound fields, tiles that do not win.
    """

    fields: Mapping[str, Any]
    choice: Choice
    score: Mapping[str, Any] | None = None
    settled: Settled | None = None
    errors: Mapping[str, str] = field(default_factory=dict)
    not_winning: bool = False

    @property
    def others_given(self) -> bool:
        """Whether anything is said of the other three."""
        return self.fields["liable"] or any(self.fields[f"t{seat}"] for seat in OTHERS.values())

    @property
    def address(self) -> str:
        """The query string that shows this hand again, without what is as on an untouched page."""
        pairs = [] if self.choice.preset == PRESET_NAMES[0] else [("rules", self.choice.preset)]
        pairs += [(name, value) for name, value in self.choice.written.items() if value]
        pairs += [
            (name, self.fields[name]) for name in TEXTS if name == "concealed" or self.fields[name] != TEXTS[name]
        ]
        pairs += [("meld", meld) for meld in self.fields["melds"]]
        pairs += [(name, "1") for name in FLAGS if self.fields[name]]
        pairs += [(f"t{seat}", self.fields[f"t{seat}"]) for seat in OTHERS.values() if self.fields[f"t{seat}"]]
        pairs += [("first", self.fields["first"])] if self.fields["first"] else []
        return "?" + urlencode(pairs, safe=":,")


def read(given: QueryDict, language: str) -> Sheet:
    """Score the hand of a query string; without `concealed` the form is merely empty. `language`: `zh` or `en`."""
    fields, choice = _fields(given), ruleform.read(given.dict())
    errors = dict(choice.errors)
    if "concealed" not in given:
        return Sheet(fields, choice, errors=errors)
    try:
        query = parse_query(_query_of(fields, choice))
    except MalformedQuery as error:
        place = error.field.partition(".")[2] or error.field
        errors.setdefault(place, reason_for(place, fields, language) or str(error))
    totals = _totals(fields, choice.rules, errors)
    if errors or choice.rules is None:
        return Sheet(fields, choice, errors=errors)
    score = score_query(query)
    if score is None:
        return Sheet(fields, choice, not_winning=True)
    settled = _settled(score, totals, fields, choice.rules, language) if query.win else None
    return Sheet(fields, choice, _with_hand(score.to_json(language), query), settled)


def _fields(given: QueryDict) -> dict[str, Any]:
    fields: dict[str, Any] = {name: given.get(name, plain)[:LONGEST].strip() for name, plain in TEXTS.items()}
    fields["concealed"] = "".join(fields["concealed"].split())
    fields["melds"] = " ".join(given.getlist("meld"))[:LONGEST].split()
    fields["first"] = given.get("first", "") if given.get("first") in FIRSTS else ""
    fields["from"] = fields["from"] if fields["from"] in ("1", "2", "3") else TEXTS["from"]
    flags = {name: given.get(name) == "1" for name in FLAGS}
    return fields | flags | {f"t{seat}": given.get(f"t{seat}", "")[:LONGEST].strip() for seat in OTHERS.values()}


def _query_of(fields: Mapping[str, Any], choice: Choice) -> dict[str, Any]:
    """The fields as RECORD.md's scoring query. Rules that cannot be read are refused before, by the form's own words."""
    win = {
        "tile": fields["tile"] or None,
        "by": fields["by"],
        "replacement": fields["replacement"] and fields["by"] == "self_draw",
        "pong_fourth": fields["pong_fourth"] and fields["by"] == "discard",
        "first": fields["first"] or None,
    }
    return {
        "rules": choice.preset if choice.rules else PRESET_NAMES[0],
        "overrides": choice.overrides,
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
        "bonus": query.bonus,
        "bonus_kind": tile_name(bonus_kind(query.wild)),
    }


def _totals(fields: Mapping[str, Any], rules: Rules | None, errors: dict[str, str]) -> tuple[int, ...]:
    """What the other three hands came to, in the order of play; a field left empty is a hand in which nothing counts."""
    if rules is None:
        return ()
    totals = []
    for seat in OTHERS.values():
        text = fields[f"t{seat}"]
        total = int(text) if text.isascii() and text.isdigit() and len(text) < 8 else None
        if text and (total is None or total > rules.cap or (total % UNIT and total != rules.cap)):
            errors[f"t{seat}"] = _("The others' totals are whole tens from 0 to %(cap)d.") % {"cap": rules.cap}
        totals.append(min(rules.cap, rounded_total(rules, rules.loser_base, 0)) if not text else total or 0)
    return tuple(totals)


def _settled(score: Score, others: Sequence[int], fields: Mapping[str, Any], rules: Rules, language: str) -> Settled:
    """The payments after this win, the own seat first (RULES.md §8)."""
    by = cast(WinBy, fields["by"])
    giver = None if by == "self_draw" else int(fields["from"])
    totals = (score.total, *others)
    liable = fields["liable"] and giver is not None and rules.last_tiles_liability
    made = settle(totals, 0, giver, by, liable)
    people = [Person(_("You")), *(Person(word("seat", key, language)) for key in OTHERS)]
    rows = [
        Row(person, {"total": totals[at]}, {"total": totals[at]}, made.settlement[at], None, ())
        for at, person in enumerate(people)
    ]
    paid = [Paid(people[payment.payer], people[payment.payee], payment.hu) for payment in made.payments]
    return Settled(tuple(rows), tuple(paid))


def choices(language: str) -> dict[str, list[tuple[str, str]]]:
    """Values and words of the form's lists."""
    return {
        "rules": [(name, word("preset", name, language)) for name in PRESET_NAMES],
        "seats": [(key, word("wind", key, language)) for key in WINDS],
        "by": [*((key, word("by", key, language)) for key in WIN_BY), ("", _("did not win"))],
        "first": [("", "–"), *((key, word("first", key, language)) for key in FIRSTS)],
        "from": [(str(seat), word("seat", key, language)) for key, seat in OTHERS.items()],
    }


def query_of_hand(result: Mapping[str, Any], rules: Rules, wild: str, dealer: int) -> str:
    """The query string that shows a finished hand's winner again, with the others' totals. Only for a hand that was won."""
    winner = result["winner"]
    score = result["seats"][winner]
    tai = {item["key"] for item in score["tai_items"]}
    others = [(f"t{step}", result["seats"][(winner + step) % 4]["total"]) for step in OTHERS.values()]
    pairs: list[tuple[str, Any]] = [*ruleform.written_of(rules).items(), ("wild", wild)]
    pairs += [("seat", WINDS[(winner - dealer) % 4]), ("concealed", "".join(score["hand"]))]
    pairs += [("meld", f"{meld['type']}:{''.join(meld['tiles'])}") for meld in score["melds"]]
    pairs += [("bonus", score["bonus"]), ("tile", score["reading"]["winning_tile"]), ("by", result["by"])]
    pairs += [("replacement", 1)] if "replacement" in tai else []
    pairs += [("pong_fourth", 1)] if "rob_kong" in tai and result["by"] == "discard" else []
    pairs += [("first", score["first"])] if score["first"] else []
    pairs += [] if result["from"] is None else [("from", (result["from"] - winner) % 4)]
    pairs += [("liable", 1)] if result["liable"] else []
    return "?" + urlencode([*pairs, *others], safe=":,")
