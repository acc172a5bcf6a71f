"""新手: throws the tile that stands most alone, claims whatever it may, and looks at nobody else's tiles."""

from collections.abc import Sequence

from games.engine.actions import Action
from games.engine.seatview import SeatView
from games.engine.tiles import EAST, Kind

_TAKES = ("kong_open", "pong", "chow")


def on_turn(view: SeatView) -> Action:
    """Kongs at once; else the tile with the fewest neighbours in hand goes, honours and ends before others."""
    for action in view.legal:
        if action.type in ("kong_concealed", "kong_added"):
            return action
    throws = [action for action in view.legal if action.type == "discard" and action.tile is not None]
    return min(throws, key=lambda action: _company(view.concealed, action.tile or 0))


def in_window(view: SeatView) -> Action:
    """The first claim there is."""
    return next((action for action in view.legal if action.type in _TAKES), view.legal[-1])


def _company(concealed: Sequence[Kind], kind: Kind) -> tuple[int, int]:
    """How well a tile is kept company (twins count most), and how near it is to the middle of its suit."""
    twins = concealed.count(kind) - 1
    if kind >= EAST:
        return 4 * twins, 0
    place = kind % 9
    beside = sum(kind + step in concealed for step in (-1, 1) if 0 <= place + step < 9)
    apart = sum(kind + step in concealed for step in (-2, 2) if 0 <= place + step < 9)
    return 4 * twins + 3 * beside + apart, 1 + min(place, 8 - place)
