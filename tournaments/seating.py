"""Who sits with whom, and in which seats (RULES.md §9). Pure: the same wishes and seed give the same draw.

In order of weight: whoever was passed over sits first; the same four do not meet again at once; those who must be kept
apart (one device, one group of tickets) sit apart where that is possible; strangers come before acquaintances; the
winds come round. Everything that is left open by these is left to chance, read from the seed.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, permutations
from typing import Final, TypeVar

from games.engine.fairness import Stream

TABLE: Final = 4
MAX_HELD: Final = 3
"""Draws for which the same four are kept apart while another entrant is about."""
SAME_FOUR: Final = 1_000_000
APART: Final = 1_000
"""What a pair that is to be kept apart costs, in first rematches."""
PASSES: Final = 6
TRIES: Final = 12
"""Rounds over all tables that have something to mend, and exchanges tried for each of their chairs in a round."""

Pair = frozenset[str]
Four = tuple[str, str, str, str]
Winds = tuple[int, int, int, int]
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Acquaintance:
    """Who met whom: how often each pair sat together, each player's last table, and each one's seats (E, S, W, N)."""

    times: Mapping[Pair, int] = field(default_factory=dict)
    last: Mapping[str, frozenset[str]] = field(default_factory=dict)
    winds: Mapping[str, Winds] = field(default_factory=dict)

    def is_same_four(self, four: Iterable[str]) -> bool:
        """Whether exactly these four sat together at each one's last table."""
        players = frozenset(four)
        return all(self.last.get(player) == players for player in players)


def acquaintance(tables: Iterable[Sequence[str]]) -> Acquaintance:
    """Read who met whom from earlier tables, oldest first, each in seat order."""
    times: dict[Pair, int] = {}
    last: dict[str, frozenset[str]] = {}
    winds: dict[str, Winds] = {}
    for table in tables:
        for one, other in combinations(table, 2):
            pair = frozenset((one, other))
            times[pair] = times.get(pair, 0) + 1
        last.update(dict.fromkeys(table, frozenset(table)))
        for wind, player in enumerate(table):
            winds[player] = _plus_one(winds.get(player, (0, 0, 0, 0)), wind)
    return Acquaintance(times, last, winds)


@dataclass(frozen=True, slots=True)
class Wishes:
    """What a draw goes by.

    `waited`: for each waiting player the draws that have passed it over. `apart`: pairs better kept at two tables.
    `others_about`: another entrant is at a table now. `most_tables`: at most so many are drawn.
    """

    waited: Mapping[str, int]
    met: Acquaintance = Acquaintance()
    apart: Collection[Pair] = frozenset()
    others_about: bool = False
    most_tables: int | None = None

    def cost(self, four: Sequence[str]) -> int:
        """What speaks against a four: squared meetings, so that a third one weighs more than two second ones."""
        found = SAME_FOUR if self.met.is_same_four(four) else 0
        for one, other in combinations(four, 2):
            found += self.price(one, other)
        return found

    def price(self, one: str, other: str) -> int:
        """What speaks against a pair at one table."""
        pair = frozenset((one, other))
        return self.met.times.get(pair, 0) ** 2 + (APART if pair in self.apart else 0)


def draw(wishes: Wishes, seed: bytes) -> tuple[tuple[Four, ...], tuple[str, ...]]:
    """Draw as many fours as there are, each in seat order, East first; returns them and who is left waiting."""
    chance = Stream(seed)
    line = _in_line(wishes.waited, chance)
    count = len(line) // TABLE
    if wishes.most_tables is not None:
        count = min(count, wishes.most_tables)
    tables = _fresh_tables(line[: count * TABLE], wishes, chance)
    left = line[count * TABLE :]
    _mend(tables, wishes, chance)
    _break_up(tables, left, wishes, chance)
    held = [table for table in tables if _must_hold(table, wishes, left)]
    fours = tuple(_seated(table, wishes.met.winds, chance) for table in tables if table not in held)
    return fours, (*left, *(player for table in held for player in table))


