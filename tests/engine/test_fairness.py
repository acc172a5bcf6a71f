"""RECORD.md `yuhuan-fair/1`: the published vector, and what the scheme refuses."""

import json
from collections import Counter
from pathlib import Path

import pytest

from games.engine.fairness import MalformedSeed, Stream, commitment, fair_deal, is_client_seed
from games.engine.tiles import write_tiles
from games.engine.wall import break_position, break_wall, second_roller, wild_of

VECTOR = json.loads((Path(__file__).parent.parent / "data" / "fairness-vector.json").read_text())
SEED = bytes.fromhex(VECTOR["server_seed"])
NO_SEEDS = ["", "", "", ""]


def test_the_published_vector_gives_its_commitment_dice_and_wall():
    dice, wall = fair_deal(SEED, VECTOR["table"], int(VECTOR["hand"]), VECTOR["client_seeds"])
    assert commitment(SEED, VECTOR["table"], int(VECTOR["hand"])) == VECTOR["commitment"]
    assert [list(roll) for roll in dice] == VECTOR["dice"]
    assert write_tiles(wall) == VECTOR["wall"]


def test_every_wall_holds_four_of_each_kind():
    for hand in range(50):
        _, wall = fair_deal(SEED, "t1", hand, NO_SEEDS)
        assert Counter(wall) == dict.fromkeys(range(34), 4)


def test_each_part_of_the_seed_changes_the_wall():
    walls = {
        fair_deal(SEED, "t1", 1, NO_SEEDS)[1],
        fair_deal(bytes(32), "t1", 1, NO_SEEDS)[1],
        fair_deal(SEED, "t2", 1, NO_SEEDS)[1],
        fair_deal(SEED, "t1", 2, NO_SEEDS)[1],
        fair_deal(SEED, "t1", 1, ["", "", "", "0"])[1],
        fair_deal(SEED, "t1", 1, ["0", "", "", ""])[1],
    }
    assert len(walls) == 6


def test_uniform_numbers_stay_in_range_and_reach_every_value():
    stream = Stream(SEED)
    assert {stream.uniform(6) for _ in range(200)} == set(range(6))
    assert {stream.uniform(1) for _ in range(5)} == {0}


@pytest.mark.parametrize("text", ["A", "0g", "0" * 65, " ", None, "0\n", 7])
def test_a_client_seed_that_is_not_lower_case_hex_is_refused(text):
    assert not is_client_seed(text)
    with pytest.raises(MalformedSeed, match="client_seeds"):
        fair_deal(SEED, "t1", 1, ["", "", "", text])


@pytest.mark.parametrize(
    ("field", "parts"),
    [
        ("server_seed", (b"short", "t1", 1)),
        ("table", (SEED, "a|b", 1)),
        ("table", (SEED, "桌", 1)),
        ("table", (SEED, "", 1)),
        ("hand", (SEED, "t1", -1)),
        ("hand", (SEED, "t1", "1")),
    ],
)
def test_a_malformed_part_is_refused_by_name(field, parts):
    with pytest.raises(MalformedSeed, match=field):
        commitment(*parts)


@pytest.mark.parametrize(
    ("dice", "roller", "position"),
    [
        (((1, 1), (1, 1)), 1, 34 * 3 + 8),
        (((3, 1), (1, 1)), 3, 34 * 1 + 12),
        (((2, 3), (1, 1)), 0, 14),
        (((6, 6), (6, 6)), 3, 34 + 48),
        (((5, 5), (6, 6)), 1, (34 * 3 + 44) % 136),
    ],
)
def test_the_wall_is_broken_on_the_second_rollers_side(dice, roller, position):
    assert second_roller(0, dice) == roller
    assert break_position(dice) == position
    wall = break_wall(range(136), dice)
    assert wall[0] == position
    assert wall[135] == (position - 1) % 136
    assert wild_of(wall) == wall[65]
