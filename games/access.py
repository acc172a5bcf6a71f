"""Who may see a table, and from where. What is not yours does not exist."""

from collections.abc import Sequence
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
    return places_at([(table_id, player)])[0]


def places_at(asked: Sequence[tuple[str, Player | None]]) -> list[Place | None]:
    """`place_at` for many viewers; where all sit there, in two queries."""
    ids = {table_id for table_id, _player in asked}
    tables = {table.pk: table for table in Table.objects.select_related("heat").filter(id__in=ids)}
    people = {player.pk for _table_id, player in asked if player is not None}
    seats = {(seat.table_id, seat.player_id): seat for seat in Seat.objects.filter(table__in=tables, player__in=people)}

    def place(table: Table | None, player: Player | None) -> Place | None:
        if table is None:
            return None
        own = seats.get((table.pk, player.pk)) if player is not None else None
        return Place(own.index, own.pk) if own is not None else _watching(table, player)

    return [place(tables.get(table_id), player) for table_id, player in asked]


def _watching(table: Table, player: Player | None) -> Place | None:
    if table.private or table.in_running_heat:
        return None
    answers = may_watch.send(sender=Table, player=player, table=table)
    return None if any(answer is False for _, answer in answers) else Place(None, None)
