"""What a real table's page shows: chairs, the hand to be confirmed, hands that were played."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Count

from accounts.models import Player
from games.engine.settlement import settle
from tournaments.models import Entry, Event, OfflineHand, OfflineTable
from tournaments.seating import TABLE
from tournaments.service.offline import OPEN_HAND


@dataclass(frozen=True, slots=True)
class Chair:
    """A seat of a real table; `player` None while it is free. `wind` (E, S, W, N) in the hand to be played next."""

    seat: int
    wind: str
    player: Player | None
    silver: int
    points: int


@dataclass(frozen=True, slots=True)
class OpenHand:
    """A hand not settled yet. `lines`: seat, name, total, 胡 settled, whether confirmed (None: not answered)."""

    hand: OfflineHand
    lines: tuple[tuple[int, str, int, int, bool | None], ...]
    answered: Mapping[int, bool]


def chairs(table: OfflineTable) -> list[Chair]:
    """The four seats in order."""
    seats = {seat.index: seat.player for seat in table.seats.select_related("player")}
    entries = Entry.objects.filter(event=table.event, player__in=seats.values())
    money = {
        entry.player_id: (entry.silver_account.balance, entry.points_account.balance)
        for entry in entries.select_related("silver_account", "points_account")
    }
    dealer = next_dealer(table)
    found = []
    for seat in range(TABLE):
        player = seats.get(seat)
        silver, points = money.get(player.pk, (0, 0)) if player else (0, 0)
        found.append(Chair(seat, "ESWN"[(seat - dealer) % TABLE], player, silver, points))
    return found


def next_dealer(table: OfflineTable) -> int:
    """Who deals next, as far as is known: the next seat, whatever the result (RULES.md §3.8); the form lets it be changed."""
    last = table.hands.filter(state__in=(OfflineHand.State.POSTED, OfflineHand.State.VOID)).order_by("-number").first()
    return 0 if last is None else (last.dealer + 1) % TABLE


def open_hand(table: OfflineTable) -> OpenHand | None:
    """The hand that waits for its confirmation, or for the organiser."""
    hand = table.hands.filter(state__in=OPEN_HAND).select_related("entered_by").first()
    if hand is None:
        return None
    answered = dict(hand.answers.values_list("seat", "agrees"))
    settled = settle(hand.totals, hand.winner, hand.from_seat, hand.by or None, hand.liable)  # type: ignore[arg-type]
    names = {seat.index: seat.player.nickname for seat in table.seats.select_related("player")}
    lines = tuple(
        (seat, names[seat], hand.totals[seat], settled.settlement[seat], answered.get(seat)) for seat in range(TABLE)
    )
    return OpenHand(hand, lines, answered)


def hands_of(table: OfflineTable) -> Sequence[OfflineHand]:
    """The hands that count or were voided, the newest first."""
    return list(table.hands.filter(state__in=(OfflineHand.State.POSTED, OfflineHand.State.VOID)).order_by("-number"))


def offline_counts(event: Event) -> Mapping[str, int]:
    """How many hands of real tables count for each player, by id."""
    hands = OfflineHand.objects.filter(table__event=event, state=OfflineHand.State.POSTED)
    rows = hands.values("table__seats__player").annotate(times=Count("pk"))
    return {row["table__seats__player"]: row["times"] for row in rows}
