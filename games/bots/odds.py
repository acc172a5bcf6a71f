"""How likely a hand is to win, and a throw to be won on: fitted to hands between regular bots (tools/bot_odds.py)."""

from math import exp, log
from typing import Final

from games.engine.tiles import EAST, Kind

WINNERS_TOTAL: Final = 120
LOSERS_TOTAL: Final = 26
"""Mean totals in 胡 in those hands, of the winner and of each of the others."""

WILDS: Final = 3

_WIN: Final = {
    1: (-3.18, 1.34, 1.22, 0.53),
    2: (-4.38, 1.06, 2.75, 0.90),
    3: (-4.45, 0.70, 3.75, 1.07),
    4: (-5.09, 0.66, 4.20, 0.98),
    5: (-4.22, 0.29, 3.57, 1.01),
}
"""Tiles missing -> constant, by ln(live tiles, wild ones included), by ln(wall left, in forties), a wild tile held.

Further than one tile away the weight of live tiles is `LIVE_WEIGHT` times what was fitted, the constant less by as much
for an ordinary hand: of two throws, more live tiles now also mean more later.
"""
LIVE_WEIGHT: Final = 1.5
_FURTHER: Final = 0.45
"""What each tile beyond five costs the chance."""
_FED: Final = (-5.17, 0.30, -1.26, -1.87, 0.42, -2.37, 0.48)
"""Constant, by unseen copies, seen in a river, ln(wall left), melds of the most open seat, an honour, a middle tile."""


def win_chance(missing: int, live: float, left: int, wilds: int) -> float:
    """The chance to win of a hand at rest that lacks `missing` tiles, `live` unseen ones of which help."""
    constant, by_live, by_left, by_wild = _WIN[max(1, min(missing, 5))]
    helping = live + WILDS - wilds + 0.5
    chance = _logistic(constant + by_live * log(helping) + by_left * _wall(left) + by_wild * wilds)
    return chance * float(_FURTHER ** max(0, missing - 5))


def feed_chance(kind: Kind, unseen: int, in_rivers: int, left: int, most_melds: int) -> float:
    """The chance that somebody wins on this throw."""
    constant, by_unseen, by_river, by_left, by_melds, honour, middle = _FED
    value = constant + by_unseen * unseen + by_left * _wall(left) + by_melds * most_melds
    value += by_river if in_rivers else 0.0
    if kind >= EAST:
        value += honour
    elif 2 <= kind % 9 <= 6:
        value += middle
    return _logistic(value)


def _wall(left: int) -> float:
    return log(max(left - 15, 1) / 40)


def _logistic(value: float) -> float:
    return 1 / (1 + exp(-value))
