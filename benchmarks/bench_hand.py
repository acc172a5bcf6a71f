"""Looking at a hand, beside the libraries of other mahjongs: does it win, what is it worth, what does it wait for.

    python benchmarks/bench_hand.py [HANDS [ROUNDS]]

Each library gets hands of its own game, made the same way (17 tiles here, 14 there): sets and a pair, half of them
spoiled by one tile for the win check; wilds (here alone) stand for up to three of the tiles. Everything goes through
the library's public Python functions, with tiles in the form it asks for. Prints JSON: rates per CPU second, our rate
divided by each peer's in the same round, versions. A peer that is not installed is left out and named.
"""

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from benchmarks.measure import Job, beside, in_turns, show  # noqa: E402
from games.engine.decompose import is_winning, waits, wilds_needed  # noqa: E402
from games.engine.distance import nearer, tiles_missing  # noqa: E402
from games.engine.hand_table import pack  # noqa: E402
from games.engine.rules import preset  # noqa: E402
from games.engine.scoring import WinInfo, score_winner  # noqa: E402
from games.engine.tiles import KINDS, NAMES, WHITE  # noqa: E402

HANDS = 4_000
ROUNDS = 5
SEED = 20_261_130
EAST_WIND = 0


@dataclass(frozen=True)
class Hand:
    """Concealed tiles, sorted, the winning tile among them."""

    tiles: tuple[int, ...]
    wild: int
    winning: int


def complete(chance: Random, sets: int) -> list[int]:
    """So many sets and a pair, at most four of a kind."""
    while True:
        tiles = [kind for kind in [chance.choice(KINDS)] for _ in range(2)]
        for _ in range(sets):
            first = chance.randrange(34)
            row = first < 27 and first % 9 < 7 and chance.random() < 0.65
            tiles += [first, first + 1, first + 2] if row else [first] * 3
        if max(map(tiles.count, tiles)) <= 4:
            return tiles


def winners(count: int, sets: int, wilds: bool) -> list[Hand]:
    """Winning hands; with `wilds` each has none to three of them, in turn. The bonus kind is 白板, as with most wilds."""
    chance = Random(SEED + sets)
    hands: list[Hand] = []
    while len(hands) < count:
        tiles = complete(chance, sets)
        wild = chance.choice([kind for kind in KINDS if kind not in tiles and kind != WHITE])
        if wilds:
            if WHITE in tiles:
                continue
            for place in chance.sample(range(len(tiles)), len(hands) % 4):
                tiles[place] = wild
        hands.append(Hand(tuple(sorted(tiles)), wild, chance.choice(tiles)))
    return hands


def half_spoiled(hands: Sequence[Hand]) -> list[Hand]:
    """Every other one with a tile exchanged, so that most of those no longer win."""
    chance = Random(SEED)
    spoiled = []
    for number, hand in enumerate(hands):
        tiles = list(hand.tiles)
        if number % 2:
            tiles[chance.randrange(len(tiles))] = chance.choice([kind for kind in KINDS if tiles.count(kind) < 4])
        spoiled.append(Hand(tuple(sorted(tiles)), hand.wild, hand.winning))
    return spoiled


def resting(hand: Hand) -> tuple[int, ...]:
    """One tile less: what waits."""
    place = hand.tiles.index(hand.winning)
    return hand.tiles[:place] + hand.tiles[place + 1 :]


def counted(tiles: Sequence[int]) -> list[int]:
    return [tiles.count(kind) for kind in KINDS]


def numbered(tiles: Sequence[int]) -> list[int]:
    """Tiles as the riichi libraries number them: 0-135, four of each kind side by side."""
    return [4 * kind + tiles[:place].count(kind) for place, kind in enumerate(tiles)]


