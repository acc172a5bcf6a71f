"""What just happened, for animation and announcements only; never a hidden tile of another seat."""

from dataclasses import dataclass
from typing import Literal

from games.engine.tiles import Kind

EventType = Literal["dice", "deal", "draw", "bonus", "discard", "chow", "pong", "kong", "win", "end"]


@dataclass(frozen=True, slots=True)
class Event:
    """`tile` of a `draw` is known to its own seat alone: visibility removes it for everybody else.

    `kind` refines a kong (`kong_open`, `kong_added`, `kong_concealed`) or a win (`self_draw`, `discard`, `rob_kong`).
    """

    type: EventType
    seat: int | None = None
    tile: Kind | None = None
    tiles: tuple[Kind, ...] = ()
    kind: str | None = None
