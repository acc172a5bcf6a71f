"""Every worked settlement of golden-settlements.jsonl, and what holds for all of them (RULES.md §8)."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.rules import preset
from games.engine.settle_query import answer_settlement
from games.engine.settlement import is_liable, points_change, settle, silver_after

CASES = [
    json.loads(line)
    for line in (Path(__file__).parent.parent / "data" / "golden-settlements.jsonl").read_text("utf-8").splitlines()
]
ANSWERS = ("settlement", "silver_after")
SEATS = st.integers(0, 3)
TOTALS = st.lists(st.integers(0, 40).map(lambda tens: 10 * tens), min_size=4, max_size=4)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['totals']}-{case['silver_before']}")
def test_the_hand_settles_as_worked_out(case):
    query = {key: value for key, value in case.items() if key not in ANSWERS}
    assert answer_settlement(query) == {key: case[key] for key in ANSWERS}


@given(TOTALS, SEATS, st.integers(1, 3), st.booleans(), st.lists(st.integers(0, 2000), min_size=4, max_size=4))
def test_nothing_is_made_or_lost_and_nobody_goes_below_zero(totals, winner, step, liable, silver):
    hand = settle(totals, winner, (winner + step) % 4, "discard", liable)
    after, moves = silver_after(hand.payments, silver, 4)
    points = points_change(hand.payments, 4)
    assert sum(hand.settlement) == 0
    assert sum(points) == 0
    assert points == tuple(hu * 4 // 10 for hu in hand.settlement)
    assert sum(after) == sum(silver)
    assert min(after) >= 0
    assert len(hand.payments) == 6
    for seat in range(4):
        moved = sum(m.silver for m in moves if m.payee == seat) - sum(m.silver for m in moves if m.payer == seat)
        assert after[seat] == silver[seat] + moved


def test_a_rich_table_moves_silver_exactly_as_the_settlement_says():
    hand = settle([80, 20, 50, 0], 0, 1, "discard", False)
    after, moves = silver_after(hand.payments, [1000] * 4, 4)
    assert hand.settlement == (240, -90, 0, -150)
    assert after == (1096, 964, 1000, 940)
    assert len(moves) == 6


def test_the_liable_seat_pays_all_three_shares_and_the_losers_still_settle_among_themselves():
    hand = settle([80, 20, 50, 0], 0, 1, "discard", True)
    assert [(p.payer, p.payee, p.hu) for p in hand.payments] == [
        (1, 0, 240), (2, 0, 0), (3, 0, 0), (1, 2, 30), (3, 1, 20), (3, 2, 50),
    ]  # fmt: skip


def test_what_is_received_from_one_loser_is_paid_on_to_the_next():
    hand = settle([100, 40, 0, 60], 0, 1, "discard", False)
    after, _ = silver_after(hand.payments, [0, 40, 60, 0], 10)
    # Seats 1 and 2 pay the winner all they hold, so that neither has anything left for seats 1 and 3.
    assert after == (100, 0, 0, 0)
    after, _ = silver_after(hand.payments, [0, 40, 160, 0], 10)
    # Seat 2 keeps 60, pays 40 to seat 1, who owes 20 to seat 3 and can pay it now; seat 2's last 20 go to seat 3.
    assert after == (140, 20, 0, 40)


@pytest.mark.parametrize(
    ("name", "by", "left", "liable"),
    [
        ("classic", "discard", 16, True),
        ("classic", "discard", 25, True),
        ("classic", "discard", 26, False),
        ("classic", "rob_kong", 20, True),
        ("classic", "self_draw", 20, False),
        ("platform", "discard", 20, False),
        ("folk", "discard", 20, False),
    ],
)
def test_liability_holds_for_the_last_nine_drawable_tiles_of_classic(name, by, left, liable):
    assert is_liable(preset(name), by, left) is liable


PLAIN = {"totals": [80, 20, 50, 0], "winner": 0, "from": 1, "by": "discard", "liable": False,
         "silver_before": [1000] * 4, "silver_per_unit": 4}  # fmt: skip


@pytest.mark.parametrize(
    ("field", "changes"),
    [
        ("totals", {"totals": [1, 2, 3]}),
        ("totals", {"totals": [1, 2, 3, "4"]}),
        ("totals", {"totals": [10, 20, 30, -10]}),
        ("totals", {"totals": None}),
        ("winner", {"winner": 4}),
        ("winner", {"winner": True}),
        ("from", {"from": 0}),
        ("from", {"from": None}),
        ("from", {"by": "self_draw"}),
        ("from", {"winner": None, "by": None}),
        ("by", {"by": "luck"}),
        ("by", {"winner": None, "from": None}),
        ("by", {"by": None, "from": None}),
        ("liable", {"liable": 1}),
        ("liable", {"by": "self_draw", "from": None, "liable": True}),
        ("silver_before", {"silver_before": [-1, 0, 0, 0]}),
        ("silver_per_unit", {"silver_per_unit": 0}),
        ("silver_per_unit", {"silver_per_unit": 1.5}),
        ("tip", {"tip": 1}),
    ],
)
def test_an_unusable_query_is_answered_by_naming_the_field(field, changes):
    assert answer_settlement(PLAIN | changes)["error"].startswith(f"{field}: ")


@pytest.mark.parametrize("field", PLAIN)
def test_a_missing_field_is_named(field):
    query = {key: value for key, value in PLAIN.items() if key != field}
    assert answer_settlement(query)["error"] == f"{field}: is missing"


def test_a_query_that_is_no_object_is_refused():
    assert answer_settlement([])["error"] == "query: must be an object"


def test_parts_that_disagree_are_a_programming_error():
    with pytest.raises(ValueError, match="self-draw"):
        settle([80, 0, 0, 0], 0, 0, "discard", False)
    with pytest.raises(ValueError, match="liable"):
        settle([80, 0, 0, 0], 0, None, "self_draw", True)
