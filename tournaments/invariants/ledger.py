"""L1-L8: what holds of an event's silver and points. Pure; `Books` is an event's ledger at one moment."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

from games.engine.settlement import Payment, points_change, silver_after
from games.invariants.violation import Violation, found
from tournaments.ranking import Result, order

CURRENCIES: Final = ("silver", "points")
MOST: Final = 2**53
"""No amount is larger: every program that reads them holds such a number exactly."""


@dataclass(frozen=True, slots=True)
class Account:
    """`player` None: the event's issuance. `lines`: what its lines sum to."""

    id: int
    player: str | None
    currency: str
    balance: int
    lines: int


@dataclass(frozen=True, slots=True)
class Posting:
    """`moves`: account id -> amount."""

    key: str
    moves: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand of the event's tables, as far as it has to do with money. `result` is None while it is played."""

    id: str
    players: Sequence[str]
    voided: bool
    result: Mapping[str, Any] | None


@dataclass(frozen=True, slots=True)
class Shown:
    """What a live seat shows its player to hold."""

    player: str
    silver: int
    points: int


@dataclass(frozen=True, slots=True)
class Books:
    """An event's ledger. `granted`: silver its entrants were granted or awarded, as the entries say.

    `real_hands`: hands of real tables that count (posting key), and `real_voids` those that count no more.
    """

    event: str
    silver_per_unit: int
    granted: int
    accounts: Sequence[Account]
    postings: Sequence[Posting]
    hands: Sequence[Hand]
    shown: Sequence[Shown]
    real_hands: frozenset[str] = frozenset()
    real_voids: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Board:
    """A final ranking: what it was made of, and (entry, position, rank) as shown."""

    event: str
    results: Sequence[Result]
    min_hands: int
    shown: Sequence[tuple[int, int, int | None]]


@dataclass(frozen=True, slots=True)
class Locks:
    """What one transaction locked, in order: (kind, id)."""

    name: str
    taken: Sequence[tuple[str, str | int]]


LOCK_ORDER: Final = ("event", "hand", "account")
"""A transaction locks in this order of kinds, and accounts by ascending id."""


def check_sums(books: Books) -> list[Violation]:
    """L1: every posting and the whole event sum to 0 a currency; what was issued is what was granted."""
    kind = {account.id: account.currency for account in books.accounts}
    violations = []
    for posting in books.postings:
        strange = sorted(posting.moves.keys() - kind.keys())
        sums = Counter[str]()
        for account, amount in posting.moves.items():
            sums[kind.get(account, "?")] += amount
        violations += found(
            "L1", books.event, [
                *((amount != 0, f"posting {posting.key} sums to {amount} {currency}, not 0") for currency, amount in sums.items()),
                (bool(strange), f"posting {posting.key} moves accounts of another event: {strange}"),
            ],
        )  # fmt: skip
    for currency in CURRENCIES:
        total = sum(account.balance for account in books.accounts if account.currency == currency)
        violations += found(
            "L1", books.event, [(total != 0, f"event {books.event}: all {currency} accounts sum to {total}, not 0")]
        )
    issued = -sum(a.balance for a in books.accounts if a.player is None and a.currency == "silver")
    words = f"event {books.event}: {issued} silver was issued, {books.granted} was granted"
    return violations + found("L1", books.event, [(issued != books.granted, words)])


def check_balances(books: Books) -> list[Violation]:
    """L2: a balance is what its lines sum to."""
    return found(
        "L2", books.event,
        ((a.balance != a.lines, f"account {a.id} holds {a.balance}, its lines sum to {a.lines}") for a in books.accounts),
    )  # fmt: skip


def check_no_debt(books: Books) -> list[Violation]:
    """L3: nobody's silver is below zero."""
    silver = (a for a in books.accounts if a.player is not None and a.currency == "silver")
    return found("L3", books.event, ((a.balance < 0, f"account {a.id} is below zero: {a.balance}") for a in silver))


def check_settled_once(books: Books) -> list[Violation]:
    """L4: a hand is posted once when it is over, taken back once when it is void; nothing else is posted for hands."""
    times = Counter(posting.key for posting in books.postings)
    over = {f"hand:{hand.id}" for hand in books.hands if hand.result is not None}
    void = {f"void:{hand.id}" for hand in books.hands if hand.voided}
    keys = set(times)

    def of(kind: str) -> set[str]:
        return {key for key in keys if key.startswith(f"{kind}:")}

    return found(
        "L4", books.event, [
            *((n > 1, f"{key} was posted {n} times") for key, n in times.items()),
            *((True, f"hand {_id(key)} of event {books.event} is over and was not posted") for key in sorted(over - keys)),
            *((True, f"posting {key} belongs to no finished hand") for key in sorted(of("hand") - over)),
            *((True, f"hand {_id(key)} is void and was not taken back") for key in sorted(void - keys)),
            *((True, f"posting {key} belongs to no void hand") for key in sorted(of("void") - void)),
            *((True, f"hand {_id(key)} of a real table counts and was not posted") for key in sorted(books.real_hands - keys)),
            *((True, f"hand {_id(key)} of a real table is void and was not taken back") for key in sorted(books.real_voids - keys)),
            *((True, f"posting {key} belongs to no such hand of a real table")
              for key in sorted((of("offline") - books.real_hands) | (of("offline-void") - books.real_voids))),
        ],
    )  # fmt: skip


