"""Opening a table, starting its hands one after another, and closing it."""

import logging
from collections.abc import Sequence
from datetime import datetime
from functools import partial

from django.db import transaction

from accounts.ids import new_id
from accounts.models import Player
from games import dbclock
from games.chain import first_link
from games.chance import server_seed
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
    """Seat four distinct players, in seat order, and commit to the first wall. Call in the seating transaction.

    A private table has no watchers, and its hands are listed for those alone who sat at it. The tables of a heat
    (`open_heat`) play its walls. At a nameless one nobody is told who the others are before it is done.

    Raises IntegrityError when one of them sits at a live table.
    """
    table = Table.objects.create(
        event=event,
        title=title,
        rules=rules.label,
        overrides=overrides_of(rules),
        settings=settings.to_json(),
        private=private,
        heat=heat,
        nameless=nameless,
    )
    faultpoint("seating after table")
    seats = [
        Seat(
            table=table,
            index=index,
            player=player,
            nickname=player.nickname,
            is_bot=player.is_bot,
            silver=silver[index],
            points=points[index],
        )
        for index, player in enumerate(players)
    ]
    Seat.objects.bulk_create(seats)
    live = [LiveSeat(player=player, table=table, index=index) for index, player in enumerate(players)]
    for two in (live[:2], live[2:]):
        LiveSeat.objects.bulk_create(two)
        faultpoint("seating after two seats")
    start_hand(table, rules, settings, seats, dealer=0, carried={}, now=dbclock.now())
    return table


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
    hand_id = new_id()
    seed, promised = _heat_wall(table.heat, table.current) if table.heat else _own_wall(table)
    carried = carried | ({"heat": table.heat_id} if table.heat else {})
    start = carried | {"silver": [seat.silver for seat in seats], "points": [seat.points for seat in seats]}
    hand = Hand(
        id=hand_id,
        table=table,
        number=table.current,
        dealer=dealer,
        commitment=promised,
        in_heat=table.heat is not None,
        sealed_seed=seal(hand_id, seed),
        log_hash=first_link(table.id, table.current, promised),
        start=start,
        away=[],
        started_at=now,
    )
    bots = frozenset(seat.index for seat in seats if seat.is_bot)
    play = begin(table.id, hand.number, dealer, rules, settings, bots, hand.commitment, seed, start)
    hand.due_at = dbclock.moment_of(hand, next_due(play).at)
    hand.save(force_insert=True)
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
