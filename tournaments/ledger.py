"""Silver and points: the one writer, and what checks it (RULES.md §8, "Both sums never change").

The database keeps the promises (tournaments/migrations/0002): a posting balances, happens once, is never changed;
a balance is the sum of its lines; silver is never below zero.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from django.db import connection
from django.db.models import Q, Sum

from tournaments.books import books_of
from tournaments.invariants import of_books
from tournaments.models import Account, Award, Entry, Event, Line

SILVER, POINTS = Account.Currency.SILVER, Account.Currency.POINTS


class Totals(NamedTuple):
    """Silver an event has given out, and what its entrants hold; the same number, always."""

    given: int
    held: int


def open_issuance(event: Event) -> None:
    """The two accounts that an event's grants come from."""
    Account.objects.bulk_create(
        (Account(event=event, player=None, currency=currency) for currency in (SILVER, POINTS)), ignore_conflicts=True
    )


def open_accounts(event: Event, player_id: str) -> tuple[Account, Account]:
    """A player's empty silver and points accounts in an event. Raises IntegrityError when they exist."""
    silver, points = Account.objects.bulk_create(
        Account(event=event, player_id=player_id, currency=currency) for currency in (SILVER, POINTS)
    )
    return silver, points


def post(event: Event, key: str, changes: Mapping[int, int]) -> bool:
    """Move amounts (account id -> change; zeros are left out) under a key; False when the key was posted before.

    Call inside a transaction. Locks the accounts in the order of their ids.
    Raises IntegrityError when the changes do not balance (at commit) or silver would go below zero (at once).
    """
    posting_id = _claim(event, key)
    if posting_id is None:
        return False
    accounts = sorted(account for account, amount in changes.items() if amount)
    lock(accounts)
    Line.objects.bulk_create(
        Line(posting_id=posting_id, account_id=account, amount=changes[account]) for account in accounts
    )
    return True


def _claim(event: Event, key: str) -> int | None:
    """The new posting's id, None when the key was posted before; two at once wait for one another."""
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO tournaments_posting (key, event_id, at) VALUES (%s, %s, clock_timestamp())"
            " ON CONFLICT (key) DO NOTHING RETURNING id",
            [key, event.pk],
        )
        row = cursor.fetchone()
    return row[0] if row else None


def lock(accounts: Sequence[int]) -> dict[int, int]:
    """Lock accounts in the order of their ids; returns their balances."""
    rows = Account.objects.select_for_update(no_key=True).filter(pk__in=accounts).order_by("pk")
    return dict(rows.values_list("pk", "balance"))


def grant(entry: Entry, silver: int, points: int) -> bool:
    """Give an entrant silver and points from the event's issuance, once for each `entry.grants`."""
    issuance = dict(Account.objects.filter(event=entry.event, player=None).values_list("currency", "pk"))
    changes = {
        issuance[SILVER]: -silver,
        issuance[POINTS]: -points,
        entry.silver_account_id: silver,
        entry.points_account_id: points,
    }
    return post(entry.event, f"grant:{entry.pk}:{entry.grants}", changes)


def award(given: Award) -> bool:
    """Give an entrant silver that two organisers agreed on, from the event's issuance, once."""
    entry = given.entry
    issuance = Account.objects.get(event=entry.event_id, player=None, currency=SILVER)
    changes = {issuance.pk: -given.silver, entry.silver_account_id: given.silver}
    return post(entry.event, f"award:{given.pk}", changes)


def silver_totals(event: Event) -> Totals:
    """What was given out, from the issuance, and what is held, from the entrants' accounts."""
    issuance = Q(player=None)
    sums = Account.objects.filter(event=event, currency=SILVER).aggregate(
        given=Sum("balance", filter=issuance), held=Sum("balance", filter=~issuance)
    )
    return Totals(-(sums["given"] or 0), sums["held"] or 0)


def differences(event: Event | None = None) -> list[str]:
    """Every way in which the ledger, or one event's, does not hold (tournaments.invariants), in words; empty when it does."""
    events = Event.objects.order_by("pk") if event is None else [event]
    return [violation.what for one in events for violation in of_books(books_of(one))]
