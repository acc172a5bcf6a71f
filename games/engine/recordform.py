"""The form of `yuhuan-record/1`: reading JSON into a `Record`, field by field (RECORD.md). No play happens here."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from games.engine.actions import Action, MalformedAction, action_from_json
from games.engine.fairness import HEAT_SCHEME, NO_CLIENT_SEEDS, SCHEME, is_client_seed
from games.engine.rules import PRESETS, MalformedRules, Rules, rules_for
from games.engine.settlement import WIN_BY, WinBy
from games.engine.tiles import COPIES, KINDS, TILE_COUNT, Kind, MalformedTile, counts, parse_tile, tile_name
from games.engine.wall import Dice, wild_of

FORMAT: Final = "yuhuan-record/1"
FIELDS: Final = (
    "format", "rules", "event", "table", "hand", "players", "dealer", "dice", "wall", "wild", "fairness", "actions",
    "result",
)  # fmt: skip
_FAIRNESS_FIELDS: Final = ("scheme", "commitment", "server_seed", "client_seeds")
_HEX: Final = re.compile(r"[0-9a-f]{64}")
_TABLE: Final = re.compile(r"[A-Za-z0-9_-]+", re.ASCII)


class RecordError(ValueError):
    """A record that does not hold: `field` is the path of the first thing that is wrong (`actions[12].tile`)."""

    def __init__(self, field: str, reason: str) -> None:
        super().__init__(f"{field}: {reason}" if field else reason)
        self.field = field
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Decision:
    """One recorded action. `by` belongs to a win; `ms` since the previous action; `auto`: played by the server."""

    action: Action
    by: WinBy | None = None
    ms: int | None = None
    auto: bool = False


@dataclass(frozen=True, slots=True)
class Fairness:
    """What lets anyone recompute wall and dice: the seeds, in the text the scheme hashes.

    `heat`: the id of the heat whose walls the table played; None for a wall of its own.
    """

    commitment: str
    server_seed: str
    client_seeds: tuple[str, str, str, str]
    heat: str | None = None


@dataclass(frozen=True, slots=True)
class Record:
    """A well-formed record; whether its actions and result hold is `record.verify`'s question."""

    rules: Rules
    event: str
    table: str
    hand: int
    players: tuple[str, ...]
    dealer: int
    dice: Dice
    wall: tuple[Kind, ...]
    fairness: Fairness | None
    decisions: tuple[Decision, ...]
    result: Any


def parse_line(line: str) -> Any:
    """One line of a file of records. Raises RecordError where it is no JSON, or names a field twice."""
    try:
        return json.loads(line, object_pairs_hook=_no_twins, parse_constant=_no_constant)
    except RecordError:
        raise
    except (ValueError, RecursionError) as error:
        raise RecordError("", f"not JSON: {error}") from error


def read_record(data: Any) -> Record:
    """A record's fields, checked for form; the wall holds 136 tiles and turns up the wild. Raises RecordError."""
    _check_fields("", data, FIELDS, ("overrides", "void", "log_hash"))
    if "log_hash" in data and not _HEX.fullmatch(_text("log_hash", data["log_hash"])):
        raise RecordError("log_hash", "must be 64 lower-case hex digits")
    if data["format"] != FORMAT:
        raise RecordError("format", f"must be {FORMAT!r}, is {data['format']!r}")
    wall = _wall(data["wall"])
    if data["wild"] != tile_name(wild_of(wall)):
        raise RecordError("wild", f"is {data['wild']!r}, the wall turns up {tile_name(wild_of(wall))!r}")
    return Record(
        rules=_rules(data),
        event=_text("event", data["event"]),
        table=_table(data["table"]),
        hand=_whole("hand", data["hand"], 1),
        players=tuple(_text(f"players[{i}]", name) for i, name in enumerate(_list("players", data["players"], 4))),
        dealer=_whole("dealer", data["dealer"], 0, 3),
        dice=_dice(data["dice"]),
        wall=wall,
        fairness=_fairness(data["fairness"]),
        decisions=tuple(_decision(f"actions[{i}]", item) for i, item in enumerate(_list("actions", data["actions"]))),
        result=data["result"],
    )


def _rules(data: Mapping[str, Any]) -> Rules:
    label = data["rules"]
    if not isinstance(label, str) or label not in PRESETS:
        raise RecordError("rules", f"must be a preset with its version, one of {', '.join(PRESETS)}; is {label!r}")
    if "overrides" in data and not isinstance(data["overrides"], Mapping):
        raise RecordError("overrides", "must be an object of field name to value")
    try:
        return rules_for(label, data.get("overrides"))
    except MalformedRules as error:
        raise RecordError(error.field, str(error).partition(": ")[2]) from error


def _table(value: Any) -> str:
    if not _TABLE.fullmatch(_text("table", value)):
        raise RecordError("table", "must be letters, digits, _ and - only")
    return str(value)


def _dice(value: Any) -> Dice:
    first, second = (
        [_whole(f"dice[{i}][{j}]", die, 1, 6) for j, die in enumerate(_list(f"dice[{i}]", roll, 2))]
        for i, roll in enumerate(_list("dice", value, 2))
    )
    return (first[0], first[1]), (second[0], second[1])