def named(tiles: Sequence[int]) -> tuple[str, ...]:
    """Tiles as PyMahjongGB names them: W, T, B for the suits, F and J for honours."""
    return tuple(
        "FFFFJJJ"[kind - 27] + str((1, 2, 3, 4, 3, 2, 1)[kind - 27])
        if kind >= 27
        else "WTB"[kind // 9] + NAMES[kind][0]
        for kind in tiles
    )


def every(look: Callable[..., Any], asked: Sequence[tuple[Any, ...]]) -> Job:
    """A job that asks `look` everything in `asked`."""

    def job() -> int:
        for question in asked:
            look(*question)
        return len(asked)

    return job


def ours(hands: Sequence[Hand]) -> dict[str, Job]:
    rules = preset("platform")
    return {
        "win check": every(is_winning, [(hand.tiles, 0, hand.wild) for hand in half_spoiled(hands)]),
        "win check, hand kept packed": every(
            lambda packed, wilds: wilds_needed(packed) <= wilds,
            [(pack(naturals(hand.tiles, hand.wild)), hand.tiles.count(hand.wild)) for hand in half_spoiled(hands)],
        ),
        "full score": every(
            score_winner,
            [(rules, hand.wild, EAST_WIND, hand.tiles, (), 0, WinInfo(hand.winning, "self_draw")) for hand in hands],
        ),
        "waits": every(waits, [(resting(hand), 0, hand.wild, WHITE) for hand in hands]),
        "tiles to win": every(
            lambda tiles: tiles_missing(pack(tiles), 5), [(naturals(resting(hand), hand.wild),) for hand in hands]
        ),
        "tiles that bring it nearer": every(
            lambda tiles: nearer(pack(tiles), 5), [(naturals(resting(hand), hand.wild),) for hand in hands]
        ),
    }


def naturals(tiles: Sequence[int], wild: int) -> tuple[int, ...]:
    return tuple(kind for kind in tiles if kind != wild)


def of_mahjong(hands: Sequence[Hand]) -> dict[str, Job]:
    from mahjong.agari import Agari
    from mahjong.hand_calculating.hand import HandCalculator
    from mahjong.hand_calculating.hand_config import HandConfig
    from mahjong.shanten import Shanten

    config = HandConfig(is_tsumo=True)

    def score(tiles: list[int], winning: int) -> None:
        HandCalculator.estimate_hand_value(tiles, winning, config=config)

    shanten = every(Shanten.calculate_shanten, [(counted(resting(hand)),) for hand in hands])
    agari = every(Agari.is_agari, [(counted(hand.tiles),) for hand in half_spoiled(hands)])
    return {
        "win check": agari,
        "win check, hand kept packed": agari,
        "full score": every(score, [scored(hand) for hand in hands]),
        "waits": shanten,
        "tiles to win": shanten,
        "tiles that bring it nearer": shanten,
    }


def scored(hand: Hand) -> tuple[list[int], int]:
    tiles = numbered(hand.tiles)
    return tiles, next(tile for tile in tiles if tile // 4 == hand.winning)


def of_riichienv(hands: Sequence[Hand]) -> dict[str, Job]:
    from riichienv import Conditions, HandEvaluator, calculate_shanten

    conditions = Conditions(tsumo=True)

    def score(tiles: list[int], winning: int) -> None:
        HandEvaluator(tiles).calc(winning, conditions=conditions)

    shanten = every(calculate_shanten, [(numbered(resting(hand)),) for hand in hands])
    return {
        "full score": every(score, [scored(hand) for hand in hands]),
        "waits": every(lambda tiles: HandEvaluator(tiles).get_waits(), [(numbered(resting(hand)),) for hand in hands]),
        "tiles to win": shanten,
        "tiles that bring it nearer": shanten,
    }


def of_gb(hands: Sequence[Hand]) -> dict[str, Job]:
    from MahjongGB import MahjongFanCalculator, MahjongShanten

    def score(tiles: tuple[str, ...], winning: str) -> None:
        MahjongFanCalculator((), tiles, winning, 0, True, False, False, False, 0, 0)

    shanten = every(MahjongShanten, [((), named(resting(hand))) for hand in hands])
    return {
        "full score": every(score, [(named(resting(hand)), named([hand.winning])[0]) for hand in hands]),
        "waits": shanten,
        "tiles to win": shanten,
        "tiles that bring it nearer": shanten,
    }


PEERS = {"mahjong": of_mahjong, "riichienv": of_riichienv, "MahjongGB": of_gb}


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else HANDS
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else ROUNDS
    their_hands = winners(count, sets=4, wilds=False)
    jobs = {"yuhuan": ours(winners(count, sets=5, wilds=True))}
    jobs |= {name: make(their_hands) for name, make in PEERS.items() if find_spec(name)}
    figures = {
        what: beside(in_turns({name: own[what] for name, own in jobs.items() if what in own}, rounds), "yuhuan")
        for what in jobs["yuhuan"]
    }
    show(
        {
            "hands a round": count,
            "rounds": rounds,
            "missing": [name for name in PEERS if not find_spec(name)],
            **figures,
        },
        "mahjong",
        "riichienv",
        "PyMahjongGB",
    )


if __name__ == "__main__":
    main()
