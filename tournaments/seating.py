"""Who sits with whom: fours drawn at random from those who wait, strangers before acquaintances (RULES.md §9). Pure.

The caller brings the seed (from the operating system's generator); the same arguments give the same draw.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random
from typing import Final

TABLE: Final = 4
MAX_HELD: Final = 3
"""Draws for which the same four are kept apart while another entrant is about."""
SAME_FOUR: Final = 1_000_000
SWAPS_A_TABLE: Final = 60

Pair = frozenset[str]
Four = tuple[str, str, str, str]


@dataclass(frozen=True, slots=True)
class Acquaintance:
    """Who met whom: how often each pair sat together, and each player's last table."""

    times: Mapping[Pair, int]
    last: Mapping[str, frozenset[str]]

    def cost(self, four: Sequence[str]) -> int:
        """Earlier meetings in a four; beyond all bounds when it is the last table of all of them."""
        met = sum(self.times.get(frozenset(pair), 0) for pair in combinations(four, 2))
        return met + (SAME_FOUR if self.is_same_four(four) else 0)

    def is_same_four(self, four: Iterable[str]) -> bool:
        """Whether exactly these four sat together at each one's last table."""
        players = frozenset(four)
        return all(self.last.get(player) == players for player in players)


def acquaintance(tables: Iterable[Collection[str]]) -> Acquaintance:
    """Read who met whom from earlier tables, oldest first."""
    times: dict[Pair, int] = {}
    last: dict[str, frozenset[str]] = {}
    for table in tables:
        players = frozenset(table)
        for one, other in combinations(sorted(players), 2):
            pair = frozenset((one, other))
            times[pair] = times.get(pair, 0) + 1
        last.update(dict.fromkeys(players, players))
    return Acquaintance(times, last)


def draw(
    waited: Mapping[str, int], met: Acquaintance, seed: int, others_about: bool, most_tables: int | None = None
) -> tuple[tuple[Four, ...], tuple[str, ...]]:
    """Draw as many fours as there are, each in seat order; returns them and who is left waiting.

    `waited`: for each waiting player the draws that have passed it over; those passed over most sit first.
    `others_about`: another entrant is at a table now. At most `most_tables` are drawn.
    """
    rng = Random(seed)  # noqa: S311 (128 bits of the caller's, from the operating system)
    line = _in_line(waited, rng)
    count = len(line) // TABLE
    if most_tables is not None:
        count = min(count, most_tables)
    tables = _fresh_tables(line[: count * TABLE], met, rng)
    left = line[count * TABLE :]
    _improve(tables, left, waited, met, rng)
    held = [table for table in tables if met.is_same_four(table) and _must_hold(table, waited, others_about or left)]
    kept = [table for table in tables if table not in held]
    for table in kept:
        rng.shuffle(table)
    remainder = [*left, *(player for table in held for player in table)]
    return tuple((a, b, c, d) for a, b, c, d in kept), tuple(remainder)


def _in_line(waited: Mapping[str, int], rng: Random) -> list[str]:
    line = sorted(waited)
    rng.shuffle(line)
    line.sort(key=lambda player: -waited[player])
    return line


def _must_hold(table: Sequence[str], waited: Mapping[str, int], others_about: object) -> bool:
    return bool(others_about) and min(waited[player] for player in table) < MAX_HELD


def _fresh_tables(line: Sequence[str], met: Acquaintance, rng: Random) -> list[list[str]]:
    """Fill table after table, each chair with whoever has met those at it least."""
    pool = list(line)
    rng.shuffle(pool)
    tables = []
    while pool:
        table = [pool.pop()]
        while len(table) < TABLE:
            table.append(pool.pop(_freshest(pool, table, met)))
        tables.append(table)
    return tables


def _freshest(pool: Sequence[str], table: Sequence[str], met: Acquaintance) -> int:
    best, best_cost = len(pool) - 1, None
    for index in range(len(pool) - 1, -1, -1):
        cost = sum(met.times.get(frozenset((pool[index], player)), 0) for player in table)
        if best_cost is None or cost < best_cost:
            best, best_cost = index, cost
        if cost == 0:
            break
    return best


def _improve(
    tables: list[list[str]], left: list[str], waited: Mapping[str, int], met: Acquaintance, rng: Random
) -> None:
    """Swap players of unfresh tables with others', or for the same four with one left over, while it helps."""
    for table in tables:
        for _ in range(SWAPS_A_TABLE):
            if met.cost(table) == 0 or len(tables) == 1:
                break
            _swap(table, rng.choice(tables), met, rng)
        if met.is_same_four(table) and left:
            chair, other = rng.randrange(TABLE), rng.randrange(len(left))
            table[chair], left[other] = left[other], table[chair]


def _swap(table: list[str], other: list[str], met: Acquaintance, rng: Random) -> None:
    """Exchange one chair of the two tables when that lowers the cost."""
    if other is table:
        return
    before = met.cost(table) + met.cost(other)
    chair, its = rng.randrange(TABLE), rng.randrange(TABLE)
    table[chair], other[its] = other[its], table[chair]
    if met.cost(table) + met.cost(other) >= before:
        table[chair], other[its] = other[its], table[chair]