def _wall(value: Any) -> tuple[Kind, ...]:
    text = _text("wall", value)
    if len(text) != 2 * TILE_COUNT:
        raise RecordError("wall", f"must be {TILE_COUNT} tiles of two characters, has {len(text)} characters")
    wall = []
    for place in range(TILE_COUNT):
        try:
            wall.append(parse_tile(text[2 * place : 2 * place + 2]))
        except MalformedTile as error:
            raise RecordError("wall", f"tile {place}: {error}") from error
    held = counts(wall)
    for kind in KINDS:
        if held[kind] != COPIES:
            raise RecordError("wall", f"holds {held[kind]} of {tile_name(kind)}, must hold {COPIES}")
    return tuple(wall)


def _fairness(value: Any) -> Fairness | None:
    if value is None:
        return None
    heat = isinstance(value, Mapping) and value.get("scheme") == HEAT_SCHEME
    _check_fields("fairness", value, (*_FAIRNESS_FIELDS, "heat") if heat else _FAIRNESS_FIELDS)
    if not heat and value["scheme"] != SCHEME:
        raise RecordError("fairness.scheme", f"must be {SCHEME!r} or {HEAT_SCHEME!r}, is {value['scheme']!r}")
    for name in ("commitment", "server_seed"):
        if not _HEX.fullmatch(_text(f"fairness.{name}", value[name])):
            raise RecordError(f"fairness.{name}", "must be 64 lower-case hex digits")
    seeds = _list("fairness.client_seeds", value["client_seeds"], 4)
    for i, seed in enumerate(seeds):
        if not is_client_seed(seed):
            raise RecordError(f"fairness.client_seeds[{i}]", "must be up to 64 lower-case hex digits")
    if heat:
        if not _TABLE.fullmatch(_text("fairness.heat", value["heat"])):
            raise RecordError("fairness.heat", "must be letters, digits, _ and - only")
        if tuple(seeds) != NO_CLIENT_SEEDS:
            raise RecordError("fairness.client_seeds", "must be empty in a heat")
    seeds_of_four = (seeds[0], seeds[1], seeds[2], seeds[3])
    return Fairness(value["commitment"], value["server_seed"], seeds_of_four, value["heat"] if heat else None)


def _decision(where: str, data: Any) -> Decision:
    if not isinstance(data, Mapping):
        raise RecordError(where, "must be an object")
    for name in ("seat", "type"):
        if name not in data:
            raise RecordError(f"{where}.{name}", "is missing")
    seat = _whole(f"{where}.seat", data["seat"], 0, 3)
    if data["type"] == "pass":
        raise RecordError(f"{where}.type", "passes are not recorded")
    outer = ("seat", "ms", "auto", "by") if data["type"] == "win" else ("seat", "ms", "auto")
    try:
        action = action_from_json(seat, {name: value for name, value in data.items() if name not in outer})
    except MalformedAction as error:
        raise RecordError(f"{where}.{error.field}", str(error).partition(": ")[2]) from error
    ms = _whole(f"{where}.ms", data["ms"], 0) if "ms" in data else None
    if type(data.get("auto", False)) is not bool:
        raise RecordError(f"{where}.auto", "must be true or false")
    return Decision(action, _by(where, data) if action.type == "win" else None, ms, data.get("auto", False))


def _by(where: str, data: Mapping[str, Any]) -> WinBy:
    for by in WIN_BY:
        if data.get("by") == by:
            return by
    raise RecordError(f"{where}.by", f"must be one of {', '.join(WIN_BY)}; is {data.get('by')!r}")


def _check_fields(where: str, data: Any, required: tuple[str, ...], optional: tuple[str, ...] = ()) -> None:
    if not isinstance(data, Mapping):
        raise RecordError(where or "record", "must be an object")
    prefix = f"{where}." if where else ""
    for name in required:
        if name not in data:
            raise RecordError(prefix + name, "is missing")
    for name in data:
        if name not in required and name not in optional:
            raise RecordError(f"{prefix}{name}", "does not belong here")


def _text(where: str, value: Any) -> str:
    if not isinstance(value, str):
        raise RecordError(where, f"must be text, is {value!r}")
    return value


def _whole(where: str, value: Any, low: int, high: int | None = None) -> int:
    if type(value) is not int or value < low or (high is not None and value > high):
        bounds = f"from {low} to {high}" if high is not None else f"of at least {low}"
        raise RecordError(where, f"must be a whole number {bounds}, is {value!r}")
    return value


def _list(where: str, value: Any, length: int | None = None) -> list[Any]:
    if not isinstance(value, list) or (length is not None and len(value) != length):
        raise RecordError(where, "must be a list" if length is None else f"must be a list of {length}")
    return value


def _no_twins(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(pairs)
    if len(data) != len(pairs):
        names = [name for name, _ in pairs]
        raise RecordError(next(name for name in names if names.count(name) > 1), "is named twice")
    return data


def _no_constant(text: str) -> Any:
    raise RecordError("", f"not JSON: {text}")
