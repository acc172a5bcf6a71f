"""The draw itself, pure: laws that hold for any number of waiting players."""

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from tournaments.seating import MAX_HELD, acquaintance, draw

STRANGERS = acquaintance([])
names = st.integers(0, 60).map(lambda count: {f"p{number}": 0 for number in range(count)})
seeds = st.integers(0, 2**128)


@given(names, seeds)
def test_everybody_is_drawn_once_or_left_and_fewer_than_four_are_left(waited, seed):
    fours, left = draw(waited, STRANGERS, seed, others_about=True)
    assert sorted([*left, *(player for four in fours for player in four)]) == sorted(waited)
    assert len(left) == len(waited) % 4
    assert all(len(set(four)) == 4 for four in fours)


@given(names, seeds)
def test_the_same_arguments_give_the_same_draw(waited, seed):
    assert draw(waited, STRANGERS, seed, others_about=False) == draw(waited, STRANGERS, seed, others_about=False)


@given(st.integers(5, 40), seeds)
def test_those_passed_over_before_sit_first(count, seed):
    waited = {f"p{number}": int(number < 4) for number in range(count)}
    fours, _left = draw(waited, STRANGERS, seed, others_about=False)
    assert {"p0", "p1", "p2", "p3"} <= {player for four in fours for player in four}


@given(seeds)
def test_strangers_come_before_acquaintances(seed):
    """Sixteen who sat in four tables can all be mixed: nobody meets anybody again."""
    before = [[f"p{4 * table + chair}" for chair in range(4)] for table in range(4)]
    met = acquaintance(before)
    fours, _left = draw({player: 0 for table in before for player in table}, met, seed, others_about=False)
    again = sum(met.times.get(frozenset(pair), 0) for four in fours for pair in combinations(four, 2))
    assert again <= 2


@given(st.integers(5, 12), seeds)
def test_the_same_four_never_sit_together_again_when_more_wait(count, seed):
    met = acquaintance([["p0", "p1", "p2", "p3"]])
    fours, _left = draw({f"p{number}": 0 for number in range(count)}, met, seed, others_about=False)
    assert fours
    assert {"p0", "p1", "p2", "p3"} not in [set(four) for four in fours]


@given(st.integers(0, MAX_HELD + 2), st.booleans(), seeds)
def test_the_same_four_alone_are_held_for_three_draws_while_another_is_about(draws, others_about, seed):
    met = acquaintance([["p0", "p1", "p2", "p3"]])
    waited = {f"p{number}": draws for number in range(4)}
    fours, left = draw(waited, met, seed, others_about=others_about)
    held = others_about and draws < MAX_HELD
    assert (len(fours), len(left)) == ((0, 4) if held else (1, 0))


def test_four_who_met_long_ago_are_not_the_same_four():
    met = acquaintance([["p0", "p1", "p2", "p3"], ["p0", "p4", "p5", "p6"]])
    fours, _left = draw({f"p{number}": 0 for number in range(4)}, met, 1, others_about=True)
    assert len(fours) == 1


def test_every_seat_and_every_company_is_as_likely_as_another():
    waited = {f"p{number}": 0 for number in range(5)}
    dealers, left_over = dict.fromkeys(waited, 0), dict.fromkeys(waited, 0)
    for seed in range(5000):
        ((first, *_others),), (left,) = draw(waited, STRANGERS, seed, others_about=False)
        dealers[first] += 1
        left_over[left] += 1
    assert all(850 < count < 1150 for count in (*dealers.values(), *left_over.values()))


def test_a_thousand_who_have_met_many_are_drawn_in_a_moment():
    before = [[f"p{(number * step) % 1000}" for number in range(4 * table, 4 * table + 4)]
              for step in (1, 7, 11, 13) for table in range(250)]  # fmt: skip
    fours, left = draw({f"p{number}": 0 for number in range(1000)}, acquaintance(before), 5, others_about=False)
    assert (len(fours), left) == (250, ())
