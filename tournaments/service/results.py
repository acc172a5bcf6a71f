"""What a finished hand, and a finished table, mean for an event."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from django.db import transaction
from django.db.models import F, Q

from games.engine.settlement import points_change, silver_after
from games.models import Hand, Seat, Table
from tournaments import broadcast, ledger
from tournaments.models import Entry, Event
from tournaments.service.standings import soon_ranked


def post_hand(table: Table, hand: Hand, seats: Sequence[Seat], outcome: Mapping[str, Any]) -> None:
    """Move silver and points as the hand ended, once, and set what the seats show (RULES.md §8).

    Runs in the transaction of the hand's last action, with hand and seats locked; then locks the accounts by id.
    Tables that belong to no event are left alone.
    """
    event = Event.objects.filter(slug=table.event).first()
    if event is None:
        return
    entries = _entries_of(event, seats)
    balances = ledger.lock(sorted(_accounts(entries)))
    silver = [balances[entry.silver_account_id] for entry in entries]
    points = [balances[entry.points_account_id] for entry in entries]
    new_silver, _moves = silver_after(outcome["payments"], silver, event.silver_per_unit)
    change = points_change(outcome["payments"], event.silver_per_unit)
    posted = ledger.post(event, f"hand:{hand.pk}", _changes(entries, silver, new_silver, change))
    if posted:
        _count(entries, outcome["winner"])
        silver, points = list(new_silver), [old + moved for old, moved in zip(points, change, strict=True)]
    for seat, own_silver, own_points in zip(seats, silver, points, strict=True):
        seat.silver, seat.points = own_silver, own_points
    transaction.on_commit(partial(_tell, event.slug, [seat.player_id for seat in seats]))


def release_table(table_id: str, slug: str) -> None:
    """A table is closed: its players are in the room again, or out. Idempotent."""
    with transaction.atomic():
        event = Event.objects.filter(slug=slug).first()
        if event is None:
            return
        players = list(Seat.objects.filter(table=table_id).values_list("player_id", flat=True))
        free = Entry.objects.filter(
            event=event, player__in=players, state=Entry.State.SEATED, player__live_seat=None
        ).select_for_update(of=("self",), no_key=True)
        ids = list(free.values_list("pk", flat=True))
        now_free = Entry.objects.filter(pk__in=ids)
        now_free.filter(Q(silver_account__balance__gt=0)).update(state=Entry.State.IDLE)
        now_free.filter(Q(silver_account__balance=0)).update(state=Entry.State.OUT)
    broadcast.to_entrants(slug, players)
    broadcast.ask("compute_leaderboard", slug)
    if event.state == Event.State.FINISHING:
        broadcast.ask("advance_events")


def _entries_of(event: Event, seats: Sequence[Seat]) -> list[Entry]:
    found = Entry.objects.filter(event=event, player__in=[seat.player_id for seat in seats])
    by_player = {entry.player_id: entry for entry in found}
    return [by_player[seat.player_id] for seat in seats]


def _accounts(entries: Sequence[Entry]) -> list[int]:
    return [account for entry in entries for account in (entry.silver_account_id, entry.points_account_id)]


def _changes(
    entries: Sequence[Entry], silver: Sequence[int], new_silver: Sequence[int], points_moved: Sequence[int]
) -> dict[int, int]:
    changes: dict[int, int] = {}
    for index, entry in enumerate(entries):
        changes[entry.silver_account_id] = new_silver[index] - silver[index]
        changes[entry.points_account_id] = points_moved[index]
    return changes


def _count(entries: Sequence[Entry], winner: int | None) -> None:
    Entry.objects.filter(pk__in=[entry.pk for entry in entries]).update(hands=F("hands") + 1)
    if winner is not None:
        Entry.objects.filter(pk=entries[winner].pk).update(wins=F("wins") + 1)


def _tell(slug: str, players: Sequence[str]) -> None:
    broadcast.to_entrants(slug, players)
    soon_ranked(slug)
