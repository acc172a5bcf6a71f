"""The generated tables of hand shapes (tools/hand_tables.py): one byte for every way to hold the tiles of a suit.

A hand without its wilds is packed into one number: four base-5 numbers side by side, three suits and the honours.
Adding a tile is adding `UNIT_OF[kind]`.
"""

import zlib
from collections.abc import Sequence
from operator import itemgetter
from pathlib import Path
from typing import Final, NamedTuple

from games.engine.tiles import KINDS, Kind

SETS: Final = 6
"""A row knows the distances of 0 to 5 sets."""
_DIGITS: Final = 9
_HONOUR_DIGITS: Final = 7
_TO_DIGITS: Final = b"01234".ljust(256)
SHIFT: Final = 21
"""Bits of a packed hand that a suit takes."""
MASK: Final = (1 << SHIFT) - 1


class Row(NamedTuple):
    """What one suit's natural tiles are good for.

    `distances[2 * sets + pair]`: tiles missing for so many sets, without and with a pair. `fewest` and
    `fewest_with_pair`: how few wilds complete all its tiles to sets, and to sets and the pair; above three where
    three are not enough.
    """

    distances: tuple[int, ...]
    fewest: int
    fewest_with_pair: int


def _unit(kind: Kind) -> int:
    suit, place = divmod(kind, 9)
    digits = _HONOUR_DIGITS if suit == 3 else _DIGITS
    return int(5 ** (digits - 1 - place)) << (SHIFT * suit)


UNIT_OF: Final = tuple(_unit(kind) for kind in KINDS)


def pack(naturals: Sequence[Kind]) -> int:
    """The packed number of a hand's natural tiles, at most four of a kind."""
    if len(naturals) < 2:
        return sum([UNIT_OF[kind] for kind in naturals])
    return sum(itemgetter(*naturals)(UNIT_OF))  # all units in one step: half the time of one after another


def _load() -> tuple[tuple[Row, ...], bytes, bytes]:
    data = zlib.decompress((Path(__file__).parent / "data" / "hand_tables.bin").read_bytes())
    width = 2 * SETS + 2
    count = data[0]
    rows = tuple(
        Row(tuple(data[at : at + 2 * SETS]), data[at + 2 * SETS], data[at + 2 * SETS + 1])
        for at in range(1, 1 + count * width, width)
    )
    honours_at = 1 + count * width
    suits_at = honours_at + 5**_HONOUR_DIGITS
    return rows, data[honours_at:suits_at], data[suits_at:]


ROWS, _HONOUR_TABLE, _SUIT_TABLE = _load()


def mapped(values: bytes) -> tuple[bytes, bytes]:
    """The tables of a suit and of the honours by base-5 number, with `values[row]` in place of each row's place."""
    exchange = values.ljust(256)
    return _SUIT_TABLE.translate(exchange), _HONOUR_TABLE.translate(exchange)


def suit_counts(key: int, honours: bool) -> tuple[int, ...]:
    """How many tiles of each kind a suit's base-5 number stands for: nine of them, or seven for the honours."""
    digits = _HONOUR_DIGITS if honours else _DIGITS
    return tuple(key // 5**place % 5 for place in reversed(range(digits)))


def suit_row(naturals: Sequence[int]) -> Row:
    """The row of one suit given as counts: nine of them, or seven for the honours."""
    table = _SUIT_TABLE if len(naturals) == _DIGITS else _HONOUR_TABLE
    return ROWS[table[int(bytes(naturals).translate(_TO_DIGITS), 5)]]


def suit_keys(packed: int) -> tuple[int, int, int, int]:
    """The four base-5 numbers of a packed hand."""
    return packed & MASK, packed >> SHIFT & MASK, packed >> 2 * SHIFT & MASK, packed >> 3 * SHIFT


def key_row(key: int, honours: bool) -> Row:
    """The row of one suit given as its base-5 number."""
    return ROWS[(_HONOUR_TABLE if honours else _SUIT_TABLE)[key]]
