"""RULES.md §3.6, §3.8: the last sixteen tiles, the drawn hand, and who deals next."""

import pytest

from games.engine.actions import IllegalAction
from games.engine.state import NO_ANSWERS
from games.engine.table import next_dealer
from games.engine.tiles import write_tiles
from tests.engine.stacking import Table, stacked

DEALER = "1m4m7m1p4p7p1s4s7s1z2z3z4z6z7z2m"
FOURS = "5m5m5m5m1m4p7p1s4s7s1z2z3z4z6z7z"
WINS_ON_5M = "4m6m1p2p3p4p5p6p7p8p9p1s2s3s7z7z"


def drawn_hand(table: Table) -> None:
    result = table.state.result
    assert table.state.phase == "over"
    assert (result.kind, result.winner, result.from_seat, result.by) == ("draw", None, None, None)
    assert [(score.base, score.tai, score.total) for score in result.scores] == [(0, 0, 0)] * 4
    assert (result.settlement, result.payments, result.liable) == ((0, 0, 0, 0), (), False)
    assert table.said_events()[-1] == "end draw"


def test_the_hand_is_drawn_when_a_tile_must_be_drawn_at_sixteen():
    table = stacked({}).run_down(17)
    assert table.state.phase == "act"
    table.pass_round()
    assert table.state.left == 16
    table.pass_round()
    drawn_hand(table)
    assert table.state.left == 16


def test_fifty_four_tiles_are_drawn():
    table, discards = stacked({}), 0
    while table.state.phase != "over":
        table.pass_round()
        discards += 1
    assert discards == 55
    assert write_tiles(table.state.wall[table.state.front : table.state.back]) == write_tiles(table.state.wall[120:])


def test_the_last_discard_may_still_be_won():
    table = stacked({}).holding(0, DEALER + "5m").holding(3, WINS_ON_5M).with_left(16).play("0 discard 5m")
    assert table.may(3) == ["win", "pass"]
    assert table.play("3 win").state.result.winner == 3


@pytest.mark.parametrize(("seat", "claim"), [(2, "pong"), (1, "chow 4m6m")])
def test_the_last_discard_may_still_be_chowed_or_ponged(seat, claim):
    table = stacked({}).holding(1, "4m6m" + DEALER[4:]).holding(2, "5m5m" + DEALER[4:]).holding(0, DEALER + "5m")
    table.with_left(16).play("0 discard 5m", f"{seat} {claim}")
    assert (table.state.phase, table.state.turn) == ("act", seat)
    drawn_hand(table.pass_round())


def test_the_last_discard_may_not_be_konged():
    table = stacked({}).holding(2, "5m5m5m" + DEALER[6:]).holding(0, DEALER + "5m").with_left(16).play("0 discard 5m")
    assert table.may(2) == ["pong", "pass"]
    with pytest.raises(IllegalAction):
        table.answer("2 kong_open")


@pytest.mark.parametrize("kong", ["kong_concealed 5m", "kong_added 9s"])
def test_no_kong_is_allowed_at_sixteen(kong):
    table = stacked({}).holding(0, "5m5m5m5m" + DEALER[8:] + "9s").with_left(16)
    melds = ["pong 9s9s9s"] if kong == "kong_added 9s" else []
    table.holding(0, "5m5m5m5m" + DEALER[8 + 6 * len(melds) :] + "9s", *melds)
    assert not any(choice.startswith("kong") for choice in table.may(0))
    with pytest.raises(IllegalAction):
        table.play(f"0 {kong}")
    assert f"0 {kong}" in [f"0 {choice}" for choice in table.with_left(17).may(0)]


def test_at_seventeen_a_kong_draws_the_last_tile():
    table = stacked({0: FOURS + "9s"}, back="8p").with_left(17).play("0 kong_concealed 5m")
    assert (table.state.phase, table.state.left) == ("act", 16)
    assert "8p" in table.hand(0)


def test_at_seventeen_a_discard_may_be_konged():
    table = stacked({}).holding(2, "5m5m5m" + DEALER[6:]).holding(0, DEALER + "5m").with_left(17)
    table.play("0 discard 5m", "2 kong_open")
    assert (table.state.phase, table.state.turn, table.state.left) == ("act", 2, 16)


def test_a_bonus_tile_without_a_replacement_stays_laid_out():
    table = stacked({0: FOURS + "9s"}, back="5z").with_left(17).play("0 kong_concealed 5m")
    assert table.said_events() == ["0 kong kong_concealed 5m", "0 draw 5z", "0 bonus 5z", "end draw"]
    assert table.state.seats[0].bonus == 1
    assert len(table.state.seats[0].concealed) == 13
    drawn_hand(table)


def test_a_bonus_tile_drawn_last_from_the_front_ends_the_hand():
    table = stacked({0: DEALER + "9s"}, front="5z").play("0 discard 9s")
    state = table.state
    kept = state.wall[:67] + state.wall[67:83] + state.wall[83:]
    table.state = state.changed(wall=kept, back=83, answers=NO_ANSWERS)
    assert table.state.left == 17
    drawn_hand(table.close())
    assert table.state.seats[1].bonus == 1


def test_nothing_is_possible_once_the_hand_is_over():
    table = stacked({}).with_left(16).pass_round()
    assert [table.may(seat) for seat in range(4)] == [[], [], [], []]


@pytest.mark.parametrize("rules", ["platform", "folk"])
def test_the_deal_passes_on_after_a_drawn_hand(rules):
    assert next_dealer(stacked({}, rules=rules, dealer=3).with_left(16).pass_round().state) == 0


def test_under_classic_the_dealer_stays_after_a_drawn_hand_without_a_kong():
    assert next_dealer(stacked({}, rules="classic", dealer=3).with_left(16).pass_round().state) == 3


def test_laying_out_bonus_tiles_is_no_kong_for_the_dealer():
    table = stacked({0: "5z123m456m789m123s456s7s"}, rules="classic", back="9s").with_left(16)
    assert table.state.seats[0].bonus == 1
    assert next_dealer(table.pass_round().state) == 0


@pytest.mark.parametrize("kong", ["concealed", "open", "added"])
def test_under_classic_the_deal_passes_on_after_a_kong(kong):
    table = stacked({0: FOURS + "9s"}, rules="classic", back="8p")
    if kong == "concealed":
        table.play("0 kong_concealed 5m")
    elif kong == "open":
        table.holding(2, "9s9s9s" + DEALER[6:]).play("0 discard 9s", "2 kong_open")
    else:
        table.holding(0, "1m4p7p1s4s7s1z2z3z4z6z7z8p9s", "pong 9s9s9s").play("0 kong_added 9s").close()
    assert next_dealer(table.with_left(16).pass_round().state) == 1


def test_the_deal_passes_on_after_a_win_even_of_the_dealer():
    table = stacked({0: "1m2m3m4m5m6m7m8m9m1s2s3s4s5s6s7z7z"}, rules="classic").play("0 win")
    assert next_dealer(table.state) == 1


def test_an_override_lets_the_dealer_stay():
    table = stacked({}, rules="platform", dealer_repeats=True).with_left(16).pass_round()
    assert next_dealer(table.state) == 0


def test_who_deals_next_is_not_known_during_a_hand():
    with pytest.raises(ValueError, match="not over"):
        next_dealer(stacked({}).state)
