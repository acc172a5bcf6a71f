"""What holds after every action of every hand: the invariants, and laws that compare several states."""

from itertools import permutations

import pytest

from games.engine.actions import Action, IllegalAction
from games.engine.claims import best_claim, claimants, is_settled
from games.engine.legal import legal_actions
from games.engine.state import HandState
from games.engine.table import apply, close_window
from games.invariants import of_state

SEATS = range(4)
WINDOWS = ("claim", "rob")


def holds(state: HandState) -> None:
    """All invariants of a single state (games.invariants)."""
    assert of_state(state) == []


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
