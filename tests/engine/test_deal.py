"""RULES.md §2: dice, wall, deal, wild, bonus tiles."""

import pytest

from games.engine.rules import preset
from games.engine.table import start
from games.engine.tiles import parse_tile, tile_name, write_tiles
from tests.engine.stacking import Table, stack_wall, stacked

DICE = ((1, 2), (3, 4))


@pytest.mark.parametrize("dealer", range(4))
def test_the_dealer_gets_four_tiles_a_round_and_one_more(dealer):
    wall = stack_wall({}, wild="9p")
    state, _ = start(preset("platform"), wall, dealer, DICE)
    rounds = [tile for turn in range(4) for tile in wall[16 * turn : 16 * turn + 4]]
    assert state.seats[dealer].concealed == tuple(sorted([*rounds, wall[64]]))
    following = [tile for turn in range(4) for tile in wall[16 * turn + 4 : 16 * turn + 8]]
    assert state.seats[(dealer + 1) % 4].concealed == tuple(sorted(following))
    assert [len(seat.concealed) for seat in state.seats] == [17 if seat == dealer else 16 for seat in range(4)]


def test_the_dealer_acts_first_and_seventy_tiles_are_live():
    table = stacked({}, dealer=2)
    assert (table.state.phase, table.state.turn, table.state.left) == ("act", 2, 70)
    assert [table.may(seat) for seat in (0, 1, 3)] == [[], [], []]


def test_the_tile_after_the_deal_is_wild_and_never_drawn():
    table = stacked({}, wild="3p")
    assert tile_name(table.state.wild) == "3p"
    assert table.state.wall[65] == parse_tile("3p")
    assert table.state.front == 66
    assert table.state.back == 136


@pytest.mark.parametrize(("wild", "bonus"), [("9p", "5z"), ("7z", "5z"), ("5z", "7z")])
def test_white_is_the_bonus_kind_unless_it_is_wild(wild, bonus):
    assert tile_name(stacked({}, wild=wild).state.bonus_kind) == bonus


def test_dealt_bonus_tiles_are_laid_out_and_replaced_from_the_back():
    table = stacked({0: "5z123m456m789m123s456s7s"}, back="9s")
    assert table.state.seats[0].bonus == 1
    assert table.hand(0) == "1m2m3m4m5m6m7m8m9m1s2s3s4s5s6s7s9s"
    assert (table.state.front, table.state.back, table.state.left) == (66, 135, 69)


def test_east_lays_out_all_before_south_starts():
    """East's replacement is a bonus tile again, and is replaced before South's turn comes."""
    hands = {0: "5z123m456m789m123s456s7s", 1: "5z123m456m789m1234p55p"}
    table = stacked(hands, back="5z1z2z")
    assert table.state.seats[0].bonus == 2
    assert "1z" in table.hand(0)
    assert table.state.seats[1].bonus == 1
    assert "2z" in table.hand(1)


def test_the_order_of_replacing_follows_the_dealer():
    hands = {3: "5z123m456m789m123s456s7s", 0: "5z123m456m789m1234p55p"}
    table = stacked(hands, back="1z2z", dealer=3)
    assert "1z" in table.hand(3)
    assert "2z" in table.hand(0)


def test_several_bonus_tiles_of_one_seat_are_laid_out_together():
    table = stacked({1: "555z1z23m456m789m123s4s"}, back="2z3z4z")
    assert table.said_events() == [
        "dice", "0 deal",
        "1 bonus 5z", "1 bonus 5z", "1 bonus 5z", "1 draw 2z", "1 draw 3z", "1 draw 4z",
    ]  # fmt: skip
    assert table.state.seats[1].bonus == 3


def test_the_dealers_seventeenth_tile_is_replaced_too():
    table = stacked({0: "1z123m456m789m123s456s5z"}, back="9s")
    assert table.state.seats[0].bonus == 1
    assert tile_name(table.state.drawn) == "9s"
    assert len(table.state.seats[0].concealed) == 17


def test_red_is_replaced_when_white_is_wild():
    table = stacked({0: "7z123m456m789m123s456s5z"}, wild="5z", back="9s")
    assert table.state.seats[0].bonus == 1
    assert "5z" in table.hand(0)


def test_a_wall_of_records_starts_the_same_hand_twice():
    wall = stack_wall({0: "5z123m456m789m123s456s7s"}, back="9s")
    assert start(preset("folk"), wall, 0, DICE) == start(preset("folk"), wall, 0, DICE)
    assert write_tiles(Table(*start(preset("folk"), wall, 0, DICE)).state.wall) == write_tiles(wall)
