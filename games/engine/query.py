"""One hand to be scored, read from JSON and answered (RECORD.md "Scoring interface")."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, cast

from games.engine.melds import KONG_TYPES, MELD_TYPES, Meld, MeldType
from games.engine.query_fields import MalformedQuery, boolean, object_with, one_of, shown, whole
from games.engine.rules import MalformedRules, Rules, rules_for
from games.engine.score import WIN_BY, First, Score, WinBy
from games.engine.scoring import WinInfo, score_loser, score_winner
from games.engine.tiles import COPIES, HONOURS, Kind, MalformedTile, parse_tile, parse_tiles, tile_name
from games.engine.wall import bonus_kind

WINDS: Final = ("E", "S", "W", "N")
FIRSTS: Final = ("heaven", "earth")
NOT_WINNING: Final[Mapping[str, Any]] = {"win": False, "error": "not a winning hand"}
_SETS: Final = 5


@dataclass(frozen=True, slots=True)
class ScoreQuery:
    """A hand as the scoring interface takes it, checked. `wind` is 0 East to 3 North; `win` None for a non-winner."""

    rules: Rules
    wild: Kind
    wind: int
    concealed: tuple[Kind, ...]
    melds: tuple[Meld, ...]
    bonus: int
    win: WinInfo | None


def answer(data: object, language: str = "zh") -> dict[str, Any]:
    """The JSON answer to one query, `{"error": "field: reason"}` for an unusable one."""
    try:
        query = parse_query(data)
    except MalformedQuery as error:
        return {"error": str(error)}
    score = score_query(query)
    return dict(NOT_WINNING) if score is None else score.to_json(language)


def score_query(query: ScoreQuery) -> Score | None:
    """The query's score; None when it says `win` of tiles that do not win."""
    q = query
    if q.win is None:
        return score_loser(q.rules, q.wild, q.wind, q.concealed, q.melds, q.bonus)
    return score_winner(q.rules, q.wild, q.wind, q.concealed, q.melds, q.bonus, q.win)


def parse_query(data: object) -> ScoreQuery:
    """Read and check a query. Raises MalformedQuery naming the field."""
    fields = object_with("", data, ("rules", "wild", "seat", "concealed", "win"), ("melds", "bonus", "overrides"))
    try:
        rules = rules_for(fields["rules"], fields.get("overrides"))
    except MalformedRules as error:
        raise MalformedQuery(error.field, str(error).removeprefix(f"{error.field}: ")) from error
    wild = _tile("wild", fields["wild"])
    wind = WINDS.index(one_of("seat", fields["seat"], WINDS))
    bonus = whole("bonus", fields.get("bonus", 0), 0, COPIES)
    melds = _melds(fields.get("melds", []), wild)
    concealed = _tiles("concealed", fields["concealed"])
    win = None if fields["win"] is None else _win(fields["win"])
    _check_concealed(concealed, melds, wild, win is not None)
    if win is not None:
        _check_win(win, concealed, melds, wild, wind)
    return ScoreQuery(rules, wild, wind, concealed, melds, bonus, win)


def _tile(field: str, value: object) -> Kind:
    if not isinstance(value, str):
        raise MalformedQuery(field, f"must be a tile, not {shown(value)}")
    try:
        return parse_tile(value)
    except MalformedTile as error:
        raise MalformedQuery(field, f"not a tile: {shown(value)}") from error


def _tiles(field: str, value: object) -> tuple[Kind, ...]:
    if not isinstance(value, str):
        raise MalformedQuery(field, f"must be tiles in MPSZ, not {shown(value)}")
    try:
        return parse_tiles(value)
    except MalformedTile as error:
        raise MalformedQuery(field, f"not tiles: {shown(value)}") from error


