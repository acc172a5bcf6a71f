"""Every worked hand of golden-scores.jsonl comes out exactly, and every score explains itself."""

import json
from pathlib import Path

import pytest

from games.engine.query import answer
from tests.engine.slow_scorer import slow_score

CASES = [
    json.loads(line)
    for line in (Path(__file__).parent.parent / "data" / "golden-scores.jsonl").read_text("utf-8").splitlines()
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.get("note", case["hand"]["concealed"]))
def test_the_hand_scores_as_worked_out(case):
    given, wanted = answer(case["hand"]), case["expect"]
    if "win" not in wanted:
        assert given["error"].startswith(f"{wanted['error']}: ")
        return
    assert {key: given.get(key) for key in wanted} == wanted
    if "error" not in wanted:
        assert sum(item["hu"] for item in given["items"]) == given["base"]
        assert sum(item["tai"] for item in given["tai_items"]) == given["raw_tai"]


@pytest.mark.parametrize(
    "case", [case for case in CASES if "win" in case["expect"]], ids=lambda c: c["hand"]["concealed"]
)
def test_the_slow_scorer_knows_the_worked_hands_too(case):
    wanted = {key: value for key, value in case["expect"].items() if key != "error"}
    assert slow_score(case["hand"]) == wanted
