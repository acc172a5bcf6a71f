"""Whole evenings in one thread from one number. A failing one prints SEED=…; `SEED=… make simulate` plays it again.

`make test` plays a few hands, `make faults` the 2,000 and every planted fault (tests/sizes.py).
"""

import os
import time

import pytest
from django.core.management import call_command

from tests.simulation.mutants import MUTANTS
from tests.simulation.world import Outcome, World
from tests.sizes import FULL, sized

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

HANDS_AN_EVENING = sized(2, 40)
EVENINGS = sized(1, 50)
PLAYERS = sized(4, 12)
SEEDS = [int(os.environ["SEED"])] if os.environ.get("SEED") else range(EVENINGS)
MUST_HAPPEN = ("bus: dropped", "bus: doubled", "bus: delayed", "line: cut", "sent twice")


def play(seed: int, hands: int = HANDS_AN_EVENING, **more: object) -> Outcome:
    call_command("flush", interactive=False, verbosity=0)  # numbers begin at 1, whatever was played before
    began = time.process_time()
    outcome = World(seed, hands, **more).run()  # type: ignore[arg-type]
    spent = time.process_time() - began
    print(
        f"SEED={seed}: {outcome.hands} hands, {outcome.actions} actions, {outcome.acked} acknowledged, {outcome.views} views,"
        f" {outcome.seconds:.0f} s of theirs, {spent:.1f} s of ours; {outcome.happened}"
    )
    return outcome


@pytest.mark.parametrize("seed", SEEDS)
def test_an_evening_of_faults_loses_nothing_and_tells_nothing(seed):
    outcome = play(seed, players=PLAYERS)
    assert outcome.violations == [], f"SEED={seed}"
    assert outcome.hands >= HANDS_AN_EVENING, f"SEED={seed}"
    assert outcome.acked > 20 * outcome.hands, f"SEED={seed}"
    assert [what for what in MUST_HAPPEN if not outcome.happened.get(what)] == [], f"SEED={seed}"


def test_the_same_seed_is_the_same_evening():
    first, second = play(77, 1), play(77, 1)
    assert len(first.trace) > 50
    assert first == second


@pytest.mark.parametrize("name", [name for name, mutant in MUTANTS.items() if FULL or mutant.quick])
def test_a_planted_fault_is_found(name):
    mutant, seen = MUTANTS[name], set()
    with mutant.planted():
        for seed in range(1000, 1012):
            seen |= play(seed, 1, boost=mutant.boost, talk=mutant.talk, impatient=True).ids
            if seen & mutant.seen_by:
                return
    pytest.fail(f"{name} was not found, only {sorted(seen)}")
