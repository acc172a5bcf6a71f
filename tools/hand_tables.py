"""Generate games/engine/data/hand_tables.bin, the tables behind `games.engine.hand_table`.

    python tools/hand_tables.py

For every way to hold 0-4 of each kind of a suit (5^9) or of the honours (5^7) one byte names a row; a row says how
many tiles are missing for s sets, and for s sets and a pair, s = 0..5, and how few wilds complete the suit as it
stands. The counts are read kind by kind; two beginnings are the same state of an automaton when no later tile can
tell them apart, which leaves a few thousand states instead of millions of hands.
"""

import zlib
from pathlib import Path

SETS = 6
"""Numbers of sets a row knows: 0 to 5."""
MISSING = 31
"""More tiles than are ever missing."""
NEVER = 15
"""No number of wilds from 0 to 3 completes the suit."""
OUT = Path(__file__).resolve().parent.parent / "games" / "engine" / "data" / "hand_tables.bin"

# One state of the reading: chows begun here, chows begun one kind before, sets so far, pairs so far. Three equal
# chows demand the tiles of three triplets, and three triplets never share a kind: two of each are enough.
STATES = [
    (here, before, sets, pair) for here in range(3) for before in range(3) for sets in range(SETS) for pair in range(2)
]
PLACE = {state: place for place, state in enumerate(STATES)}


def transitions(chows: bool) -> list[dict[int, int]]:
    """For each state, the states that follow after one more kind, and the tiles of that kind they demand."""
    result: list[dict[int, int]] = []
    for here, before, sets, pair in STATES:
        follows: dict[int, int] = {}
        for triplets in range(3):
            for begun in range(3 if chows else 1):
                for pairs in range(2 - pair):
                    if sets + triplets + begun < SETS:
                        place = PLACE[begun, here, sets + triplets + begun, pair + pairs]
                        demand = here + before + begun + 3 * triplets + 2 * pairs
                        follows[place] = min(demand, follows.get(place, MISSING))
        result.append(follows)
    return result


def after(vector: bytes, follows: list[dict[int, int]], held: int) -> bytes:
    """The fewest missing tiles of every state once one more kind, `held` times, has been read."""
    result = [MISSING] * len(vector)
    for place, missing in enumerate(vector):
        if missing < MISSING:
            for target, demand in follows[place].items():
                result[target] = min(result[target], missing + max(0, demand - held))
    return bytes(result)


def automaton(kinds: int, chows: bool) -> tuple[list[list[list[int]]], list[bytes]]:
    """The edges of each level (state -> five states), and the vectors of the last level."""
    start = bytearray([MISSING] * len(STATES))
    start[PLACE[0, 0, 0, 0]] = 0
    level = {bytes(start): 0}
    edges: list[list[list[int]]] = []
    for kind in range(kinds):
        follows = transitions(chows and kind <= kinds - 3)
        following: dict[bytes, int] = {}
        edges.append(
            [
                [following.setdefault(after(vector, follows, held), len(following)) for held in range(5)]
                for vector in level
            ]
        )
        level = following
    return edges, list(level)


def flat(edges: list[list[list[int]]], last: list[bytes]) -> bytes:
    """The automaton unrolled: one byte a hand, in base-5 order, the first kind most significant."""
    blocks = last
    for level in reversed(edges):
        blocks = [b"".join(blocks[target] for target in row) for row in level]
    return blocks[0]


def distances(vector: bytes) -> bytes:
    """Missing tiles for s sets without and with a pair, s = 0..5: twelve numbers."""
    return bytes(vector[PLACE[0, 0, sets, pair]] for sets in range(SETS) for pair in range(2))


def fewest_wilds(row: bytes, tiles: int, pair: int) -> int:
    """How few wilds make sets (and the pair) of exactly these tiles."""
    for wilds in range(4):
        sets, rest = divmod(tiles + wilds - 2 * pair, 3)
        if 0 <= sets < SETS and not rest and row[2 * sets + pair] <= wilds:
            return wilds
    return NEVER


def named_rows(kinds: int, chows: bool, rows: dict[bytes, int]) -> bytes:
    """The table of one suit; rows not seen before are added to `rows`."""
    edges, vectors = automaton(kinds, chows)
    shapes = [distances(vector) for vector in vectors]
    places = flat(edges, [bytes([place]) for place in range(len(shapes))])
    tile_counts = [0]
    for _ in range(kinds):
        tile_counts = [tiles + held for tiles in tile_counts for held in range(5)]
    table = bytearray()
    for place, tiles in zip(places, tile_counts, strict=True):
        shape = shapes[place]
        row = shape + bytes((fewest_wilds(shape, tiles, 0), fewest_wilds(shape, tiles, 1)))
        table.append(rows.setdefault(row, len(rows)))
    return bytes(table)


def generate() -> bytes:
    """The file: number of rows, rows, honours table, suit table; compressed."""
    rows: dict[bytes, int] = {}
    suit = named_rows(9, True, rows)
    honours = named_rows(7, False, rows)
    return zlib.compress(bytes([len(rows)]) + b"".join(rows) + honours + suit, 9)


if __name__ == "__main__":
    OUT.parent.mkdir(exist_ok=True)
    OUT.write_bytes(generate())
    print(f"{OUT}: {OUT.stat().st_size} bytes")
