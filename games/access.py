"""Who may see a table, and from where. What is not yours does not exist."""

from dataclasses import dataclass

from accounts.models import Player
from games.models import Seat, Table
from games.signals import may_watch


@dataclass(frozen=True, slots=True)
class Place:
    """A viewer's place at a table: a seat, or None twice for a watcher."""

    seat: int | None
    seat_id: int | None


def place_at(table_id: str, player: Player | None) -> Place | None:
    """The viewer's place, or None where the table does not exist for this viewer."""
    table = Table.objects.select_related("heat").filter(id=table_id).first()
    if table is None:
        return None
    own = Seat.objects.filter(table=table, player=player).first() if player else None
    if own is not None:
        return Place(own.index, own.pk)
    if table.private or table.in_running_heat:
        return None
    answers = may_watch.send(sender=Table, player=player, table=table)
    return None if any(answer is False for _, answer in answers) else Place(None, None)
