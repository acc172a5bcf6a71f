"""L and S: the cases of the ledger and the seating (tests.invariants.planted)."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

from tests.invariants.planted import Case
from tournaments import certificate
from tournaments.invariants import ledger, seating
from tournaments.invariants.ledger import Account, Board, Books, Hand, Locks, Posting, Shown
from tournaments.invariants.seating import OneTable, Person, Room
from tournaments.ranking import Result, order
from tournaments.seating import Wishes, draw
from tournaments.service import lifecycle

PLAYERS = ("east", "south", "west", "north")
# Silver 1 and points 2 are the issuance's; 11 … 14 and 21 … 24 the four players'.
RESULT = {
    "payments": [{"from": 1, "to": 0, "hu": 100}, {"from": 2, "to": 0, "hu": 100}, {"from": 3, "to": 0, "hu": 100},
                 {"from": 1, "to": 2, "hu": 50}, {"from": 3, "to": 1, "hu": 0}, {"from": 3, "to": 2, "hu": 0}],
    "silver": [1100, 940, 980, 980], "silver_moved": [100, -60, -20, -20],
}  # fmt: skip
RESULT["silver"], RESULT["silver_moved"] = [1120, 940, 980, 960], [120, -60, -20, -40]
MOVED = {11: 120, 12: -60, 13: -20, 14: -40, 21: 120, 22: -60, 23: -20, 24: -40}
GRANTS = [Posting(f"grant:{n}:1", {1: -1000, 2: -1000, 11 + n: 1000, 21 + n: 1000}) for n in range(4)]
BOOKS = Books(
    event="cup", silver_per_unit=4, granted=4000,
    accounts=[
        Account(1, None, "silver", -4000, -4000), Account(2, None, "points", -4000, -4000),
        *(Account(11 + n, name, "silver", 1000 + MOVED[11 + n], 1000 + MOVED[11 + n]) for n, name in enumerate(PLAYERS)),
        *(Account(21 + n, name, "points", 1000 + MOVED[21 + n], 1000 + MOVED[21 + n]) for n, name in enumerate(PLAYERS)),
    ],
    postings=[*GRANTS, Posting("hand:h1", MOVED), Posting("offline:t:1", {11: 5, 12: -5})],
    hands=[Hand("h1", PLAYERS, False, RESULT), Hand("h2", PLAYERS, False, None)],
    shown=[Shown("east", 1120, 1120)], real_hands=frozenset({"offline:t:1"}),
)  # fmt: skip


def account(number: int, **changes: Any) -> Books:
    """The books with one account changed."""
    return replace(BOOKS, accounts=[replace(a, **changes) if a.id == number else a for a in BOOKS.accounts])


def posted(key: str, moves: dict[int, int] | None = None) -> Books:
    """The books with one posting changed, added, or (None) taken out."""
    rest = [posting for posting in BOOKS.postings if posting.key != key]
    return replace(BOOKS, postings=[*rest, *([] if moves is None else [Posting(key, moves)])])


def of_hand(**changes: Any) -> Books:
    return replace(BOOKS, hands=[replace(BOOKS.hands[0], **changes), BOOKS.hands[1]])


VOID = replace(
    BOOKS, hands=[replace(BOOKS.hands[0], voided=True)],
    postings=[*BOOKS.postings, Posting("void:h1", {account: -amount for account, amount in MOVED.items()})],
)  # fmt: skip
RESULTS = [
    Result(n, silver, 1000, hands) for n, (silver, hands) in enumerate([(900, 5), (1200, 5), (1200, 5), (1300, 1)])
]
BOARD = Board("cup", RESULTS, 2, [(one.result.key, one.position, one.rank) for one in order(RESULTS, 2)])
LOCKS = Locks("hand h1", [("event", "cup"), ("hand", "h1"), ("account", 3), ("account", 9)])

SEED = bytes(range(32))
WISHES = Wishes(dict.fromkeys("abcdefgh", 0))
FOURS, LEFT = draw(WISHES, SEED)
DRAWN = certificate.certificate("cup", 1, SEED, WISHES, FOURS, LEFT)
PEOPLE = [
    *(Person(name, "seated", False, "t1") for name in PLAYERS), Person("idle", "idle", False, None),
    Person("gone", "seated", False, None, freed_s=3.0), *(Person(f"w{n}", "waiting", True, None) for n in range(4)),
]  # fmt: skip
TABLE = OneTable("t1", True, list(enumerate(PLAYERS)), frozenset(PLAYERS), 2, [(1, "done", False), (2, "live", True)])
CLOSED = replace(TABLE, id="t0", playing=False, live=frozenset(), current=1, hands=[(1, "done", False)])
ROOM = Room("cup", "running", True, PEOPLE, [TABLE, CLOSED], [DRAWN], draw_late_s=-2.0)


def table(**changes: Any) -> Room:
    return replace(ROOM, tables=[replace(TABLE, **changes), CLOSED])


def person(**changes: Any) -> Room:
    return replace(ROOM, people=[replace(PEOPLE[0], **changes), *PEOPLE[1:]])


CASES = [
    Case(ledger.check_sums, [(BOOKS,), (VOID,)], {
        "an unbalanced posting": lambda: ledger.check_sums(posted("hand:h1", {11: 120, 12: -60})),
        "silver for points": lambda: ledger.check_sums(posted("hand:h1", {11: 120, 22: -120})),
        "another event's account": lambda: ledger.check_sums(posted("hand:h1", {99: 0})),
        "silver from nowhere": lambda: ledger.check_sums(account(11, balance=1127)),
        "more granted than issued": lambda: ledger.check_sums(replace(BOOKS, granted=4040)),
    }),
    Case(ledger.check_balances, [(BOOKS,)], {"not its lines": lambda: ledger.check_balances(account(12, balance=941))}),
    Case(ledger.check_shown, [(BOOKS,)], {
        "another sum at the table": lambda: ledger.check_shown(replace(BOOKS, shown=[Shown("east", 1000, 1120)])),
        "a stranger at the table": lambda: ledger.check_shown(replace(BOOKS, shown=[Shown("nobody", 0, 0)])),
    }),
    Case(ledger.check_no_debt, [(BOOKS,), (account(21, balance=-5),)], {"below zero": lambda: ledger.check_no_debt(account(11, balance=-1))}),
    Case(ledger.check_settled_once, [(BOOKS,), (VOID,)], {
        "not posted": lambda: ledger.check_settled_once(posted("hand:h1")),
        "posted twice": lambda: ledger.check_settled_once(replace(BOOKS, postings=[*BOOKS.postings, BOOKS.postings[-2]])),
        "posted while it is played": lambda: ledger.check_settled_once(posted("hand:h2", {})),
        "posted for nothing": lambda: ledger.check_settled_once(posted("hand:h9", {})),
        "void and not taken back": lambda: ledger.check_settled_once(of_hand(voided=True)),
        "taken back and not void": lambda: ledger.check_settled_once(replace(VOID, hands=BOOKS.hands)),
        "a real table's, not posted": lambda: ledger.check_settled_once(posted("offline:t:1")),
        "a real table's, void": lambda: ledger.check_settled_once(replace(BOOKS, real_voids=frozenset({"offline-void:t:1"}))),
        "a real table's, of no hand": lambda: ledger.check_settled_once(replace(BOOKS, real_hands=frozenset())),
    }),
    Case(ledger.check_whole_numbers, [(BOOKS,)], {
        "a fraction": lambda: ledger.check_whole_numbers(account(11, balance=1120.0)),
        "true for one": lambda: ledger.check_whole_numbers(posted("hand:h1", {11: True, 12: -1})),
        "too large": lambda: ledger.check_whole_numbers(account(11, balance=2**53 + 1)),
        "an empty line": lambda: ledger.check_whole_numbers(posted("hand:h1", {11: 0})),
    }),
    Case(ledger.check_paid_in_order, [(BOOKS,), (VOID,)], {
        "to another seat": lambda: ledger.check_paid_in_order(posted("hand:h1", {12: 120, 11: -60, 13: -20, 14: -40})),
        "more than was held": lambda: ledger.check_paid_in_order(
            of_hand(result={**RESULT, "silver": [1120, 0, 980, 960], "silver_moved": [120, -30, -20, -40]})),
        "points not taken back": lambda: ledger.check_paid_in_order(replace(VOID, postings=[*BOOKS.postings, Posting("void:h1", {21: -1})])),
    }),
    Case(ledger.check_ranking, [(BOARD,)], {
        "two changed places": lambda: ledger.check_ranking(replace(BOARD, shown=[(k, 1 - p if p < 2 else p, r) for k, p, r in BOARD.shown])),
        "a place twice": lambda: ledger.check_ranking(replace(BOARD, shown=[(k, 0, r) for k, _, r in BOARD.shown])),
        "somebody's silver": lambda: ledger.check_ranking(replace(BOARD, results=[replace(RESULTS[0], silver=5000), *RESULTS[1:]])),
        "a difference": lambda: ledger.check_ranking(replace(BOARD, results=[replace(RESULTS[0], difference=Fraction(1)), *RESULTS[1:]])),
    }),
    Case(ledger.check_lock_order, [(LOCKS,)], {
        "an event after a hand": lambda: ledger.check_lock_order(replace(LOCKS, taken=[("hand", "h1"), ("event", "cup")])),
        "accounts downwards": lambda: ledger.check_lock_order(replace(LOCKS, taken=[("account", 9), ("account", 3)])),
    }),
    Case(seating.check_one_table, [(ROOM,)], {
        "at two tables": lambda: seating.check_one_table(replace(ROOM, tables=[TABLE, replace(TABLE, id="t2")])),
    }),
    Case(seating.check_four, [(ROOM,)], {
        "a double seat": lambda: seating.check_four(table(seats=[(0, "east"), (1, "east"), (2, "west"), (3, "north")])),
        "three": lambda: seating.check_four(table(seats=TABLE.seats[:3])),
        "no live seat": lambda: seating.check_four(table(live=frozenset(PLAYERS[:3]))),
        "a live seat at a closed table": lambda: seating.check_four(table(playing=False)),
    }),
    Case(seating.check_parts, [(ROOM,)], {
        "seated nowhere": lambda: seating.check_parts(person(table=None)),
        "seated and waiting": lambda: seating.check_parts(person(state="waiting", waits=True)),
        "waiting since never": lambda: seating.check_parts(replace(ROOM, people=[replace(PEOPLE[-1], waits=False)])),
        "lagging for ever": lambda: seating.check_parts(replace(ROOM, people=[replace(PEOPLE[5], freed_s=600.0)])),
        "a state of its own": lambda: seating.check_parts(person(state="asleep")),
        "entered twice": lambda: seating.check_parts(replace(ROOM, people=[*PEOPLE, PEOPLE[0]])),
    }),
    Case(seating.check_started_once, [(ROOM,)], {
        "a hand dealt twice": lambda: seating.check_started_once(table(hands=[(1, "done", False), (2, "live", True), (2, "live", True)])),
        "a hand left out": lambda: seating.check_started_once(table(current=3)),
        "nothing played": lambda: seating.check_started_once(table(hands=[(1, "done", False), (2, "done", False)])),
    }),
    Case(seating.check_exits, [(lifecycle.NEXT, lifecycle.OVER)], {
        "no way on": lambda: seating.check_exits({"a": {"b"}, "b": set(), "end": set()}, ["end"]),
        "a circle": lambda: seating.check_exits({"a": {"b"}, "b": {"a"}, "end": set()}, ["end"]),
        "an end that goes on": lambda: seating.check_exits({"a": {"end"}, "end": {"a"}}, ["end"]),
        "a way to nowhere": lambda: seating.check_exits({"a": {"end", "limbo"}, "end": set()}, ["end"]),
    }),
    Case(seating.check_goes_on, [(ROOM,)], {"nothing due": lambda: seating.check_goes_on(table(hands=[(1, "done", False), (2, "live", False)]))}),
    Case(seating.check_draws, [(ROOM,)], {
        "two changed chairs": lambda: seating.check_draws(replace(ROOM, certificates=[{**DRAWN, "tables": DRAWN["tables"][::-1]}])),
        "another seed": lambda: seating.check_draws(replace(ROOM, certificates=[{**DRAWN, "seed": "00" * 32}])),
    }),
    Case(seating.check_no_endless_wait, [(ROOM,), (replace(ROOM, going_on=False, draw_late_s=None),)], {
        "no draw": lambda: seating.check_no_endless_wait(replace(ROOM, draw_late_s=None)),
        "an overdue draw": lambda: seating.check_no_endless_wait(replace(ROOM, draw_late_s=600.0)),
    }),
]  # fmt: skip
