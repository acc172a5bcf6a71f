"""听牌提示: what a seat waits for, how many of it may still come and what they are worth; own knowledge only."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

from games.engine.decompose import waits
from games.engine.melds import Meld
from games.engine.rules import Rules
from games.engine.scoring import WinInfo, score_winner
from games.engine.seatview import SeatView
from games.engine.tiles import COPIES, Kind, counts, tile_name

MOST_SCORED: Final = 40
"""Above this many waits at once (wild tiles: nearly everything) the hints name the tiles without their points."""

Wait = dict[str, Any]


def hints(view: SeatView, mode: str) -> dict[str, Any] | None:
    """`{"ready": [wait…], "after": {discard: [wait…]}}`; a wait is `{"tile", "left", "total"}`.

    `ready` is what the seat waits for with its tiles at rest, `after` what each possible discard would make it wait
    for (mode `all`, own turn). `left`: copies the seat has not seen. `total`: 胡 on a discard, None when there are
    too many waits to count. Mode `none`, or a hand that is over: None.
    """
    if mode == "none" or view.phase == "over":
        return None
    unseen = [COPIES - seen for seen in _seen(view)]
    discards = {action.tile for action in view.legal if action.type == "discard" and action.tile is not None}
    if not discards:
        return {"ready": _told(view, view.concealed, unseen), "after": {}}
    if mode != "all":
        return {"ready": [], "after": {}}
    after = {tile_name(tile): _told(view, _without(view.concealed, tile), unseen) for tile in sorted(discards)}
    return {"ready": [], "after": {name: found for name, found in after.items() if found}}


def _told(view: SeatView, concealed: tuple[Kind, ...], unseen: Sequence[int]) -> list[Wait]:
    melds = view.melds[view.seat]
    found = totals_of_waits(view.rules, view.wild, view.bonus_kind, view.wind, concealed, melds, view.bonus[view.seat])
    return [{"tile": tile_name(tile), "left": max(0, unseen[tile]), "total": total} for tile, total in found]


@lru_cache(maxsize=8_192)
def totals_of_waits(
    rules: Rules,
    wild: Kind,
    bonus_kind: Kind,
    wind: int,
    concealed: tuple[Kind, ...],
    melds: tuple[Meld, ...],
    bonus: int,
) -> tuple[tuple[Kind, int | None], ...]:
    """Each kind that completes a hand at rest, with the 胡 of a win on a discard of it (a wild: by self-draw).

    None in place of the 胡 where there are more than MOST_SCORED readings to count.
    """
    tiles = waits(concealed, len(melds), wild, bonus_kind)
    if len(tiles) * (1 + concealed.count(wild)) > MOST_SCORED:
        return tuple((tile, None) for tile in tiles)
    totals = []
    for tile in tiles:
        win = WinInfo(tile=tile, by="self_draw" if tile == wild else "discard")
        score = score_winner(rules, wild, wind, tuple(sorted((*concealed, tile))), melds, bonus, win)
        assert score is not None, "a wait completes the hand"
        totals.append((tile, score.total))
    return tuple(totals)


def _seen(view: SeatView) -> list[int]:
    """How many of each kind this seat has seen: its own, what lies open, and the turned-up wild tile."""
    tiles = [*view.concealed, view.wild]
    for seat in range(4):
        tiles.extend(view.rivers[seat])
        tiles.extend(tile for meld in view.melds[seat] for tile in meld.tiles)
        tiles.extend([view.bonus_kind] * view.bonus[seat])
    return counts(tiles)


def _without(concealed: tuple[Kind, ...], tile: Kind) -> tuple[Kind, ...]:
    place = concealed.index(tile)
    return concealed[:place] + concealed[place + 1 :]
