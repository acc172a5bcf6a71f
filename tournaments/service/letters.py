"""What players must be told wherever they are: kept until they have read it, and shown at the table if they sit at one."""

from functools import partial
from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts.models import Player
from games.models import LiveSeat
from games.service import tell_table
from tournaments import broadcast
from tournaments.models import Event, Letter


def write_letter(
    player: Player, code: str, text: str = "", *, event: Event | None = None, at_table: bool = True, **data: Any
) -> Letter:
    """Keep a message for a player; call inside the act's transaction. `code` is worded in tournaments.letterwords.

    `at_table`: also say it to the player's seat, at whatever table that is now. Locks: that table's hand.
    """
    letter = Letter.objects.create(player=player, event=event, code=code, text=text[:300], data=data)
    seat = LiveSeat.objects.filter(player=player).first() if at_table else None
    if seat is not None:
        tell_table(seat.table_id, code, text, seats=[seat.index], data=data)
    if event is not None:
        transaction.on_commit(partial(broadcast.to_entrants, event.slug, [player.pk]))
    return letter


def unread_letters(player: Player, event: Event | None = None) -> list[Letter]:
    """What the player has not read yet, the oldest first; of one event (and of none) where one is given."""
    letters = Letter.objects.filter(player=player, read_at=None).select_related("event").order_by("id")
    return [letter for letter in letters if event is None or letter.event_id in (None, event.pk)]


def read_letter(player: Player, letter_id: int) -> bool:
    """Note that the player has read a message, again or for the first time; False when this player has no such one."""
    mine = Letter.objects.filter(pk=letter_id, player=player)
    mine.filter(read_at=None).update(read_at=timezone.now())
    return mine.exists()
