"""What a hand of a real table does to silver, points, hands and wins; and how it is taken back."""

from collections.abc import Sequence
from functools import partial

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from games.engine.settlement import points_change, settle, silver_after
from tournaments import broadcast, ledger
from tournaments.models import Entry, Event, Line, OfflineHand, OfflineSeat, OfflineTable
from tournaments.service.voiding import Reversal, give_back

State = OfflineHand.State


def entries_of(table: OfflineTable) -> list[Entry]:
    players = list(OfflineSeat.objects.filter(table=table).order_by("index").values_list("player_id", flat=True))
    found = Entry.objects.filter(event=table.event, player__in=players).select_related("player")
    by_player = {entry.player_id: entry for entry in found}
    return [by_player[player] for player in players]


def post(hand: OfflineHand) -> None:
    """Settle and post a locked hand, once; what is paid is what is held, the winner first."""
    event, entries = hand.table.event, entries_of(hand.table)
    settled = settle(hand.totals, hand.winner, hand.from_seat, hand.by or None, hand.liable)  # type: ignore[arg-type]
    balances = ledger.lock(sorted(account for entry in entries for account in _accounts(entry)))
    before = [balances[entry.silver_account_id] for entry in entries]
    after, _moves = silver_after(settled.payments, before, event.silver_per_unit)
    moved = [new - old for new, old in zip(after, before, strict=True)]
    ledger.post(event, hand.key, _changes(entries, moved, points_change(settled.payments, event.silver_per_unit)))
    hand.state, hand.posted_at = State.POSTED, timezone.now()
    hand.settlement, hand.moved = list(settled.settlement), moved
    hand.save()
    _count(entries, hand.winner, 1)
    transaction.on_commit(partial(broadcast.ask, "compute_leaderboard", event.slug))


def reverse(event: Event, hand: OfflineHand, entries: Sequence[Entry]) -> Reversal:
    """Take a posted hand back by entries of its own: silver as far as it is held, points in full."""
    balances = ledger.lock(sorted(account for entry in entries for account in _accounts(entry)))
    posted = dict(Line.objects.filter(posting__key=hand.key).values_list("account", "amount"))
    gained = [posted.get(entry.silver_account_id, 0) for entry in entries]
    held = [balances[entry.silver_account_id] for entry in entries]
    silver, missing = give_back(gained, held, hand.winner or 0)
    points = tuple(-posted.get(entry.points_account_id, 0) for entry in entries)
    ledger.post(event, f"offline-void:{hand.table_id}:{hand.number}", _changes(entries, silver, points))
    _count(entries, hand.winner, -1)
    return Reversal(silver, points, missing)


def _accounts(entry: Entry) -> tuple[int, int]:
    return entry.silver_account_id, entry.points_account_id


def _changes(entries: Sequence[Entry], silver: Sequence[int], points: Sequence[int]) -> dict[int, int]:
    changes: dict[int, int] = {}
    for entry, own_silver, own_points in zip(entries, silver, points, strict=True):
        changes |= {entry.silver_account_id: own_silver, entry.points_account_id: own_points}
    return changes


def _count(entries: Sequence[Entry], winner: int | None, times: int) -> None:
    """Hands and wins; who got silver back is in again. Who has none is out when the table closes."""
    mine = Entry.objects.filter(pk__in=[entry.pk for entry in entries])
    mine.update(hands=F("hands") + times)
    if winner is not None:
        Entry.objects.filter(pk=entries[winner].pk).update(wins=F("wins") + times)
    mine.filter(state=Entry.State.OUT, silver_account__balance__gt=0).update(state=Entry.State.IDLE)
