"""RULES.md §3.7, §5-§8: what a win is told to the scoring, and how the hand ends."""

import pytest

from games.engine.tiles import tile_name, write_tiles
from tests.engine.stacking import Table, stacked

DEALER = "1m4m7m1p4p7p1s4s7s1z2z3z4z6z7z2m"
WINS_ON_5M = "4m6m1p2p3p4p5p6p7p8p9p1s2s3s7z7z"
HEAVEN = "1m2m3m4m5m6m7m8m9m1s2s3s4s5s6s7z7z"


def keys(table: Table, seat: int) -> list[str]:
    return [item.key for item in table.state.result.scores[seat].tai_items]


def waiting(seat: int = 1, **choices) -> Table:
    """Seat 0 is to discard 9s or 5m, `seat` waits for 5m; wild 8m."""
    return stacked({0: "5m" + DEALER[2:] + "9s"}, wild="8m", **choices).holding(seat, WINS_ON_5M)


def test_the_dealt_seventeen_may_win_at_once():
    table = stacked({0: HEAVEN}).play("0 win")
    result = table.state.result
    assert (result.winner, result.from_seat, result.by) == (0, None, "self_draw")
    assert result.scores[0].total == 400
    assert result.scores[0].first == "heaven"
    assert table.said_events() == ["0 win self_draw 7z", "end win"]


def test_the_dealt_hand_with_a_replaced_bonus_tile_is_no_replacement_win():
    table = stacked({0: HEAVEN[:-2] + "5z"}, back="7z").play("0 win")
    assert table.state.result.scores[0].first == "heaven"
    assert "replacement" not in " ".join(keys(table, 0))
    assert table.state.result.scores[0].total == 400


def test_after_an_own_kong_the_dealers_win_is_an_ordinary_one_on_a_replacement():
    table = stacked({0: "9p9p9p9p" + HEAVEN[6:-2]}, wild="1z", back="7z")
    table.play("0 kong_concealed 9p", "0 win")
    assert table.state.result.scores[0].first is None
    assert "replacement" in " ".join(keys(table, 0))


@pytest.mark.parametrize("seat", [1, 2, 3])
def test_winning_on_the_dealers_first_discard_is_worth_the_cap(seat):
    table = waiting(seat).play("0 discard 5m", f"{seat} win")
    assert table.state.result.scores[seat].first == "earth"
    assert table.state.result.scores[seat].total == 400


def test_after_a_claim_a_win_is_no_longer_a_first_one():
    table = waiting(1).holding(2, "9s9s5m" + DEALER[6:]).play("0 discard 9s", "2 pong", "2 discard 5m", "1 win")
    assert table.state.result.scores[1].first is None


def test_after_the_dealers_kong_its_first_discard_is_an_ordinary_one():
    table = stacked({0: "9s9s9s9s5m" + DEALER[10:] + "7p"}, wild="8m").holding(1, WINS_ON_5M)
    table.play("0 kong_concealed 9s", "0 discard 5m", "1 win")
    assert table.state.result.scores[1].first is None


def test_the_dealers_second_discard_is_an_ordinary_one():
    table = waiting(1).play("0 discard 9s").pass_round(3).play("0 discard 5m", "1 win")
    assert table.state.result.scores[1].first is None


def test_a_first_self_draw_of_another_seat_is_ordinary():
    table = waiting(1, front="5m").play("0 discard 9s").close().play("1 win")
    assert table.state.result.scores[1].first is None
    assert (table.state.result.from_seat, table.state.result.by) == (None, "self_draw")
    assert "replacement" not in " ".join(keys(table, 1))


def test_a_self_draw_on_a_bonus_tiles_replacement_is_a_replacement_win():
    table = waiting(1, front="5z", back="5m").play("0 discard 9s").close().play("1 win")
    assert "replacement" in " ".join(keys(table, 1))


def test_a_replacement_is_forgotten_with_the_next_draw():
    table = waiting(1, front="5z", back="6z").play("0 discard 9s").close().play("1 discard 6z").pass_round(3)
    assert not table.state.replacement


