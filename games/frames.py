"""Reading what a client sends on a table's socket (docs/protocol.md). Nothing unexpected passes.

Brackets are counted before anything is parsed, and a name that stands twice is refused: two readers of one frame could
otherwise take it for two different ones.
"""

import json
import re
from typing import Annotated, Any, Final, Literal

import msgspec

MAX_DEPTH: Final = 8
_STRING: Final = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"', re.DOTALL)

ClientId = Annotated[str, msgspec.Meta(min_length=1, max_length=64, pattern=r"^[^\x00]+$")]
Words = Annotated[str, msgspec.Meta(max_length=300, pattern=r"^[^\x00]*$")]
DecisionName = Annotated[str, msgspec.Meta(max_length=128, pattern=r"^[^\x00]*$")]


class MalformedFrame(ValueError):
    """A frame that is not one of docs/protocol.md."""


class _Frame(msgspec.Struct, tag_field="type", frozen=True, forbid_unknown_fields=True):
    pass


class Act(_Frame, tag="act", frozen=True):
    id: ClientId
    decision: DecisionName
    action: dict[str, Any]


class Think(_Frame, tag="think", frozen=True):
    id: ClientId
    decision: DecisionName


class Auto(_Frame, tag="auto", frozen=True):
    id: ClientId
    on: bool


class Wish(_Frame, tag="wish", frozen=True):
    id: ClientId
    wishes: Annotated[list[Literal["sort", "win", "no_claims", "draw_throw"]], msgspec.Meta(max_length=4)]


class Seed(_Frame, tag="seed", frozen=True):
    hand: int
    client_seed: Annotated[str, msgspec.Meta(max_length=64)]


class Hidden(_Frame, tag="hidden", frozen=True):
    on: bool


class Phrase(_Frame, tag="phrase", frozen=True):
    id: ClientId
    phrase: Literal["hello", "luck", "nice", "close", "thanks", "sorry", "moment", "hurry", "bye"]


class Call(_Frame, tag="call", frozen=True):
    id: ClientId
    text: Words


class Report(_Frame, tag="report", frozen=True):
    id: ClientId
    seat: Annotated[int, msgspec.Meta(ge=0, le=3)]
    kind: Literal["name", "phrases", "stalling", "collusion", "other"]
    text: Words


class Sync(_Frame, tag="sync", frozen=True):
    pass


class Ping(_Frame, tag="ping", frozen=True):
    pass


Frame = Act | Think | Auto | Wish | Seed | Hidden | Phrase | Call | Report | Sync | Ping
_decoder = msgspec.json.Decoder(Frame)


def read_frame(text: str) -> Frame:
    """Raises MalformedFrame with what is wrong."""
    _check_shape(text)
    try:
        return _decoder.decode(text)
    except (msgspec.MsgspecError, UnicodeEncodeError) as error:
        raise MalformedFrame(str(error) or "not a message of this protocol") from error


def id_in(text: str) -> str | None:
    """The `id` of a frame that could not be read, if it has one, so that its sender can tell which was refused."""
    try:
        _check_shape(text)
        message = msgspec.json.decode(text)
    except (MalformedFrame, msgspec.MsgspecError, UnicodeEncodeError):
        return None
    value = message.get("id") if isinstance(message, dict) else None
    return value if isinstance(value, str) and len(value) <= 64 else None


def _check_shape(text: str) -> None:
    depth = 0
    for char in _STRING.sub("", text):
        depth += (char in "[{") - (char in "]}")
        if depth > MAX_DEPTH:
            raise MalformedFrame("too deep")
    try:
        json.loads(text, object_pairs_hook=_each_name_once)
    except ValueError as error:
        raise MalformedFrame(str(error)) from error


def _each_name_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise MalformedFrame("a name stands twice")
    return found
