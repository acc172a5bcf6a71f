"""Silver and points: the one writer, and what checks it (RULES.md §8, "Both sums never change").

The database keeps the promises (tournaments/migrations/0002): a posting balances, happens once, is never changed;
a balance is the sum of its lines; silver is never below zero.
"""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from django.db import connection
from django.db.models import Q, Sum

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


# `[e.id]` stands for "of the event that is looked at", or for everything.
CHECKS: Mapping[str, str] = {
    "posting {0} sums to {2} {1}, not 0": """
        SELECT p.key, a.currency, sum(l.amount) FROM tournaments_line l
        JOIN tournaments_account a ON a.id = l.account_id JOIN tournaments_posting p ON p.id = l.posting_id
        WHERE [p.event_id] GROUP BY p.key, a.currency HAVING sum(l.amount) <> 0""",
    "account {0} holds {1}, its lines sum to {2}": """
        SELECT a.id, a.balance, coalesce(sum(l.amount), 0) FROM tournaments_account a
        LEFT JOIN tournaments_line l ON l.account_id = a.id
        WHERE [a.event_id] GROUP BY a.id HAVING a.balance <> coalesce(sum(l.amount), 0)""",
    "account {0} is below zero: {1}": """
        SELECT id, balance FROM tournaments_account
        WHERE player_id IS NOT NULL AND currency = 'silver' AND balance < 0 AND [event_id]""",
    "event {0}: all {1} accounts sum to {2}, not 0": """
        SELECT e.slug, a.currency, sum(a.balance) FROM tournaments_account a JOIN tournaments_event e ON e.id = a.event_id
        WHERE [e.id] GROUP BY e.slug, a.currency HAVING sum(a.balance) <> 0""",
    "event {0}: {1} silver was issued, {2} was granted": """
        SELECT e.slug, -a.balance, coalesce(g.total, 0) FROM tournaments_event e
        JOIN tournaments_account a ON a.event_id = e.id AND a.player_id IS NULL AND a.currency = 'silver'
        LEFT JOIN (SELECT event_id, sum(grants) AS times FROM tournaments_entry GROUP BY event_id) t ON t.event_id = e.id
        LEFT JOIN LATERAL (SELECT coalesce(t.times, 0) * e.silver + coalesce((
            SELECT sum(w.silver) FROM tournaments_award w JOIN tournaments_entry n ON n.id = w.entry_id
            WHERE n.event_id = e.id AND w.state = 'approved'), 0) AS total) g ON true
        WHERE -a.balance <> coalesce(g.total, 0) AND [e.id]""",
    "hand {0} of event {1} is over and was not posted": """
        SELECT h.id, t.event FROM games_hand h JOIN games_table t ON t.id = h.table_id
        JOIN tournaments_event e ON e.slug = t.event
        LEFT JOIN tournaments_posting p ON p.key = 'hand:' || h.id
        WHERE h.result IS NOT NULL AND p.id IS NULL AND [e.id]""",
    "posting {0} belongs to no finished hand": """
        SELECT p.key FROM tournaments_posting p LEFT JOIN games_hand h ON p.key = 'hand:' || h.id
        WHERE p.key LIKE 'hand:%%' AND (h.id IS NULL OR h.result IS NULL) AND [p.event_id]""",
    "hand {0} is void and was not taken back": """
        SELECT h.id FROM games_hand h JOIN games_table t ON t.id = h.table_id JOIN tournaments_event e ON e.slug = t.event
        LEFT JOIN tournaments_posting p ON p.key = 'void:' || h.id
        WHERE h.voided_at IS NOT NULL AND p.id IS NULL AND [e.id]""",
    "posting {0} belongs to no void hand": """
        SELECT p.key FROM tournaments_posting p LEFT JOIN games_hand h ON p.key = 'void:' || h.id
        WHERE p.key LIKE 'void:%%' AND h.voided_at IS NULL AND [p.event_id]""",
    "posting {0} moves other points than its hand did, the other way": """
        SELECT v.key FROM tournaments_posting v JOIN tournaments_posting p ON p.key = 'hand:' || substr(v.key, 6)
        JOIN tournaments_line l ON l.posting_id IN (v.id, p.id) JOIN tournaments_account a ON a.id = l.account_id
        WHERE v.key LIKE 'void:%%' AND a.currency = 'points' AND [v.event_id] GROUP BY v.key, a.id HAVING sum(l.amount) <> 0""",
    "hand {0} of a real table counts and was not posted": """
        SELECT h.table_id || ':' || h.number FROM tournaments_offlinehand h
        JOIN tournaments_offlinetable t ON t.id = h.table_id
        LEFT JOIN tournaments_posting p ON p.key = 'offline:' || h.table_id || ':' || h.number
        WHERE h.state IN ('posted', 'void') AND p.id IS NULL AND [t.event_id]""",
    "hand {0} of a real table is void and was not taken back": """
        SELECT h.table_id || ':' || h.number FROM tournaments_offlinehand h
        JOIN tournaments_offlinetable t ON t.id = h.table_id
        LEFT JOIN tournaments_posting p ON p.key = 'offline-void:' || h.table_id || ':' || h.number
        WHERE h.state = 'void' AND p.id IS NULL AND [t.event_id]""",
    "posting {0} belongs to no such hand of a real table": """
        SELECT p.key FROM tournaments_posting p LEFT JOIN tournaments_offlinehand h
        ON (p.key = 'offline:' || h.table_id || ':' || h.number AND h.state IN ('posted', 'void'))
        OR (p.key = 'offline-void:' || h.table_id || ':' || h.number AND h.state = 'void')
        WHERE (p.key LIKE 'offline:%%' OR p.key LIKE 'offline-void:%%') AND h.id IS NULL AND [p.event_id]""",
    "player {0} sits in {1} with {2} shown, and holds {3}": """
        SELECT s.player_id, t.event, s.silver || ' silver, ' || s.points || ' points',
               si.balance || ' silver, ' || po.balance || ' points'
        FROM games_liveseat l JOIN games_seat s ON s.table_id = l.table_id AND s.player_id = l.player_id
        JOIN games_table t ON t.id = s.table_id JOIN tournaments_event e ON e.slug = t.event
        JOIN tournaments_account si ON si.event_id = e.id AND si.player_id = s.player_id AND si.currency = 'silver'
        JOIN tournaments_account po ON po.event_id = e.id AND po.player_id = s.player_id AND po.currency = 'points'
        WHERE (s.silver <> si.balance OR s.points <> po.balance) AND [e.id]""",
}


def differences(event: Event | None = None) -> list[str]:
    """Every way in which the ledger, or one event's, does not hold, in words; empty when it does.

    Reads one snapshot's worth each.
    """
    found = []
    with connection.cursor() as cursor:
        for words, query in CHECKS.items():
            cursor.execute(
                re.sub(r"\[(\S+)\]", r"\1 = %(event)s" if event else "true", query), {"event": event and event.pk}
            )
            found += [words.format(*row) for row in cursor.fetchall()]
    return found
