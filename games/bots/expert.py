"""高手: weighs every throw, claim and kong by the settlement to be expected after it, not by speed alone."""

from collections.abc import Iterable
from typing import Final

from games.bots.holding import Holding, Seen, holding, seen
from games.bots.outlook import edge
from games.bots.prospect import STEP_BACK, Prospect, prospect
from games.engine.actions import Action
from games.engine.melds import Meld
from games.engine.seatview import SeatView
from games.engine.tiles import Kind

_KONG_DRAW: Final = 4
"""A replacement is a draw more: as good as one more round of four draws from the wall."""


def on_turn(view: SeatView) -> Action:
    """The throw or own kong with the highest worth."""
    table, hand = seen(view), holding(view)
    throws = {action.tile: action for action in view.legal if action.type == "discard" and action.tile is not None}
    best, worth = throw_prospects(table, hand, throws)[0]
    chosen, most = throws[best], worth.worth
    for action in view.legal:
        if action.tile is not None and action.type in ("kong_concealed", "kong_added"):
            found = _own_kong(table, hand, action.type == "kong_added", action.tile)
            if found.worth > most:
                chosen, most = action, found.worth
    return chosen


def throw_prospects(
    table: Seen, hand: Holding, kinds: Iterable[Kind], step_back: float = STEP_BACK
) -> list[tuple[Kind, Prospect]]:
    """What each of these throws leaves, the best first; of equals the tile that fewest others can use."""
    after = {kind: hand.throwing(kind) for kind in kinds}
    missing = {kind: rest.outlook(table.unseen).missing() for kind, rest in after.items()}
    nearest = min(missing.values())
    found = [(kind, prospect(table, rest, nearest, kind, step_back=step_back)) for kind, rest in after.items()]
    return sorted(found, key=lambda throw: (-throw[1].worth, table.unseen[throw[0]], -edge(throw[0])))


def in_window(view: SeatView) -> Action:
    """The claim that leaves more than passing does."""
    table, hand = seen(view), holding(view)
    assert view.last is not None
    options: list[tuple[Action, Prospect]] = []
    for action in view.legal:
        if action.type in ("kong_open", "pong", "chow"):
            options.append((action, _claim(table, hand, action, view.last.tile, view.last.seat)))
    nearest = min([hand.outlook(table.unseen).missing(), *(found.nearest for _, found in options)])
    best, most = view.legal[-1], prospect(table, hand, nearest).worth
    for action, found in options:
        if found.worth > most:
            best, most = action, found.worth
    return best


def _own_kong(table: Seen, hand: Holding, added: bool, tile: Kind) -> Prospect:
    if added:
        return _konged(table, hand.adding(tile), tile)
    return _konged(table, hand.laying_out(Meld("kong_concealed", (tile,) * 4), *(tile,) * 4))


def _konged(table: Seen, after: Holding, thrown: Kind | None = None) -> Prospect:
    return prospect(table, after, after.outlook(table.unseen).missing(), thrown, draws=_KONG_DRAW)


def _claim(table: Seen, hand: Holding, action: Action, tile: Kind, giver: int) -> Prospect:
    """A kong draws and goes on; after a chow or pong the best throw follows at once."""
    if action.type == "kong_open":
        return _konged(table, hand.laying_out(Meld("kong_open", (tile,) * 4, giver), *(tile,) * 3))
    used = action.tiles or (tile, tile)
    after = hand.laying_out(_exposed(action, tile, used, giver), *used)
    return throw_prospects(table, after, sorted(set(after.naturals)))[0][1]


def _exposed(action: Action, tile: Kind, used: tuple[Kind, Kind], giver: int) -> Meld:
    return Meld("pong" if action.type == "pong" else "chow", tuple(sorted((tile, *used))), giver)
