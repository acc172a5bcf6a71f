"""Whole evenings in one thread from one number. A failing one prints SEED=…; `SEED=… make simulate` plays it again.

`make test` plays a few hands, `make faults` the 2,000 and every planted fault (tests/sizes.py).
"""

import os
import time
from collections import Counter
from collections.abc import Sequence

import pytest
from django.core.management import call_command

from tests.faults import report
from tests.simulation.mutants import MUTANTS
from tests.simulation.watch import LOOKS_AT_EVERY
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


def test_evenings_of_faults_lose_nothing_and_tell_nothing():
    began, outcomes, wrong = time.monotonic(), [], []
    for seed in SEEDS:
        outcomes.append(play(seed, players=PLAYERS))
        wrong += [f"SEED={seed}: {words}" for words in what_is_wrong(outcomes[-1])]
    if FULL and not os.environ.get("SEED"):
        report.note("Simulated evenings", *told(outcomes, wrong, time.monotonic() - began))
    assert wrong == []


def what_is_wrong(outcome: Outcome) -> list[str]:
    """What an evening broke, or did not try."""
    wrong = list(outcome.violations)
    wrong += [f"only {outcome.hands} hands"] if outcome.hands < HANDS_AN_EVENING else []
    wrong += [f"only {outcome.acked} acknowledged"] if outcome.acked <= 20 * outcome.hands else []
    return wrong + [f"never: {what}" for what in MUST_HAPPEN if not outcome.happened.get(what)]


def told(outcomes: Sequence[Outcome], wrong: Sequence[str], seconds: float) -> list[str]:
    """The evenings together, for the report."""
    happened: Counter[str] = Counter()
    for outcome in outcomes:
        happened.update(outcome.happened)
    hands, actions, acked, views = (
        sum(getattr(outcome, name) for outcome in outcomes) for name in ("hands", "actions", "acked", "views")
    )
    return [
        f"{len(outcomes)} evenings of {PLAYERS} players (seeds {SEEDS[0]} to {SEEDS[-1]}) in {seconds / 60:.0f} minutes:"
        f" {hands:,} hands, {actions:,} actions, {acked:,} acknowledged, {views:,} views shown, every"
        f" {LOOKS_AT_EVERY}rd of those made compared with what its viewer may see.",
        f"**{len(wrong)} findings.**",
        *wrong,
        "What happened to them: " + ", ".join(f"{what} {times:,}×" for what, times in sorted(happened.items())) + ".",
    ]


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
