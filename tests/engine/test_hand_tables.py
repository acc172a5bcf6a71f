"""The committed tables are what their generator writes, and say what they should."""

import zlib
from itertools import combinations, combinations_with_replacement
from pathlib import Path

import pytest

from games.engine import hand_table
from games.engine.decompose import is_winning, wilds_needed
from games.engine.distance import nearer, tiles_missing
from games.engine.hand_table import pack
from games.engine.tiles import parse_tile, parse_tiles
from tools.hand_tables import generate

DATA = Path(hand_table.__file__).parent / "data" / "hand_tables.bin"


@pytest.mark.slow
def test_the_generator_writes_the_committed_tables():
    assert zlib.decompress(generate()) == zlib.decompress(DATA.read_bytes())


@pytest.mark.parametrize(
    ("naturals", "needed"),
    [
        ("123456m234p678s456s55p", 0),
        ("12456m234p678s456s55p", 1),
        ("1m456m234p678s55p", 2),
        ("19m19p19s1234567z", 4),
        ("", 2),
        ("1m", 1),
        ("1m2m", 3),
        ("1m5m", 3),
        ("1m9p", 3),
        ("1m5m9p", 4),
    ],
)
def test_the_fewest_wilds_that_complete_a_hand(naturals, needed):
    assert wilds_needed(pack(parse_tiles(naturals))) == needed


@pytest.mark.parametrize(
    ("naturals", "sets", "missing"),
    [
        ("123456m234p678s456s55p", 5, 0),
        ("123456m234p678s456s5p", 5, 1),
        ("147m147p147s1234z", 5, 11),
        ("", 5, 17),
        ("", 0, 2),
        ("5m", 0, 1),
        ("55m", 0, 0),
        ("123m", 0, 1),
        ("1111m", 1, 1),
        ("112233m", 2, 2),
        ("11223399m", 2, 0),
    ],
)
def test_the_tiles_missing_for_sets_and_a_pair(naturals, sets, missing):
    assert tiles_missing(pack(parse_tiles(naturals)), sets) == missing


def test_two_tiles_and_three_wilds_always_win():
    wild = parse_tile("9s")
    for kinds in combinations_with_replacement(range(26), 2):
        assert is_winning((wild, wild, wild, *kinds), 4, wild)


def test_three_tiles_and_two_wilds_win_when_two_belong_together():
    wild = parse_tile("9s")
    for kinds in combinations(range(9), 3):
        near = kinds[1] - kinds[0] <= 2 or kinds[2] - kinds[1] <= 2
        assert is_winning((wild, wild, *kinds), 4, wild) == near


def test_a_hand_of_another_size_does_not_win():
    assert not is_winning(parse_tiles("11m"), 4, parse_tile("9s"))
    assert is_winning(parse_tiles("11m"), 5, parse_tile("9s"))


@pytest.mark.parametrize(
    ("naturals", "sets", "kinds"),
    [
        ("123456m234p678s45s55p", 5, "36s"),
        ("123456m234p678s456s5p", 5, "5p"),
        ("11m22m", 1, "12m"),
        ("1111m", 1, ""),
    ],
)
def test_the_tiles_that_bring_a_hand_nearer(naturals, sets, kinds):
    packed = pack(parse_tiles(naturals))
    missing, helpful = nearer(packed, sets)
    assert missing == tiles_missing(packed, sets)
    assert set(parse_tiles(kinds)) <= set(helpful)
    for kind in range(34):
        if parse_tiles(naturals).count(kind) < 4:
            lower = tiles_missing(pack((*parse_tiles(naturals), kind)), sets) < missing
            assert (kind in helpful) == lower
