"""RECORD.md: a record changed in any place that matters is refused, by the name of the place."""

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from games.engine.record import RecordError, parse_line, read_record, replay_record, verify
from games.engine.recordform import FIELDS

GOLDEN = [json.loads(line) for line in (Path(__file__).parents[1] / "data/golden-records.jsonl").open(encoding="utf-8")]
ROBBED, TWO_ACTIONS, CRAFTED = GOLDEN[10], GOLDEN[22], GOLDEN[23]
FREE = ("event", "players")
"""Fields that say nothing about the play: any text."""


def refused(data: Any) -> RecordError:
    with pytest.raises(RecordError) as caught:
        verify(data)
    assert caught.value.reason
    return caught.value


# Every leaf and every container of a record changed, dropped, doubled or misnamed.


def paths(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield path
    for key, part in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        yield from paths(part, (*path, key))


def at(data: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        data = data[key]
    return data


def changed(data: Any, path: tuple[Any, ...], value: Any) -> Any:
    data = copy.deepcopy(data)
    at(data, path[:-1])[path[-1]] = value
    return data


def other_values(value: Any) -> list[Any]:
    if isinstance(value, bool) or value is None:
        return [0, "x", not value, {}]
    if isinstance(value, int):
        return [value + 1, value - 1, float(value), str(value), None, value + 0.5, True if value == 1 else [value]]
    if isinstance(value, str):
        return [value + "x", value[:-1] if value else "0", value.upper() + "Z", None, 7, [value]]
    if isinstance(value, list):
        return [[*value, value[-1]] if value else [1], value[:-1], None, {}, "list", value[::-1]]
    return [{**value, "note": 1}, {}, None, [], list(value)]


def is_free(data: Any, path: tuple[Any, ...], value: Any) -> bool:
    """Whether such a change says the same hand: free texts, or a crafted deal that nothing depends on."""
    if path[0] == "players" and len(path) == 1:
        return isinstance(value, list) and len(value) == 4
    if path[0] in FREE:
        return isinstance(value, str)
    if path == ("fairness",):
        return value is None
    if path[-1] == "tiles":
        return value == at(data, path)[::-1]  # the two taken from the hand have no order
    return data["fairness"] is None and path[0] in ("table", "hand", "dice") and well_formed(data, path, value)


def well_formed(data: Any, path: tuple[Any, ...], value: Any) -> bool:
    try:
        read_record(changed(data, path, value))
    except RecordError:
        return False
    return True


@pytest.mark.parametrize("data", [TWO_ACTIONS, ROBBED, CRAFTED], ids=["two actions", "robbed", "crafted"])
def test_any_field_with_another_value_is_refused(data):
    tried = 0
    for path in paths(data):
        if not path:
            continue
        old = at(data, path)
        for value in other_values(old):
            if value == old and type(value) is type(old):
                continue
            if is_free(data, path, value):
                verify(changed(data, path, value))
                continue
            tried += 1
            refused(changed(data, path, value))
    assert tried > 200


@pytest.mark.parametrize("data", [TWO_ACTIONS, ROBBED, CRAFTED], ids=["two actions", "robbed", "crafted"])
def test_a_missing_or_a_foreign_field_is_refused_by_name(data):
    for path in paths(data):
        if not path or not isinstance(at(data, path[:-1]), dict):
            continue
        less = copy.deepcopy(data)
        del at(less, path[:-1])[path[-1]]
        error = refused(less)
        assert str(path[-1]) in error.field or path[0] == "actions"
        more = changed(data, (*path[:-1], "note"), "x")
        assert "note" in refused(more).field


@pytest.mark.parametrize("name", FIELDS)
def test_a_records_own_fields_are_all_needed(name):
    assert refused({key: value for key, value in ROBBED.items() if key != name}).field == name


@pytest.mark.parametrize("number", range(len(GOLDEN)), ids=lambda number: f"line {number + 1}")
def test_changed_actions_are_refused_and_named(number):
    data = GOLDEN[number]
    actions = data["actions"]
    for index in range(0, len(actions), max(1, len(actions) // 6)):
        for other in (
            [*actions[:index], *actions[index + 1 :]],
            [*actions[: index + 1], *actions[index:]],
            [*actions[:index], {**actions[index], "seat": (actions[index]["seat"] + 1) % 4}, *actions[index + 1 :]],
            [*actions[:index], {**actions[index], "seat": (actions[index]["seat"] + 2) % 4}, *actions[index + 1 :]],
            [*actions[:index], {**actions[index], "type": "pass"}, *actions[index + 1 :]],
            actions[:index],
        ):
            error = refused({**data, "actions": other})
            assert error.field.startswith(("actions[", "result."))


@pytest.mark.parametrize("number", range(len(GOLDEN)), ids=lambda number: f"line {number + 1}")
def test_another_tile_is_refused_or_tells_another_lawful_hand_with_this_very_result(number):
    """Nobody can tell which of two held tiles was thrown; what a record says must still be playable to its result."""
    data = GOLDEN[number]
    refusals = 0
    for index in range(0, len(data["actions"]), 13):
        action = data["actions"][index]
        if "tile" not in action:
            continue
        for tile in ("1m", "5m", "9p", "3s", "1z", "5z", data["wild"]):
            if tile == action["tile"]:
                continue
            other = changed(data, ("actions", index, "tile"), tile)
            try:
                record = verify(other)
            except RecordError:
                refusals += 1
            else:
                assert action["type"] == "discard"
                assert list(replay_record(record))[-1].state.result.settlement == tuple(data["result"]["settlement"])
    assert refusals > 0 or number >= 22


def test_two_neighbouring_tiles_exchanged_are_named_by_their_place():
    wall = ROBBED["wall"]
    for place in range(0, 135, 9):
        one, two = wall[2 * place : 2 * place + 2], wall[2 * place + 2 : 2 * place + 4]
        if one != two:
            exchanged = wall[: 2 * place] + two + one + wall[2 * place + 4 :]
            error = refused({**ROBBED, "wall": exchanged})
            assert error.field in ("wall", "wild")
            assert f"tile {place} is {two}" in error.reason or place in (64, 65)


def test_a_fifth_tile_of_a_kind_is_refused():
    wall = CRAFTED["wall"]
    other = "1m" if wall[-2:] != "1m" else "2m"
    assert (
        "holds 5" in refused({**CRAFTED, "wall": wall[:-2] + other}).reason
        or "holds 3" in refused({**CRAFTED, "wall": wall[:-2] + other}).reason
    )


@pytest.mark.parametrize(
    ("field", "value"),
    [("table", "other"), ("hand", 9), ("dealer", 0), ("rules", "platform"), ("rules", "nowhere@1"), ("rules", None),
     ("overrides", None), ("overrides", {"cap": "400"}), ("overrides", {"nothing": 1}), ("overrides", {"cap": 60}),
     ("format", "yuhuan-record/2"), ("wild", "5z"), ("dice", [[1, 2], [3, 7]]), ("players", ["a", "b", "c"]),
     ("fairness", {}), ("actions", None), ("hand", True), ("hand", 0), ("dealer", 4)],
)  # fmt: skip
def test_a_changed_circumstance_is_refused(field, value):
    refused({**ROBBED, field: value})


def test_rules_that_would_score_otherwise_are_refused():
    error = refused({**GOLDEN[4], "rules": "folk@1"})
    assert error.field.startswith("result.")


def test_fairness_may_be_null_and_the_deal_is_then_taken_as_given():
    verify({**ROBBED, "fairness": None})
    verify({**ROBBED, "fairness": None, "dice": [[1, 1], [1, 1]], "hand": 77, "table": "elsewhere"})


@pytest.mark.parametrize("name", ["commitment", "server_seed"])
def test_seeds_are_checked_against_the_commitment(name):
    text = ROBBED["fairness"][name]
    other = ("0" if text[0] != "0" else "1") + text[1:]
    assert refused(changed(ROBBED, ("fairness", name), other)).field == "fairness.commitment"
    assert refused(changed(ROBBED, ("fairness", name), text.upper())).field == f"fairness.{name}"


def test_another_client_seed_is_refused_by_what_it_would_have_dealt():
    assert refused(changed(ROBBED, ("fairness", "client_seeds", 0), "ab")).field in ("dice", "wall")


def test_the_first_difference_of_a_result_is_named():
    error = refused(changed(ROBBED, ("result", "seats", 1, "total"), 60))
    assert str(error) == "result.seats[1].total: is 60, replaying gives 50"
    assert refused(changed(ROBBED, ("result", "winner"), 2)).field == "result.winner"


def test_true_is_not_one_in_a_result():
    assert refused(changed(ROBBED, ("result", "seats", 3, "tai"), 2.0)).field == "result.seats[3].tai"
    for number, value in enumerate(GOLDEN[8]["result"]["seats"]):
        if value["tai"] == 1:
            assert refused(changed(GOLDEN[8], ("result", "seats", number, "tai"), True)).field.endswith(".tai")


@pytest.mark.parametrize("by", ["self_draw", "discard", None, "heaven"])
def test_a_win_must_say_how(by):
    assert refused(changed(ROBBED, ("actions", -1, "by"), by)).field.startswith("actions[18]")


def test_a_hand_that_goes_on_is_refused():
    more = [*ROBBED["actions"], {"seat": 0, "type": "discard", "tile": "1m"}]
    assert str(refused({**ROBBED, "actions": more})) == "actions[19]: the hand is already over"


def test_a_hand_that_stops_early_says_who_is_waited_for():
    error = refused({**ROBBED, "actions": ROBBED["actions"][:5]})
    assert error.field == "actions[5]"
    assert "is on turn" in error.reason


@pytest.mark.parametrize(
    ("extra", "field"),
    [({"ms": -1}, "actions[0].ms"), ({"ms": 1.5}, "actions[0].ms"), ({"ms": "1"}, "actions[0].ms"),
     ({"ms": True}, "actions[0].ms"), ({"ms": None}, "actions[0].ms"), ({"auto": 1}, "actions[0].auto"),
     ({"auto": None}, "actions[0].auto"), ({"by": "discard"}, "actions[0].by"), ({"tiles": ["1m", "2m"]},
     "actions[0].tiles"), ({"seat": "1"}, "actions[0].seat"), ({"type": "throw"}, "actions[0].type"),
     ({"tile": "0m"}, "actions[0].tile"), ({"tile": None}, "actions[0].tile")],
)  # fmt: skip
def test_an_actions_fields_are_checked_and_named(extra, field):
    first = {**ROBBED["actions"][0], **extra}
    assert refused({**ROBBED, "actions": [first, *ROBBED["actions"][1:]]}).field == field


def test_times_and_auto_may_be_told():
    actions = [{**action, "ms": 1200, "auto": True} for action in ROBBED["actions"]]
    assert verify({**ROBBED, "actions": actions}).decisions[0].ms == 1200


@pytest.mark.parametrize(
    "line", ["", "{", "nonsense", '{"a": NaN}', "[" * 100_000, '{"a": 1, "a": 2}', "1" * 5000, "\x00"]
)
def test_a_line_that_is_no_json_is_refused(line):
    with pytest.raises(RecordError):
        parse_line(line)


@pytest.mark.parametrize("data", [None, 1, "x", [], {}, {"format": "yuhuan-record/1"}])
def test_a_value_that_is_no_record_is_refused(data):
    refused(data)
