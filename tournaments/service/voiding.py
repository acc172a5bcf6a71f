"""A hand that does not count: taken back by entries of its own, as far as the silver is still there (RULES.md §8)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _

from accounts.models import Player
from games.models import Hand, LiveSeat, Seat
from games.service import lock_tables, mark_void, show_money
from tournaments import broadcast, ledger
from tournaments.models import Entry, Event, Line
from tournaments.service.audit import note, require_reason
from tournaments.service.letters import write_letter
from tournaments.service.permits import ORGANISE, NotNow, require
from tournaments.service.standings import compute_leaderboard, rank_again


@dataclass(frozen=True, slots=True)
class Reversal:
    """What a voided hand gave back, by seat: `silver` and `points` moved now; `missing`: silver not got back."""

    silver: tuple[int, ...]
    points: tuple[int, ...]
    missing: tuple[int, ...]

    @property
    def shortfall(self) -> int:
        return sum(self.missing)


def give_back(gained: Sequence[int], held: Sequence[int], first: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """How silver moves back, and what stays missing, by seat.

    `gained`: what the hand moved to each seat (sum 0); `held`: what each holds now. Who gained gives back what is still
    held of it; those who paid are paid in seat order, beginning after seat `first` (the winner), each in full before
    the next.
    """
    back = [-min(gain, have) if gain > 0 else 0 for gain, have in zip(gained, held, strict=True)]
    left, missing = -sum(back), [0] * len(gained)
    for step in range(1, len(gained) + 1):
        seat = (first + step) % len(gained)
        owed = max(0, -gained[seat])
        paid = min(owed, left)
        back[seat] += paid
        missing[seat] = owed - paid
        left -= paid
    return tuple(back), tuple(missing)


@transaction.atomic
def void_hand(hand_id: str, actor: Player, reason: str) -> Reversal | None:
    """Void a finished hand: silver as far as it is there, points in full, and the win; that it was played stays counted. None: it is void already.

    Locks: the event, the tables where its four sit now, then their accounts. Posted as `void:<hand>`; the posting of
    the hand stays. Everybody concerned is told, with what is missing. A final ranking is computed again.
    Raises NotAllowed; NotNow while the hand is played, or for one without money.
    """
    require(actor, ORGANISE)
    reason = require_reason(actor, reason)
    hand = Hand.objects.select_related("table").filter(pk=hand_id).first()
    event = Event.objects.select_for_update(no_key=True).filter(slug=hand.table.event).first() if hand else None
    if hand is None or event is None:
        raise NotNow(_("This hand belongs to no event."))
    seats = list(Seat.objects.filter(table=hand.table_id).select_related("player").order_by("index"))
    players = [seat.player_id for seat in seats]
    live = LiveSeat.objects.filter(player__in=players, table__event=event.slug)
    lock_tables(sorted({hand.table_id, *live.values_list("table", flat=True)}))
    hand.refresh_from_db()
    if hand.result is None:
        raise NotNow(_("The hand is still being played: stop the table, or wait for its end."))
    if not mark_void(hand.pk, reason[:300]):
        return None
    by_player = {entry.player_id: entry for entry in Entry.objects.filter(event=event, player__in=players)}
    entries = [by_player[player] for player in players]
    reversal = _post(event, hand, entries)
    _count(entries, hand.result["winner"])
    _free(entries)
    _tell(event, hand, seats, entries, reversal, reason)
    note(event, actor, "void", target=hand.pk, reason=reason, table=hand.table_id, hand=hand.number,
         silver=reversal.silver, points=reversal.points, missing=reversal.missing)  # fmt: skip
    return reversal


def _post(event: Event, hand: Hand, entries: Sequence[Entry]) -> Reversal:
    balances = ledger.lock(sorted(account for entry in entries for account in _accounts(entry)))
    moved = dict(Line.objects.filter(posting__key=f"hand:{hand.pk}").values_list("account", "amount"))
    gained = [moved.get(entry.silver_account_id, 0) for entry in entries]
    held = [balances[entry.silver_account_id] for entry in entries]
    silver, missing = give_back(gained, held, _first(hand))
    points = tuple(-moved.get(entry.points_account_id, 0) for entry in entries)
    changes = {entry.silver_account_id: amount for entry, amount in zip(entries, silver, strict=True)}
    changes |= {entry.points_account_id: amount for entry, amount in zip(entries, points, strict=True)}
    ledger.post(event, f"void:{hand.pk}", changes)
    return Reversal(silver, points, missing)


def _accounts(entry: Entry) -> tuple[int, int]:
    return entry.silver_account_id, entry.points_account_id


def _first(hand: Hand) -> int:
    assert hand.result is not None
    winner = hand.result["winner"]
    return 0 if winner is None else int(winner)


def _count(entries: Sequence[Entry], winner: int | None) -> None:
    """The win is taken back. The hand stays counted as played: else a decision could cost the four their rank."""
    if winner is not None:
        Entry.objects.filter(pk=entries[winner].pk).update(wins=F("wins") - 1)


def _free(entries: Sequence[Entry]) -> None:
    """Who has silver again is in again; who has none any more leaves the waiting line."""
    mine = Entry.objects.filter(pk__in=[entry.pk for entry in entries])
    mine.filter(state=Entry.State.OUT, silver_account__balance__gt=0).update(state=Entry.State.IDLE)
    empty = mine.filter(state__in=(Entry.State.IDLE, Entry.State.WAITING), silver_account__balance=0)
    empty.update(state=Entry.State.OUT, waiting_since=None, draws_waited=0)


def _tell(
    event: Event, hand: Hand, seats: Sequence[Seat], entries: Sequence[Entry], reversal: Reversal, reason: str
) -> None:
    accounts = ledger.lock(sorted(account for entry in entries for account in _accounts(entry)))
    money = {
        entry.player_id: (accounts[entry.silver_account_id], accounts[entry.points_account_id]) for entry in entries
    }
    data: Mapping[str, Any] = {"hand": hand.number, "table": hand.table_id, "missing": reversal.shortfall}
    players = [seat.player_id for seat in seats]
    live = LiveSeat.objects.filter(player__in=players, table__event=event.slug)
    for table_id in sorted(set(live.values_list("table", flat=True))):
        show_money(table_id, money, "void", reason, data)
    for seat, silver, missing in zip(seats, reversal.silver, reversal.missing, strict=True):
        if not seat.is_bot:
            told = {"hand": hand.number, "hand_id": hand.pk, "silver": silver, "missing": missing}
            write_letter(seat.player, "void", reason, event=event, at_table=False, **told)
    if not event.friends and not rank_again(event.slug):
        transaction.on_commit(partial(compute_leaderboard, event.slug))
    transaction.on_commit(partial(broadcast.to_entrants, event.slug, players))
