"""S1-S7: where everybody is. Pure; `Room` is an event with its people and tables at one moment."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from games.invariants.violation import Violation, found
from tournaments.certificate import CertificateWrong, verify

LAG_S: Final = 60
"""What is put right within seconds may lag for so long: entries of a table just closed, a draw just due."""
STATES: Final = frozenset({"idle", "waiting", "seated", "out", "left", "removed"})


@dataclass(frozen=True, slots=True)
class Person:
    """An entrant. `table`: of this event, where a live seat is; `freed_s`: seconds since the last table closed."""

    player: str
    state: str
    waits: bool
    table: str | None
    freed_s: float | None = None


@dataclass(frozen=True, slots=True)
class OneTable:
    """A table: its seats' players by index, the players with a live seat there, and its hands.

    `hands`: (number, state, has something due or stands still by somebody's will).
    """

    id: str
    playing: bool
    seats: Sequence[tuple[int, str]]
    live: frozenset[str]
    current: int
    hands: Sequence[tuple[int, str, bool]]


@dataclass(frozen=True, slots=True)
class Room:
    """An event: its people, its tables, its draws. `draw_late_s`: seconds by which the next draw is overdue, None without one."""

    event: str
    state: str
    going_on: bool
    """Whether tables may be drawn now: it runs, and its end has not come."""
    people: Sequence[Person] = ()
    tables: Sequence[OneTable] = ()
    certificates: Sequence[Mapping[str, Any]] = ()
    draw_late_s: float | None = None


def check_one_table(room: Room) -> list[Violation]:
    """S1: nobody sits at two tables that play."""
    times = Counter(player for table in room.tables if table.playing for _, player in table.seats)
    return found("S1", room.event, ((n > 1, f"player {player} sits at {n} tables") for player, n in times.items()))


def check_four(room: Room) -> list[Violation]:
    """S2: four different people in seats 0 to 3, and the live seats of a table that plays are theirs."""
    violations = []
    for table in room.tables:
        places, people = [index for index, _ in table.seats], {player for _, player in table.seats}
        violations += found(
            "S2", f"table {table.id}", [
                (places != [0, 1, 2, 3], f"its seats are {places}"),
                (len(people) != 4, f"{len(people)} people sit there"),
                (table.live != (people if table.playing else frozenset()), f"its live seats are those of {sorted(table.live)}"),
            ],
        )  # fmt: skip
    return violations


def check_parts(room: Room) -> list[Violation]:
    """S3: every entrant is in one state; seated are those with a live seat, waiting those who have a since-when."""
    violations = []
    for person in room.people:
        lags = person.state == "seated" and person.freed_s is not None and person.freed_s < LAG_S
        violations += found(
            "S3", f"{room.event}, player {person.player}", [
                (person.state not in STATES, f"is {person.state!r}"),
                ((person.state == "seated") != (person.table is not None) and not lags,
                 f"is {person.state} and sits at {person.table or 'no table'}"),
                ((person.state == "waiting") != person.waits, f"is {person.state}, and {'' if person.waits else 'does not '}wait"),
            ],
        )  # fmt: skip
    times = Counter(person.player for person in room.people)
    return violations + found(
        "S3", room.event, ((n > 1, f"player {player} entered {n} times") for player, n in times.items())
    )


def check_started_once(room: Room) -> list[Violation]:
    """S4: a table's hands are numbered 1 to its current one, each dealt once; one of them is unfinished while it plays."""
    violations = []
    for table in room.tables:
        numbers = sorted(number for number, _, _ in table.hands)
        open_hands = sum(state != "done" for _, state, _ in table.hands)
        violations += found(
            "S4", f"table {table.id}", [
                (numbers != list(range(1, table.current + 1)), f"its hands are {numbers}, the current one is {table.current}"),
                (open_hands != table.playing, f"{open_hands} of its hands are unfinished"),
            ],
        )  # fmt: skip
    return violations


def check_exits(graph: Mapping[str, Collection[str]], final: Collection[str]) -> list[Violation]:
    """S5: from every state of an event some way leads to one of its ends, and none leads on from there."""
    leads = set(final)
    while more := {state for state, ways in graph.items() if state not in leads and leads & set(ways)}:
        leads |= more
    unknown = {way for ways in graph.values() for way in ways} - graph.keys()
    return found(
        "S5", "events", [
            *((True, f"no way leads out of {state}") for state in sorted(graph.keys() - leads)),
            *((bool(graph.get(state)), f"{state} is no end") for state in sorted(final)),
            *((True, f"{state} is nowhere described") for state in sorted(unknown)),
        ],
    )  # fmt: skip


def check_goes_on(room: Room) -> list[Violation]:
    """S5 at the tables: at every unfinished hand something is due, unless somebody has stopped it who can let it go on."""
    stuck = (
        (table.id, number)
        for table in room.tables
        for number, state, goes_on in table.hands
        if state != "done" and not goes_on
    )
    return found(
        "S5", room.event, ((True, f"nothing is due at hand {number} of table {table}") for table, number in stuck)
    )


def check_draws(room: Room) -> list[Violation]:
    """S6: every draw, drawn again from its certificate, seats the same people."""
    violations = []
    for whole in room.certificates:
        try:
            verify(whole)
        except CertificateWrong as error:
            violations.append(Violation("S6", room.event, f"draw {whole.get('draw')}: {error}"))
    return violations


def check_no_endless_wait(room: Room) -> list[Violation]:
    """S7: while four or more wait, the next draw is fixed and is not long overdue."""
    waiting = sum(person.state == "waiting" and person.table is None for person in room.people)
    if not room.going_on or waiting < 4:
        return []
    late = room.draw_late_s
    return found(
        "S7", room.event, [
            (late is None, f"{waiting} wait and no draw is fixed"),
            (late is not None and late > LAG_S, f"{waiting} wait for a draw that was due {late or 0:.0f} s ago"),
        ],
    )  # fmt: skip
