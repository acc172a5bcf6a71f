"""The one list of what must hold, E1 to S7: pure functions `check_*(snapshot) -> list[Violation]`.

Those who ask: unit and Hypothesis tests, the simulation and the crash harness of tests/, `manage.py check_invariants`,
the worker every night, the organiser's desk, and with ASSERT_INVARIANTS every action at a table.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from games.invariants import engine, log, privacy
from games.invariants.violation import Violation
from tournaments.invariants import ledger, seating
from tournaments.invariants.ledger import Books
from tournaments.invariants.seating import Room

__all__ = ["INVARIANTS", "Books", "Invariant", "Room", "of_books", "of_room"]


@dataclass(frozen=True, slots=True)
class Invariant:
    """One line of the list. Each check's docstring says what it asks."""

    id: str
    checks: tuple[Callable[..., list[Violation]], ...]

    @property
    def says(self) -> str:
        return " ".join((self.checks[0].__doc__ or "").split(": ", 1)[1].split())


INVARIANTS: Final = tuple(
    Invariant(id, checks)
    for id, checks in {
        "E1": (engine.check_tiles,),
        "E2": (engine.check_hand_sizes,),
        "E3": (engine.check_accepts_exactly,),
        "E4": (engine.check_alive, engine.check_due),
        "E5": (engine.check_order,),
        "E6": (engine.check_wilds,),
        "E7": (engine.check_settlement,),
        "E8": (engine.check_determined,),
        "E9": (engine.check_default, engine.check_in_time),
        "P1": (privacy.check_same_output, privacy.check_interference),
        "P2": (privacy.check_canaries,),
        "P3": (privacy.check_shape,),
        "P4": (privacy.check_window,),
        "P5": (privacy.check_silence, privacy.check_counter),
        "P6": (privacy.check_seeds,),
        "G1": (log.check_numbers,),
        "G2": (log.check_replay,),
        "G3": (log.check_journal,),
        "G4": (log.check_once, log.check_ids),
        "G5": (log.check_chain,),
        "G6": (log.check_readable,),
        "L1": (ledger.check_sums,),
        "L2": (ledger.check_balances, ledger.check_shown),
        "L3": (ledger.check_no_debt,),
        "L4": (ledger.check_settled_once,),
        "L5": (ledger.check_whole_numbers,),
        "L6": (ledger.check_paid_in_order,),
        "L7": (ledger.check_ranking,),
        "L8": (ledger.check_lock_order,),
        "S1": (seating.check_one_table,),
        "S2": (seating.check_four,),
        "S3": (seating.check_parts,),
        "S4": (seating.check_started_once,),
        "S5": (seating.check_exits, seating.check_goes_on),
        "S6": (seating.check_draws,),
        "S7": (seating.check_no_endless_wait,),
    }.items()
)
OF_BOOKS: Final[Sequence[Callable[[Books], list[Violation]]]] = (
    ledger.check_sums, ledger.check_balances, ledger.check_no_debt, ledger.check_settled_once,
    ledger.check_whole_numbers, ledger.check_paid_in_order, ledger.check_shown,
)  # fmt: skip
OF_A_ROOM: Final[Sequence[Callable[[Room], list[Violation]]]] = (
    seating.check_one_table, seating.check_four, seating.check_parts, seating.check_started_once,
    seating.check_goes_on, seating.check_draws, seating.check_no_endless_wait,
)  # fmt: skip


def of_books(books: Books) -> list[Violation]:
    """Everything about an event's ledger."""
    return _all(OF_BOOKS, books)


def of_room(room: Room) -> list[Violation]:
    """Everything about where an event's people are."""
    return _all(OF_A_ROOM, room)


def _all(checks: Sequence[Callable[[Any], list[Violation]]], snapshot: Any) -> list[Violation]:
    return [violation for check in checks for violation in check(snapshot)]
