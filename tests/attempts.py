"""Hypothesis looking for an order of attempts that breaks something. What was never tried proves nothing."""

from collections.abc import Callable, Collection
from typing import Any, Final

import hypothesis
from hypothesis.stateful import RuleBasedStateMachine, run_state_machine_as_test

ROUNDS: Final = 10


def until_all_tried(
    machine: type[RuleBasedStateMachine], settings: Any, untried: Callable[[], Collection[str]]
) -> None:
    """Rounds of examples, the same in each run, until every kind of attempt has been made; AssertionError after ten.

    One round alone is not enough: which rules hypothesis leaves out of an example is its chance, and it changes with
    the modules that are loaded.
    """
    for number in range(ROUNDS):
        one_round = hypothesis.seed(number)(type(machine.__name__, (machine,), {}))
        run_state_machine_as_test(one_round, settings=settings)
        if not untried():
            return
    raise AssertionError(f"never tried in {ROUNDS} rounds: {sorted(untried())}")
