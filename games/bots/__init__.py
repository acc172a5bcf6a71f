"""Bots choose among the legal actions of a SeatView; they know what a seat knows.

Three strengths: 新手 `novice`, 熟手 `regular`, 高手 `expert` (games.engine.clock.BOT_LEVELS). All win when they can.
"""

from collections.abc import Callable, Mapping
from typing import Final

from games.bots import expert, novice, regular
from games.engine.actions import Action
from games.engine.seatview import SeatView

Choice = Callable[[SeatView], Action]

_LEVELS: Final[Mapping[str, tuple[Choice, Choice]]] = {
    "novice": (novice.on_turn, novice.in_window),
    "regular": (regular.on_turn, regular.in_window),
    "expert": (expert.on_turn, expert.in_window),
}
"""What each level does on its turn, and in a window."""


def choose(view: SeatView, level: str = "regular") -> Action:
    """One of `view.legal`, always the same for the same view.

    ValueError when nothing is asked of the seat, KeyError for a level there is not.
    """
    on_turn, in_window = _LEVELS[level]
    if not view.legal:
        raise ValueError(f"nothing is asked of seat {view.seat}")
    for action in view.legal:
        if action.type == "win":
            return action
    if len(view.legal) == 1:
        return view.legal[0]
    return on_turn(view) if view.phase == "act" else in_window(view)
