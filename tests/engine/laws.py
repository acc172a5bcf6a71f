"""What holds after every action of every hand. Each law takes a state and asserts."""

from itertools import permutations

import pytest

from games.engine.actions import Action, IllegalAction
from games.engine.claims import best_claim, claimants, is_settled
from games.engine.legal import default_action, legal_actions
from games.engine.state import HandState
from games.engine.table import apply, close_window
from games.engine.tiles import counts

SEATS = range(4)
WINDOWS = ("claim", "rob")


def holds(state: HandState) -> None:
    """All laws of a single state."""
    tiles_are_conserved(state)
    hands_have_their_size(state)
    somebody_is_asked(state)
    the_default_is_legal(state)
    the_settlement_sums_to_zero(state)
    nothing_is_left_over(state)


def nothing_is_left_over(state: HandState) -> None:
    """What belongs to one phase is gone in the others."""
    assert state.phase in WINDOWS or not any(state.answers)
    assert state.phase == "act" or state.drawn is None or state.result is not None
    assert state.first != "earth" or state.phase in ("claim", "over")
    assert state.first != "heaven" or state.turn == state.dealer


def tiles_are_conserved(state: HandState) -> None:
    """136 tiles, four of a kind: wall, hands, melds, bonus tiles, rivers, the face-up wild, a tile on its way."""
    tiles = [state.wall[65], *state.wall[state.front : state.back]]
    for seat in state.seats:
        tiles += [*seat.concealed, *seat.river, *[state.bonus_kind] * seat.bonus]
        tiles += [tile for meld in seat.melds for tile in meld.tiles]
    if state.phase == "rob":
        assert state.last is not None
        tiles.append(state.last.tile)
    assert counts(tiles) == [4] * 34
    assert state.left >= 16


def hands_have_their_size(state: HandState) -> None:
    """Sixteen at rest, seventeen on turn and with the winner, a meld counting three; no bonus tile in a hand."""
    for seat, own in enumerate(state.seats):
        size = len(own.concealed) + 3 * len(own.melds)
        acting = state.phase == "act" and seat == state.turn
        winner = state.result is not None and seat == state.result.winner
        assert size == (17 if acting or winner else 16)
        assert own.concealed == tuple(sorted(own.concealed))
        assert state.bonus_kind not in own.concealed


def somebody_is_asked(state: HandState) -> None:
    """A hand is never dead: on a turn its seat has a choice, a window can be closed, or the hand is over."""
    asked = {seat for seat in SEATS if legal_actions(state, seat)}
    if state.phase == "over":
        assert asked == set()
        assert state.result is not None
    elif state.phase == "act":
        assert asked == {state.turn}
    else:
        assert asked == {seat for seat in SEATS if seat != state.turn and state.answers[seat] is None}
        close_window(state)


def the_default_is_legal(state: HandState) -> None:
    if state.phase == "act":
        assert default_action(state) in legal_actions(state, state.turn)


def the_settlement_sums_to_zero(state: HandState) -> None:
    if state.result is not None:
        assert sum(state.result.settlement) == 0
        assert (state.result.kind == "win") == (state.result.winner is not None)


def accepts_exactly(state: HandState, action: Action, *, legal: bool) -> None:
    """A legal action gives a new state; any other is refused and leaves the state equal."""
    before = hash(state)
    if legal:
        after, _ = apply(state, action)
        assert after != state
    else:
        with pytest.raises(IllegalAction):
            apply(state, action)
    assert hash(state) == before


def order_does_not_matter(state: HandState, answers: list[Action]) -> None:
    """The same answers in any order close the window into the same state."""
    ends = set()
    for order in permutations(answers):
        after = state
        for answer in order:
            after, _ = apply(after, answer)
        ends.add(close_window(after)[0])
    assert len(ends) == 1


def settled_means_settled(state: HandState) -> None:
    """`is_settled` says exactly whether no missing claim could take the tile from who gets it now."""
    now = best_claim(state)
    others = set()
    for seat in claimants(state):
        for claim in legal_actions(state, seat):
            others.add(best_claim(apply(state, claim)[0]))
    assert is_settled(state) == (others <= {now})
