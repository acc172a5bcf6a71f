"""Opening a table, starting its hands one after another, and closing it."""

import json
import logging
from collections.abc import Sequence
from datetime import datetime
from functools import partial
from typing import Final, NamedTuple

from django.db import transaction
from django.db.models import JSONField, Model

from accounts.ids import new_id
from accounts.models import Player
from games import dbclock
from games.chain import first_link
from games.chance import server_seed
from games.copying import copy_rows
from games.engine.clock import TableSettings
from games.engine.due import next_due
from games.engine.fairness import commitment
from games.engine.outcome import next_dealer
from games.engine.play import Play, begin, carry
from games.engine.rules import Rules, overrides_of
from games.faults import faultpoint
from games.models import Hand, Heat, HeatWall, LiveSeat, Seat, Table
from games.signals import table_finished
from games.vault import SealBroken, seal, unseal

logger = logging.getLogger(__name__)


class Chair(NamedTuple):
    """Who takes a seat, and what the seat shows: the player's id, name, silver and points."""

    player: str
    nickname: str
    is_bot: bool
    silver: int
    points: int


def open_table(
    players: Sequence[Player],
    event: str,
    title: str,
    rules: Rules,
    settings: TableSettings,
    silver: Sequence[int],
    points: Sequence[int],
    *,
    private: bool = False,
    heat: Heat | None = None,
    nameless: bool = False,
) -> Table:
    """As `open_tables`, for one."""
    named = [(player.pk, player.nickname, player.is_bot) for player in players]
    four = [Chair(*who, *held) for who, *held in zip(named, silver, points, strict=True)]
    (table_id,) = open_tables([four], event, title, rules, settings, private=private, heat=heat, nameless=nameless)
    return Table.objects.get(pk=table_id)


def open_tables(
    fours: Sequence[Sequence[Chair]],
    event: str,
    title: str,
    rules: Rules,
    settings: TableSettings,
    *,
    private: bool = False,
    heat: Heat | None = None,
    nameless: bool = False,
) -> list[str]:
    """Seat distinct players at as many tables as there are fours, each in seat order, and commit to the first walls.

    A private table has no watchers, and its hands are listed for those alone who sat at it. The tables of a heat
    (`open_heat`) play its walls. At a nameless one nobody is told who the others are before it is done.

    Call in the seating transaction. Returns the tables' ids. Raises IntegrityError when anybody sits at a live table.
    """
    alike = {
        "event": event, "title": title, "rules": rules.label, "overrides": overrides_of(rules),
        "settings": settings.to_json(), "private": private, "heat": heat, "nameless": nameless, "current": 1,
    }  # fmt: skip
    tables = [Table(**alike) for _ in fours]
    _copy(Table, _TABLE, tables)
    faultpoint("seating after table")
    seated = [
        (table.id, index, chair) for table, four in zip(tables, fours, strict=True) for index, chair in enumerate(four)
    ]
    copy_rows(Seat, ("table", "index", *Chair._fields), ((table, index, *chair) for table, index, chair in seated))
    for half in ((0, 1), (2, 3)):
        live = ((table, index, chair.player) for table, index, chair in seated if index in half)
        copy_rows(LiveSeat, ("table", "index", "player"), live)
        faultpoint("seating after two seats")
    walls = _heat_wall(heat, 1) if heat else None
    now = dbclock.now()
    hands = [_first_hand(table, four, rules, settings, walls, now) for table, four in zip(tables, fours, strict=True)]
    _copy(Hand, _HAND, hands)
    return [table.id for table in tables]


_TABLE: Final = (
    "id", "event", "title", "rules", "overrides", "settings", "state", "gate", "heat", "private", "nameless", "current",
)  # fmt: skip
_HAND: Final = (
    "id", "table", "number", "dealer", "state", "commitment", "in_heat", "sealed_seed", "server_seed", "start", "away",
    "seq", "log_hash", "due_at", "started_at", "void_reason",
)  # fmt: skip


def _copy(model: type[Model], names: Sequence[str], rows: Sequence[Model]) -> None:
    """Write new rows of a model, all of one kind."""
    fields = [model._meta.get_field(name) for name in names]
    written = [(field.attname, json.dumps if isinstance(field, JSONField) else None) for field in fields]
    copy_rows(
        model, names,
        ([write(getattr(row, name)) if write else getattr(row, name) for name, write in written] for row in rows),
    )  # fmt: skip


def _first_hand(
    table: Table, four: Sequence[Chair], rules: Rules, settings: TableSettings, wall: tuple[bytes, str] | None,
    now: datetime,
) -> Hand:  # fmt: skip
    bots = frozenset(index for index, chair in enumerate(four) if chair.is_bot)
    silver, points = [chair.silver for chair in four], [chair.points for chair in four]
    return _before_deal(table, rules, settings, bots, 0, {}, silver, points, wall or _own_wall(table), now)[0]


