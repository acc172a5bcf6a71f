"""Random scoring queries that are legal hands, from a seed: most of them win, many in several ways."""

from collections import Counter
from random import Random

from games.engine.tiles import write_tiles

KONGS = ("kong_open", "kong_added", "kong_concealed")


def query_from(seed, wins=True):
    """A query of the scoring interface. Hands lean towards few kinds, so that readings compete."""
    random = Random(seed)
    while True:
        query = _attempt(random, wins)
        if query is not None:
            return query


def _attempt(random, wins):
    wild = random.randrange(34)
    bonus_kind = 33 if wild == 31 else 31
    palette = _palette(random, wild, bonus_kind)
    held = Counter({wild: 1})
    melds = []
    for _ in range(random.choice((0, 0, 0, 1, 1, 2, 3, 4, 5))):
        meld = _meld(random, palette, held)
        if meld is None:
            return None
        melds.append(meld)
    concealed = _winning_tiles(random, palette, 5 - len(melds)) if wins or random.random() < 0.7 else None
    size = 3 * (5 - len(melds)) + 2
    if concealed is None:
        concealed = [random.choice(palette) for _ in range(size)]
    for place in random.sample(range(size), min(size, random.choice((0, 0, 1, 1, 2, 2, 3)))):
        concealed[place] = wild
    held.update(concealed)
    if any(count > 4 for count in held.values()):
        return None
    random.shuffle(concealed)
    won = wins or random.random() < 0.3
    seat = random.choice("ESWN")
    return {
        "rules": random.choice(("platform", "classic", "folk")),
        "wild": write_tiles([wild]),
        "seat": seat,
        "concealed": write_tiles(concealed if won else concealed[1:]),
        "melds": [{"type": shape, "tiles": write_tiles(tiles)} for shape, tiles in melds],
        "bonus": random.choice((0, 0, 0, 1, 2, 3, 4)),
        "win": _win(random, concealed, wild, seat if not melds else None) if won else None,
    } | ({"overrides": _overrides(random)} if random.random() < 0.3 else {})


def _palette(random, wild, bonus_kind):
    suits = [range(0, 9), range(9, 18), range(18, 27), range(27, 34)]
    low = random.randrange(4)
    chosen = random.choice(
        (suits[0], suits[1], [*suits[2], *suits[3]], suits[3], range(34), range(low, low + 6), [0, 8, 9, 17, 33, 32])
    )
    return [kind for kind in chosen if kind not in (wild, bonus_kind)]


def _group(random, palette):
    kind = random.choice(palette)
    chow = [kind, kind + 1, kind + 2]
    if random.random() < 0.55 and kind < 27 and kind % 9 <= 6 and all(each in palette for each in chow):
        return chow
    return [kind] * 3


def _winning_tiles(random, palette, sets):
    tiles = [kind for _ in range(sets) for kind in _group(random, palette)]
    return [*tiles, *[random.choice(palette)] * 2]


def _meld(random, palette, held):
    tiles = _group(random, palette)
    shape = "chow"
    if tiles[0] == tiles[1]:
        shape = random.choice(("pong", "pong", *KONGS))
        tiles = tiles if shape == "pong" else [tiles[0]] * 4
    held.update(tiles)
    return (shape, tiles) if all(held[kind] <= 4 for kind in tiles) else None


def _win(random, concealed, wild, opening_seat):
    tile = random.choice(concealed)
    by = "self_draw" if tile == wild else random.choice(("self_draw", "discard", "rob_kong"))
    win = {
        "tile": write_tiles([tile]),
        "by": by,
        "replacement": random.random() < 0.2,
        "pong_fourth": random.random() < 0.2,
        "first": None,
    }
    if by == "self_draw" and opening_seat == "E" and random.random() < 0.5:
        win |= {"first": "heaven", "tile": random.choice((None, win["tile"]))}
    if by == "discard" and opening_seat in ("S", "W", "N") and random.random() < 0.3:
        win |= {"first": "earth"}
    return win


def _overrides(random):
    whole = {name: random.randrange(8) for name in ("max_tai", "full_flush_tai", "half_flush_tai", "all_triplets_tai")}
    fields = whole | {
        "cap": random.choice((100, 400, 1000, 100_000)),
        "loser_base": random.choice((0, 10, 20)),
        "wild_tai": [random.randrange(5) for _ in range(4)],
    }
    return {name: value for name, value in fields.items() if random.random() < 0.4}
