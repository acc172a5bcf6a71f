"""RECORD.md "Scoring interface": what a query may say, and the field that each refusal names."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.glossary import GLOSSARY, as_json, word
from games.engine.query import answer
from games.engine.tiles import NAMES

ROOT = Path(__file__).resolve().parent.parent.parent
WIN = {"tile": "6m", "by": "discard", "replacement": False, "pong_fourth": False, "first": None}
GOOD = {"rules": "platform", "wild": "9s", "seat": "E", "concealed": "123456m234p678s456s55p", "melds": [], "bonus": 0,
        "win": WIN}  # fmt: skip
PONG = {"type": "pong", "tiles": "777z"}
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=6,
)


def with_win(**changes):
    return GOOD | {"win": WIN | changes}


def with_meld(kind="pong", tiles="777z", concealed="123456m678s456s55p", tile="6m"):
    return with_win(tile=tile) | {"melds": [{"type": kind, "tiles": tiles}], "concealed": concealed}


def test_a_complete_query_is_answered_in_the_published_shape():
    given_ = answer(GOOD)
    assert {key: given_[key] for key in ("win", "base", "tai", "raw_tai", "total")} == {
        "win": True, "base": 20, "tai": 2, "raw_tai": 2, "total": 80,
    }  # fmt: skip
    assert given_["items"] == [{"key": "win", "label": "底胡", "tiles": [], "hu": 20}]
    assert [(item["key"], item["label"], item["tai"]) for item in given_["tai_items"]] == [
        ("wild_0", "无财神", 1), ("all_chows", "平胡", 1),
    ]  # fmt: skip
    assert given_["reading"]["sets"][0] == {
        "type": "chow", "tiles": ["1m", "2m", "3m"], "wild": [False] * 3, "concealed": True,
    }  # fmt: skip
    assert answer(GOOD, "en")["items"][0]["label"] == "base for winning"


def test_a_hand_that_does_not_win_says_so():
    assert answer(GOOD | {"concealed": "123456m234p678s457s55p"}) == {"win": False, "error": "not a winning hand"}


@pytest.mark.parametrize("label", ["platform", "platform@1", "classic", "folk@1"])
def test_a_preset_may_be_named_with_or_without_its_version(label):
    assert answer(GOOD | {"rules": label})["win"] is True


def test_flags_of_a_win_melds_bonus_and_overrides_may_be_left_out():
    query = {key: value for key, value in GOOD.items() if key not in ("melds", "bonus")}
    assert answer(query | {"win": {"tile": "6m", "by": "discard"}}) == answer(GOOD | {"overrides": {}})


def test_tiles_of_a_meld_may_come_in_any_order():
    assert answer(with_meld("chow", "312p"))["win"] is True


@pytest.mark.parametrize(
    ("field", "query"),
    [
        ("rules", GOOD | {"rules": "house"}),
        ("rules", GOOD | {"rules": "platform@9"}),
        ("rules", GOOD | {"rules": ["platform"]}),
        ("overrides.luck", GOOD | {"overrides": {"luck": 1}}),
        ("overrides.cap", GOOD | {"overrides": {"cap": "400"}}),
        ("overrides.wild_tai", GOOD | {"overrides": {"wild_tai": [1, 2, 3]}}),
        ("overrides", GOOD | {"overrides": [1]}),
        ("wild", GOOD | {"wild": "0p"}),
        ("wild", GOOD | {"wild": "8z"}),
        ("wild", GOOD | {"wild": None}),
        ("wild", GOOD | {"wild": ["9s"]}),
        ("seat", GOOD | {"seat": "e"}),
        ("seat", GOOD | {"seat": 0}),
        ("bonus", GOOD | {"bonus": 5}),
        ("bonus", GOOD | {"bonus": -1}),
        ("bonus", GOOD | {"bonus": 1.0}),
        ("bonus", GOOD | {"bonus": True}),
        ("concealed", GOOD | {"concealed": "123456m234p678s456s5p"}),
        ("concealed", GOOD | {"concealed": GOOD["concealed"] + "1z"}),
        ("concealed", GOOD | {"win": None}),
        ("concealed", GOOD | {"concealed": "55555m234p678s456s555p"}),
        ("concealed", GOOD | {"concealed": "1234m"}),
        ("concealed", GOOD | {"concealed": "12x"}),
        ("concealed", GOOD | {"concealed": "123"}),
        ("concealed", GOOD | {"concealed": ["1m"]}),
        ("concealed", GOOD | {"concealed": "123456m234p678s456s55z"}),
        ("concealed", GOOD | {"wild": "5z", "concealed": "123456m234p678s456s77z"}),
        ("concealed", GOOD | {"concealed": "9s9s9s9s456m234p678s55p6m"}),
        ("concealed", with_meld("kong_open", "6666s")),
        ("melds", GOOD | {"melds": {}}),
        ("melds", GOOD | {"melds": [PONG] * 6}),
        ("melds", GOOD | {"melds": ["777z"]}),
        ("melds", with_meld("pung")),
        ("melds", with_meld("pong", "778z")),
        ("melds", with_meld("pong", "77z")),
        ("melds", with_meld("pong", "7777z")),
        ("melds", with_meld("kong_open", "777z")),
        ("melds", with_meld("chow", "124m")),
        ("melds", with_meld("chow", "123z")),
        ("melds", with_meld("chow", "9m1p2p")),
        ("melds", with_meld("chow", "")),
        ("melds", with_meld("pong", "555z")),
        ("melds", with_meld("pong", "999s")),
        ("melds", with_meld("chow", "789s")),
        ("melds", GOOD | {"melds": [PONG, PONG], "concealed": "123456m678s55p"}),
        ("melds", GOOD | {"melds": [PONG | {"from": 1}]}),
        ("win", GOOD | {"win": "6m"}),
        ("win", GOOD | {"win": True}),
        ("win.tile", with_win(tile="1z")),
        ("win.tile", with_win(tile="6")),
        ("win.tile", with_win(tile=None)),
        ("win.tile", with_win(tile=6)),
        ("win.tile", with_win(tile="9s") | {"concealed": "12m9s456m234p678s456s55p"}),
        ("win.by", with_win(by="luck")),
        ("win.by", with_win(by=None)),
        ("win.by", GOOD | {"win": {"tile": "6m"}}),
        ("win.replacement", with_win(replacement=1)),
        ("win.pong_fourth", with_win(pong_fourth="no")),
        ("win.first", with_win(first="sky")),
        ("win.first", with_win(first="heaven")),
        ("win.first", with_win(first="heaven", by="self_draw") | {"seat": "S"}),
        ("win.first", with_win(first="earth")),
        ("win.first", with_win(first="earth", by="self_draw") | {"seat": "S"}),
        ("win.first", with_meld() | {"seat": "S", "win": WIN | {"first": "earth"}}),
        ("win.luck", with_win(luck=True)),
        ("luck", GOOD | {"luck": True}),
        ("query", [GOOD]),
        ("query", None),
        ("query", "hand"),
    ],
)
def test_an_unusable_query_names_the_field(field, query):
    refused = answer(query)
    assert refused.keys() == {"error"}
    assert refused["error"].startswith(f"{field}: "), refused


@pytest.mark.parametrize("field", ["rules", "wild", "seat", "concealed", "win"])
def test_a_missing_field_is_named(field):
    assert answer({key: value for key, value in GOOD.items() if key != field})["error"] == f"{field}: is missing"


@given(st.sampled_from([*GOOD, "overrides", "other"]), JSON)
def test_any_json_in_any_field_is_answered(field, value):
    assert isinstance(answer(GOOD | {field: value}), dict)


@given(st.sampled_from([*WIN, "other"]), JSON)
def test_any_json_in_any_field_of_a_win_is_answered(field, value):
    assert isinstance(answer(with_win(**{field: value})), dict)


@given(st.lists(st.sampled_from(NAMES), min_size=17, max_size=17), st.sampled_from(NAMES))
def test_any_seventeen_tiles_are_answered(tiles, wild):
    assert isinstance(answer(GOOD | {"concealed": "".join(tiles), "wild": wild, "win": WIN | {"tile": tiles[0]}}), dict)


def run(command, text):
    """The command's answers, one a line; it gets an address where no database is."""
    env = os.environ | {"DATABASE_URL": "postgres://nobody@127.0.0.1:1/none", "REDIS_URL": "redis://127.0.0.1:1/0"}
    done = subprocess.run(
        [sys.executable, "manage.py", command], input=text, capture_output=True, cwd=ROOT, env=env, check=True
    )
    assert done.stderr == b""
    return [json.loads(line) for line in done.stdout.decode("utf-8").splitlines()]


