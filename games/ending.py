"""The end of a hand: the result everybody sees, the seed revealed, the money moved, all in one transaction."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from games.engine.clock import settings_from_json
from games.engine.play import SEATS, Play
from games.engine.state import HandResult
from games.engine.tiles import tile_names
from games.faults import faultpoint
from games.models import Hand, Seat, Table
from games.signals import hand_ending


def end_hand(hand: Hand, seats: Sequence[Seat], play: Play, now: datetime) -> None:
    """Settle a hand whose play has just ended; call in its transaction, the caller saves the row.

    Locks: the hand (the caller's), then what the receivers of `hand_ending` lock. The seats' money is written under
    the hand's lock alone.
    """
    assert play.state is not None
    assert play.state.result is not None
    result = play.state.result
    before = [(seat.silver, seat.points) for seat in seats]
    hand.state = Hand.State.RESULT
    hand.ended_at = now
    hand.server_seed = "" if hand.table.heat_id else play.server_seed.hex()
    hand.result = {"hand_id": hand.id, "log_hash": hand.log_hash, **result_json(play, result)}
    hand_ending.send(
        sender=Hand,
        table=hand.table,
        hand=hand,
        seats=seats,
        outcome=_outcome(result),
        last=is_last(hand),
    )
    faultpoint("settlement")
    Seat.objects.bulk_update(seats, ["silver", "points"])
    hand.result |= {
        "silver_moved": [seat.silver - silver for seat, (silver, _) in zip(seats, before, strict=True)],
        "silver": [seat.silver for seat in seats],
        "points": [seat.points for seat in seats],
    }


def is_last(hand: Hand) -> bool:
    """Whether the table closes after this hand, as far as is known now."""
    hands = settings_from_json(hand.table.settings).hands_per_table
    return hand.number >= hands or hand.table.gate == Table.Gate.ENDING


def _outcome(result: HandResult) -> dict[str, Any]:
    return {
        "kind": result.kind,
        "winner": result.winner,
        "from": result.from_seat,
        "by": result.by,
        "liable": result.liable,
        "totals": [score.total for score in result.scores],
        "settlement": list(result.settlement),
        "payments": result.payments,
    }


def result_json(play: Play, result: HandResult) -> dict[str, Any]:
    """RECORD.md's `result` with what explains it: hands, readings, lines, payments."""
    return {
        "kind": result.kind,
        "winner": result.winner,
        "from": result.from_seat,
        "by": result.by,
        "liable": result.liable,
        "seats": [_seat_json(play, result, seat) for seat in SEATS],
        "settlement": list(result.settlement),
        "payments": [{"from": payment.payer, "to": payment.payee, "hu": payment.hu} for payment in result.payments],
    }


def _seat_json(play: Play, result: HandResult, seat: int) -> dict[str, Any]:
    assert play.state is not None
    score = result.scores[seat].to_json()
    return {
        "base": score["base"],
        "tai": score["tai"],
        "raw_tai": score["raw_tai"],
        "total": score["total"],
        "first": score["first"],
        "hand": tile_names(result.hands[seat]),
        "melds": [
            {"type": meld.type, "tiles": tile_names(meld.tiles), "from": meld.from_seat}
            for meld in play.state.seats[seat].melds
        ],
        "bonus": play.state.seats[seat].bonus,
        "items": score["items"],
        "tai_items": score["tai_items"],
        "reading": score["reading"],
    }
