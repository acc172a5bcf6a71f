"""The hands one may head for: any that wins, one suit with or without honours, nothing but triplets."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from games.bots.holding import Holding, Seen, lines
from games.bots.outlook import SETS
from games.engine.distance import nearer
from games.engine.hand_table import pack
from games.engine.rules import Rules
from games.engine.scoring import WinInfo, score_winner
from games.engine.tariff import BASE_OF_WINNING, SELF_DRAW_HU
from games.engine.tiles import COPIES, EAST, KINDS, Kind

FAR: Final = 4
"""Concealed tiles that may lie outside a flush for it to be worth a thought."""
_PAIRS_FOR_TRIPLETS: Final = 4
_PONG_EASE: Final = 1.5
"""A tile for a triplet comes from all three others, most tiles for chows from one."""
_ALL_CHOWS: Final = 0.1
"""How often a hand without a second pair or a triplet ends as 平胡: five chows and an open wait."""
_MOST_SCORED: Final = 6
LOOK_AHEAD: Final = 2
"""Two tiles from winning, the wait that is to come counts as well as the tiles that lead to it."""
_USUAL_WAIT: Final = 7.0
"""Live tiles of a wait, on average."""
_NEXT_WEIGHT: Final = 1.0
"""A wait twice as wide as usual counts as twice as many tiles that lead to it."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A hand to head for: what it lacks, the live tiles that help, and its likely total in 胡."""

    name: str
    missing: int
    live: float
    hu: float
    tai: float


def plans(seen: Seen, hand: Holding) -> Iterator[Plan]:
    """Those that are not out of reach; `any` is always among them."""
    held = lines(seen, hand)
    outlook = hand.outlook(seen.unseen)
    winning = BASE_OF_WINNING + SELF_DRAW_HU + held.hu
    tai = held.tai + seen.rules.wild_tai[hand.wilds]
    missing, live = outlook.missing(), float(outlook.live())
    if missing == LOOK_AHEAD:
        live *= (outlook.next_live(tuple(dict.fromkeys(hand.naturals))) / _USUAL_WAIT) ** _NEXT_WEIGHT
    yield Plan("any", missing, live, winning, tai + _all_chows(hand))
    yield from _flushes(seen, hand)
    yield from _triplets(seen, hand, winning, tai)


def waits_total(seen: Seen, hand: Holding) -> float:
    """The mean total of a hand that waits for one tile, over the live tiles it waits for; 0 when none is live."""
    waits = nearer(pack(hand.naturals), SETS - len(hand.melds))[1]
    live = sorted((kind for kind in waits if seen.unseen[kind]), key=lambda kind: -seen.unseen[kind])[:_MOST_SCORED]
    totals = [(seen.unseen[kind], _total(seen, hand, kind)) for kind in live]
    tiles = sum(count for count, _ in totals)
    return sum(count * worth for count, worth in totals) / tiles if tiles else 0.0


def _total(seen: Seen, hand: Holding, tile: Kind) -> int:
    return _scored(seen.rules, seen.wild, seen.wind, seen.bonus, hand, tile)


@lru_cache(maxsize=4_096)
def _scored(rules: Rules, wild: Kind, wind: int, bonus: int, hand: Holding, tile: Kind) -> int:
    concealed = tuple(sorted((*hand.naturals, *(wild,) * hand.wilds, tile)))
    by = "self_draw" if tile == wild else "discard"
    score = score_winner(rules, wild, wind, concealed, hand.melds, bonus, WinInfo(tile, by))
    return 0 if score is None else score.total


def _all_chows(hand: Holding) -> float:
    """The chance of 平胡, worth one tai: no triplet laid out or held, and hardly a second pair."""
    if any(meld.type != "chow" for meld in hand.melds):
        return 0.0
    counts = Counter(hand.naturals).values()
    if any(count >= 3 for count in counts):
        return 0.0
    pairs = sum(count == 2 for count in counts)
    return _ALL_CHOWS / (1 + max(0, pairs - 1))


def _flushes(seen: Seen, hand: Holding) -> Iterator[Plan]:
    suits = {meld.tiles[0] // 9 for meld in hand.melds}
    for suit in range(3):
        if suits - {suit, EAST // 9}:
            continue
        inside = tuple(kind for kind in hand.naturals if kind // 9 in (suit, EAST // 9))
        if len(hand.naturals) - len(inside) > FAR:
            continue
        yield _flush(seen, hand, "half_flush", inside, {suit, EAST // 9}, seen.rules.half_flush_tai)
        pure = tuple(kind for kind in inside if kind < EAST)
        if EAST // 9 not in suits and len(hand.naturals) - len(pure) <= FAR:
            yield _flush(seen, hand, "full_flush", pure, {suit}, seen.rules.full_flush_tai)


def _flush(seen: Seen, hand: Holding, name: str, inside: tuple[Kind, ...], suits: set[int], tai: int) -> Plan:
    part = Holding(inside, hand.wilds, hand.melds)
    live = tuple(seen.unseen[kind] if kind // 9 in suits else 0 for kind in KINDS)
    outlook, held = part.outlook(live), lines(seen, part)
    return Plan(
        name, outlook.missing(), outlook.live(), BASE_OF_WINNING + SELF_DRAW_HU + held.hu,
        held.tai + seen.rules.wild_tai[hand.wilds] + tai,
    )  # fmt: skip


def _triplets(seen: Seen, hand: Holding, winning: float, tai: float) -> Iterator[Plan]:
    if any(meld.type == "chow" for meld in hand.melds):
        return
    counts = Counter(hand.naturals)
    if sum(count >= 2 for count in counts.values()) + hand.wilds + len(hand.melds) < _PAIRS_FOR_TRIPLETS:
        return
    sets = SETS - len(hand.melds)
    best = sorted(counts.values(), reverse=True)
    used = sum(min(count, COPIES - 1) for count in best[:sets]) + sum(min(count, 2) for count in best[sets : sets + 1])
    wanted = (1, 2) if sum(count >= 2 for count in best) <= sets else (2,)
    live = sum(seen.unseen[kind] for kind, count in counts.items() if count in wanted)
    more = 3.0 * sum(count < COPIES - 1 for count in best[:sets])
    missing = 3 * sets + 2 - used - hand.wilds
    yield Plan("all_triplets", missing, live * _PONG_EASE, winning + more, tai + seen.rules.all_triplets_tai)
