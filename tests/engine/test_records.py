"""RECORD.md: golden records hold, and a played hand's record is exactly its hand."""

import json
from pathlib import Path
from typing import Any

import pytest

from games.engine.record import (
    Decision,
    Fairness,
    Logged,
    make_record,
    played,
    replay_record,
    verify,
)
from tests.engine.stacking import Table, said, stacked

GOLDEN = [json.loads(line) for line in (Path(__file__).parents[1] / "data/golden-records.jsonl").open(encoding="utf-8")]
DEALER = "1m4m7m1p4p7p1s4s7s1z2z3z4z6z7z2m"


@pytest.mark.parametrize("number", range(len(GOLDEN)), ids=lambda number: f"line {number + 1}")
def test_a_golden_record_holds(number):
    record = verify(GOLDEN[number])
    states = [step.state for step in replay_record(record)]
    assert states[-1].phase == "over"
    assert len(record.decisions) == len(GOLDEN[number]["actions"])


@pytest.mark.parametrize("steps", [1, 2, 3])
def test_the_seats_are_alike(steps):
    """Everybody moved on by some seats plays the same hand to the same, moved result."""
    for data in GOLDEN:
        verify(moved(data, steps))


def moved(data: dict[str, Any], steps: int) -> dict[str, Any]:
    def seat(number: int | None) -> int | None:
        return None if number is None else (number + steps) % 4

    def row(values: list[Any]) -> list[Any]:
        return [values[(place - steps) % 4] for place in range(4)]

    result = data["result"]
    return {
        **data,
        "fairness": None,
        "dealer": seat(data["dealer"]),
        "actions": [{**action, "seat": seat(action["seat"])} for action in data["actions"]],
        "result": {
            **result,
            "winner": seat(result["winner"]),
            "from": seat(result["from"]),
            "seats": row(result["seats"]),
            "settlement": row(result["settlement"]),
        },
    }


def test_a_claim_that_was_overruled_does_not_belong_in_a_record():
    """Seat 1 wins on what seat 2 would have ponged: the pong may not be told as well."""
    table = stacked({0: DEALER + "5m"}, wild="8m").play("0 discard 5m")
    table.holding(1, "4m6m1p2p3p4p5p6p7p8p9p1s2s3s7z7z")
    data = record_of(table.answer("1 win").close(), "0 discard 5m", "1 win")
    assert [action["type"] for action in data["actions"]] == ["discard", "win"]


def record_of(table: Table, *words: str) -> dict[str, Any]:
    return make_record(
        table.state, event="e", table="t", hand=1, players="abcd", decisions=[Decision(said(text)) for text in words],
        fairness=None,
    )  # fmt: skip


def test_the_log_of_a_hand_becomes_its_effective_actions():
    """Passes and the overruled chow are gone; a claim counts from its window's close."""
    hands = {0: DEALER + "5m", 1: "4m6m1p2p3p4p5p6p7p8p1s2s3s3z9s9s", 2: "5m5m9m9m2p3p8p8p2s3s5s6s8s9s1z2z"}
    dealt = stacked(hands, wild="8m").state
    log = [
        Logged(said("0 discard 5m"), 1000),
        Logged(said("2 pong"), 2500, True),
        Logged(said("3 pass"), 2600),
        Logged(said("1 chow 4m6m"), 2700),
        Logged(None, 3000),
        Logged(said("2 discard 1z"), 4500),
        Logged(None, 5500),
    ]
    state, decisions = played(dealt, log)
    assert (state.phase, state.turn, state.seats[2].melds[0].type) == ("act", 3, "pong")
    assert decisions == (
        Decision(said("0 discard 5m"), ms=1000),
        Decision(said("2 pong"), ms=2000, auto=True),
        Decision(said("2 discard 1z"), ms=1500),
    )


def test_a_record_is_written_only_of_a_finished_hand():
    with pytest.raises(ValueError, match="not over"):
        record_of(stacked({}))


def test_overrides_are_written_and_read_back():
    table = stacked({0: "1m2m3m4m5m6m7m8m9m1s2s3s4s5s6s7z7z"}, rules="folk", cap=200, wild_tai=[0, 0, 0, 0])
    data = record_of(table.play("0 win"), "0 win")
    assert data["overrides"] == {"cap": 200, "wild_tai": [0, 0, 0, 0]}
    assert verify(json.loads(json.dumps(data))).rules == table.state.rules
    assert data["result"]["seats"][0]["total"] == 200


def test_seeds_are_written_as_the_scheme_names_them():
    table = stacked({0: "1m2m3m4m5m6m7m8m9m1s2s3s4s5s6s7z7z"}).play("0 win")
    data = make_record(
        table.state, event="e", table="t", hand=1, players="abcd", decisions=[],
        fairness=Fairness("c" * 64, "5" * 64, ("", "ab", "", "")),
    )  # fmt: skip
    assert data["fairness"] == {
        "scheme": "yuhuan-fair/1", "commitment": "c" * 64, "server_seed": "5" * 64, "client_seeds": ["", "ab", "", ""],
    }  # fmt: skip
