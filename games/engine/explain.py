"""A chosen reading spelled out: which tile is a wild, what it stands for, where the winning tile lies."""

from collections.abc import Sequence

from games.engine.best_reading import SUIT_STARTS, Part, Placement, Winning
from games.engine.melds import Meld
from games.engine.readings import Grouping
from games.engine.score import Reading, ReadingSet
from games.engine.tiles import Kind


def as_reading(part: Part, naturals: Sequence[int], melds: Sequence[Meld], wild: Kind, winning: Winning) -> Reading:
    """The reading that a search found: concealed sets first, then the melds.

    `naturals` are the counts of the concealed natural tiles. A wild is put where no natural tile is left; the
    winning tile keeps its place, and is the natural tile wherever both would do.
    """
    placement = part.placement
    if placement is None:
        raise ValueError("a reading needs a place for the winning tile")
    sets: list[ReadingSet] = []
    pair: ReadingSet | None = None
    winning_set: int | None = None
    for suit, grouping in enumerate(part.groupings):
        here = placement if suit == part.placed_suit else None
        for place, group in enumerate(_spelled(grouping, SUIT_STARTS[suit], naturals, here, winning)):
            if group.shape == "pair":
                pair = group
                continue
            if here is not None and place == here.group:
                winning_set = len(sets)
            sets.append(group)
    if pair is None:
        raise ValueError("a reading needs a pair")
    sets.extend(ReadingSet(m.type, m.tiles, (False,) * len(m.tiles), m.type == "kong_concealed") for m in melds)
    stands_for = SUIT_STARTS[part.placed_suit] + placement.kind
    return Reading(
        tuple(sets), pair, _physical(stands_for, naturals, wild, winning), stands_for, winning_set, placement.wait
    )


def _spelled(
    grouping: Grouping, start: Kind, naturals: Sequence[int], here: Placement | None, winning: Winning
) -> list[ReadingSet]:
    """A suit's groups with the natural tiles dealt out to them; what remains is filled by wilds."""
    wild_slots = _wild_slots(grouping, start, naturals, here, winning)
    return [
        ReadingSet(
            group.shape,
            tuple([start + kind for kind in group.kinds]),
            tuple([(place, index) in wild_slots for index in range(len(group.kinds))]),
            not (winning.claimed and group.shape == "triplet" and here is not None and place == here.group),
        )
        for place, group in enumerate(grouping)
    ]


def _wild_slots(
    grouping: Grouping, start: Kind, naturals: Sequence[int], here: Placement | None, winning: Winning
) -> set[tuple[int, int]]:
    """The places (group, position) that natural tiles leave to wilds."""
    slots = [(place, index) for place, group in enumerate(grouping) for index in range(len(group.kinds))]
    if len(slots) == sum(naturals[start : start + 9]):
        return set()
    if here is not None:
        won = (here.group, grouping[here.group].kinds.index(here.kind))
        slots.remove(won)
        # The winning tile is served first when natural and last when a wild.
        slots.insert(len(slots) if winning.wild else 0, won)
    left = list(naturals)
    wild_slots: set[tuple[int, int]] = set()
    for place, index in slots:
        kind = start + grouping[place].kinds[index]
        if left[kind]:
            left[kind] -= 1
        else:
            wild_slots.add((place, index))
    return wild_slots


def _physical(stands_for: Kind, naturals: Sequence[int], wild: Kind, winning: Winning) -> Kind:
    """The tile that won: a wild when it must be one, otherwise the natural tile itself."""
    return wild if winning.wild or not naturals[stands_for] else stands_for
