"""What may be a nickname (P1: zero width, overrides, look-alikes, emoji floods, markup)."""

import pytest

from accounts.nicknames import MalformedNickname, clean, made_up, numbered, unique_key


@pytest.mark.parametrize(
    "name",
    [
        "小王", "阿海 2号", "Anna", "Ünal", "ひろし", "小王Wang", "渔夫😀", "O'Neil", "坎门·小海鸥", "a", "1", "龘" * 16,
        "мария", "Ελένη", "가나다",
    ],
)  # fmt: skip
def test_names_people_have_are_allowed(name):
    assert clean(name) == name


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("", "empty"),
        ("   ", "blank"),
        ("a\u200bb", "zero width space"),
        ("\u200b" * 5, "nothing but zero width"),
        ("\u202egnp.exe", "right-to-left override"),
        ("a\u2066b\u2069", "isolates"),
        ("\ufeffabc", "byte order mark"),
        ("a\x00b", "nul"),
        ("a\nb", "line break"),
        ("\u3164", "blank letter"),
        ("\u2800\u2800", "blank braille"),
        ("\ud800", "lone surrogate"),
        ("\ue000", "private use"),
        ("😀" * 200, "200 emoji"),
        ("👨\u200d👩\u200d👧", "joined emoji"),
        ("😀", "no letter"),
        ("a" + "\u0301" * 9, "stacked marks"),
        ("x" * 17, "too long"),
        ("龘" * 17, "too long"),
        ("<img onerror>", "markup"),
        ("=1+1", "formula"),
        ("+41", "formula"),
        ("-a", "formula"),
        ("@me", "formula"),
        ("a|b", "symbol"),
        ("Аdmin", "Cyrillic A among Latin"),
        ("раypal", "mixed"),
        ("admin", "reserved"),
        ("ADMIN7", "reserved"),
        ("adm1n", "reserved look-alike"),
        ("ａｄｍｉｎ", "reserved, full width"),
        ("系统消息", "reserved"),
        ("裁 判", "reserved, spaced"),
        ("机器人·海带", "bots only"),
        ("...", "no letter"),
    ],
)
def test_names_that_deceive_or_break_are_refused(name, why):
    with pytest.raises(MalformedNickname):
        clean(name)


def test_the_name_is_normalised():
    assert clean("  ｗａｎｇ　小  ") == "wang 小"
    assert clean("e\u0301va") == "éva"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Wang", "wang"), ("wang", "ｗａｎｇ"), ("l0l", "IOI"), ("мама", "mama"), ("小 王", "小王"), ("éva", "Eva"),
        ("日月", "曰月"), ("modern", "modem"), ("straße", "STRASSE"),
    ],
)  # fmt: skip
def test_names_that_look_alike_are_the_same_name(one, other):
    assert unique_key(one) == unique_key(other)


def test_made_up_names_pass_their_own_rules():
    for _ in range(300):
        name = made_up()
        assert clean(name) == name
        assert clean(numbered(name)).startswith(name[:2])
    assert len(clean(numbered("龘" * 16))) == 16
