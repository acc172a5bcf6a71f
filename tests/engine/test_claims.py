"""RULES.md §3.3: who may claim a discard, and who gets it."""

from itertools import permutations

import pytest

from games.engine.actions import IllegalAction
from games.engine.claims import CHOW_PAIRS, best_claim, claimants, is_settled
from games.engine.tiles import NAMES, parse_tile
from tests.engine.stacking import said, stacked, words

DEALER = "1m4m7m1p4p7p1s4s7s1z2z3z4z6z7z2m"
WINS_ON_5M = "4m6m1p2p3p4p5p6p7p8p9p1s2s3s7z7z"
PONG_5M = "5m5m9m9m2p3p8p8p2s3s5s6s8s9s1z2z"
CHOW_5M = "3m4m6m7m2p2p8p5s6s8s9s1z2z3z4z6z"


def offered(**hands):
    """Seat 0 has discarded 5m; the others hold what is said, wild 9m."""
    stacks = {int(seat[-1]): text for seat, text in hands.items()}
    return stacked({0: DEALER + "5m", **stacks}, wild="8m").play("0 discard 5m")


def test_the_next_seat_alone_may_chow():
    table = offered(seat1=CHOW_5M)
    assert table.may(1) == ["chow 3m4m", "chow 4m6m", "chow 6m7m", "pass"]
    table = offered(seat2=CHOW_5M)
    assert table.may(2) == ["pass"]
    assert offered(seat3=CHOW_5M).may(3) == ["pass"]


def test_every_seat_may_pong_and_kong():
    for seat in (1, 2, 3):
        table = offered(**{f"seat{seat}": "5m" + PONG_5M[:-2]})
        assert table.may(seat) == ["kong_open", "pong", "pass"]


def test_the_discarder_claims_nothing():
    assert offered(seat1=PONG_5M).may(0) == []


def test_a_window_asks_every_other_seat_at_least_to_pass():
    table = stacked({0: DEALER + "5m"}, wild="8m").holding(1, DEALER).holding(2, DEALER).holding(3, DEALER)
    table.play("0 discard 5m")
    assert [table.may(seat) for seat in range(4)] == [[], ["pass"], ["pass"], ["pass"]]
    assert claimants(table.state) == frozenset()
    assert is_settled(table.state)


def test_an_answer_is_given_once():
    table = offered(seat1=PONG_5M).answer("1 pass")
    assert table.may(1) == []
    with pytest.raises(IllegalAction):
        table.answer("1 pong")


def test_wild_tiles_are_no_part_of_a_chow():
    assert offered(seat1="3m4m8m8m2p2p8p5s6s8s9s1z2z3z4z6z").may(1) == ["chow 3m4m", "pass"]
    table = stacked({0: DEALER + "6m", 1: "7m8m4m4m2p2p8p5s6s8s9s1z2z3z4z6z"}, wild="8m").play("0 discard 6m")
    assert table.may(1) == ["pass"]


@pytest.mark.parametrize(
    ("concealed", "choices"),
    [("4m6m8m8m", ["win", "pass"]), ("5m5m8m8m", ["win", "pass"]), ("4m6m8m1z", ["win", "chow 4m6m", "pass"]),
     ("5m5m8m1z", ["win", "pong", "pass"]), ("5m5m5m8m", ["win", "kong_open", "pong", "pass"])],
)  # fmt: skip
def test_a_chow_or_pong_may_not_leave_only_wild_tiles(concealed, choices):
    """With two wilds left nothing could be discarded; a kong draws, so it may."""
    melds = ("pong 1z1z1z", "pong 2z2z2z", "chow 1s2s3s", "chow 4s5s6s")
    table = stacked({0: DEALER + "5m"}, wild="8m").holding(1, concealed, *melds).play("0 discard 5m")
    assert table.may(1) == choices


def test_win_before_kong_before_pong_before_chow():
    table = offered(seat1=CHOW_5M, seat2=PONG_5M)
    assert words(best_claim(table.answer("1 chow 4m6m").state)) == "chow 4m6m"
    assert words(best_claim(table.answer("2 pong").state)) == "pong"
    table = offered(seat1="5m5m5m" + CHOW_5M[4:-2], seat3=WINS_ON_5M)
    assert words(best_claim(table.answer("1 kong_open").state)) == "kong_open"
    assert best_claim(table.answer("3 win").state).seat == 3
    assert table.close().state.result.winner == 3


