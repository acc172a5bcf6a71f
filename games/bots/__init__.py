"""Bots choose among the legal actions of a SeatView; they know what a seat knows."""

from games.engine.actions import Action
from games.engine.seatview import SeatView


def choose(view: SeatView) -> Action:
    """Win when possible, else pass, else throw the last tile in order."""
    for wanted in ("win", "pass"):
        for action in view.legal:
            if action.type == wanted:
                return action
    return view.legal[-1]