def shuffled(items: Iterable[T], chance: Stream) -> list[T]:
    """The items in an order of chance, each order equally likely."""
    order = list(items)
    for at in range(len(order) - 1, 0, -1):
        other = chance.uniform(at + 1)
        order[at], order[other] = order[other], order[at]
    return order


def _in_line(waited: Mapping[str, int], chance: Stream) -> list[str]:
    line = shuffled(sorted(waited), chance)
    line.sort(key=lambda player: -waited[player])
    return line


def _fresh_tables(line: Sequence[str], wishes: Wishes, chance: Stream) -> list[list[str]]:
    """Fill table after table, each chair with whoever has met those at it least."""
    pool = shuffled(line, chance)
    tables = []
    while pool:
        table = [pool.pop()]
        while len(table) < TABLE:
            table.append(pool.pop(_freshest(pool, table, wishes)))
        tables.append(table)
    return tables


def _freshest(pool: Sequence[str], table: Sequence[str], wishes: Wishes) -> int:
    best, least = len(pool) - 1, None
    for index in range(len(pool) - 1, -1, -1):
        price = sum(wishes.price(pool[index], player) for player in table)
        if least is None or price < least:
            best, least = index, price
        if price == 0:
            break
    return best


def _mend(tables: list[list[str]], wishes: Wishes, chance: Stream) -> None:
    """Exchange chairs of tables that have something against them with chairs elsewhere, while that helps."""
    if len(tables) == 1:
        return
    for _ in range(PASSES):
        poor = [table for table in tables if wishes.cost(table)]
        if not poor:
            return
        for table in poor:
            for chair in range(TABLE):
                for _ in range(TRIES):
                    _exchange(table, chair, tables[chance.uniform(len(tables))], chance.uniform(TABLE), wishes)


def _exchange(table: list[str], chair: int, other: list[str], its: int, wishes: Wishes) -> None:
    """Exchange two chairs of two tables when the tables are the better for it."""
    if other is table:
        return
    before = wishes.cost(table) + wishes.cost(other)
    table[chair], other[its] = other[its], table[chair]
    if wishes.cost(table) + wishes.cost(other) >= before:
        table[chair], other[its] = other[its], table[chair]


def _break_up(tables: list[list[str]], left: list[str], wishes: Wishes, chance: Stream) -> None:
    """Four who have just played together give one of them for somebody left over, if there is anybody."""
    for table in tables:
        if left and wishes.met.is_same_four(table):
            chair, other = chance.uniform(TABLE), chance.uniform(len(left))
            table[chair], left[other] = left[other], table[chair]


def _must_hold(table: Sequence[str], wishes: Wishes, left: Sequence[str]) -> bool:
    """The same four, alone: they wait a little for somebody else, if there is anybody to wait for."""
    if not wishes.met.is_same_four(table):
        return False
    return bool(wishes.others_about or left) and min(wishes.waited[player] for player in table) < MAX_HELD


def _seated(table: Sequence[str], winds: Mapping[str, Winds], chance: Stream) -> Four:
    """The four in the seats they had least; of equally good orders one by chance."""
    orders = shuffled(permutations(shuffled(table, chance)), chance)
    east, south, west, north = min(orders, key=lambda order: seat_cost(order, winds))
    return east, south, west, north


def seat_cost(order: Sequence[str], winds: Mapping[str, Winds]) -> int:
    """How far an order of seats takes its players from having had every wind equally often."""
    had = (winds.get(player, (0, 0, 0, 0)) for player in order)
    return sum(2 * counts[wind] + 1 for wind, counts in enumerate(had))


def _plus_one(winds: Winds, wind: int) -> Winds:
    counts = [count + (at == wind) for at, count in enumerate(winds)]
    return counts[0], counts[1], counts[2], counts[3]
