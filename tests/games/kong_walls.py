"""Walls with the same public history up to an added kong; with one of them somebody could rob it, with the other nobody."""

import random
from typing import Final

from games.engine.play import Entry
from games.engine.tiles import TILE_COUNT, Kind, parse_tile, parse_tiles
from games.engine.wall import DEALER_EXTRA, LIVE_START, WILD_POSITION

DICE: Final = ((1, 2), (3, 4))
KONG: Final = {"type": "kong_added", "tile": "5m"}
ROBBER: Final = 2
READY: Final = "111222333444p55p34m"
"""Wins with 5m."""
UNREADY: Final = "111222333444p55p39m"
DEALER_KEEPS: Final = "55m2s"
DRAWN: Final = ("5m", "3s", "4s", "6s", "5m")
"""Seat 1 throws the first, which the dealer pongs; 1, 2 and 3 throw what they draw, then the dealer has the fourth."""


def wall(robbable: bool, chance: random.Random) -> tuple[Kind, ...]:
    """A full wall whose deal leads to the added kong of `history`."""
    fixed = {**_hand(ROBBER, READY if robbable else UNREADY), **_hand(0, DEALER_KEEPS)}
    fixed |= {DEALER_EXTRA: parse_tile("1s"), WILD_POSITION: parse_tile("9s")}
    fixed |= {LIVE_START + at: parse_tile(tile) for at, tile in enumerate(DRAWN)}
    rest = [kind for kind in range(34) for _ in range(4)]
    for kind in fixed.values():
        rest.remove(kind)
    chance.shuffle(rest)
    # Bonus and wild tiles last, so that they are dealt to nobody, and no 4m to be ready with.
    last = parse_tiles("5z9s4m")
    rest.sort(key=lambda kind: kind in last)
    free = iter(rest)
    return tuple(fixed[place] if place in fixed else next(free) for place in range(TILE_COUNT))


def _hand(seat: int, tiles: str) -> dict[int, Kind]:
    """Where the dealer's (0) or another seat's first tiles lie."""
    places = [place for place in range(DEALER_EXTRA) if place // 4 % 4 == seat]
    return dict(zip(places, parse_tiles(tiles), strict=False))


def history() -> list[Entry]:
    """From the deal to the dealer's turn with the fourth 5m, everybody else passing by silence."""
    said: list[tuple[int, str, str | None]] = [
        (0, "discard", "1s"), (1, "discard", "5m"), (0, "pong", None), (0, "discard", "2s"),
        (1, "discard", "3s"), (2, "discard", "4s"), (3, "discard", "6s"),
    ]  # fmt: skip
    entries = [Entry(None, "deal")]
    for seat, kind, tile in said:
        entries.append(Entry(seat, "act", {"type": kind} | ({"tile": tile} if tile else {}), len(entries)))
        if (seat, tile) != (1, "5m"):
            entries.append(Entry(None, "close", {}, len(entries)))
    return entries
