"""The fair wall `yuhuan-fair/1`: anyone can recompute dice and wall from the published seeds (RECORD.md).

The tables of a heat share their walls, `yuhuan-fair/heat-1`: the heat's id stands wherever a table's does, and the
client seeds are empty, since one table's players cannot choose another's wall.
"""

import hashlib
import hmac
import re
from collections.abc import Iterator, Sequence
from typing import Final

from games.engine.tiles import COPIES, KINDS, TILE_COUNT, Kind
from games.engine.wall import Dice, break_wall

SCHEME: Final = "yuhuan-fair/1"
HEAT_SCHEME: Final = "yuhuan-fair/heat-1"
NO_CLIENT_SEEDS: Final = ("", "", "", "")
SERVER_SEED_BYTES: Final = 32
_TABLE: Final = re.compile(r"[A-Za-z0-9_-]+", re.ASCII)
_CLIENT_SEED: Final = re.compile(r"[0-9a-f]{0,64}")


class MalformedSeed(ValueError):
    """A seed, table name or hand number that the scheme does not allow; `field` names which."""

    def __init__(self, field: str, reason: str) -> None:
        super().__init__(f"{field}: {reason}")
        self.field = field


def is_client_seed(text: object) -> bool:
    """Whether a seat may contribute this text: up to 64 hex digits, lower case."""
    return isinstance(text, str) and _CLIENT_SEED.fullmatch(text) is not None


def commitment(server_seed: bytes, table: str, hand: int) -> str:
    """What is published before the players can influence anything: a hex SHA-256. Raises MalformedSeed."""
    _check(server_seed, table, hand)
    return hashlib.sha256(f"{SCHEME}|{table}|{hand}|{server_seed.hex()}".encode("ascii")).hexdigest()


def hand_seed(server_seed: bytes, table: str, hand: int, client_seeds: Sequence[str]) -> bytes:
    """The 32 bytes that decide the hand; client seeds in seat order, `""` for none. Raises MalformedSeed."""
    _check(server_seed, table, hand)
    if len(client_seeds) != 4 or not all(is_client_seed(seed) for seed in client_seeds):
        raise MalformedSeed("client_seeds", "must be four texts of up to 64 lower-case hex digits")
    message = "|".join((table, str(hand), *client_seeds))
    return hmac.new(server_seed, message.encode("ascii"), hashlib.sha256).digest()


class Stream:
    """Uniform numbers from a seed: the blocks SHA-256(seed ‖ k), read as big-endian 32-bit numbers."""

    def __init__(self, seed: bytes) -> None:
        self._numbers = _numbers(seed)

    def uniform(self, n: int) -> int:
        """A number from 0 to n - 1, every one equally likely."""
        limit = n * (2**32 // n)
        while (number := next(self._numbers)) >= limit:
            pass
        return number % n


def fair_deal(server_seed: bytes, table: str, hand: int, client_seeds: Sequence[str]) -> tuple[Dice, tuple[Kind, ...]]:
    """Dice and wall (136 kinds in drawing order) of a hand. Raises MalformedSeed."""
    stream = Stream(hand_seed(server_seed, table, hand, client_seeds))
    first = (1 + stream.uniform(6), 1 + stream.uniform(6))
    dice = (first, (1 + stream.uniform(6), 1 + stream.uniform(6)))
    tiles = [kind for kind in KINDS for _ in range(COPIES)]
    for i in range(TILE_COUNT - 1, 0, -1):
        j = stream.uniform(i + 1)
        tiles[i], tiles[j] = tiles[j], tiles[i]
    return dice, break_wall(tiles, dice)


def _numbers(seed: bytes) -> Iterator[int]:
    block = 0
    while True:
        digest = hashlib.sha256(seed + block.to_bytes(8, "big")).digest()
        for start in range(0, len(digest), 4):
            yield int.from_bytes(digest[start : start + 4], "big")
        block += 1


def _check(server_seed: bytes, table: str, hand: int) -> None:
    if not isinstance(server_seed, bytes) or len(server_seed) != SERVER_SEED_BYTES:
        raise MalformedSeed("server_seed", f"must be {SERVER_SEED_BYTES} bytes")
    if not isinstance(table, str) or not _TABLE.fullmatch(table):
        raise MalformedSeed("table", "must be letters, digits, _ and - only")
    if type(hand) is not int or hand < 0:
        raise MalformedSeed("hand", "must be a whole number")
