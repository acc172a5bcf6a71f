"""The search for the reading that scores highest (RULES.md §4), suit by suit.

For each way to share out the wilds and the pair, every suit offers its groupings, reduced to the most base for each
combination of what tai depend on. Folding the four suits together keeps, again, only the most base for each
combination: more base never lowers a total.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from games.engine.hand_table import key_row, suit_counts, suit_keys
from games.engine.readings import Group, Grouping, SuitCounts, groupings
from games.engine.score import Wait
from games.engine.tariff import WAIT_HU, pair_hu, set_hu, set_tai_key
from games.engine.tiles import Kind

SUIT_STARTS: Final = (0, 9, 18, 27)
HONOUR_SUIT: Final = 3
_STARTS_ENDS: Final = ((0, 9), (9, 18), (18, 27), (27, 34))
_CLOSED_WAITS: Final = frozenset({"middle", "edge", "pair"})

Traits = int
"""What tai depend on, of a part of the hand: a bit for each trait and each suit present, the tai of its sets above."""
CHOWS, TRIPLETS, PLACED, OPEN_WAIT = 1, 2, 4, 8
SUIT_BITS: Final = (16, 32, 64, 128)
SUITS, HONOURS = 16 + 32 + 64, 128
TAI: Final = 256
"""One tai. Adding parts joins what lies below it and adds the rest."""
_BITS: Final = TAI - 1


class Winning(NamedTuple):
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


class Option(NamedTuple):
    """One way to read a suit: its traits and base, its groups, and where in it the winning tile lies."""

    traits: Traits
    base: int
    grouping: Grouping
    placement: Placement | None


class _Part(NamedTuple):
    """The most base for some traits: what was there before, and the option of the last suit."""

    base: int
    before: "_Part | None"
    option: Option | None


def wait_of(group: Group, kind: int) -> Wait:
    """The wait that this kind (within the suit) completed in the group."""
    if group.shape != "chow":
        return "pair" if group.shape == "pair" else "triplet"
    position = kind - group.first
    if position == 1:
        return "middle"
    return "edge" if (group.first, position) in ((0, 2), (6, 0)) else "open"


def best_reading(
    packed: int,
    wilds: int,
    wind: int,
    bonus_kind: Kind,
    winning: Winning,
    laid_out: tuple[Traits, int],
    value: Callable[[Traits, int], tuple[int, int, int]],
) -> tuple[Traits, tuple[Option, ...]] | None:
    """The reading of greatest `value(traits, base)`, an option for each suit; None when the hand does not win.

    `packed` are the concealed natural tiles without the wild kind; `laid_out` the traits and base that the hand has
    whatever the reading.
    """
    keys = suit_keys(packed)
    contexts = _contexts(wind, bonus_kind, winning)
    found: dict[Traits, _Part] = {}
    for plan in _plans(keys, wilds):
        parts = {laid_out[0]: _Part(laid_out[1], None, None)}
        for key, (used, pair), context in zip(keys, plan, contexts, strict=True):
            parts = _fold(parts, _options(key, used, pair, context))
        for traits, part in parts.items():
            known = found.get(traits)
            if traits & PLACED and (known is None or part.base > known.base):
                found[traits] = part
    if not found:
        return None
    traits, part = max(found.items(), key=lambda item: value(item[0], item[1].base))
    return traits, _options_of(part)


def _options_of(part: _Part) -> tuple[Option, ...]:
    options: list[Option] = []
    at: _Part | None = part
    while at is not None and at.option is not None:
        options.append(at.option)
        at = at.before
    return tuple(reversed(options))


def _plans(keys: Sequence[int], wilds: int) -> Iterator[tuple[tuple[int, bool], ...]]:
    """Every way to give each suit its wilds and one suit the pair, such that all suits can be completed."""
    rows = [key_row(key, suit == HONOUR_SUIT) for suit, key in enumerate(keys)]
    plain = sum([row.fewest for row in rows])
    for paired, row in enumerate(rows):
        spare = wilds - plain + row.fewest - row.fewest_with_pair
        if spare < 0:
            continue
        least = [row.fewest_with_pair if suit == paired else row.fewest for suit, row in enumerate(rows)]
        # Beyond the fewest, wilds complete a suit in threes: one more set. Three wilds may go to any one suit.
        for extra in range(len(rows)) if spare else (None,):
            yield tuple([(used + 3 * (suit == extra), suit == paired) for suit, used in enumerate(least)])


class _Context(NamedTuple):
    """What a suit needs to know to value its groupings. `bit`: the suit's own among the traits."""

    bit: int
    honours: bool
    wind: int
    barred: int | None
    winning_kind: int | None
    winning_wild: bool
    winning_any: bool
    claimed: bool