def test_the_score_command_answers_line_by_line_and_survives_bad_ones():
    lines = [
        json.dumps(GOOD),
        "",
        "no json",
        "[" * 100_000,
        "7" * 5000,
        json.dumps(GOOD | {"\ud800": 1}),
        json.dumps(GOOD),
    ]
    answers = run("score", b"\n".join(line.encode() for line in lines) + b'\n"\xff"\n')
    assert answers[0] == answers[6] == answer(GOOD)
    assert all(refused.keys() == {"error"} for refused in answers[1:6] + answers[7:])
    assert len(answers) == 8


def test_the_settle_command_answers_line_by_line():
    query = {"totals": [80, 20, 50, 0], "winner": 0, "from": 1, "by": "discard", "liable": False,
             "silver_before": [1000] * 4, "silver_per_unit": 4}  # fmt: skip
    answers = run("settle", b"{}\n" + json.dumps(query).encode())
    assert answers == [
        {"error": "totals: is missing"},
        {"settlement": [240, -90, 0, -150], "silver_after": [1096, 964, 1000, 940]},
    ]


def test_the_glossary_has_both_languages_for_every_word():
    assert word("tile", "5m") == "五万"
    assert word("tile", "5m", "en") == "5 of characters"
    assert set(GLOSSARY["tile"]) == set(NAMES)
    for group in as_json().values():
        for words in group.values():
            assert words.keys() == {"zh", "en"}
            assert all(words.values())
