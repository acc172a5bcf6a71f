"""A finished hand as facts for a look at fair play: who paid whom, every throw, every chance to win.

Reads finished hands alone: what a live hand holds is nobody's, the organiser's neither.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from games import conduct
from games.conduct import Moment
from games.engine.actions import action_from_json
from games.engine.claims import best_claim, claims_of
from games.engine.play import Play
from games.engine.settlement import Payment, silver_after
from games.models import Hand
from games.recording import plays_of, shows


class Live(ValueError):
    """The hand is still being played."""


def facts_of(hand: Hand) -> dict[str, Any]:
    """The facts of one hand, JSON-ready (tournaments.fairplay.facts reads them). Raises Live."""
    if hand.ended_at is None or hand.result is None:
        raise Live(hand.pk)
    seats = list(hand.table.seats.all())
    seen = list(_moments(hand))
    return {
        "hand": hand.pk,
        "table": hand.table_id,
        "players": [seat.player_id for seat in seats],
        "moves": _moves(hand.result["payments"], hand.start["silver"], hand.table.settings["silver_per_unit"]),
        "gains": hand.result["silver_moved"],
        "throws": [throw.to_json() for throw in conduct.throws(seen)],
        "chances": [chance.to_json() for chance in conduct.chances(seen)],
    }


def _moves(payments: Sequence[dict[str, int]], silver: Sequence[int], per_unit: int) -> list[list[int]]:
    """Payer, payee, silver: what really changed hands."""
    owed = [Payment(payment["from"], payment["to"], payment["hu"]) for payment in payments]
    return [[move.payer, move.payee, move.silver] for move in silver_after(owed, silver, per_unit)[1]]


def _moments(hand: Hand) -> Iterator[Moment]:
    step, before = 0, None
    for play, entry, _events in plays_of(hand):
        if before is not None and before.state is not None and before.phase != "result":
            if entry.type == "act" and entry.seat is not None:
                action = action_from_json(entry.seat, entry.payload)
                yield Moment(step, before.state, entry.seat, action, entry.at - before.opened_at, entry.auto)
            elif entry.type == "close":
                yield from _silent(before, step)
        if play.state is not None and shows(play, entry):
            step += 1
        before = play
        if play.phase == "result":
            return


def _silent(play: Play, step: int) -> Iterator[Moment]:
    """Seats that could have won when a window closed and had let it run out; those in 托管 chose nothing."""
    state = play.state
    assert state is not None
    claim = best_claim(state)
    if claim is not None and claim.type == "win":
        return  # a window closes early when nobody could take the tile from the winner
    for seat in range(4):
        if state.answers[seat] is None and any(one.type == "win" for one in claims_of(state, seat)):
            yield Moment(step, state, seat, None, None, play.clocks[seat].auto)
