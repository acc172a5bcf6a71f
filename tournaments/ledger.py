"""Silver and points: the one writer, and what checks it (RULES.md §8, "Both sums never change").

The database keeps the promises (tournaments/migrations/0002): a posting balances, happens once, is never changed;
a balance is the sum of its lines; silver is never below zero.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from django.db import connection
from django.db.models import Q, Sum

from tournaments.books import books_of
from tournaments.invariants import of_books
from tournaments.models import Account, Award, Entry, Event

SILVER, POINTS = Account.Currency.SILVER, Account.Currency.POINTS


# The trigger that moves a balance locks the account: line by line, so in the order of the accounts' ids.
_POST: Final = """
    WITH posting AS (
        INSERT INTO tournaments_posting (key, event_id, at) VALUES (%(key)s, %(event)s, clock_timestamp())
        ON CONFLICT (key) DO NOTHING RETURNING id
    ), line AS (
        INSERT INTO tournaments_line (posting_id, account_id, amount)
        SELECT posting.id, move.account_id, move.amount FROM posting, {moves} AS move (account_id, amount)
        WHERE move.amount <> 0 ORDER BY move.account_id
    )
    SELECT count(*) FROM posting
"""
_ENTRY: Final = """
    WITH account AS (
        INSERT INTO tournaments_account (event_id, player_id, currency, balance)
        VALUES (%(event)s, %(player)s, 'silver', 0), (%(event)s, %(player)s, 'points', 0)
        ON CONFLICT DO NOTHING RETURNING id, currency
    ), entry AS (
        INSERT INTO tournaments_entry (event_id, player_id, state, silver_account_id, points_account_id, grants, hands,
                                       wins, draws_waited, entered_at)
        SELECT %(event)s, %(player)s, %(idle)s, silver.id, points.id, 1, 0, 0, 0, clock_timestamp()
        FROM account AS silver JOIN account AS points ON silver.currency = 'silver' AND points.currency = 'points'
        RETURNING id
    ), posting AS (
        INSERT INTO tournaments_posting (key, event_id, at)
        SELECT 'grant:' || entry.id || ':1', %(event)s, clock_timestamp() FROM entry RETURNING id
    ), line AS (
        INSERT INTO tournaments_line (posting_id, account_id, amount)
        SELECT posting.id, moved.id, moved.sign * given.amount
        FROM posting, (
            SELECT id, currency, 1 FROM account
            UNION ALL
            SELECT id, currency, -1 FROM tournaments_account WHERE event_id = %(event)s AND player_id IS NULL
        ) AS moved (id, currency, sign)
        JOIN (VALUES ('silver', %(silver)s), ('points', %(points)s)) AS given (currency, amount) USING (currency)
        WHERE given.amount <> 0 ORDER BY moved.id
    )
    SELECT count(*) FROM entry
"""
_AS_GIVEN: Final = "unnest(%(accounts)s::bigint[], %(amounts)s::bigint[])"
_FROM_ISSUANCE: Final = """(
    SELECT account.id, CASE WHEN account.player_id IS NULL THEN -given.amount ELSE given.amount END
    FROM tournaments_account AS account
    JOIN unnest(%(currencies)s::varchar[], %(amounts)s::bigint[]) AS given (currency, amount) USING (currency)
    WHERE account.event_id = %(event)s AND (account.player_id = %(player)s OR account.player_id IS NULL)
)"""


class Totals(NamedTuple):
    """Silver an event has given out, and what its entrants hold; the same number, always."""

    given: int
    held: int


def open_issuance(event: Event) -> None:
    """The two accounts that an event's grants come from."""
    Account.objects.bulk_create(
        (Account(event=event, player=None, currency=currency) for currency in (SILVER, POINTS)), ignore_conflicts=True
    )


def open_entry(event: Event, player_id: str) -> bool:
    """Make a player's entry in an event, with its two accounts and the first grant; False for one who is in it.

    One statement, which nobody else comes into: all grants of an event wait for one another at its issuance. Two at once
    for the same player wait as well, and make one. Locks the accounts in the order of their ids.
    """
    given = {"silver": event.silver, "points": event.points, "idle": Entry.State.IDLE}
    with connection.cursor() as cursor:
        cursor.execute(_ENTRY, {"event": event.pk, "player": player_id, **given})
        return bool(cursor.fetchone()[0])


def post(event: Event, key: str, changes: Mapping[int, int]) -> bool:
    """Move amounts (account id -> change; zeros are left out) under a key; False when the key was posted before, and two
    at once wait for one another.

    Call inside a transaction. Locks the accounts in the order of their ids.
    Raises IntegrityError when the changes do not balance (at commit) or silver would go below zero (at once).
    """
    return _post(event.pk, key, _AS_GIVEN, accounts=list(changes), amounts=list(changes.values()))


def _post(event_id: int, key: str, moves: str, **values: Any) -> bool:
    with connection.cursor() as cursor:
        cursor.execute(_POST.format(moves=moves), {"key": key, "event": event_id, **values})
        return bool(cursor.fetchone()[0])


def lock(accounts: Sequence[int]) -> dict[int, int]:
    """Lock accounts in the order of their ids; returns their balances."""
    rows = Account.objects.select_for_update(no_key=True).filter(pk__in=accounts).order_by("pk")
    return dict(rows.values_list("pk", "balance"))


def grant(entry: Entry, silver: int, points: int) -> bool:
    """Give an entrant silver and points from the event's issuance, once for each `entry.grants`."""
    return _give(entry, f"grant:{entry.pk}:{entry.grants}", silver, points)


def award(given: Award) -> bool:
    """Give an entrant silver that two organisers agreed on, from the event's issuance, once."""
    return _give(given.entry, f"award:{given.pk}", given.silver, 0)


def _give(entry: Entry, key: str, silver: int, points: int) -> bool:
    return _post(
        entry.event_id,
        key,
        _FROM_ISSUANCE,
        player=entry.player_id,
        currencies=[SILVER, POINTS],
        amounts=[silver, points],
    )


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
