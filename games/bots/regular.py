"""熟手: wants to be as few tiles from winning as it can be, with as many live tiles as possible that help.

It claims what brings it nearer, kongs when that costs nothing, and never asks what its hand is worth.
"""

from typing import Final

from games.bots.outlook import Outlook, outlook
from games.engine.actions import Action
from games.engine.seatview import SeatView
from games.engine.tiles import EAST, GREEN, RED, Kind

_OWN_KONGS: Final = ("kong_concealed", "kong_added")
_CLAIMS: Final = ("kong_open", "pong", "chow")


def on_turn(view: SeatView) -> Action:
    """An own kong that takes it no further from winning, else the best throw."""
    now = outlook(view)
    discards = {action.tile: action for action in view.legal if action.type == "discard" and action.tile is not None}
    thrown, missing, _ = now.best_throw(tuple(discards))
    for action in view.legal:
        if action.type in _OWN_KONGS and action.tile is not None and _after_kong(now, action).missing() <= missing:
            return action
    return discards[thrown]


def _after_kong(now: Outlook, action: Action) -> Outlook:
    assert action.tile is not None
    if action.type == "kong_concealed":
        return now.without(*(action.tile,) * 4, melds=1)
    return now.without(action.tile)


def in_window(view: SeatView) -> Action:
    """The claim that leaves the best hand, when that is better than passing."""
    now = outlook(view)
    best, worth = view.legal[-1], (-now.missing(), 0, 0)
    for action in view.legal:
        if action.type in _CLAIMS and view.last is not None:
            claimed = _worth_of_claim(view, now, action, view.last.tile)
            if claimed > worth:
                best, worth = action, claimed
    return best


def _worth_of_claim(view: SeatView, now: Outlook, action: Action, tile: Kind) -> tuple[int, int, int]:
    """(less missing, a free draw, more live tiles) once the claim is laid out and the best discard thrown."""
    if action.type == "kong_open":
        after = now.without(tile, tile, tile, melds=1)
        return -after.missing(), 1, after.live()
    used = action.tiles or (tile, tile)
    after = now.without(*used, melds=1)
    left = list(view.concealed)
    for kind in used:
        left.remove(kind)
    _, missing, live = after.best_throw(tuple(sorted(set(left) - {view.wild})))
    if action.type == "pong" and _is_worth_tai(view, tile):
        # One tai is worth a step back in speed, never a step further from winning.
        return -missing, 0, live + 1
    return -missing, 0, live if missing < now.missing() else -1


def _is_worth_tai(view: SeatView, kind: Kind) -> bool:
    return kind in (GREEN, RED, EAST + view.wind)
