"""What a seat has left to the server: 自动胡, 不吃碰杠, 自动摸打 (docs/protocol.md, `wish`).

Never on a replacement tile, and never past a possible win unless the wish is to win.
"""

from games.engine.actions import Action
from games.engine.clock import LASTING_WISHES
from games.engine.legal import legal_actions
from games.engine.play import Play
from games.engine.state import HandState


def wished_action(play: Play, seat: int) -> Action | None:
    """What the server is to do for a seat that is asked now; None when the seat must say it itself."""
    state, clock = play.state, play.clocks[seat]
    if state is None or not clock.asked or play.phase == "result" or not clock.wishes - LASTING_WISHES:
        return None
    legal = legal_actions(state, seat)
    win = next((action for action in legal if action.type == "win"), None)
    if play.phase == "act":
        return _own_turn(state, clock.wishes, seat, legal, win)
    if win is not None:
        return win if "win" in clock.wishes else None
    return Action(seat, "pass") if clock.wishes & {"no_claims", "draw_throw"} else None


def _own_turn(
    state: HandState, wishes: frozenset[str], seat: int, legal: tuple[Action, ...], win: Action | None
) -> Action | None:
    if state.drawn is None or state.replacement:
        return None
    if win is not None:
        return win if "win" in wishes else None
    throw = Action(seat, "discard", tile=state.drawn)
    return throw if "draw_throw" in wishes and throw in legal else None
