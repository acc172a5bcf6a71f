"""How good the draw is: an evening's rounds drawn by us, greedily, and by chance alone, among the very same people.

    python benchmarks/bench_seating.py [EVENINGS]

Everybody who is free is drawn; tables end at different times, a few people leave, come late or sit a draw out. Some
share a device or a group of tickets. Prints JSON, means over the evenings: meetings beyond the first of a pair and
beyond its second, pairs at one table that were to be kept apart, how unevenly the winds fell (a player's most frequent
less the rarest one), draws that anybody was passed over at most, and milliseconds a draw.
"""

import hashlib
import json
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from random import Random
from statistics import fmean

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from games.engine.fairness import Stream  # noqa: E402
from tournaments.seating import TABLE, Four, Pair, Wishes, acquaintance, draw, shuffled  # noqa: E402

EVENINGS = 20
SIZES = (16, 40, 120, 300)
DRAWS = 12
AT_ONCE = 0.7
"""Share of the players whose table has ended when the next draw comes."""
ABSENT = 0.03
RELATED = 0.2

Drawn = tuple[tuple[Four, ...], tuple[str, ...]]
Drawer = Callable[[Wishes, bytes], Drawn]


def by_chance(wishes: Wishes, seed: bytes) -> Drawn:
    """Fours of a shuffled line; who was passed over comes first. Nothing else is looked at."""
    line = sorted(shuffled(sorted(wishes.waited), Stream(seed)), key=lambda player: -wishes.waited[player])
    count = len(line) // TABLE * TABLE
    sitting = shuffled(line[:count], Stream(seed[::-1]))
    return _fours(sitting), tuple(line[count:])


def greedily(wishes: Wishes, seed: bytes) -> Drawn:
    """Chair by chair, whoever met those at the table least; nothing is taken back, seats as they come."""
    line = sorted(shuffled(sorted(wishes.waited), Stream(seed)), key=lambda player: -wishes.waited[player])
    count = len(line) // TABLE * TABLE
    pool, sitting = line[:count], list[str]()
    while pool:
        table = [pool.pop(0)]
        while len(table) < TABLE:
            best = min(pool, key=lambda player: sum(wishes.price(player, other) for other in table))
            pool.remove(best)
            table.append(best)
        sitting += table
    return _fours(sitting), tuple(line[count:])


def _fours(players: Sequence[str]) -> tuple[Four, ...]:
    chairs = iter(players)
    return tuple(zip(chairs, chairs, chairs, chairs, strict=True))


@dataclass
class Evening:
    """What one drawer made of an evening."""

    tables: list[Four] = field(default_factory=list)
    most_passed_over: int = 0
    seconds: float = 0.0
    draws: int = 0


def play(drawer: Drawer, players: int, number: int, apart: frozenset[Pair]) -> Evening:
    """Twelve draws. Who is free when, and who is away, depends on the evening's number alone."""
    chance, evening = Random(number), Evening()
    waited = {f"p{at}": 0 for at in range(players)}
    busy: list[str] = []
    for at in range(DRAWS):
        free = [player for player in waited if player not in busy and chance.random() > ABSENT]
        wishes = Wishes({player: waited[player] for player in free}, acquaintance(evening.tables), apart, bool(busy))
        seed = hashlib.sha256(f"{players}|{number}|{at}".encode("ascii")).digest()
        began = time.perf_counter()
        fours, left = drawer(wishes, seed)
        evening.seconds += time.perf_counter() - began
        evening.draws += 1
        evening.tables += fours
        waited.update({player: 0 for four in fours for player in four})
        waited.update({player: waited[player] + 1 for player in left})
        evening.most_passed_over = max(evening.most_passed_over, *waited.values())
        busy = [player for four in fours if chance.random() > AT_ONCE for player in four]
    return evening


def figures(evening: Evening, apart: frozenset[Pair]) -> dict[str, float]:
    """The figures of one evening."""
    met = acquaintance(evening.tables)
    pairs = [frozenset(pair) for four in evening.tables for pair in combinations(four, 2)]
    times = Counter(pairs).values()
    return {
        "tables": len(evening.tables),
        "met_again": sum(count - 1 for count in times),
        "met_a_third_time": sum(max(0, count - 2) for count in times),
        "not_kept_apart": sum(pair in apart for pair in pairs),
        "winds_uneven": fmean(max(counts) - min(counts) for counts in met.winds.values()),
        "most_passed_over": evening.most_passed_over,
        "ms_a_draw": 1000 * evening.seconds / evening.draws,
    }


def related(players: int, number: int) -> frozenset[Pair]:
    """A fifth of the players in groups of two and three."""
    chance = Random(f"related {number}")
    some = chance.sample([f"p{at}" for at in range(players)], round(players * RELATED))
    pairs: set[Pair] = set()
    while len(some) > 1:
        group = [some.pop() for _ in range(min(len(some), chance.choice((2, 3))))]
        pairs |= {frozenset(pair) for pair in combinations(group, 2)}
    return frozenset(pairs)


def main() -> None:
    evenings = int(sys.argv[1]) if len(sys.argv) > 1 else EVENINGS
    drawers: dict[str, Drawer] = {"ours": draw, "greedy": greedily, "chance": by_chance}
    found: dict[str, dict[str, dict[str, float]]] = {}
    for players in SIZES:
        found[str(players)] = {}
        for name, drawer in drawers.items():
            all_figures = []
            for number in range(evenings):
                apart = related(players, number)
                all_figures.append(figures(play(drawer, players, number, apart), apart))
            found[str(players)][name] = {
                key: round(fmean(one[key] for one in all_figures), 2) for key in all_figures[0]
            }
    print(json.dumps({"evenings": evenings, "draws": DRAWS, "players": found}, indent=1))


if __name__ == "__main__":
    main()
