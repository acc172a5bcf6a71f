"""RULES.md §3.1, §3.5: concealed, added and robbed kongs."""

import pytest

from games.engine.actions import IllegalAction
from games.engine.claims import claimants, is_settled
from games.engine.tiles import tile_name, write_tiles
from tests.engine.stacking import stacked

DEALER = "1m4m7m1p4p7p1s4s7s1z2z3z4z6z7z2m"
WINS_ON_5M = "4m6m1p2p3p4p5p6p7p8p9p1s2s3s7z7z"
FOURS = "5m5m5m5m1m4p7p1s4s7s1z2z3z4z6z7z"


def konger(**choices):
    """Seat 1 has ponged 5m and holds the fourth; it is to discard 9s and comes round again. Wild 8m."""
    hand = {0: DEALER + "5m", 1: "5m5m5m1m2p4p7p8p1s4s6s1z2z3z6z9s"}
    return stacked(hand, wild="8m", **choices).play("0 discard 5m", "1 pong", "1 discard 9s").pass_round(3)


def test_four_equal_tiles_may_be_konged_concealed():
    table = stacked({0: FOURS + "9s"}, back="8p")
    assert table.may(0)[0] == "kong_concealed 5m"
    table.play("0 kong_concealed 5m")
    assert table.melds(0) == ["kong_concealed 5m5m5m5m"]
    assert table.state.seats[0].melds[0].from_seat is None
    assert table.said_events() == ["0 kong kong_concealed 5m", "0 draw 8p"]
    assert (table.state.phase, table.state.turn, table.state.left) == ("act", 0, 69)
    assert (table.state.konged, table.state.replacement) == (True, True)


def test_three_and_a_wild_are_no_kong():
    table = stacked({0: "5m5m5m8m" + FOURS[8:] + "9s"}, wild="8m")
    assert not any(choice.startswith("kong") for choice in table.may(0))


def test_a_concealed_kong_cannot_be_robbed():
    table = stacked({0: FOURS + "9s", 1: WINS_ON_5M}).play("0 kong_concealed 5m")
    assert table.state.phase == "act"
    assert table.may(1) == []


def test_after_a_kong_another_may_follow():
    table = stacked({0: "5m5m5m5m6p6p6p" + FOURS[14:] + "6p"}, back="8p9s").play("0 kong_concealed 5m")
    assert table.may(0)[0] == "kong_concealed 6p"
    table.play("0 kong_concealed 6p")
    assert len(table.state.seats[0].concealed) == 11
    assert table.state.left == 68


def test_a_kongs_replacement_may_be_a_bonus_tile():
    table = stacked({0: FOURS + "9s"}, back="5z8p").play("0 kong_concealed 5m")
    assert table.said_events() == ["0 kong kong_concealed 5m", "0 draw 5z", "0 bonus 5z", "0 draw 8p"]


def test_the_fourth_tile_may_be_added_on_any_later_turn():
    """It was in the hand when the pong was made, and is not the tile just drawn."""
    table = konger()
    assert tile_name(table.state.drawn) != "5m"
    assert "kong_added 5m" in table.may(1)


def test_the_fourth_tile_may_not_be_added_in_the_turn_of_the_pong():
    hand = {0: DEALER + "5m", 1: "5m5m5m1m2p4p7p8p1s4s6s1z2z3z6z9s"}
    with pytest.raises(IllegalAction):
        stacked(hand, wild="8m").play("0 discard 5m", "1 pong", "1 kong_added 5m")


def test_an_added_kong_waits_for_robbers_then_draws_from_the_back():
    table = konger(back="8p").play("1 kong_added 5m")
    assert (table.state.phase, table.state.turn, table.state.last.type) == ("rob", 1, "kong_added")
    assert table.said_events() == ["1 kong kong_added 5m"]
    assert [table.may(seat) for seat in range(4)] == [["pass"], [], ["pass"], ["pass"]]
    table.close()
    assert table.melds(1) == ["kong_added 5m5m5m5m"]
    assert table.state.seats[1].melds[0].from_seat == 0
    assert table.said_events() == ["1 draw 8p"]
    assert (table.state.phase, table.state.turn, table.state.replacement) == ("act", 1, True)


def test_a_chow_of_the_kind_is_nothing_to_add_to():
    hand = {0: DEALER + "6m", 1: "5m5m7m1m2p4p7p8p1s4s6s1z2z3z6z9s"}
    table = stacked(hand, wild="8m").play("0 discard 6m", "1 chow 5m7m", "1 discard 9s").pass_round(3)
    assert not any(choice.startswith("kong") for choice in table.may(1))


def test_a_robbed_meld_stays_a_pong_and_the_konger_draws_nothing():
    table = konger().holding(3, WINS_ON_5M)
    left = table.state.left
    table.play("1 kong_added 5m")
    assert table.may(3) == ["win", "pass"]
    table.play("3 win")
    result = table.state.result
    assert (result.winner, result.from_seat, result.by) == (3, 1, "rob_kong")
    assert table.melds(1) == ["pong 5m5m5m"]
    assert "5m" not in table.hand(1)
    assert "5m" in write_tiles(result.hands[3])
    assert table.state.left == left


def test_the_first_robber_counter_clockwise_wins():
    table = konger().holding(3, WINS_ON_5M).holding(0, WINS_ON_5M).play("1 kong_added 5m")
    assert claimants(table.state) == {0, 3}
    table.answer("0 win")
    assert not is_settled(table.state)
    assert is_settled(table.answer("3 win").state)
    assert table.close().state.result.winner == 3


def test_robbing_is_always_a_tai():
    table = konger().holding(3, WINS_ON_5M).play("1 kong_added 5m", "3 win")
    assert "rob_kong" in [item.key for item in table.state.result.scores[3].tai_items]


def test_an_added_kong_is_not_ponged_or_chowed():
    table = konger().holding(2, "3m4m" + DEALER[4:]).play("1 kong_added 5m")
    assert table.may(2) == ["pass"]
