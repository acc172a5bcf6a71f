"""Reading the JSON of the scoring and settlement queries: every refusal names its field."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

_SHOWN: Final = 60


class MalformedQuery(ValueError):
    """A query that cannot be answered; `field` names what is wrong."""

    def __init__(self, field: str, reason: str) -> None:
        super().__init__(f"{field}: {reason}")
        self.field = field


def shown(value: object) -> str:
    """A value as an error quotes it, shortened."""
    text = repr(value)
    return text if len(text) <= _SHOWN else text[:_SHOWN] + "…"


def object_with(field: str, value: object, required: Iterable[str], optional: Iterable[str] = ()) -> Mapping[str, Any]:
    """A JSON object with these fields and no others. Raises MalformedQuery; `field` is "" for the whole query."""
    if not isinstance(value, Mapping):
        raise MalformedQuery(field or "query", "must be an object")
    prefix = f"{field}." if field else ""
    known = (*required, *optional)
    for name in value:
        if name not in known:
            raise MalformedQuery(f"{prefix}{name}"[:_SHOWN], "no such field")
    for name in required:
        if name not in value:
            raise MalformedQuery(f"{prefix}{name}", "is missing")
    return value


def whole(field: str, value: object, low: int, high: int) -> int:
    """A whole number in a range (JSON true and 1.0 are none). Raises MalformedQuery."""
    if type(value) is not int or not low <= value <= high:
        raise MalformedQuery(field, f"must be a whole number from {low} to {high}, not {shown(value)}")
    return value


def boolean(field: str, value: object) -> bool:
    """true or false. Raises MalformedQuery."""
    if type(value) is not bool:
        raise MalformedQuery(field, f"must be true or false, not {shown(value)}")
    return value


def one_of(field: str, value: object, choices: Sequence[str]) -> str:
    """One of a few texts. Raises MalformedQuery."""
    if not isinstance(value, str) or value not in choices:
        raise MalformedQuery(field, f"must be one of {', '.join(choices)}, not {shown(value)}")
    return value


def four_wholes(field: str, value: object, high: int) -> tuple[int, int, int, int]:
    """Four whole numbers from 0, one a seat. Raises MalformedQuery."""
    if not isinstance(value, list) or len(value) != 4:
        raise MalformedQuery(field, "must be four whole numbers, one a seat")
    first, second, third, fourth = (whole(field, item, 0, high) for item in value)
    return first, second, third, fourth