def test_the_first_winner_counter_clockwise_takes_it():
    """截胡: seat 1 sits nearest after seat 0, whoever answered first."""
    table = stacked({0: DEALER + "5m"}, wild="8m").holding(1, WINS_ON_5M).holding(3, WINS_ON_5M).play("0 discard 5m")
    assert table.answer("3 win", "1 win").close().state.result.winner == 1
    table = stacked({2: DEALER + "5m"}, wild="8m", dealer=2).holding(1, WINS_ON_5M).holding(3, WINS_ON_5M)
    assert table.play("2 discard 5m").answer("1 win", "3 win").close().state.result.winner == 3


def test_a_win_by_the_nearest_seat_settles_the_window():
    table = stacked({0: DEALER + "5m"}, wild="8m").holding(1, WINS_ON_5M).holding(3, WINS_ON_5M).play("0 discard 5m")
    assert not is_settled(table.state)
    assert is_settled(table.answer("1 win").state)


def test_a_win_by_a_farther_seat_waits_for_the_nearer():
    table = stacked({0: DEALER + "5m"}, wild="8m").holding(1, WINS_ON_5M).holding(3, WINS_ON_5M).play("0 discard 5m")
    assert not is_settled(table.answer("3 win").state)
    assert is_settled(table.answer("1 pass").state)


def test_a_pong_waits_for_who_might_win_and_not_for_who_might_chow():
    table = stacked({0: DEALER + "5m"}, wild="8m").holding(1, CHOW_5M).holding(2, PONG_5M).holding(3, WINS_ON_5M)
    table.play("0 discard 5m").answer("2 pong")
    assert not is_settled(table.state)
    assert is_settled(table.answer("3 pass").state)
    assert claimants(table.state) == {1, 2, 3}


def test_all_claimants_passing_settles_the_window():
    table = offered(seat1=CHOW_5M, seat2=PONG_5M).answer("1 pass")
    assert not is_settled(table.state)
    assert is_settled(table.answer("2 pass").state)


@pytest.mark.parametrize("order", list(permutations(["1 chow 4m6m", "2 pong", "3 win"])))
def test_the_order_of_the_answers_does_not_matter(order):
    table = stacked({0: DEALER + "5m"}, wild="8m").holding(1, CHOW_5M).holding(2, PONG_5M).holding(3, WINS_ON_5M)
    table.play("0 discard 5m").answer(*order)
    assert table.close().state.result.winner == 3


def test_a_missing_answer_is_a_pass():
    table = offered(seat1=CHOW_5M, seat2=PONG_5M).answer("1 chow 4m6m").close()
    assert table.melds(1) == ["chow 4m5m6m"]
    assert table.said_events() == ["1 chow 5m"]


def test_a_claim_says_who_gave_the_tile():
    table = offered(seat2=PONG_5M).play("2 pong")
    assert table.state.seats[2].melds[0].from_seat == 0
    assert table.state.turn == 2
    assert table.play("2 discard 9m").state.turn == 2


def test_play_goes_on_from_the_claimer():
    table = offered(seat2=PONG_5M).play("2 pong", "2 discard 1z").close()
    assert table.state.turn == 3


def test_a_kong_claimed_draws_its_replacement_from_the_back():
    table = stacked({0: DEALER + "5m", 2: "5m" + PONG_5M[:-2]}, wild="8m", back="6p").play(
        "0 discard 5m", "2 kong_open"
    )
    assert table.melds(2) == ["kong_open 5m5m5m5m"]
    assert table.said_events() == ["2 kong kong_open 5m", "2 draw 6p"]
    assert (table.state.turn, table.state.replacement, table.state.konged) == (2, True, True)
    assert len(table.state.seats[2].concealed) == 14


def test_passing_on_a_win_restricts_nothing():
    """There is no 振听: the same tile from the next seat may be won."""
    table = stacked({0: DEALER + "5m"}, wild="8m", front="5m").holding(3, WINS_ON_5M).play("0 discard 5m")
    table.answer("3 pass").close().play("1 discard 5m")
    assert table.may(3) == ["win", "pass"]


@pytest.mark.parametrize(
    ("tile", "pairs"),
    [("1m", ["2m3m"]), ("2p", ["1p3p", "3p4p"]), ("9s", ["7s8s"]), ("8m", ["6m7m", "7m9m"]), ("1z", []), ("7z", [])],
)
def test_the_pairs_that_chow_a_tile(tile, pairs):
    assert ["".join(NAMES[kind] for kind in pair) for pair in CHOW_PAIRS[parse_tile(tile)]] == pairs


def test_the_words_of_these_tests_mirror_the_actions():
    assert words(said("1 chow 4m6m")) == "chow 4m6m"
