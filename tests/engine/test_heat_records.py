"""Records of a heat: tables that share a wall, `yuhuan-fair/heat-1`."""

import json

import pytest

from games.engine.claims import WINDOWS
from games.engine.fairness import NO_CLIENT_SEEDS, commitment, fair_deal
from games.engine.legal import default_action
from games.engine.record import Fairness, Logged, RecordError, make_record, played, verify
from games.engine.rules import preset
from games.engine.state import HandState
from games.engine.table import apply, close_window, start

SEED = bytes(range(32))


def to_the_end(state: HandState) -> tuple[HandState, list[Logged]]:
    """A hand in which nobody claims anything and everybody throws what was drawn."""
    log = []
    while state.phase != "over":
        action = None if state.phase in WINDOWS else default_action(state)
        log.append(Logged(action))
        state, _ = close_window(state) if action is None else apply(state, action)
    return state, log


def record(table: str, heat: str | None = "final-1", seeds=NO_CLIENT_SEEDS) -> dict:
    dice, wall = fair_deal(SEED, heat or table, 2, seeds)
    first, _ = start(preset("platform"), wall, 1, dice)
    last, log = to_the_end(first)
    fairness = Fairness(commitment(SEED, heat or table, 2), SEED.hex(), seeds, heat)
    made = make_record(
        last,
        event="cup",
        table=table,
        hand=2,
        players=list("甲乙丙丁"),
        decisions=played(first, log)[1],
        fairness=fairness,
    )
    return json.loads(json.dumps(made))


def test_two_tables_of_a_heat_play_the_same_wall_and_both_records_hold():
    one, other = record("t1"), record("t2")
    assert one["fairness"]["scheme"] == "yuhuan-fair/heat-1"
    assert one["fairness"]["heat"] == "final-1"
    assert (one["wall"], one["dice"]) == (other["wall"], other["dice"])
    verify(one)
    verify(other)


def test_a_table_of_its_own_has_another_wall_and_names_no_heat():
    own = record("t1", heat=None, seeds=("ab", "", "", ""))
    assert own["fairness"]["scheme"] == "yuhuan-fair/1"
    assert "heat" not in own["fairness"]
    assert own["wall"] != record("t1")["wall"]
    verify(own)


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"heat": "final-2"}, "fairness.commitment"),
        ({"heat": "final 1"}, "fairness.heat"),
        ({"heat": 1}, "fairness.heat"),
        ({"client_seeds": ["ab", "", "", ""]}, "fairness.client_seeds"),
        ({"scheme": "yuhuan-fair/1"}, "fairness.heat"),
        ({"scheme": "yuhuan-fair/heat-2"}, "fairness.heat"),
    ],
)
def test_what_does_not_belong_to_the_heat_is_named(change, field):
    made = record("t1")
    made["fairness"] |= change
    with pytest.raises(RecordError) as refused:
        verify(made)
    assert refused.value.field == field


def test_a_heat_without_its_id_is_incomplete():
    made = record("t1")
    del made["fairness"]["heat"]
    with pytest.raises(RecordError) as refused:
        verify(made)
    assert refused.value.field == "fairness.heat"
