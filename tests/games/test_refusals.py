"""Refusals in words: in the language of the handshake, the engine's own remarks among them."""

import ast
import re
from pathlib import Path
from typing import Any

import pytest

from accounts.language import language_of_scope
from games import refusals

GAMES = Path(refusals.__file__).parent
CHINESE = re.compile("[\u4e00-\u9fff]")
NEVER_SENT = {"the tiles are dealt", "no window is open", "no such wish"}
"""What only the server's own entries could meet."""


def remarks() -> set[str]:
    """Every fixed remark in the code of a live hand."""
    found = set()
    for name in ("service.py", "consumers.py", "engine/progress.py"):
        for call in ast.walk(ast.parse((GAMES / name).read_text())):
            if isinstance(call, ast.Call) and ast.unparse(call.func).endswith(("Refused", "IllegalAction", "_refuse")):
                found |= {text.value for text in call.args if isinstance(text, ast.Constant) and " " in str(text.value)}
    return found


def test_the_fixed_remarks_are_found() -> None:
    assert {"nothing is asked of this seat", "watchers cannot act", "the table is closed"} <= remarks()


@pytest.mark.parametrize("remark", sorted(remarks()))
def test_every_fixed_remark_has_its_own_chinese(remark: str) -> None:
    said = refusals.why("illegal", remark, "zh-hans")
    assert CHINESE.search(said)
    if remark not in NEVER_SENT and ":" not in remark.partition(" ")[0]:  # a field and what is wrong with it
        assert said != refusals.why("illegal", "something else", "zh-hans")


def test_what_the_engine_says_of_a_tile_is_told_to_readers_of_english() -> None:
    assert refusals.why("illegal", "seat 2 may not pong 5m now", "en") == "seat 2 may not pong 5m now"
    assert refusals.why("illegal", "seat 2 may not pong 5m now", "zh-hans") == "规则现在不允许这样。"


@pytest.mark.parametrize(
    ("headers", "language"),
    [
        ({}, "zh-hans"),
        ({"accept-language": "en-GB,en;q=0.8"}, "en"),
        ({"accept-language": "fr,en;q=0.5"}, "en"),
        ({"accept-language": "zh-CN"}, "zh-hans"),
        ({"accept-language": "xx"}, "zh-hans"),
        ({"accept-language": "en", "cookie": "django_language=zh-hans"}, "zh-hans"),
        ({"cookie": "django_language=en; sessionid=x"}, "en"),
        ({"cookie": "django_language=../../etc"}, "zh-hans"),
        ({"accept-language": "\xff;;q=x"}, "zh-hans"),
    ],
)
def test_a_socket_is_answered_in_the_language_of_its_handshake(headers: dict[str, str], language: str) -> None:
    scope: dict[str, Any] = {"headers": [(name.encode(), value.encode("latin-1")) for name, value in headers.items()]}
    assert language_of_scope(scope) == language
