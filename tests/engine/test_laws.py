"""What holds after every action: whole hands at random, and hypothesis looking for a hand in which it does not.

YUHUAN_LONG=20 plays twenty times as many.
"""

import os
from collections import Counter
from itertools import product
from random import Random

import pytest
from hypothesis import HealthCheck, event, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from games.engine.actions import ACTION_TYPES, Action, IllegalAction
from games.engine.claims import best_claim, claimants
from games.engine.legal import default_action, legal_actions
from games.engine.record import make_record, played, replay_record, verify
from games.engine.rules import PRESETS, rules_for
from games.engine.table import apply, close_window, start
from tests.attempts import until_all_tried
from tests.engine import laws, rulebook, walks

LONG = int(os.environ.get("YUHUAN_LONG", "1"))
WALKS = 240 * LONG
TRIED = ("legal", "nearly legal", "one thing changed", "nonsense", "closed", "time ran out", "a whole hand")
SITUATIONS = (
    "self_draw", "discard", "rob_kong", "draw", "kong_open", "kong_added", "kong_concealed", "pong", "chow",
    "1 claimants to rob", "2 claimants to claim", "wild in a claimant's hand", "exhausted while replacing", "liable",
    "first: earth", "first: heaven", "tai: wild_3", "tai: replacement", "tai: full_flush", "tai: all_triplets",
)  # fmt: skip


def walked(seed: int) -> tuple[walks.Walk, Random]:
    random = Random(seed)
    return walks.begin(random, walks.BIASES[seed % len(walks.BIASES)]), random


def test_the_laws_hold_in_whole_hands_and_all_situations_occur():
    seen: Counter[str] = Counter()
    for seed in range(WALKS):
        walk, random = walked(seed)
        for state in walks.play(walk, random):
            laws.holds(state)
        seen.update(walk.seen)
    assert [situation for situation in SITUATIONS if not seen[situation]] == []


