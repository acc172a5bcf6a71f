"""A look back at one seat's throws: those that cost most by the expert's judgement, from what the seat knew then."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from games.bots.expert import throw_prospects
from games.bots.holding import holding, seen
from games.bots.prospect import Prospect
from games.engine.actions import Action
from games.engine.seatview import SeatView
from games.engine.tiles import Kind, tile_name

MOST: Final = 3
LEAST_COST: Final = 5.0
"""Expected 胡 below which two throws are as good as each other."""
STEP_BACK_COST: Final = 0.5
"""The expert never steps back from a win; what that costs is judged more mildly than its resolve is."""
_TOTAL_COUNTS: Final = 8
_DANGER_COUNTS: Final = 2


@dataclass(frozen=True, slots=True)
class Moment:
    """A throw and what its seat saw before it. `step` is where it is found again in the replay."""

    step: int
    view: SeatView
    action: Action


@dataclass(frozen=True, slots=True)
class Reason:
    """Why the other throw is better: the same figure after both. `key` is in the glossary's group `review`."""

    key: str
    thrown: int
    better: int


@dataclass(frozen=True, slots=True)
class Slip:
    """A throw that cost something. `cost` in expected 胡."""

    step: int
    thrown: Kind
    better: Kind
    cost: float
    reasons: tuple[Reason, ...]

    def to_json(self) -> dict[str, Any]:
        """Plain data, tiles in MPSZ, the cost in whole 胡."""
        return {
            "step": self.step,
            "thrown": tile_name(self.thrown),
            "better": tile_name(self.better),
            "cost": round(self.cost),
            "reasons": [{"key": why.key, "thrown": why.thrown, "better": why.better} for why in self.reasons],
        }


def slips(moments: Iterable[Moment], most: int = MOST) -> list[Slip]:
    """The throws that cost most, the dearest first; [] when none cost enough to speak of."""
    found = [slip for moment in moments if (slip := _judged(moment)) is not None]
    return sorted(found, key=lambda slip: (-slip.cost, slip.step))[:most]


def _judged(moment: Moment) -> Slip | None:
    view, thrown = moment.view, moment.action.tile
    kinds = [action.tile for action in view.legal if action.type == "discard" and action.tile is not None]
    if thrown is None or len(kinds) < 2:
        return None
    table, hand = seen(view), holding(view)
    better, _ = throw_prospects(table, hand, kinds)[0]
    judged = dict(throw_prospects(table, hand, {better, thrown}, STEP_BACK_COST))
    best, actual = judged[better], judged[thrown]
    reasons = _reasons(actual, best)
    cost = best.worth - actual.worth
    return Slip(moment.step, thrown, better, cost, reasons) if cost >= LEAST_COST and reasons else None


def _reasons(actual: Prospect, best: Prospect) -> tuple[Reason, ...]:
    """What speaks for the better throw, in figures."""
    pairs = (
        (Reason("missing", actual.missing, best.missing), best.missing < actual.missing),
        (Reason("live", actual.live, best.live), best.missing == actual.missing and best.live > actual.live),
        (Reason("total", round(actual.total), round(best.total)), best.total >= actual.total + _TOTAL_COUNTS),
        (Reason("keeps", round(actual.keeps), round(best.keeps)), best.keeps >= actual.keeps + _TOTAL_COUNTS),
        (Reason("danger", _percent(actual.fed), _percent(best.fed)), _safer(actual, best)),
    )
    return tuple(reason for reason, holds in pairs if holds)


def _safer(actual: Prospect, best: Prospect) -> bool:
    return _percent(actual.fed) >= _percent(best.fed) + _DANGER_COUNTS


def _percent(chance: float) -> int:
    return round(100 * chance)
