"""The words of the game come from one glossary: no other Chinese for them at the table, none at all in the scripts."""

import json
import re
from pathlib import Path

import pytest
from django.template.loader import render_to_string
from django.utils import translation

from games.engine.glossary import GLOSSARY, word

ROOT = Path(__file__).resolve().parents[2]
CHINESE = re.compile("[\u4e00-\u9fff]")
COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)
SAME = {
    "claim_win": ("action", "win"), "claim_kong": ("action", "kong_open"), "claim_pong": ("action", "pong"),
    "claim_chow": ("action", "chow"), "claim_pass": ("action", "pass"), "wild": ("special", "wild"),
    "sheet_draw": ("result", "draw"),
}  # fmt: skip
"""Strings of the table that are a word of the glossary, whole."""
WINDS = {"wind_east": "E", "wind_south": "S", "wind_west": "W", "wind_north": "N"}
TERMS = {
    "wild tile": ("special", "wild"), "bonus tile": ("special", "bonus"), "kong": ("action", "kong_open"),
    "pong": ("action", "pong"), "chow": ("action", "chow"), "self-draw": ("by", "self_draw"),
    "silver": ("score", "silver"), "hu": ("score", "hu"),
}  # fmt: skip
"""Where the English says the one, the Chinese says the other."""


def strings(language: str) -> dict[str, str]:
    """The table's strings by key, as its scripts get them."""
    with translation.override(language):
        page = render_to_string("games/_strings.html")
    found = re.search(r'id="strings">(.*?)</script>', page, re.DOTALL)
    assert found is not None
    read: dict[str, str] = json.loads(found[1])
    return read


@pytest.mark.parametrize("key", SAME)
def test_a_word_of_the_table_is_the_glossarys(key: str) -> None:
    group, name = SAME[key]
    assert strings("zh-hans")[key] == word(group, name, "zh")
    assert strings("en")[key].lower() == word(group, name, "en").lower()


@pytest.mark.parametrize("key", WINDS)
def test_a_wind_is_the_glossarys(key: str) -> None:
    assert strings("zh-hans")[key] == word("wind", WINDS[key], "zh")
    assert word("wind", WINDS[key], "en").startswith(strings("en")[key])


def test_no_string_translates_a_word_of_the_glossary_its_own_way() -> None:
    english, chinese = strings("en"), strings("zh-hans")
    known: dict[str, set[str]] = {}
    for entries in GLOSSARY.values():
        for zh, en in entries.values():
            known.setdefault(en.lower(), set()).add(zh)
    retyped = [
        key for key, text in english.items() if text.lower() in known and chinese[key] not in known[text.lower()]
    ]
    assert retyped == []


@pytest.mark.parametrize("term", TERMS)
def test_a_term_within_a_sentence_is_the_glossarys(term: str) -> None:
    english, chinese = strings("en"), strings("zh-hans")
    wanted = word(*TERMS[term], "zh")
    using = [key for key, text in english.items() if re.search(rf"\b{term}s?\b(?![^{{]*}})", text, re.IGNORECASE)]
    assert using, term
    assert {key: chinese[key] for key in using if wanted not in chinese[key]} == {}


def test_scripts_speak_no_chinese_of_their_own() -> None:
    found = [
        f"{path.name}: {line.strip()}"
        for path in (ROOT / "static/js").rglob("*.js")
        for line in COMMENT.sub("", path.read_text()).splitlines()
        if CHINESE.search(line)
    ]
    assert found == []
