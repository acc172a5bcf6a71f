"""A chosen reading spelled out: which tile is a wild, what it stands for, where the winning tile lies."""

from collections.abc import Sequence
from functools import lru_cache

from games.engine.best_reading import HONOUR_SUIT, SUIT_STARTS, Option, Winning
from games.engine.hand_table import suit_counts, suit_keys
from games.engine.melds import Meld
from games.engine.score import Reading, ReadingSet
from games.engine.tiles import Kind


def as_reading(
    options: Sequence[Option], packed: int, held: Sequence[Kind], melds: Sequence[Meld], wild: Kind, winning: Winning
) -> Reading:
    """The reading that a search found: concealed sets first, then the melds.

    `packed` are the concealed natural tiles, `held` all the concealed ones. A wild is put where no natural tile is
    left; the winning tile keeps its place, and is the natural tile wherever both would do.
    """
    sets: list[ReadingSet] = []
    pair: ReadingSet | None = None
    winning_set: int | None = None
    stands_for, wait = None, None
    for suit, (option, key) in enumerate(zip(options, suit_keys(packed), strict=True)):
        here = option.placement
        if here is not None:
            stands_for, wait = SUIT_STARTS[suit] + here.kind, here.wait
        for place, group in enumerate(_spelled(option, suit, key, winning.wild, winning.claimed)):
            if group.shape == "pair":
                pair = group
                continue
            if here is not None and place == here.group:
                winning_set = len(sets)
            sets.append(group)
    if pair is None or stands_for is None or wait is None:
        raise ValueError("a reading needs a pair and a place for the winning tile")
    sets += [ReadingSet(m.type, m.tiles, (False,) * len(m.tiles), m.type == "kong_concealed") for m in melds]
    # The tile that won is a wild when it must be one, otherwise the natural tile itself.
    won = wild if winning.wild or stands_for not in held else stands_for
    return Reading(tuple(sets), pair, won, stands_for, winning_set, wait)


@lru_cache(maxsize=1 << 14)
def _spelled(option: Option, suit: int, key: int, wins_by_wild: bool, claimed: bool) -> tuple[ReadingSet, ...]:
    """A suit's groups with the natural tiles dealt out to them; what remains is filled by wilds."""
    start, here = SUIT_STARTS[suit], option.placement
    wild_slots = _wild_slots(option, suit_counts(key, suit == HONOUR_SUIT), wins_by_wild)
    return tuple(
        ReadingSet(
            group.shape,
            tuple(start + kind for kind in group.kinds),
            tuple((place, index) in wild_slots for index in range(len(group.kinds))),
            not (claimed and group.shape == "triplet" and here is not None and place == here.group),
        )
        for place, group in enumerate(option.grouping)
    )


def _wild_slots(option: Option, naturals: Sequence[int], wins_by_wild: bool) -> set[tuple[int, int]]:
    """The places (group, position) that natural tiles leave to wilds."""
    grouping, here = option.grouping, option.placement
    slots = [(place, index) for place, group in enumerate(grouping) for index in range(len(group.kinds))]
    if here is not None:
        won = (here.group, grouping[here.group].kinds.index(here.kind))
        slots.remove(won)
        # The winning tile is served first when natural and last when a wild.
        slots.insert(len(slots) if wins_by_wild else 0, won)
    left = list(naturals)
    wild_slots: set[tuple[int, int]] = set()
    for place, index in slots:
        kind = grouping[place].kinds[index]
        if left[kind]:
            left[kind] -= 1
        else:
            wild_slots.add((place, index))
    return wild_slots
