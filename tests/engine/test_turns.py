"""RULES.md §3.1, §3.2, §3.4: a seat's own turn."""

import pytest

from games.engine.actions import Action, IllegalAction
from games.engine.legal import default_action, legal_actions
from games.engine.table import apply, close_window
from games.engine.tiles import parse_tile, tile_name
from tests.engine.stacking import stacked, words

QUIET = "1m4m7m1p4p7p1s4s7s1z2z3z4z6z7z2m"
"""Sixteen tiles that nothing fits."""


def test_after_a_passed_discard_the_next_seat_draws_from_the_front():
    table = stacked({0: QUIET + "9s"}, front="5s").play("0 discard 9s").close()
    assert table.said_events() == ["1 draw 5s"]
    assert (table.state.phase, table.state.turn, tile_name(table.state.drawn)) == ("act", 1, "5s")
    assert len(table.state.seats[1].concealed) == 17


def test_a_drawn_bonus_tile_is_laid_out_and_replaced_repeatedly():
    table = stacked({0: QUIET + "9s"}, front="5z", back="5z8s").play("0 discard 9s").close()
    assert table.said_events() == ["1 draw 5z", "1 bonus 5z", "1 draw 5z", "1 bonus 5z", "1 draw 8s"]
    assert table.state.seats[1].bonus == 2
    assert tile_name(table.state.drawn) == "8s"
    assert (table.state.front, table.state.back) == (67, 134)


def test_a_turn_offers_one_discard_a_kind_in_order_and_no_wild():
    table = stacked({0: "1m1m2m2m9p4p7p1s4s7s1z2z3z4z6z7z9p"}, wild="9p")
    assert table.may(0) == [
        f"discard {tile}" for tile in ("1m", "2m", "4p", "7p", "1s", "4s", "7s", "1z", "2z", "3z", "4z", "6z", "7z")
    ]


def test_a_wild_tile_cannot_be_discarded():
    table = stacked({0: "9p" + QUIET}, wild="9p")
    with pytest.raises(IllegalAction):
        table.play("0 discard 9p")


def test_a_tile_that_is_not_held_cannot_be_discarded():
    with pytest.raises(IllegalAction):
        stacked({0: QUIET + "9s"}).play("0 discard 8s")


@pytest.mark.parametrize("seat", [1, 2, 3])
def test_nobody_acts_out_of_turn(seat):
    table = stacked({0: QUIET + "9s"})
    tile = tile_name(table.state.seats[seat].concealed[0])
    with pytest.raises(IllegalAction):
        table.play(f"{seat} discard {tile}")


@pytest.mark.parametrize("seat", [-1, 4, None, "0", 0.0, True])
def test_there_are_four_seats(seat):
    state = stacked({0: QUIET + "9s"}).state
    assert legal_actions(state, seat) == ()
    with pytest.raises(IllegalAction):
        apply(state, Action(seat, "discard", tile=parse_tile("9s")))


def test_passing_is_no_way_to_spend_a_turn():
    with pytest.raises(IllegalAction):
        stacked({0: QUIET + "9s"}).play("0 pass")


def test_there_is_no_window_to_close_during_a_turn():
    with pytest.raises(IllegalAction, match="no window"):
        close_window(stacked({0: QUIET + "9s"}).state)


def test_a_seat_with_only_wild_tiles_after_a_draw_must_win():
    four = ("pong 1z1z1z", "pong 2z2z2z", "chow 1s2s3s", "chow 4s5s6s", "chow 7s8s9s")
    table = stacked({0: QUIET + "9s"}, wild="9p", front="9p").play("0 discard 9s").holding(1, "9p", *four).close()
    assert table.may(1) == ["win"]
    assert words(default_action(table.state)) == "win"
    assert table.play("1 win").state.result.winner == 1


def test_the_default_throws_the_drawn_tile():
    table = stacked({0: QUIET + "9s"}, front="5s").play("0 discard 9s").close()
    assert words(default_action(table.state)) == "discard 5s"


def test_the_default_throws_the_highest_tile_when_a_wild_was_drawn():
    table = stacked({0: QUIET + "9s", 1: "2m3m5m6m8m9m2p3p5p6p8p2s3s5s8s8s"}, front="9p").play("0 discard 9s").close()
    assert words(default_action(table.state)) == "discard 8s"


def test_the_default_throws_the_highest_tile_after_a_claim():
    table = stacked({0: QUIET + "9s", 2: "9s9s2m3m5m6m8m9m2p3p5p6p8p2s3s5s"}).play("0 discard 9s", "2 pong")
    assert table.state.drawn is None
    assert words(default_action(table.state)) == "discard 5s"


def test_the_default_is_asked_for_on_a_turn_only():
    with pytest.raises(IllegalAction):
        default_action(stacked({0: QUIET + "9s"}).play("0 discard 9s").state)


def test_a_discard_lies_in_the_river_until_it_is_claimed():
    table = stacked({0: QUIET + "9s", 2: "9s9s2m3m5m6m8m9m2p3p5p6p8p2s3s5s"}).play("0 discard 9s")
    assert table.river(0) == "9s"
    assert (table.state.last.seat, tile_name(table.state.last.tile), table.state.last.type) == (0, "9s", "discard")
    table.play("2 pong")
    assert table.river(0) == ""
    assert table.state.last is None


@pytest.mark.parametrize("claim", ["1 pong", "1 chow 7s8s"])
def test_after_a_chow_or_pong_the_seat_may_only_discard(claim):
    """It holds four equal tiles and wins with what it holds, yet may do neither now."""
    table = stacked(
        {0: QUIET + "9s", 1: "7s8s9s9s2p2p2p2p3m3m3m5m6m7m8m8m"}, front="4s"
    ).play("0 discard 9s", claim)  # fmt: skip
    assert all(choice.startswith("discard") for choice in table.may(1))
    table.play(f"1 {table.may(1)[0]}").pass_round(3)
    assert any(choice == "kong_concealed 2p" for choice in table.may(1))


def test_a_claimed_kind_may_be_discarded_at_once():
    table = stacked({0: QUIET + "9s", 1: "7s8s9s2p2p3p4p6p3m3m3m5m6m7m8m8m"}).play("0 discard 9s", "1 chow 7s8s")
    assert "discard 9s" in table.may(1)


def test_an_illegal_action_leaves_the_state_as_it_was():
    table = stacked({0: QUIET + "9s"})
    before = hash(table.state)
    with pytest.raises(IllegalAction):
        apply(table.state, Action(0, "kong_added", tile=parse_tile("9s")))
    assert hash(table.state) == before
