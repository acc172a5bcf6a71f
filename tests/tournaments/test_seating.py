"""The draw itself, pure: laws that hold for any number of waiting players."""

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from tournaments.seating import MAX_HELD, Wishes, acquaintance, draw

STRANGERS = acquaintance([])
names = st.integers(0, 60).map(lambda count: {f"p{number}": 0 for number in range(count)})
seeds = st.binary(min_size=32, max_size=32)


@given(names, seeds)
def test_everybody_is_drawn_once_or_left_and_fewer_than_four_are_left(waited, seed):
    fours, left = draw(Wishes(waited, others_about=True), seed)
    assert sorted([*left, *(player for four in fours for player in four)]) == sorted(waited)
    assert len(left) == len(waited) % 4
    assert all(len(set(four)) == 4 for four in fours)


@given(names, seeds)
def test_the_same_arguments_give_the_same_draw(waited, seed):
    assert draw(Wishes(waited), seed) == draw(Wishes(waited), seed)


@given(st.integers(5, 40), seeds)
def test_those_passed_over_before_sit_first(count, seed):
    waited = {f"p{number}": int(number < 4) for number in range(count)}
    fours, _left = draw(Wishes(waited), seed)
    assert {"p0", "p1", "p2", "p3"} <= {player for four in fours for player in four}


@given(seeds)
def test_strangers_come_before_acquaintances(seed):
    """Sixteen who sat in four tables can all be mixed: nobody meets anybody again."""
    before = [[f"p{4 * table + chair}" for chair in range(4)] for table in range(4)]
    met = acquaintance(before)
    fours, _left = draw(Wishes({player: 0 for table in before for player in table}, met), seed)
    again = sum(met.times.get(frozenset(pair), 0) for four in fours for pair in combinations(four, 2))
    assert again <= 2


@given(st.integers(5, 12), seeds)
def test_the_same_four_never_sit_together_again_when_more_wait(count, seed):
    met = acquaintance([["p0", "p1", "p2", "p3"]])
    fours, _left = draw(Wishes({f"p{number}": 0 for number in range(count)}, met), seed)
    assert fours
    assert {"p0", "p1", "p2", "p3"} not in [set(four) for four in fours]


@given(st.integers(0, MAX_HELD + 2), st.booleans(), seeds)
def test_the_same_four_alone_are_held_for_three_draws_while_another_is_about(draws, others_about, seed):
    met = acquaintance([["p0", "p1", "p2", "p3"]])
    waited = {f"p{number}": draws for number in range(4)}
    fours, left = draw(Wishes(waited, met, others_about=others_about), seed)
    held = others_about and draws < MAX_HELD
    assert (len(fours), len(left)) == ((0, 4) if held else (1, 0))


def test_four_who_met_long_ago_are_not_the_same_four():
    met = acquaintance([["p0", "p1", "p2", "p3"], ["p0", "p4", "p5", "p6"]])
    fours, _left = draw(Wishes({f"p{number}": 0 for number in range(4)}, met, others_about=True), bytes(32))
    assert len(fours) == 1


def test_every_seat_and_every_company_is_as_likely_as_another():
    waited = {f"p{number}": 0 for number in range(5)}
    dealers, left_over = dict.fromkeys(waited, 0), dict.fromkeys(waited, 0)
    for seed in range(5000):
        ((first, *_others),), (left,) = draw(Wishes(waited), seed.to_bytes(32, "big"))
        dealers[first] += 1
        left_over[left] += 1
    assert all(850 < count < 1150 for count in (*dealers.values(), *left_over.values()))


def test_a_thousand_who_have_met_many_are_drawn_in_a_moment():
    before = [[f"p{(number * step) % 1000}" for number in range(4 * table, 4 * table + 4)]
              for step in (1, 7, 11, 13) for table in range(250)]  # fmt: skip
    fours, left = draw(Wishes({f"p{number}": 0 for number in range(1000)}, acquaintance(before)), bytes(32))
    assert (len(fours), left) == (250, ())


@given(st.integers(2, 10), seeds)
def test_those_to_be_kept_apart_sit_apart_where_that_is_possible(tables, seed):
    """As many groups of two as there are tables, and each may sit with anybody but its own."""
    groups = frozenset(frozenset((f"p{2 * group}", f"p{2 * group + 1}")) for group in range(tables))
    wishes = Wishes({f"p{number}": 0 for number in range(4 * tables)}, apart=groups)
    fours, _left = draw(wishes, seed)
    assert not [pair for four in fours for pair in combinations(four, 2) if frozenset(pair) in groups]


def test_a_table_is_drawn_even_if_all_four_are_to_be_kept_apart():
    waited = {f"p{number}": 0 for number in range(4)}
    apart = frozenset(frozenset(pair) for pair in combinations(waited, 2))
    fours, left = draw(Wishes(waited, apart=apart), bytes(32))
    assert (len(fours), left) == (1, ())


@given(st.integers(0, 2**32))
def test_the_winds_come_round(start):
    """Four who meet again and again have each had each wind once after four tables."""
    tables: list[tuple[str, ...]] = []
    for number in range(4):
        wishes = Wishes(dict.fromkeys("abcd", MAX_HELD), acquaintance(tables), others_about=True)
        (four,), _left = draw(wishes, (start + number).to_bytes(32, "big"))
        tables.append(four)
    met = acquaintance(tables)
    assert {met.winds[player] for player in "abcd"} == {(1, 1, 1, 1)}