def _id(key: str) -> str:
    return key.partition(":")[2]


def check_whole_numbers(books: Books) -> list[Violation]:
    """L5: amounts and balances are whole numbers that every program can hold; no line moves nothing."""
    lines = ((posting.key, amount) for posting in books.postings for amount in posting.moves.values())
    balances = ((f"account {account.id}", account.balance) for account in books.accounts)
    return found(
        "L5", books.event, [
            *((type(n) is not int or abs(n) > MOST, f"{where}: {n!r} is no such number") for where, n in [*lines, *balances]),
            *((0 in posting.moves.values(), f"posting {posting.key} has an empty line") for posting in books.postings),
        ],
    )  # fmt: skip


def check_paid_in_order(books: Books) -> list[Violation]:
    """L6: a hand moved what its payments say, each payer paying what was still held; a void takes the points back."""
    accounts = {(a.player, a.currency): a.id for a in books.accounts}
    moves = {posting.key: posting.moves for posting in books.postings}
    violations = []
    for hand in books.hands:
        posted = moves.get(f"hand:{hand.id}")
        if hand.result is None or posted is None:
            continue  # L4 says so
        mine = [
            [posted.get(accounts.get((player, currency), -1), 0) for player in hand.players] for currency in CURRENCIES
        ]
        wanted = _payments(hand.result, books.silver_per_unit)
        for currency, moved, due in zip(CURRENCIES, mine, wanted, strict=True):
            violations += found(
                "L6", f"hand {hand.id}", [(moved != due, f"moved {moved} {currency}, its payments say {due}")]
            )
        taken = moves.get(f"void:{hand.id}")
        back = [0 if taken is None else taken.get(accounts.get((player, "points"), -1), 0) for player in hand.players]
        gone = taken is not None and back != [-moved for moved in mine[1]]
        words = f"posting void:{hand.id} moves other points than its hand did, the other way"
        violations += found("L6", f"hand {hand.id}", [(gone, words)])
    return violations


def _payments(result: Mapping[str, Any], per_unit: int) -> tuple[list[int], list[int]]:
    owed = [Payment(one["from"], one["to"], one["hu"]) for one in result["payments"]]
    before = [now - moved for now, moved in zip(result["silver"], result["silver_moved"], strict=True)]
    after, _ = silver_after(owed, before, per_unit)
    return [new - old for new, old in zip(after, before, strict=True)], list(points_change(owed, per_unit))


def check_shown(books: Books) -> list[Violation]:
    """L2 at the tables: a live seat shows what its player holds."""
    held: dict[str, dict[str, int]] = defaultdict(dict)
    for account in books.accounts:
        held[account.player or ""][account.currency] = account.balance
    return found(
        "L2", books.event, (
            (held[seat.player] != {"silver": seat.silver, "points": seat.points}, _words(books.event, seat, held[seat.player]))
            for seat in books.shown
        ),
    )  # fmt: skip


def _words(event: str, seat: Shown, held: Mapping[str, int]) -> str:
    return (
        f"player {seat.player} sits in {event} with {seat.silver} silver, {seat.points} points shown,"
        f" and holds {held.get('silver')} silver, {held.get('points')} points"
    )


def check_ranking(board: Board) -> list[Violation]:
    """L7: a final ranking is the one that its results give, and an order of all."""
    computed = [(one.result.key, one.position, one.rank) for one in order(board.results, board.min_hands)]
    shown = sorted(board.shown, key=lambda row: row[1])
    places = [position for _, position, _ in shown]
    return found(
        "L7", board.event, [
            (places != list(range(len(shown))), f"the places are not 0 to {len(shown) - 1}, each once"),
            (shown != computed, f"the ranking shown is not the one computed again: {_first(shown, computed)}"),
        ],
    )  # fmt: skip


def _first(shown: Sequence[object], computed: Sequence[object]) -> str:
    differ = (f"{a} for {b}" for a, b in zip(shown, computed, strict=False) if a != b)
    return next(differ, f"{len(shown)} rows for {len(computed)}")


def check_lock_order(locks: Locks) -> list[Violation]:
    """L8: events are locked before hands, hands before accounts, accounts by their ids: nobody can wait in a circle."""
    ranks = [LOCK_ORDER.index(kind) for kind, _ in locks.taken]
    back = [f"{locks.taken[n + 1]} after {locks.taken[n]}" for n, (a, b) in enumerate(pairwise(ranks)) if b < a]
    return found("L8", locks.name, [(True, f"locked {words}") for words in [*back, *_descending(locks.taken)]])


def _descending(taken: Iterable[tuple[str, str | int]]) -> Iterator[str]:
    accounts = [int(id) for kind, id in taken if kind == "account"]
    yield from (f"account {b} after {a}" for a, b in pairwise(accounts) if b < a)
