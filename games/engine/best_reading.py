"""The search for the reading that scores highest (RULES.md §4), suit by suit.

For each way to share out the wilds and the pair, every suit offers its groupings, reduced to the most base for each
combination of what tai depend on. Folding the four suits together keeps, again, only the most base for each
combination: more base never lowers a total.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from games.engine.hand_table import suit_row
from games.engine.readings import Group, Grouping, SuitCounts, groupings
from games.engine.score import Wait
from games.engine.tariff import WAIT_HU, pair_hu, set_hu, set_tai_key
from games.engine.tiles import Kind

SUIT_STARTS: Final = (0, 9, 18, 27)
HONOUR_SUIT: Final = 3
HONOUR_BIT: Final = 1 << HONOUR_SUIT
_STARTS_ENDS: Final = ((0, 9), (9, 18), (18, 27), (27, 34))
_CLOSED_WAITS: Final = frozenset({"middle", "edge", "pair"})


@dataclass(frozen=True, slots=True)
class Winning:
    """Which tile may be the winning one: a natural `kind`, a wild, or (both None and False) any of the hand.

    `claimed`: it came from another seat, so that a triplet it completes counts as an exposed pong.
    """

    kind: Kind | None
    wild: bool
    claimed: bool


class Placement(NamedTuple):
    """The winning tile lies in this group of the suit, standing for this kind (within the suit)."""

    group: int
    kind: int
    wait: Wait


class Traits(NamedTuple):
    """What tai depend on, of a part of the hand. `suits` has bit 0-2 for each suit present, bit 3 for honours."""

    chows: bool = False
    triplets: bool = False
    tai: int = 0
    placed: bool = False
    open_wait: bool = False
    suits: int = 0


class Part(NamedTuple):
    """The most base for some traits, and one grouping per suit that gives it."""

    base: int
    groupings: tuple[Grouping, ...]
    placement: Placement | None
    placed_suit: int


def wait_of(group: Group, kind: int) -> Wait:
    """The wait that this kind (within the suit) completed in the group."""
    if group.shape != "chow":
        return "pair" if group.shape == "pair" else "triplet"
    position = kind - group.first
    if position == 1:
        return "middle"
    return "edge" if (group.first, position) in ((0, 2), (6, 0)) else "open"


def best_reading(
    counts: list[int],
    wilds: int,
    wind: int,
    bonus_kind: Kind,
    winning: Winning,
    laid_out: tuple[Traits, int],
    value: Callable[[Traits, int], tuple[int, int, int]],
) -> tuple[Traits, Part] | None:
    """The reading of greatest `value(traits, base)`, None when the hand does not win.

    `counts` are the concealed natural tiles without the wild kind; `laid_out` the traits and base that the hand
    has whatever the reading.
    """
    suits = tuple(tuple(counts[start:end]) for start, end in _STARTS_ENDS)
    contexts = tuple(_Context.of(suit, wind, bonus_kind, winning) for suit in range(len(suits)))
    found: dict[Traits, Part] = {}
    for plan in _plans(suits, wilds):
        parts = {laid_out[0]: Part(laid_out[1], (), None, 0)}
        for suit, (used, pair) in enumerate(plan):
            present = 1 << suit if used or any(suits[suit]) else 0
            parts = _fold(parts, suit, present, _options(suits[suit], used, pair, contexts[suit]))
        for traits, part in parts.items():
            if traits.placed:
                _keep(found, traits, part)
    return max(found.items(), key=lambda item: value(item[0], item[1].base), default=None)


def _plans(suits: Sequence[SuitCounts], wilds: int) -> Iterator[tuple[tuple[int, bool], ...]]:
    """Every way to give each suit its wilds and one suit the pair, such that all suits can be completed."""
    rows = [suit_row(naturals) for naturals in suits]
    plain = sum(row.fewest for row in rows)
    for paired, row in enumerate(rows):
        spare = wilds - plain + row.fewest - row.fewest_with_pair
        if spare < 0:
            continue
        least = [row.fewest_with_pair if suit == paired else row.fewest for suit, row in enumerate(rows)]
        # Beyond the fewest, wilds complete a suit in threes: one more set. Three wilds may go to any one suit.
        for extra in range(len(rows)) if spare else (None,):
            yield tuple((used + 3 * (suit == extra), suit == paired) for suit, used in enumerate(least))


class _Context(NamedTuple):
    """What a suit needs to know to value its groupings."""

    honours: bool
    wind: int
    barred: int | None
    winning_kind: int | None
    winning_wild: bool
    winning_any: bool
    claimed: bool

    @classmethod
    def of(cls, suit: int, wind: int, bonus_kind: Kind, winning: Winning) -> "_Context":
        start, end = _STARTS_ENDS[suit]
        honours = suit == HONOUR_SUIT
        here = winning.kind is not None and start <= winning.kind < end
        return cls(
            honours,
            wind if honours else 0,
            bonus_kind - start if honours else None,
            winning.kind - start if winning.kind is not None and here else None,
            winning.wild,
            winning.kind is None and not winning.wild,
            winning.claimed,
        )


class _Option(NamedTuple):
    chows: bool
    triplets: bool
    tai: int
    placed: bool
    open_wait: bool
    base: int
    grouping: Grouping
    placement: Placement | None


def _fold(parts: dict[Traits, Part], suit: int, present: int, options: tuple[_Option, ...]) -> dict[Traits, Part]:
    """Every part with every option of one more suit; `present` is the suit's bit, 0 when it holds no tile."""
    folded: dict[Traits, Part] = {}
    for (chows, triplets, tai, placed, open_wait, suits), part in parts.items():
        for option in options:
            if placed and option.placed:
                continue
            traits = Traits(
                chows or option.chows,
                triplets or option.triplets,
                tai + option.tai,
                placed or option.placed,
                open_wait or option.open_wait,
                suits | present,
            )
            where = (option.placement, suit) if option.placed else (part.placement, part.placed_suit)
            _keep(folded, traits, Part(part.base + option.base, (*part.groupings, option.grouping), *where))
    return folded