@lru_cache(maxsize=1 << 12)
def _contexts(wind: int, bonus_kind: Kind, winning: Winning) -> tuple[_Context, ...]:
    return tuple(_context(suit, wind, bonus_kind, winning) for suit in range(len(SUIT_STARTS)))


def _context(suit: int, wind: int, bonus_kind: Kind, winning: Winning) -> _Context:
    start, end = _STARTS_ENDS[suit]
    honours = suit == HONOUR_SUIT
    here = winning.kind is not None and start <= winning.kind < end
    return _Context(
        SUIT_BITS[suit],
        honours,
        wind if honours else 0,
        bonus_kind - start if honours else None,
        winning.kind - start if winning.kind is not None and here else None,
        winning.wild,
        winning.kind is None and not winning.wild,
        winning.claimed,
    )


def _fold(parts: dict[Traits, _Part], options: tuple[Option, ...]) -> dict[Traits, _Part]:
    """Every part with every option of one more suit; the winning tile lies in one of them at most."""
    folded: dict[Traits, _Part] = {}
    for traits, part in parts.items():
        for option in options:
            more = option.traits
            if traits & more & PLACED:
                continue
            both = (traits | more) & _BITS | (traits & ~_BITS) + (more & ~_BITS)
            base = part.base + option.base
            known = folded.get(both)
            if known is None or base > known.base:
                folded[both] = _Part(base, part, option)
    return folded


@lru_cache(maxsize=1 << 15)
def _options(key: int, wilds: int, pair: bool, context: _Context) -> tuple[Option, ...]:
    """A suit's groupings and placements of the winning tile, the most base for each combination of traits."""
    naturals = suit_counts(key, context.honours)
    best: dict[Traits, Option] = {}
    for grouping in groupings(naturals, wilds, pair, context.barred):
        for option in _placed_options(grouping, naturals, context):
            known = best.get(option.traits)
            if known is None or option.base > known.base:
                best[option.traits] = option
    return tuple(best.values())


def _placed_options(grouping: Grouping, naturals: SuitCounts, context: _Context) -> Iterator[Option]:
    """The grouping without the winning tile, and with it in every group where it may lie."""
    start = SUIT_STARTS[HONOUR_SUIT] if context.honours else 0
    equal = [group.first for group in grouping if group.shape == "triplet"]
    traits = context.bit if grouping else 0
    traits |= CHOWS if any(group.shape == "chow" for group in grouping) else 0
    traits |= TRIPLETS if equal else 0
    traits += TAI * sum(set_tai_key(start + kind, context.wind) is not None for kind in equal)
    base = sum(set_hu("triplet", start + kind) for kind in equal)
    base += sum(pair_hu(start + group.first, context.wind) for group in grouping if group.shape == "pair")
    yield Option(traits, base, grouping, None)
    for place, group in enumerate(grouping):
        for kind in sorted(set(group.kinds)):
            if _may_win(kind, grouping, naturals, context):
                wait = wait_of(group, kind)
                won = base + (WAIT_HU if wait in _CLOSED_WAITS else 0)
                if wait == "triplet" and context.claimed:
                    won -= set_hu("triplet", start + kind) - set_hu("pong", start + kind)
                placed = traits | PLACED | (OPEN_WAIT if wait == "open" else 0)
                yield Option(placed, won, grouping, Placement(place, kind, wait))


def _may_win(kind: int, grouping: Grouping, naturals: SuitCounts, context: _Context) -> bool:
    """Whether the winning tile may stand for this kind: it is natural, or a wild fills one of them."""
    if context.winning_any or kind == context.winning_kind:
        return True
    return context.winning_wild and sum(group.kinds.count(kind) for group in grouping) > naturals[kind]
