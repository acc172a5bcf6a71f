"""Frames as a broken or hostile program sends them, from a seed; and what docs/protocol.md says of any frame.

`obeyed` is written from the document alone, with the standard library: it says what the site must not refuse.
"""

import copy
import json
import random
from collections.abc import Callable
from typing import Any, Final

PLAIN: Final[tuple[dict[str, Any], ...]] = (
    {"type": "act", "id": "a1", "decision": "t1.1.0.1", "action": {"type": "discard", "tile": "5m"}},
    {"type": "act", "id": "a2", "decision": "t1.1.0.1", "action": {"type": "chow", "tiles": ["1m", "2m"]}},
    {"type": "think", "id": "a3", "decision": "t1.1.0.1"},
    {"type": "auto", "id": "a4", "on": True},
    {"type": "wish", "id": "a5", "wishes": ["sort", "win"]},
    {"type": "seed", "hand": 1, "client_seed": "00ff"},
    {"type": "hidden", "on": True},
    {"type": "phrase", "id": "a6", "phrase": "hello"},
    {"type": "call", "id": "a7", "text": "裁判"},
    {"type": "report", "id": "a8", "seat": 2, "kind": "name", "text": ""},
    {"type": "sync"},
    {"type": "ping"},
)
ODD: Final[tuple[Any, ...]] = (
    None, True, False, 0, -1, 1.5, 3.0, 10**18, 10**30, "", " ", "x" * 65, "x" * 400, "a\u0000b", "\u202e", "🀄", [], {},
    [[]], {"": ""}, ["5m"] * 50, {"type": "act"}, "pass", "constructor", "__class__", "5m", "0m", "9z",
)  # fmt: skip
SCRAPS: Final = (
    "NaN", "Infinity", "-Infinity", "1e400", "-1e400", '"\\ud800"', '"a\\u0000b"', "9" * 5000, "[" * 9, "[" * 3000,
    "]", "{", "}", ",", ":", '"', "\\", "null", "true", "3.0", "\ufeff", "\u2028", "//", "'", '"type":"sync",',
)  # fmt: skip
PHRASES: Final = ("hello", "luck", "nice", "close", "thanks", "sorry", "moment", "hurry", "bye")


def mutated(chance: random.Random) -> str | bytes:
    """One frame: a plain one, changed once to four times in its values or its letters."""
    frame = json.loads(json.dumps(chance.choice(PLAIN)))
    for _ in range(chance.randrange(3)):
        _change_a_value(frame, chance)
    text = json.dumps(frame, ensure_ascii=chance.random() < 0.5)
    for _ in range(chance.randrange(3)):
        text = chance.choice(_LETTERS)(text, chance)
    if chance.random() < 0.01:
        return text.encode(errors="replace")
    return text


def _change_a_value(frame: Any, chance: random.Random) -> None:
    """Somewhere in the frame a value becomes odd, goes, or gets company."""
    places = [frame]
    for inner in places:
        places.extend(one for one in _values(inner) if isinstance(one, dict | list) and one)
    inner = chance.choice(places)
    keys = list(inner) if isinstance(inner, dict) else list(range(len(inner)))
    key, what = chance.choice(keys) if keys else None, chance.randrange(4)
    if what == 0 and key is not None:
        del inner[key]
    elif what == 1 and isinstance(inner, dict):
        inner[chance.choice(("extra", "type", "id", "seat", "v", ""))] = copy.deepcopy(chance.choice(ODD))
    elif key is not None:
        inner[key] = copy.deepcopy(chance.choice(ODD))


def _values(inner: Any) -> list[Any]:
    return list(inner.values()) if isinstance(inner, dict) else inner


def _cut(text: str, chance: random.Random) -> str:
    return text[: chance.randrange(len(text) + 1)]


def _drop(text: str, chance: random.Random) -> str:
    at = chance.randrange(len(text) + 1)
    return text[:at] + text[at + 1 :]


def _scrap(text: str, chance: random.Random) -> str:
    at = chance.randrange(len(text) + 1)
    return text[:at] + chance.choice(SCRAPS) + text[at:]


def _letter(text: str, chance: random.Random) -> str:
    at = chance.randrange(len(text) + 1)
    return text[:at] + chr(chance.choice((chance.randrange(1, 128), chance.randrange(0x4E00, 0x9FFF)))) + text[at + 1 :]


def _in_a_list(text: str, _chance: random.Random) -> str:
    return f"[{text}]"


def _twice(text: str, chance: random.Random) -> str:
    return text + chance.choice(("", " ", "\n")) + text


_LETTERS: Final[tuple[Callable[[str, random.Random], str], ...]] = (
    _cut, _drop, _scrap, _scrap, _letter, _letter, _in_a_list, _twice
)  # fmt: skip


def obeyed(text: str) -> dict[str, Any] | None:
    """The frame, if it is one of the protocol's; None for what must be refused as malformed.

    The action of an `act` is judged by the rules, not here.
    """
    try:
        frame = json.loads(text, object_pairs_hook=_once)
        text.encode()
        json.dumps(frame, ensure_ascii=False, allow_nan=False).encode()
    except (ValueError, RecursionError):
        return None
    if not isinstance(frame, dict) or not isinstance(frame.get("type"), str):
        return None
    fields = _FIELDS.get(frame["type"])
    if fields is None or frame.keys() != {"type", *fields} or _depth(frame) > 8:
        return None
    return frame if all(is_right(frame[name]) for name, is_right in fields.items()) else None


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(dict(pairs)) != len(pairs):
        raise ValueError("twice")
    return dict(pairs)


def _depth(value: Any) -> int:
    return 1 + max(map(_depth, _values(value)), default=0) if isinstance(value, dict | list) else 0


def _text(shortest: int, longest: int) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, str) and shortest <= len(value) <= longest and "\0" not in value


def _wishes(value: Any) -> bool:
    known = ("sort", "win", "no_claims", "draw_throw")
    return isinstance(value, list) and len(value) <= 4 and all(type(one) is str and one in known for one in value)


_ID, _WORDS, _DECISION = _text(1, 64), _text(0, 300), _text(0, 128)


def _is_bool(value: Any) -> bool:
    return type(value) is bool


_FIELDS: Final[dict[str, dict[str, Callable[[Any], bool]]]] = {
    "act": {"id": _ID, "decision": _DECISION, "action": lambda value: isinstance(value, dict)},
    "think": {"id": _ID, "decision": _DECISION},
    "auto": {"id": _ID, "on": _is_bool},
    "wish": {"id": _ID, "wishes": _wishes},
    "seed": {"hand": lambda value: type(value) is int, "client_seed": lambda value: _is_text(value, 64)},
    "hidden": {"on": _is_bool},
    "phrase": {"id": _ID, "phrase": lambda value: type(value) is str and value in PHRASES},
    "call": {"id": _ID, "text": _WORDS},
    "report": {
        "id": _ID, "seat": lambda value: type(value) is int and 0 <= value <= 3, "text": _WORDS,
        "kind": lambda value: value in ("name", "phrases", "stalling", "collusion", "other"),
    },
    "sync": {},
    "ping": {},
}  # fmt: skip


def _is_text(value: Any, longest: int) -> bool:
    return isinstance(value, str) and len(value) <= longest
