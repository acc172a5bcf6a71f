"""How far a hand is from winning, and which tiles bring it nearer, by table.

A part of a hand (one suit, or several) is its profile: the tiles missing for s sets without and with a pair.
"""

from functools import lru_cache

from games.engine.hand_table import SETS, key_row, suit_keys
from games.engine.tiles import COPIES, Kind

Profile = tuple[int, ...]
"""`profile[2 * sets + pair]`: tiles missing, twelve numbers."""

HONOUR_SUIT = 3


def tiles_missing(packed: int, sets: int) -> int:
    """How many tiles a packed hand's natural tiles lack of so many sets and a pair; wilds come off the result.

    A hand with w wilds wins at w, and waits for one tile at w + 1. Any tile may be thrown away on the way, and
    tiles beyond the fourth copy count as well as others.
    """
    a, b, c, honours = suit_keys(packed)
    suits = _together(key_row(a, False).distances, key_row(b, False).distances)
    return _missing(suits, _together(key_row(c, False).distances, key_row(honours, True).distances), sets)


def nearer(packed: int, sets: int) -> tuple[int, tuple[Kind, ...]]:
    """`tiles_missing`, and the kinds of which one more natural tile lowers it."""
    keys = suit_keys(packed)
    a, b, c, d = (key_row(key, suit == HONOUR_SUIT).distances for suit, key in enumerate(keys))
    ab, cd = _together(a, b), _together(c, d)
    missing = _missing(ab, cd, sets)
    kinds: list[Kind] = []
    rests = ((b, cd), (a, cd), (d, ab), (c, ab))
    for suit, (key, (other, others)) in enumerate(zip(keys, rests, strict=True)):
        rest = _together(other, others)
        for profile, drawn in _draws(key, suit == HONOUR_SUIT):
            if _missing(profile, rest, sets) < missing:
                kinds.extend(9 * suit + place for place in drawn)
    return missing, tuple(kinds)


@lru_cache(maxsize=1 << 16)
def _together(first: Profile, second: Profile) -> Profile:
    """The profile of two parts of a hand together."""
    result: list[int] = []
    for sets in range(SETS):
        splits = [(2 * here, 2 * (sets - here)) for here in range(sets + 1)]
        result.append(min(first[i] + second[j] for i, j in splits))
        result.append(min(min(first[i + 1] + second[j], first[i] + second[j + 1]) for i, j in splits))
    return tuple(result)


@lru_cache(maxsize=1 << 16)
def _missing(first: Profile, second: Profile, sets: int) -> int:
    """What both parts together lack of so many sets and a pair."""
    return _together(first, second)[2 * sets + 1]


@lru_cache(maxsize=1 << 15)
def _draws(key: int, honours: bool) -> tuple[tuple[Profile, tuple[int, ...]], ...]:
    """The profiles that one more tile can turn this suit's into, each with the places in the suit that do it."""
    before = key_row(key, honours).distances
    places: dict[Profile, list[int]] = {}
    for place in range(7 if honours else 9):
        unit = 5 ** ((6 if honours else 8) - place)
        if key // unit % 5 < COPIES:
            after = key_row(key + unit, honours).distances
            if after != before:
                places.setdefault(after, []).append(place)
    return tuple((profile, tuple(drawn)) for profile, drawn in places.items())
