"""A second scorer, slow and plain, written straight from RULES.md §4-§7.

It shares nothing with the engine but the names of tiles. It tries every kind for every wild, every way to cut the
tiles into sets and a pair, and every place for the winning tile, and adds each reading up from the beginning.
"""

from itertools import combinations_with_replacement

from games.engine.tiles import parse_tile, parse_tiles

WHITE, GREEN, RED = 31, 32, 33
PRESETS = {
    "platform": {
        "max_tai": 4,
        "cap": 400,
        "loser_base": 0,
        "full_flush_tai": 3,
        "half_flush_tai": 2,
        "all_triplets_tai": 2,
        "wild_tai": [1, 0, 1, 4],
    },
    "classic": {
        "max_tai": 4,
        "cap": 400,
        "loser_base": 0,
        "full_flush_tai": 3,
        "half_flush_tai": 2,
        "all_triplets_tai": 2,
        "wild_tai": [1, 0, 1, 4],
    },
    "folk": {
        "max_tai": 5,
        "cap": 400,
        "loser_base": 0,
        "full_flush_tai": 2,
        "half_flush_tai": 2,
        "all_triplets_tai": 2,
        "wild_tai": [1, 0, 1, 3],
    },
}


def slow_score(query):
    """The sums of the scoring interface's answer: win, base, tai, raw_tai, total."""
    rules = PRESETS[query["rules"]] | query.get("overrides", {})
    wild = parse_tile(query["wild"])
    own_wind = 27 + "ESWN".index(query["seat"])
    concealed = list(parse_tiles(query["concealed"]))
    melds = [(meld["type"], list(parse_tiles(meld["tiles"]))) for meld in query["melds"]]
    if query["win"] is None:
        base, tai = of_a_loser(rules, wild, own_wind, concealed, melds, query["bonus"])
        return answer(rules, False, base, tai, None)
    best = None
    for sets, pair, stood_for in all_readings(concealed, wild, 5 - len(melds)):
        for place, wait in winning_places(sets, pair, concealed, wild, stood_for, query["win"]):
            base, tai = of_a_reading(rules, wild, own_wind, concealed, melds, query, sets, pair, place, wait)
            known = answer(rules, True, base, tai, query["win"].get("first"))
            worth = (answer(rules, True, base, tai, None)["total"], tai, base)
            if best is None or worth > best[0]:
                best = (worth, known)
    return best[1] if best else {"win": False}


def answer(rules, win, base, raw_tai, first):
    tai = min(raw_tai, rules["max_tai"])
    product = base * 2**tai
    rounded = product if product % 10 == 0 else product + 10 - product % 10
    total = rules["cap"] if first or rounded > rules["cap"] else rounded
    return {"win": win, "base": base, "tai": tai, "raw_tai": raw_tai, "total": total}


def all_readings(concealed, wild, sets):
    """(sets, pair, what the wilds stand for), each a list of kinds; every one there is."""
    naturals = [kind for kind in concealed if kind != wild]
    wilds = len(concealed) - len(naturals)
    bonus = RED if wild == WHITE else WHITE
    allowed = [kind for kind in range(34) if kind != bonus]
    for stood_for in combinations_with_replacement(allowed, wilds):
        tiles = sorted([*naturals, *stood_for])
        if not might_win(tiles):
            continue
        for pair in sorted(set(tiles)):
            if tiles.count(pair) >= 2:
                rest = list(tiles)
                rest.remove(pair)
                rest.remove(pair)
                for cut in cuts(rest):
                    assert len(cut) == sets
                    yield cut, pair, list(stood_for)


