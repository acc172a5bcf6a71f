"""What of the server's frames (docs/protocol.md) matters to somebody who plays; the rest is skipped while reading."""

from typing import Any

import msgspec


class Meld(msgspec.Struct):
    """The tiles of one meld."""

    tiles: list[str]


class View(msgspec.Struct):
    """The table as one seat sees it. During the deal much is null."""

    hand: int
    phase: str
    present: list[str]
    seat: int | None = None
    turn: int | None = None
    decision: str | None = None
    rivers: list[list[str]] | None = None
    melds: list[list[Meld]] | None = None
    mine: list[str] | None = None
    legal: list[dict[str, Any]] | None = None
    held: bool | None = None

    @property
    def progress(self) -> tuple[int, int]:
        """The same for all seats at the same moment, and grows with every throw, claim and kong."""
        thrown = sum(map(len, self.rivers or ()))
        return self.hand, thrown + sum(len(meld.tiles) for melds in self.melds or () for meld in melds)


class Shown(msgspec.Struct, tag="view"):
    """A view, at this viewer's count."""

    v: int
    view: View


class Ack(msgspec.Struct, tag="ack"):
    """Stored. `id` is null for a seed."""

    v: int
    id: str | None = None


class Refusal(msgspec.Struct, tag="refused"):
    """Not stored, and why."""

    code: str
    message: str
    id: str | None = None


class Pong(msgspec.Struct, tag="pong"):
    """The line lives; the newest count it was sent."""

    v: int


class Outage(msgspec.Struct, tag="outage"):
    """Whether the server cannot reach its database."""

    on: bool


class Phrase(msgspec.Struct, tag="phrase"):
    """Said by somebody."""


class Me(msgspec.Struct, tag="me"):
    """Of an event's socket: where the player stands."""

    state: str
    table: str | None = None


class Ranking(msgspec.Struct, tag="ranking"):
    """Of an event's socket."""


class Notice(msgspec.Struct, tag="notice"):
    """Of an event's socket."""


AtTable = Shown | Ack | Refusal | Pong | Outage | Phrase
AtEvent = Me | Ranking | Notice | Pong
at_table: msgspec.json.Decoder[AtTable] = msgspec.json.Decoder(AtTable)
at_event: msgspec.json.Decoder[AtEvent] = msgspec.json.Decoder(AtEvent)
encode = msgspec.json.Encoder().encode
