"""What chance alone would give: exact distributions of the figures when nobody conspires.

Each function states its null hypothesis. A distribution is a mapping value -> probability, sorted by value.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from math import comb, exp, lgamma
from random import Random
from typing import Final

Distribution = Mapping[float, float]

GRID: Final = 1_000
"""Sums are rounded to so many steps of their range where there would be more."""
ROUNDING: Final = 1e-9


def tail(null: Distribution, value: float) -> float:
    """How likely chance gives this much or more; never 0 for a value that is possible."""
    return min(1.0, sum(share for at, share in null.items() if at >= value - ROUNDING))


def mean(null: Distribution) -> float:
    """The value that chance gives on average."""
    return sum(at * share for at, share in null.items())


def poisson_binomial(chances: Iterable[float]) -> Distribution:
    """Null: each of these things happened by itself, with its own chance. How many happened?"""
    shares = [1.0]
    for chance in chances:
        with_it, without = [0.0, *(share * chance for share in shares)], [share * (1 - chance) for share in shares]
        shares = [here + there for here, there in zip(with_it, [*without, 0.0], strict=True)]
    return dict(enumerate(shares))


def beta_binomial(times: int, happens: float, fails: float) -> Distribution:
    """Null: one rate for all, known only as well as `happens` to `fails` tells. How often in so many times?"""
    return {
        count: comb(times, count) * exp(_log_beta(count + happens, times - count + fails) - _log_beta(happens, fails))
        for count in range(times + 1)
    }


def relabelled(rows: Sequence[Sequence[float]]) -> Distribution:
    """Null: in each row (a hand) the three values might as well have changed places. What would the first ones sum to?

    Exact but for rounding to GRID steps of the range.
    """
    low, high = sum(map(min, rows)), sum(map(max, rows))
    step = (high - low) / GRID if high > low else 1.0
    whole = all(float(value).is_integer() for row in rows for value in row)
    step = max(1.0, step) if whole else step
    sums: dict[int, float] = {0: 1.0}
    for row in rows:
        base = min(row)
        after: dict[int, float] = defaultdict(float)
        for at, share in sums.items():
            for value in row:
                after[at + round((value - base) / step)] += share / len(row)
        sums = after
    return {low + at * step: share for at, share in sorted(sums.items())}


def first_sum(rows: Sequence[Sequence[float]], null: Distribution) -> float:
    """The sum of the rows' first values, on the grid of their distribution."""
    value = sum(row[0] for row in rows)
    return min(null, key=lambda at: abs(at - value))


def subset_sums(values: Sequence[float], size: int, draws: int, seed: int) -> Distribution:
    """Null: which `size` of these values are looked at is chance. Their sum, over so many drawn subsets.

    The seed makes it repeatable; the caller adds the value itself to the draws, so that no tail is 0.
    """
    chance = Random(seed)  # noqa: S311 (statistics)
    found: dict[float, float] = defaultdict(float)
    for _ in range(draws):
        found[sum(chance.sample(values, size))] += 1 / draws
    return dict(sorted(found.items()))


def _log_beta(a: float, b: float) -> float:
    return lgamma(a) + lgamma(b) - lgamma(a + b)