def _melds(value: object, wild: Kind) -> tuple[Meld, ...]:
    if not isinstance(value, list) or len(value) > _SETS:
        raise MalformedQuery("melds", "must be a list of at most five melds")
    melds = tuple(_meld(f"melds[{place}]", item) for place, item in enumerate(value))
    copies = Counter(kind for meld in melds for kind in meld.tiles)
    if copies[wild]:
        raise MalformedQuery("melds", f"a wild tile ({tile_name(wild)}) can only be concealed, never in a meld")
    if copies[bonus_kind(wild)]:
        raise MalformedQuery(
            "melds", f"a bonus tile ({tile_name(bonus_kind(wild))}) is never part of a hand, concealed or not"
        )
    for kind, count in copies.items():
        if count > COPIES:
            raise MalformedQuery("melds", f"a fifth {tile_name(kind)}, whatever is concealed")
    return melds


def _meld(field: str, value: object) -> Meld:
    try:
        fields = object_with(field, value, ("type", "tiles"))
        shape = cast(MeldType, one_of(f"{field}.type", fields["type"], MELD_TYPES))
        tiles = tuple(sorted(_tiles(f"{field}.tiles", fields["tiles"])))
    except MalformedQuery as error:
        raise MalformedQuery("melds", str(error)) from error
    if not _is_meld(shape, tiles):
        raise MalformedQuery("melds", f"{field}: {shown(fields['tiles'])} is no {shape}")
    return Meld(shape, tiles)


def _is_meld(shape: MeldType, tiles: tuple[Kind, ...]) -> bool:
    if len(tiles) != (4 if shape in KONG_TYPES else 3):
        return False
    first = tiles[0]
    if shape == "chow":
        return tiles == (first, first + 1, first + 2) and first % 9 <= 6 and first not in HONOURS
    return tiles == (first,) * len(tiles)


def _win(value: object) -> WinInfo:
    fields = object_with("win", value, ("by",), ("tile", "replacement", "pong_fourth", "first"))
    first = fields.get("first")
    tile = fields.get("tile")
    return WinInfo(
        None if tile is None else _tile("win.tile", tile),
        cast(WinBy, one_of("win.by", fields["by"], WIN_BY)),
        boolean("win.replacement", fields.get("replacement", False)),
        boolean("win.pong_fourth", fields.get("pong_fourth", False)),
        None if first is None else cast(First, one_of("win.first", first, FIRSTS)),
    )


def _check_concealed(concealed: tuple[Kind, ...], melds: tuple[Meld, ...], wild: Kind, won: bool) -> None:
    wanted = 3 * (_SETS - len(melds)) + (2 if won else 1)
    if len(concealed) != wanted:
        raise MalformedQuery("concealed", f"must be {wanted} tiles with {len(melds)} melds, not {len(concealed)}")
    if bonus_kind(wild) in concealed:
        raise MalformedQuery("concealed", f"a bonus tile ({tile_name(bonus_kind(wild))}) is never part of a hand")
    # The tile that was turned face up is the first of the wild kind.
    copies = Counter((wild, *concealed, *(kind for meld in melds for kind in meld.tiles)))
    for kind, count in copies.items():
        if count > COPIES:
            where = "the wild tile turned face up" if kind == wild else "the melds"
            raise MalformedQuery("concealed", f"a fifth {tile_name(kind)}, counting {where}")


def _check_win(win: WinInfo, concealed: tuple[Kind, ...], melds: tuple[Meld, ...], wild: Kind, wind: int) -> None:
    if win.first is not None:
        _check_first(win, melds, wind)
    if win.tile is None:
        if win.first != "heaven":
            raise MalformedQuery("win.tile", "is needed, except for heaven")
    elif win.tile not in concealed:
        raise MalformedQuery("win.tile", f"{tile_name(win.tile)} is not among the concealed tiles")
    elif win.tile == wild and win.by != "self_draw":
        raise MalformedQuery("win.tile", "a wild tile is never let go, so it wins by self_draw only")


def _check_first(win: WinInfo, melds: tuple[Meld, ...], wind: int) -> None:
    heaven = win.first == "heaven"
    if heaven != (wind == 0):
        raise MalformedQuery("win.first", "heaven is East's alone" if heaven else "earth is for the seats but East")
    if win.by != ("self_draw" if heaven else "discard"):
        raise MalformedQuery("win.first", "heaven is a self_draw" if heaven else "earth wins on a discard")
    if melds:
        raise MalformedQuery("win.first", f"{win.first} comes before any meld")
