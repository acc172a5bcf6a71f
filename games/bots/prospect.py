"""The expected settlement of a hand at rest, in 胡: what it may win, what it keeps as a loser, what it feeds."""

from dataclasses import dataclass
from typing import Final

from games.bots.holding import Holding, Seen, lines, total
from games.bots.odds import LOSERS_TOTAL, feed_chance, win_chance
from games.bots.plans import Plan, plans, waits_total
from games.engine.settlement import LIABLE_LEFT
from games.engine.tiles import Kind

STEP_BACK: Final = 0.1
"""What each tile further from winning than need be leaves of the chance, beside the distance itself: never do it."""
_DETOUR: Final = 0.55
"""The same for a hand one heads for by choice."""
_GROWTH: Final = 9
"""What a winning total has grown by for each tile that was missing, on average: bonus tiles, kongs, triplets."""


@dataclass(frozen=True, slots=True)
class Prospect:
    """What a hand at rest promises. 胡: `worth` (expected settlement), `total` (when it wins), `keeps` (when not)."""

    worth: float
    plan: Plan
    chance: float
    total: float
    keeps: float
    nearest: int
    fed: float = 0.0
    missing: int = 0
    """Tiles from any win, whatever the plan."""
    live: int = 0


def prospect(
    seen: Seen,
    hand: Holding,
    nearest: int,
    thrown: Kind | None = None,
    *,
    draws: int = 0,
    step_back: float = STEP_BACK,
) -> Prospect:
    """The best plan of a hand at rest.

    `nearest`: the fewest tiles it could be missing now instead; `thrown`: the tile just let go; `draws`: replacements
    it is about to draw. Three pay the winner; a loser pays the winner and, with each other loser, the difference
    (RULES.md §8).
    """
    held, outlook = lines(seen, hand), hand.outlook(seen.unseen)
    keeps = total(seen.rules, seen.rules.loser_base + held.hu, held.tai)
    lost = -seen.dread + 2 * (keeps - LOSERS_TOTAL)
    fed = _fed(seen, thrown)
    liable = seen.rules.last_tiles_liability and seen.left in LIABLE_LEFT
    fine = 2 * seen.dread * fed if liable else 0.0
    best: Prospect | None = None
    for plan in plans(seen, hand):
        won = _won(seen, hand, plan)
        chance = win_chance(plan.missing, plan.live, seen.left + draws, hand.wilds)
        chance *= (step_back if plan.name == "any" else _DETOUR) ** max(0, plan.missing - nearest)
        worth = lost + (1 - fed) * chance * (3 * won - lost) - fine
        if best is None or worth > best.worth:
            best = Prospect(worth, plan, chance, won, keeps, nearest, fed, outlook.missing(), outlook.live())
    assert best is not None
    return best


def _won(seen: Seen, hand: Holding, plan: Plan) -> float:
    """The likely total once the plan has come off."""
    ready = plan.name == "any" and plan.missing == 1
    now = waits_total(seen, hand) if ready else total(seen.rules, plan.hu, plan.tai)
    return min(seen.rules.cap, now + _GROWTH * plan.missing)


def _fed(seen: Seen, thrown: Kind | None) -> float:
    if thrown is None:
        return 0.0
    return feed_chance(thrown, seen.unseen[thrown], thrown in seen.in_rivers, seen.left, seen.most_melds)