def _keep(parts: dict[Traits, Part], traits: Traits, part: Part) -> None:
    known = parts.get(traits)
    if known is None or part.base > known.base:
        parts[traits] = part


@lru_cache(maxsize=1 << 14)
def _options(naturals: SuitCounts, wilds: int, pair: bool, context: _Context) -> tuple[_Option, ...]:
    """A suit's groupings and placements of the winning tile, the most base for each combination of traits."""
    best: dict[tuple[bool, bool, int, bool, bool], _Option] = {}
    for grouping in groupings(naturals, wilds, pair, context.barred):
        for option in _placed_options(grouping, naturals, context):
            known = best.get(option[:5])
            if known is None or option.base > known.base:
                best[option[:5]] = option
    return tuple(best.values())


def _placed_options(grouping: Grouping, naturals: SuitCounts, context: _Context) -> Iterator[_Option]:
    """The grouping without the winning tile, and with it in every group where it may lie."""
    start = SUIT_STARTS[HONOUR_SUIT] if context.honours else 0
    chows = any(group.shape == "chow" for group in grouping)
    equal = [group.first for group in grouping if group.shape == "triplet"]
    tai = sum(set_tai_key(start + kind, context.wind) is not None for kind in equal)
    base = sum(set_hu("triplet", start + kind) for kind in equal)
    base += sum(pair_hu(start + group.first, context.wind) for group in grouping if group.shape == "pair")
    yield _Option(chows, bool(equal), tai, False, False, base, grouping, None)
    for place, group in enumerate(grouping):
        for kind in sorted(set(group.kinds)):
            if _may_win(kind, grouping, naturals, context):
                wait = wait_of(group, kind)
                won = base + (WAIT_HU if wait in _CLOSED_WAITS else 0)
                if wait == "triplet" and context.claimed:
                    won -= set_hu("triplet", start + kind) - set_hu("pong", start + kind)
                yield _Option(
                    chows, bool(equal), tai, True, wait == "open", won, grouping, Placement(place, kind, wait)
                )


def _may_win(kind: int, grouping: Grouping, naturals: SuitCounts, context: _Context) -> bool:
    """Whether the winning tile may stand for this kind: it is natural, or a wild fills one of them."""
    if context.winning_any or kind == context.winning_kind:
        return True
    return context.winning_wild and sum(group.kinds.count(kind) for group in grouping) > naturals[kind]
