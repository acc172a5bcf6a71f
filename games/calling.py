"""Who is waited for and does not look: for telling people outside the page. Read when asked, never during a move."""

from collections.abc import Iterable

from games import dbclock, store
from games.models import Hand, Presence, Seat
from games.presence import UNSEEN_AFTER

__all__ = ["UNSEEN_AFTER", "not_looking", "unseen_turn"]


def unseen_turn(table_id: str, player_id: str) -> str | None:
    """The name of the decision that this player's own turn waits for, if the table has not been on their screen for
    UNSEEN_AFTER. None in claim windows (too short to come back for), on 托管, and once it is answered."""
    seat = Seat.objects.filter(table_id=table_id, player_id=player_id).first()
    hand = Hand.objects.filter(table_id=table_id, state=Hand.State.LIVE).select_related("table").first()
    if seat is None or hand is None or _looked_lately(seat):
        return None
    play = store.load(hand)
    if play.phase != "act" or play.state is None or play.state.turn != seat.index or play.clocks[seat.index].auto:
        return None
    return play.decision(seat.index)


def not_looking(table_id: str, player_ids: Iterable[str]) -> list[str]:
    """Those of these players on whose screen the table has never been, while it is being played."""
    seats = Seat.objects.filter(table_id=table_id, table__state="playing", player__in=player_ids)
    return list(seats.filter(presence__looked_at=None).values_list("player_id", flat=True))


def _looked_lately(seat: Seat) -> bool:
    since = dbclock.now() - UNSEEN_AFTER
    return Presence.objects.filter(seat=seat, looked_at__gt=since).exists()
