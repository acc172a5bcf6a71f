"""What a referee does at an event's tables, each act with a reason, noted, and told to the players there.

The act itself is games.service's; a table that belongs to no event is nobody's here. False: it was so already.
All raise NotAllowed, and NotNow when the table is closed.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import Player
from games import service as games
from games.models import Seat, Table
from tournaments.models import Call, Event
from tournaments.service.audit import note, require_reason
from tournaments.service.letters import write_letter
from tournaments.service.permits import ORGANISE, REFEREE, NotNow, require

MOST_SECONDS: Final = 600


def pause_table(table_id: str, actor: Player, reason: str) -> bool:
    """Let one table stand still, clocks and all."""
    return _act("table-pause", table_id, actor, reason, lambda text: games.pause_table(table_id, "table", text))


def resume_table(table_id: str, actor: Player, reason: str) -> bool:
    """Let it go on; a table in a dispute, or of a paused event, still stands."""
    return _act("table-resume", table_id, actor, reason, lambda _text: games.resume_table(table_id, "table"))


def freeze_table(table_id: str, actor: Player, reason: str) -> bool:
    """A disputed hand: nothing moves until it is released, and the table says why."""
    return _act("table-freeze", table_id, actor, reason, lambda text: games.pause_table(table_id, "dispute", text))


def release_frozen(table_id: str, actor: Player, reason: str) -> bool:
    """The dispute is settled."""
    return _act("table-release", table_id, actor, reason, lambda _text: games.resume_table(table_id, "dispute"))


def end_table(table_id: str, actor: Player, reason: str) -> bool:
    """Close a table after its running hand."""
    return _act("table-end", table_id, actor, reason, lambda text: games.end_table(table_id, text))


def give_time(table_id: str, seat: int, seconds: int, actor: Player, reason: str) -> bool:
    """Add seconds (1 to 600) to a seat's reserve."""
    if not 1 <= seconds <= MOST_SECONDS:
        raise NotNow(_("From 1 to 600 seconds."))

    def do(text: str) -> bool:
        games.give_time(table_id, seat, seconds * 1000, text)
        return True

    return _act("give-time", table_id, actor, reason, do, seat=seat, seconds=seconds)


def play_for(table_id: str, player: Player, actor: Player, reason: str) -> bool:
    """Replace a player by 托管 until the seat is given back."""
    return _act("seat-held", table_id, actor, reason, lambda text: games.hold_seat(table_id, player.pk, True, text),
                player=player.pk)  # fmt: skip


def give_back_seat(table_id: str, player: Player, actor: Player, reason: str) -> bool:
    """Give a seat back to its player."""
    return _act("seat-back", table_id, actor, reason, lambda text: games.hold_seat(table_id, player.pk, False, text),
                player=player.pk)  # fmt: skip


def tell(table_id: str, actor: Player, reason: str) -> bool:
    """Say something to a table."""
    return _act("table-told", table_id, actor, reason, lambda text: games.tell_table(table_id, "referee", text))


@transaction.atomic
def answer_call(call_id: int, actor: Player, answer: str) -> bool:
    """Answer a player's call; the player reads it at the table and in the room. False when it was answered before."""
    require(actor, REFEREE)
    answer = require_reason(actor, answer)
    call = Call.objects.select_for_update(of=("self",)).select_related("event", "player").get(pk=call_id)
    if call.answered_at is not None:
        return False
    call.answer, call.answered_by, call.answered_at = answer[:300], actor, timezone.now()
    call.save(update_fields=["answer", "answered_by", "answered_at"])
    write_letter(call.player, "answer", answer, event=call.event)
    note(call.event, actor, "answer", target=call.player.nickname, reason=answer, call=call.pk, table=call.table)
    return True


def table_event(table_id: str) -> tuple[Table, Event]:
    """A table and the event that it belongs to. Raises NotNow where there is none."""
    table = Table.objects.filter(pk=table_id).first()
    event = Event.objects.filter(slug=table.event).first() if table else None
    if table is None or event is None:
        raise NotNow(_("There is no such table in an event."))
    return table, event


def seat_at(table_id: str, index: int) -> Seat:
    """A seat of a table. Raises NotNow where there is none."""
    seat = Seat.objects.select_related("player").filter(table=table_id, index=index).first()
    if seat is None:
        raise NotNow(_("There is no such seat."))
    return seat


def _act(act: str, table_id: str, actor: Player, reason: str, do: Callable[[str], bool], **details: Any) -> bool:
    """One act at a table and its line in the audit log, or neither."""
    require(actor, ORGANISE if act == "table-end" else REFEREE)
    reason = require_reason(actor, reason)
    _table, event = table_event(table_id)
    with transaction.atomic(), _told():
        if not do(reason[:300]):
            return False
        note(event, actor, act, target=table_id, reason=reason, **details)
    return True


@contextmanager
def _told() -> Iterator[None]:
    try:
        yield
    except games.Refused as refused:
        raise NotNow(_("The table is closed.") if refused.code == "stale" else refused.message) from refused
