"""Finals on the same walls, pure: the difference to the same seat elsewhere."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from tournaments.heats import SeatResult, differences
from tournaments.ranking import Result, order


def table(heat, hand, players, settlement):
    return [
        SeatResult(heat, hand, seat, player, hu)
        for seat, (player, hu) in enumerate(zip(players, settlement, strict=True))
    ]


def test_a_seat_is_compared_with_the_same_seat_at_the_other_tables():
    results = [
        *table("h", 1, "abcd", (300, -100, -100, -100)),
        *table("h", 1, "efgh", (0, 60, -30, -30)),
        *table("h", 1, "ijkl", (0, 0, 0, 0)),
    ]
    found = differences(results)
    assert found["a"] == 300
    assert found["b"] == -100 - Fraction(60, 2)
    assert found["i"] == -150
    assert found["l"] == Fraction(130, 2)


def test_a_hand_played_at_one_table_only_counts_nothing():
    results = [*table("h", 1, "abcd", (300, -100, -100, -100)), *table("h", 2, "efgh", (0, 0, 30, -30))]
    assert set(differences(results).values()) == {0}


settlements = st.lists(st.integers(-500, 500), min_size=3, max_size=3).map(lambda three: (*three, -sum(three)))


@given(st.lists(settlements, min_size=2, max_size=5))
def test_the_differences_of_a_heat_add_up_to_nothing(tables):
    results = [
        row for at, four in enumerate(tables) for row in table("h", 1, [f"{at}.{seat}" for seat in range(4)], four)
    ]
    assert sum(differences(results).values()) == 0


def test_the_difference_ranks_before_silver_and_equal_ones_are_told_apart_by_silver():
    rows = [
        Result(1, silver=2000, points=2000, hands=4, difference=Fraction(-5)),
        Result(2, silver=900, points=900, hands=4, difference=Fraction(7, 2)),
        Result(3, silver=950, points=950, hands=4, difference=Fraction(7, 2)),
        Result(4, silver=950, points=950, hands=4, difference=Fraction(7, 2)),
    ]
    assert [(ranked.result.key, ranked.rank) for ranked in order(rows, 1)] == [(3, 1), (4, 1), (2, 3), (1, 4)]
