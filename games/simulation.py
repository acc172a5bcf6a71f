"""Bots playing whole tables through the engine, with fair walls that follow from one number."""

import hashlib
from dataclasses import dataclass
from typing import Any, Final

from games.bots import choose
from games.engine.claims import WINDOWS, best_claim, claimants
from games.engine.fairness import commitment, fair_deal
from games.engine.record import Decision, Fairness, make_record
from games.engine.rules import Rules
from games.engine.state import HandResult, HandState
from games.engine.table import apply, close_window, next_dealer, start
from games.engine.visibility import seat_view

HANDS_PER_TABLE: Final = 4
PLAYERS: Final = ("bot-0", "bot-1", "bot-2", "bot-3")

Levels = tuple[str, str, str, str]
"""The strength of the bot at each seat."""
REGULARS: Final[Levels] = ("regular", "regular", "regular", "regular")


@dataclass(frozen=True, slots=True)
class TableJob:
    """One table to play: its number in the simulation, and how many hands."""

    rules: Rules
    seed: int
    number: int
    hands: int


def jobs(rules: Rules, seed: int, hands: int) -> list[TableJob]:
    """The tables of a simulation of that many hands; the last may be shorter."""
    return [
        TableJob(rules, seed, number, min(HANDS_PER_TABLE, hands - number * HANDS_PER_TABLE))
        for number in range((hands + HANDS_PER_TABLE - 1) // HANDS_PER_TABLE)
    ]


def play_table(job: TableJob) -> list[dict[str, Any]]:
    """The records of a table's hands; the same job gives the same records."""
    records: list[dict[str, Any]] = []
    dealer = 0
    for hand in range(1, job.hands + 1):
        state, record = _play_hand(job, hand, dealer)
        records.append(record)
        dealer = next_dealer(state)
    return records


def play_wall(rules: Rules, server_seed: bytes, levels: Levels, dealer: int) -> HandResult:
    """One hand between bots of these levels; the same seed gives the same dice and wall, whoever plays."""
    dice, wall = fair_deal(server_seed, "wall", 1, ("", "", "", ""))
    state, _ = start(rules, wall, dealer, dice)
    while state.phase != "over":
        state, _ = _window(state, levels) if state.phase in WINDOWS else _turn(state, levels)
    assert state.result is not None
    return state.result


def _play_hand(job: TableJob, hand: int, dealer: int) -> tuple[HandState, dict[str, Any]]:
    table = f"simulate-{job.seed}-{job.number}"
    server_seed = hashlib.sha256(f"yuhuan-simulate|{job.seed}|{job.number}|{hand}".encode("ascii")).digest()
    dice, wall = fair_deal(server_seed, table, hand, ("", "", "", ""))
    state, _ = start(job.rules, wall, dealer, dice)
    decisions: list[Decision] = []
    while state.phase != "over":
        state, decision = _window(state, REGULARS) if state.phase in WINDOWS else _turn(state, REGULARS)
        if decision is not None:
            decisions.append(decision)
    record = make_record(
        state, event="simulate", table=table, hand=hand, players=PLAYERS, decisions=decisions,
        fairness=Fairness(commitment(server_seed, table, hand), server_seed.hex(), ("", "", "", "")),
    )  # fmt: skip
    return state, record


def _turn(state: HandState, levels: Levels) -> tuple[HandState, Decision]:
    action = choose(seat_view(state, state.turn), levels[state.turn])
    return apply(state, action)[0], Decision(action)


def _window(state: HandState, levels: Levels) -> tuple[HandState, Decision | None]:
    for seat in sorted(claimants(state)):
        state, _ = apply(state, choose(seat_view(state, seat), levels[seat]))
    claim = best_claim(state)
    return close_window(state)[0], None if claim is None else Decision(claim)
