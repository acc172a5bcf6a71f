"""The order of a ranking, pure (RULES.md §9)."""

from hypothesis import given
from hypothesis import strategies as st

from tournaments.ranking import Result, order

results = st.lists(
    st.builds(Result, st.integers(0, 99), st.integers(0, 5), st.integers(-3, 3), st.integers(0, 6)),
    unique_by=lambda result: result.key,
)


def ranks(*worths: tuple[int, int, int]) -> list[int | None]:
    placed = order((Result(key, *worth) for key, worth in enumerate(worths)), min_hands=4)
    return [ranked.rank for ranked in sorted(placed, key=lambda ranked: ranked.result.key)]


def test_silver_then_points_then_a_shared_rank():
    assert ranks((1000, 900, 4), (1200, 0, 4), (1000, 950, 4)) == [3, 1, 2]
    assert ranks((1000, 900, 4), (1000, 900, 8), (999, 2000, 4)) == [1, 1, 3]


def test_too_few_hands_come_below_everybody_and_have_no_rank():
    placed = order([Result(0, 5000, 5000, 3), Result(1, 0, -500, 4)], min_hands=4)
    assert [(ranked.result.key, ranked.rank, ranked.position) for ranked in placed] == [(1, 1, 0), (0, None, 1)]


@given(results, st.integers(0, 6))
def test_a_rank_is_one_more_than_the_number_of_better_ones(several, min_hands):
    placed = order(several, min_hands)
    assert [ranked.position for ranked in placed] == list(range(len(several)))
    inside = [ranked for ranked in placed if ranked.rank is not None]
    assert {ranked.result.key for ranked in inside} == {one.key for one in several if one.hands >= min_hands}
    for ranked in inside:
        worth = (ranked.result.silver, ranked.result.points)
        better = [other for other in inside if (other.result.silver, other.result.points) > worth]
        assert ranked.rank == 1 + len(better)
    assert placed[: len(inside)] == tuple(inside)