def might_win(tiles):
    """Every suit holds a multiple of three, but the one with the pair. (Only to save time.)"""
    remainders = sorted(sum(kind // 9 == suit for kind in tiles) % 3 for suit in range(4))
    return remainders == [0, 0, 0, 2]


def cuts(tiles):
    """Every way to cut sorted tiles into triplets and chows."""
    if not tiles:
        yield []
        return
    first = tiles[0]
    if tiles[:3] == [first] * 3:
        for rest in cuts(tiles[3:]):
            yield [[first] * 3, *rest]
    chow = [first, first + 1, first + 2]
    if first < 27 and first % 9 <= 6 and chow[1] in tiles and chow[2] in tiles:
        rest_tiles = list(tiles)
        for kind in chow:
            rest_tiles.remove(kind)
        for rest in cuts(rest_tiles):
            yield [chow, *rest]


def winning_places(sets, pair, concealed, wild, stood_for, win):
    """(index of the set or "pair", wait) of every place where the winning tile may lie."""
    if win["tile"] is None:
        may_be = set(range(34))
    elif parse_tile(win["tile"]) == wild:
        may_be = set(stood_for)
    else:
        may_be = {parse_tile(win["tile"])}
    if pair in may_be:
        yield "pair", "single"
    for index, group in enumerate(sets):
        if group[0] == group[1]:
            if group[0] in may_be:
                yield index, "pairs"
            continue
        number = group[0] % 9 + 1
        for position, kind in enumerate(group):
            if kind in may_be:
                if position == 1:
                    yield index, "middle"
                elif (number, position) in ((1, 2), (7, 0)):
                    yield index, "edge"
                else:
                    yield index, "open"


def of_a_reading(rules, wild, own_wind, concealed, melds, query, sets, pair, place, wait):
    win = query["win"]
    claimed = win["by"] in ("discard", "rob_kong")
    base = 20 + 4 * query["bonus"]
    tai = query["bonus"]
    groups = [(kind, tiles) for kind, tiles in melds]
    for index, group in enumerate(sets):
        if group[0] != group[1]:
            groups.append(("chow", group))
        else:
            groups.append(("pong" if index == place and claimed else "hidden", group))
    for kind, tiles in groups:
        base += worth_of(kind, tiles[0])
        tai += tai_of(kind, tiles[0], own_wind)
    if pair in (GREEN, RED, own_wind):
        base += 2
    if not claimed:
        base += 2
    if wait in ("middle", "edge", "single"):
        base += 2
    tai += tai_of_the_win(win) + tai_of_the_shape(rules, groups, pair, wait)
    tai += rules["wild_tai"][concealed.count(wild)]
    return base, tai


def tai_of_the_win(win):
    tai = 0
    if win["by"] == "self_draw" and win.get("replacement") and win.get("first") != "heaven":
        tai += 1
    if win["by"] == "rob_kong" or (win["by"] == "discard" and win.get("pong_fourth")):
        tai += 1
    return tai


def tai_of_the_shape(rules, groups, pair, wait):
    tai = 0
    chows = sum(kind == "chow" for kind, _ in groups)
    if chows == 5 and wait == "open":
        tai += 1
    if chows == 0:
        tai += rules["all_triplets_tai"]
    every = [kind for _, tiles in groups for kind in tiles] + [pair]
    suits = {kind // 9 for kind in every if kind < 27}
    honours = any(kind >= 27 for kind in every)
    if len(suits) == 1 and not honours:
        tai += rules["full_flush_tai"]
    elif len(suits) <= 1:
        tai += rules["half_flush_tai"]
    return tai


def of_a_loser(rules, wild, own_wind, concealed, melds, bonus):
    base, tai = rules["loser_base"] + 4 * bonus, bonus
    groups = [(kind, tiles[0]) for kind, tiles in melds]
    for kind in range(34):
        held = concealed.count(kind) if kind != wild else 0
        if held >= 3:
            groups.append(("hidden", kind))
        if held == 2 and kind in (GREEN, RED, own_wind):
            base += 2
    for shape, kind in groups:
        base += worth_of(shape, kind)
        tai += tai_of(shape, kind, own_wind)
    return base, tai


def worth_of(shape, kind):
    dear = kind >= 27 or kind % 9 in (0, 8)
    return {
        "chow": (0, 0),
        "pong": (2, 4),
        "hidden": (4, 8),
        "kong_open": (8, 16),
        "kong_added": (8, 16),
        "kong_concealed": (16, 32),
    }[shape][dear]


def tai_of(shape, kind, own_wind):
    return int(shape != "chow" and kind in (GREEN, RED, own_wind))