@pytest.mark.parametrize(("meld", "counts"), [("pong 5m5m5m", True), ("kong_open 5m5m5m5m", False)])
def test_a_fourth_tile_from_who_ponged_the_kind_is_a_tai(meld, counts):
    table = waiting(1).play("0 discard 9s").pass_round(3).holding(0, "5m" + DEALER[8:] + "9s", meld)
    table.play("0 discard 5m", "1 win")
    assert any("rob" in key or "fourth" in key for key in keys(table, 1)) is counts


def test_a_pong_of_the_same_turn_counts_for_the_fourth_tile():
    table = waiting(1).play("0 discard 9s").pass_round(3).holding(3, "5m5m5m" + DEALER[6:])
    table.play("0 discard 5m").answer("1 pass", "3 pong").close().play("3 discard 5m", "1 win")
    assert any("rob" in key or "fourth" in key for key in keys(table, 1))


def test_anothers_pong_of_the_kind_does_not_count():
    table = waiting(1).play("0 discard 9s").pass_round(3).holding(2, DEALER[6:], "pong 5m5m5m")
    table.play("0 discard 5m", "1 win")
    assert not any("rob" in key or "fourth" in key for key in keys(table, 1))


def test_the_winning_discard_leaves_the_river_for_the_hand():
    table = waiting(1).play("0 discard 9s").pass_round(3).play("0 discard 5m", "1 win")
    assert table.river(0) == "9s"
    assert write_tiles(table.state.result.hands[1]) == table.hand(1)
    assert "5m" in table.hand(1)
    assert len(table.state.seats[1].concealed) == 17


@pytest.mark.parametrize("rules", ["platform", "classic", "folk"])
@pytest.mark.parametrize(("left", "pays"), [(26, False), (25, True), (20, True), (16, True)])
def test_the_last_nine_drawable_tiles_make_the_discarder_pay_for_all(rules, left, pays):
    table = waiting(1, rules=rules).play("0 discard 9s").pass_round(3).with_left(left).play("0 discard 5m", "1 win")
    result = table.state.result
    assert result.liable is (pays and rules == "classic")
    first = {payment.payer: payment.hu for payment in result.payments[:3]}
    total = result.scores[1].total
    assert first == ({0: 3 * total, 2: 0, 3: 0} if result.liable else {0: total, 2: total, 3: total})


def test_a_self_draw_makes_nobody_liable():
    table = waiting(1, rules="classic").play("0 discard 9s").pass_round(3).holding(0, HEAVEN).with_left(16)
    table.play("0 win")
    assert not table.state.result.liable


@pytest.mark.parametrize(("left", "pays"), [(26, False), (25, True), (17, True)])
def test_a_robbed_kong_counts_by_the_tiles_at_its_declaration(left, pays):
    table = waiting(1, rules="classic").play("0 discard 9s").pass_round(3)
    table.holding(0, "5m" + DEALER[8:] + "9s", "pong 5m5m5m").with_left(left).play("0 kong_added 5m", "1 win")
    assert table.state.result.liable is pays


def test_winds_follow_the_dealer():
    """Seat 1 is the dealer's left: it is South when seat 0 deals, East when it deals itself."""
    assert [stacked({}, dealer=3).state.wind(seat) for seat in range(4)] == [1, 2, 3, 0]


def test_everybodys_score_and_six_payments_are_in_the_result():
    table = waiting(1).holding(2, DEALER[:-6] + "7z7z7z").play("0 discard 9s").pass_round(3)
    result = table.play("0 discard 5m", "1 win").state.result
    assert result.scores[2].total == 20  # 8 for the triplet of 中, one tai
    assert len(result.payments) == 6
    assert sum(result.settlement) == 0


def test_the_winner_is_named_with_the_winning_tile():
    table = waiting(1).play("0 discard 5m", "1 win")
    assert tile_name(table.state.result.scores[1].reading.winning_tile) == "5m"
    assert table.said_events() == ["1 win discard 5m", "end win"]