def start_hand(
    table: Table,
    rules: Rules,
    settings: TableSettings,
    seats: Sequence[Seat],
    dealer: int,
    carried: dict[str, object],
    now: datetime,
) -> tuple[Hand, Play]:
    """The table's next hand before its deal: seed drawn and sealed, commitment published (RECORD.md §1)."""
    table.current += 1
    table.save(update_fields=["current"])
    wall = _heat_wall(table.heat, table.current) if table.heat else _own_wall(table)
    bots = frozenset(seat.index for seat in seats if seat.is_bot)
    silver, points = [seat.silver for seat in seats], [seat.points for seat in seats]
    hand, play = _before_deal(table, rules, settings, bots, dealer, carried, silver, points, wall, now)
    hand.save(force_insert=True)
    return hand, play


def _before_deal(
    table: Table,
    rules: Rules,
    settings: TableSettings,
    bots: frozenset[int],
    dealer: int,
    carried: dict[str, object],
    silver: list[int],
    points: list[int],
    wall: tuple[bytes, str],
    now: datetime,
) -> tuple[Hand, Play]:
    """The hand `table.current`, not written yet. `wall`: its seed and commitment."""
    hand_id, (seed, promised) = new_id(), wall
    carried = carried | ({"heat": table.heat_id} if table.heat_id else {})
    start = carried | {"silver": silver, "points": points}
    hand = Hand(
        id=hand_id,
        table=table,
        number=table.current,
        dealer=dealer,
        commitment=promised,
        in_heat=table.heat_id is not None,
        sealed_seed=seal(hand_id, seed),
        log_hash=first_link(table.id, table.current, promised),
        start=start,
        away=[],
        started_at=now,
    )
    play = begin(table.id, hand.number, dealer, rules, settings, bots, hand.commitment, seed, start)
    hand.due_at = dbclock.moment_of(hand, next_due(play).at)
    return hand, play


def open_heat(event: str, hands: int) -> Heat:
    """A heat with the commitments of all its walls. Call in the seating transaction, before its tables are opened."""
    heat = Heat.objects.create(event=event)
    walls = [HeatWall(heat=heat, number=number) for number in range(1, hands + 1)]
    for wall in walls:
        seed = server_seed()
        wall.commitment = commitment(seed, heat.id, wall.number)
        wall.sealed_seed = seal(wall.seal_name, seed)
    HeatWall.objects.bulk_create(walls)
    return heat


def _own_wall(table: Table) -> tuple[bytes, str]:
    seed = server_seed()
    return seed, commitment(seed, table.id, table.current)


def _heat_wall(heat: Heat, number: int) -> tuple[bytes, str]:
    wall = HeatWall.objects.get(heat=heat, number=number)
    return unseal(wall.seal_name, wall.sealed_seed), wall.commitment


def _end_heat(heat_id: str, now: datetime) -> None:
    """Once the heat's last table is done its seeds are revealed. Locks the heat: of two last tables one sees the other."""
    heat = Heat.objects.select_for_update().get(id=heat_id)
    if heat.over_at is not None or heat.tables.filter(state=Table.State.PLAYING).exists():
        return
    heat.over_at = now
    heat.save(update_fields=["over_at"])
    for wall in heat.walls.all():
        try:
            seed = unseal(wall.seal_name, wall.sealed_seed).hex()
        except SealBroken:
            logger.exception("the seed of a heat's wall stays unknown")
            continue
        Hand.objects.filter(table__heat=heat, number=wall.number).exclude(ended_at=None).update(server_seed=seed)


def next_hand(hand: Hand, play: Play, seats: Sequence[Seat], now: datetime) -> tuple[Hand, Play]:
    """Put a shown result away and start the hand after it; call with the old hand's row locked."""
    assert play.state is not None
    _put_away(hand)
    # The dealers of a heat's tables go round alike, whatever happens at them: else seats could not be compared.
    dealer = next_dealer(play.state) if hand.table.heat_id is None else (hand.dealer + 1) % 4
    return start_hand(hand.table, play.rules, play.settings, seats, dealer, carry(play), now)


def close_table(hand: Hand, now: datetime) -> None:
    """Put the last result away, free the players and say so after the commit."""
    _put_away(hand)
    table = hand.table
    table.state = Table.State.CLOSED
    table.closed_at = now
    table.save(update_fields=["state", "closed_at"])
    LiveSeat.objects.filter(table=table).delete()
    if table.heat_id is not None:
        _end_heat(table.heat_id, now)
    transaction.on_commit(partial(table_finished.send, sender=Table, table_id=table.id, event=table.event))


def _put_away(hand: Hand) -> None:
    hand.state = Hand.State.DONE
    hand.due_at = None
    hand.save(update_fields=["state", "due_at"])
