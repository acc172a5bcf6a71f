"""What a seat may say, and reading it from JSON (RECORD.md `actions`, docs/protocol.md `act`)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

from games.engine.tiles import Kind, MalformedTile, parse_tile, tile_name

ActionType = Literal["discard", "chow", "pong", "kong_open", "kong_concealed", "kong_added", "win", "pass"]
ACTION_TYPES: Final[tuple[ActionType, ...]] = (
    "discard",
    "chow",
    "pong",
    "kong_open",
    "kong_concealed",
    "kong_added",
    "win",
    "pass",
)
WITH_TILE: Final = frozenset({"discard", "kong_concealed", "kong_added"})


class MalformedAction(ValueError):
    """JSON that is no action; `field` names what is wrong."""

    def __init__(self, field: str, reason: str) -> None:
        super().__init__(f"{field}: {reason}")
        self.field = field


class IllegalAction(Exception):
    """A well-formed action that the rules do not allow now."""


@dataclass(frozen=True, slots=True)
class Action:
    """A seat's word. `tile` for discard and own kongs, `tiles` the two taken from the hand for a chow."""

    seat: int
    type: ActionType
    tile: Kind | None = None
    tiles: tuple[Kind, Kind] | None = None


def action_from_json(seat: int, data: Mapping[str, Any]) -> Action:
    """Read `{"type": "discard", "tile": "5m"}` for a seat; unknown fields are refused. Raises MalformedAction."""
    if not isinstance(data, Mapping):
        raise MalformedAction("action", "must be an object")
    kind = data.get("type")
    if kind not in ACTION_TYPES:
        raise MalformedAction("type", f"no such action: {kind!r}")
    wanted = {"type"} | ({"tile"} if kind in WITH_TILE else set()) | ({"tiles"} if kind == "chow" else set())
    for name in data:
        if name not in wanted:
            raise MalformedAction(str(name), f"does not belong to {kind}")
    try:
        if kind in WITH_TILE:
            return Action(seat, kind, tile=parse_tile(data.get("tile")))  # type: ignore[arg-type]
        if kind == "chow":
            return Action(seat, kind, tiles=_two(data.get("tiles")))
    except MalformedTile as error:
        raise MalformedAction("tiles" if kind == "chow" else "tile", str(error)) from error
    return Action(seat, kind)


def action_to_json(action: Action) -> dict[str, Any]:
    """The action without its seat. Mirror of `action_from_json`."""
    data: dict[str, Any] = {"type": action.type}
    if action.tile is not None:
        data["tile"] = tile_name(action.tile)
    if action.tiles is not None:
        data["tiles"] = [tile_name(kind) for kind in action.tiles]
    return data


def _two(value: Any) -> tuple[Kind, Kind]:
    if not isinstance(value, list) or len(value) != 2:
        raise MalformedAction("tiles", "must be the two tiles taken from the hand")
    first, second = sorted(parse_tile(item) for item in value)
    return first, second
