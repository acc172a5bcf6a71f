"""What must hold of hands, as pure functions `check_*(snapshot) -> list[Violation]` on frozen values.

`tournaments.invariants.INVARIANTS` is the whole list, with the ledger's and the seating's. The functions here ask all
that can be asked of one kind of snapshot.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final

from games.engine.play import Entry, Play
from games.engine.state import HandState
from games.invariants import engine, log, privacy
from games.invariants.log import Log
from games.invariants.violation import Violation

__all__ = ["Broken", "Log", "Violation", "assert_move", "of_log", "of_move", "of_state"]

Check = Callable[..., list[Violation]]
OF_A_STATE: Final[Sequence[Check]] = (
    engine.check_tiles, engine.check_hand_sizes, engine.check_alive, engine.check_order, engine.check_wilds,
    engine.check_settlement, engine.check_default,
)  # fmt: skip
OF_A_LOG: Final[Sequence[Check]] = (
    log.check_numbers, log.check_replay, log.check_ids, log.check_chain, log.check_readable,
)  # fmt: skip


def of_state(state: HandState) -> list[Violation]:
    """Everything about one state of a hand that is quickly asked."""
    return _all(OF_A_STATE, state)


def of_move(before: Play, entry: Entry, after: Play) -> list[Violation]:
    """Everything about one line of a log and where it leads."""
    found = [] if after.state is None else of_state(after.state)
    found += engine.check_due(after) + privacy.check_window(after) + engine.check_determined(before, entry)
    found += engine.check_in_time(before, entry)
    return found + privacy.check_silence(before, after, entry.seat)


def of_log(hand: Log) -> list[Violation]:
    """Everything about a stored hand."""
    return _all(OF_A_LOG, hand)


def _all(checks: Sequence[Check], snapshot: Any) -> list[Violation]:
    return [violation for check in checks for violation in check(snapshot)]


class Broken(Exception):
    """Something that must always hold does not."""


def assert_move(before: Play, entry: Entry, after: Play, **_more: Any) -> None:
    """Raises Broken with everything that one line of a log breaks. With ASSERT_INVARIANTS the receiver of `written`."""
    if violations := of_move(before, entry, after):
        raise Broken("; ".join(map(str, violations)))