def test_a_hand_ends_within_six_hundred_steps():
    for seed in range(WALKS // 4):
        walk, random = walked(seed)
        for _ in walks.play(walk, random):
            pass
        assert len(walk.log) < 600


def test_the_engine_offers_exactly_what_the_rulebook_allows():
    for seed in range(WALKS // 16):
        walk, random = walked(seed)
        for number, state in enumerate(walks.play(walk, random)):
            if number % 11:
                continue
            for seat in range(4):
                offered = legal_actions(state, seat)
                assert len(set(offered)) == len(offered)
                expected = {action for action in rulebook.every_action(seat) if rulebook.allowed(state, action)}
                assert set(offered) == expected, (seed, number, seat)


def test_windows_settle_in_any_order_and_no_sooner_than_they_may():
    windows = 0
    for seed in range(WALKS // 6):
        walk, random = walked(seed)
        for state in walks.play(walk, random):
            if state.phase not in laws.WINDOWS:
                continue
            laws.settled_means_settled(state)
            if any(state.answers):
                continue
            seats = sorted(claimants(state))
            for answers in product(*(legal_actions(state, seat) for seat in seats)):
                laws.order_does_not_matter(state, list(answers))
                windows += len(seats) > 1
    assert windows > 100


def test_a_replayed_record_is_the_hand_that_was_played():
    for seed in range(WALKS // 4):
        walk, random = walked(seed)
        for _ in walks.play(walk, random):
            pass
        record = verify(recorded(walk))
        assert [step.state for step in replay_record(record)][-1] == walk.state


def recorded(walk: walks.Walk) -> dict:
    return make_record(
        walk.state, event="test", table="walk", hand=1, players="abcd", decisions=played(walk.dealt, walk.log)[1],
        fairness=None,
    )  # fmt: skip


tiles = st.integers(0, 33)
actions = st.builds(
    Action,
    seat=st.integers(0, 3),
    type=st.sampled_from(ACTION_TYPES),
    tile=st.none() | tiles,
    tiles=st.none() | st.tuples(tiles, tiles),
)
garbage = st.builds(
    Action,
    seat=st.sampled_from([-1, 4, 99, None, "0", 1.0, True]) | st.integers(0, 3),
    type=st.sampled_from([None, "", "kong", "Win", 3, *ACTION_TYPES]),
    tile=st.sampled_from([None, -1, 34, "5m", 4.5, ("5m",)]),
    tiles=st.sampled_from([None, (), (1,), (1, 2, 3), ("4m", "6m"), [3, 5]]),
)


class Hand(RuleBasedStateMachine):
    """Legal, nearly legal and nonsensical actions in any order; the state must stay lawful throughout."""

    tried: Counter[str] = Counter()

    def note(self, kind: str, more: str = "") -> None:
        self.tried[kind] += 1
        event(f"{kind} {more}")

    @initialize(
        seed=st.integers(0, 2**32), bias=st.sampled_from(walks.BIASES), label=st.sampled_from(sorted(PRESETS)),
        repeats=st.booleans(),
    )  # fmt: skip
    def deal(self, seed, bias, label, repeats):
        self.random = Random(seed)
        self.walk = walks.begin(self.random, bias, rules_for(label, {"dealer_repeats": repeats}))

    @property
    def state(self):
        return self.walk.state

    def choices(self):
        return [action for seat in range(4) for action in legal_actions(self.state, seat)]

    @precondition(lambda self: self.state.phase != "over")
    @rule(data=st.data())
    def legal(self, data):
        action = data.draw(st.sampled_from(self.choices()) if self.choices() else st.none())
        if action is not None:
            self.note("legal", action.type)
            laws.accepts_exactly(self.state, action, legal=True)
            self.walk.apply(action)

    @precondition(lambda self: self.state.phase != "over")
    @rule(steps=st.integers(1, 40))
    def play_on(self, steps):
        for _, _state in zip(range(steps), walks.play(self.walk, self.random), strict=False):
            pass

    @precondition(lambda self: self.state.phase == "act")
    @rule()
    def time_runs_out(self):
        self.note("time ran out")
        self.walk.apply(default_action(self.state))

    @precondition(lambda self: self.state.phase in laws.WINDOWS)
    @rule()
    def close(self):
        claim = best_claim(self.state)
        self.note("closed", f"by {claim.type if claim else 'passes'}")
        self.walk.close()

    @rule(action=actions)
    def nearly_legal(self, action):
        """The right form, mostly with the wrong seat, moment or tile."""
        legal = action in self.choices()
        self.note("nearly legal", "accepted" if legal else "refused")
        laws.accepts_exactly(self.state, action, legal=legal)

    @precondition(lambda self: self.state.phase != "over")
    @rule(data=st.data(), other=actions)
    def one_thing_changed(self, data, other):
        action = data.draw(st.sampled_from(self.choices()) if self.choices() else st.none())
        if action is None:
            return
        for changed in (
            Action(other.seat, action.type, action.tile, action.tiles),
            Action(action.seat, other.type, action.tile, action.tiles),
            Action(action.seat, action.type, other.tile, action.tiles),
            Action(action.seat, action.type, action.tile, other.tiles),
        ):
            self.note("one thing changed")
            laws.accepts_exactly(self.state, changed, legal=changed in self.choices())

    @rule(action=garbage)
    def nonsense(self, action):
        if action not in self.choices() or type(action.seat) is not int:
            self.note("nonsense")
            laws.accepts_exactly(self.state, action, legal=False)

    @precondition(lambda self: self.state.phase not in laws.WINDOWS)
    @rule()
    def close_no_window(self):
        before = hash(self.state)
        with pytest.raises(IllegalAction):
            close_window(self.state)
        assert hash(self.state) == before

    @invariant()
    def lawful(self):
        if hasattr(self, "walk"):
            laws.holds(self.state)

    def teardown(self):
        if not hasattr(self, "walk"):
            return
        dealt = self.walk.dealt
        state, _ = start(dealt.rules, dealt.wall, dealt.dealer, dealt.dice)
        for step in self.walk.log:
            state, _ = close_window(state) if step.action is None else apply(state, step.action)
        assert state == self.state
        if state.phase == "over":
            self.note("a whole hand")
            verify(recorded(self.walk))


def test_no_attempt_breaks_a_hand():
    Hand.tried.clear()
    until_all_tried(Hand, ATTEMPTS, lambda: [kind for kind in TRIED if not Hand.tried[kind]])


ATTEMPTS = settings(
    max_examples=20 * LONG, stateful_step_count=40, deadline=None, suppress_health_check=list(HealthCheck)
)
