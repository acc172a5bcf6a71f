"""An event's ledger and its people at one moment, read as the frozen values that invariants are asked of."""

from collections import defaultdict
from collections.abc import Iterator

from django.db.models import F, Max, Sum
from django.utils import timezone

from games.models import Hand, LiveSeat, Seat, Table
from tournaments.invariants import ledger, seating
from tournaments.models import Account, Award, Draw, Entry, Event, Line, OfflineHand, Posting

MONEY = ("payments", "silver", "silver_moved")
"""What of a hand's result has to do with money."""


def books_of(event: Event) -> ledger.Books:
    """Everything that was ever posted in an event, and what it was posted for."""
    real = list(OfflineHand.objects.filter(table__event=event).values_list("table_id", "number", "state"))
    return ledger.Books(
        event=event.slug,
        silver_per_unit=event.silver_per_unit,
        granted=_granted(event),
        accounts=_accounts(event),
        postings=_postings(event),
        hands=tuple(_hands(event)),
        shown=_shown(event),
        real_hands=frozenset(f"offline:{table}:{n}" for table, n, state in real if state in ("posted", "void")),
        real_voids=frozenset(f"offline-void:{table}:{n}" for table, n, state in real if state == "void"),
    )


def _granted(event: Event) -> int:
    times = Entry.objects.filter(event=event).aggregate(times=Sum("grants"))["times"] or 0
    awards = Award.objects.filter(entry__event=event, state=Award.State.APPROVED).aggregate(silver=Sum("silver"))
    return times * event.silver + (awards["silver"] or 0)


def _accounts(event: Event) -> tuple[ledger.Account, ...]:
    rows = Account.objects.filter(event=event).annotate(moved=Sum("lines__amount")).order_by("pk")
    values = rows.values_list("pk", "player_id", "currency", "balance", "moved")
    return tuple(ledger.Account(pk, player, kind, held, moved or 0) for pk, player, kind, held, moved in values)


def _postings(event: Event) -> tuple[ledger.Posting, ...]:
    moves: dict[int, dict[int, int]] = defaultdict(dict)
    for posting, account, amount in Line.objects.filter(posting__event=event).values_list(
        "posting_id", "account_id", "amount"
    ):
        moves[posting][account] = amount
    keys = Posting.objects.filter(event=event).order_by("pk").values_list("pk", "key")
    return tuple(ledger.Posting(key, moves[pk]) for pk, key in keys)


def _hands(event: Event) -> Iterator[ledger.Hand]:
    players: dict[str, list[str]] = defaultdict(list)
    for table, player in (
        Seat.objects.filter(table__event=event.slug).order_by("index").values_list("table_id", "player_id")
    ):
        players[table].append(player)
    # Not the whole result: it explains every point of four hands, and is asked for by every desk.
    money = [f"result__{name}" for name in MONEY]
    hands = Hand.objects.filter(table__event=event.slug).values_list("pk", "table_id", "voided_at", "ended_at", *money)
    for pk, table, voided_at, ended_at, *values in hands.iterator():
        result = None if ended_at is None else dict(zip(MONEY, values, strict=True))
        yield ledger.Hand(pk, players[table], voided_at is not None, result)


def _shown(event: Event) -> tuple[ledger.Shown, ...]:
    seats = Seat.objects.filter(table__event=event.slug, table__live_seats__player=F("player"))
    return tuple(ledger.Shown(*row) for row in seats.values_list("player_id", "silver", "points"))


def room_of(event: Event) -> seating.Room:
    """Where an event's people are, and its tables."""
    now = timezone.now()
    ended = event.ends_at is not None and event.ends_at <= now
    certificates = Draw.objects.filter(event=event, certificate__isnull=False).order_by("number")
    return seating.Room(
        event=event.slug,
        state=event.state,
        going_on=event.state == Event.State.RUNNING and not ended,
        people=tuple(_people(event)),
        tables=tuple(_tables(event)),
        certificates=tuple(certificates.values_list("certificate", flat=True)),
        draw_late_s=(now - event.next_draw_at).total_seconds() if event.next_draw_at else None,
    )


def _people(event: Event) -> Iterator[seating.Person]:
    now = timezone.now()
    live = dict(LiveSeat.objects.filter(table__event=event.slug).values_list("player_id", "table_id"))
    closed = Seat.objects.filter(table__event=event.slug).values_list("player_id").annotate(Max("table__closed_at"))
    freed = dict(closed)
    for player, state, since in Entry.objects.filter(event=event).values_list("player_id", "state", "waiting_since"):
        left = freed.get(player)
        ago = None if left is None else (now - left).total_seconds()
        yield seating.Person(player, state, since is not None, live.get(player), ago)


def _tables(event: Event) -> Iterator[seating.OneTable]:
    tables = Table.objects.filter(event=event.slug).prefetch_related("seats", "live_seats", "hands")
    for table in tables.iterator(chunk_size=200):
        yield seating.OneTable(
            id=table.pk,
            playing=table.state == Table.State.PLAYING,
            seats=[(seat.index, seat.player_id) for seat in table.seats.all()],
            live=frozenset(seat.player_id for seat in table.live_seats.all()),
            current=table.current,
            hands=[(hand.number, hand.state, _goes_on(table, hand)) for hand in table.hands.all()],
        )


def _goes_on(table: Table, hand: Hand) -> bool:
    """Whether something is due, or somebody holds the hand who can let it go on: the gate, or a referee."""
    held = hand.state == Hand.State.RESULT and table.gate == Table.Gate.HELD
    return hand.due_at is not None or held or _stands_still(hand)


def _stands_still(hand: Hand) -> bool:
    if hand.state == Hand.State.DONE:
        return False
    said = hand.log.filter(type__in=("halt", "resume")).values_list("type", "payload")
    halted: set[str] = set()
    for kind, payload in said:
        (halted.add if kind == "halt" else halted.discard)(payload["why"])
    return bool(halted)
