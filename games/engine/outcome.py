"""The end of a hand: everybody's score, the settlement, and who deals next (RULES.md §3.6-§3.8, §5-§8)."""

from typing import Final

from games.engine.events import Event
from games.engine.score import Score
from games.engine.scoring import WinInfo, score_loser, score_winner
from games.engine.settlement import is_liable, settle
from games.engine.state import NO_ANSWERS, HandResult, HandState, WinBy
from games.engine.tiles import Kind

Step = tuple[HandState, tuple[Event, ...]]

NOTHING: Final = Score(base=0, tai=0, raw_tai=0, rounded=0, total=0, items=(), tai_items=())


def won(state: HandState, winner: int, by: WinBy) -> Step:
    """The hand won by a seat whose concealed tiles already hold the winning tile."""
    last = state.last
    from_seat = None if by == "self_draw" or last is None else last.seat
    tile = state.drawn if from_seat is None or last is None else last.tile
    liable = is_liable(state.rules, by, state.left)
    one, two, three, four = (
        _score(state, seat, _win_info(state, tile, by) if seat == winner else None) for seat in range(4)
    )
    scores = (one, two, three, four)
    settled = settle(tuple(score.total for score in scores), winner, from_seat, by, liable)
    result = HandResult(
        "win", winner, from_seat, by, scores, settled.settlement, settled.payments, liable, _hands(state)
    )
    events = (Event("win", winner, tile, kind=by), Event("end", kind="win"))
    return state.changed(phase="over", answers=NO_ANSWERS, result=result), events


def drawn(state: HandState) -> Step:
    """The hand ended by exhaustion 黄庄: all scores 0, nothing settled (RULES.md §3.6, §8.4)."""
    scores = (NOTHING, NOTHING, NOTHING, NOTHING)
    result = HandResult("draw", None, None, None, scores, (0, 0, 0, 0), (), False, _hands(state))
    return state.changed(phase="over", drawn=None, answers=NO_ANSWERS, result=result), (Event("end", kind="draw"),)


def next_dealer(state: HandState) -> int:
    """Who deals the hand after this one (RULES.md §3.8). Raises ValueError while it is still being played."""
    if state.result is None:
        raise ValueError("the hand is not over")
    stays = state.rules.dealer_repeats and state.result.kind == "draw" and not state.konged
    return state.dealer if stays else (state.dealer + 1) % 4


def _win_info(state: HandState, tile: Kind | None, by: WinBy) -> WinInfo:
    """A dealt hand has no winning tile of its own, any of the 17 is tried, and is never 杠上开花 (RULES.md §6)."""
    if by == "self_draw":
        return WinInfo(
            tile=None if state.first == "heaven" else tile, by=by, replacement=state.replacement, first=state.first
        )
    let_go = state.seats[state.turn]
    fourth = by == "discard" and tile is not None and let_go.has_pong(tile)
    return WinInfo(tile=tile, by=by, pong_fourth=fourth, first=state.first)


def _score(state: HandState, seat: int, win: WinInfo | None) -> Score:
    own, wind = state.seats[seat], state.wind(seat)
    if win is None:
        return score_loser(state.rules, state.wild, wind, own.concealed, own.melds, own.bonus)
    score = score_winner(state.rules, state.wild, wind, own.concealed, own.melds, own.bonus, win)
    assert score is not None, "a win is legal only with a winning hand"
    return score


def _hands(state: HandState) -> tuple[tuple[Kind, ...], tuple[Kind, ...], tuple[Kind, ...], tuple[Kind, ...]]:
    one, two, three, four = (seat.concealed for seat in state.seats)
    return one, two, three, four
