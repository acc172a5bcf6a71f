"""A table's times and each seat's clock: reserve, missed turns, 托管, open questions.

All times are whole milliseconds; `at` counts from the hand's start on the caller's clock (docs/protocol.md).
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import Any, Final

AUTO_TURN_MS: Final = 1_000
"""A seat in 托管 plays its turn by default after this."""
BOT_TURN_MS: Final = 900
BOT_CLAIM_MS: Final = 500
MISSES_TO_AUTO: Final = 2
WISH_MS: Final = 600
"""How long after a turn or window opens the server does what a seat has asked it to do by itself."""
THINK_MS: Final = 4_000
"""What the first 想一想 in a uniform window adds."""
NO_LIMIT_MS: Final = 86_400_000
"""A day: a table whose turns are as long says 不限时 and shows no clock; one left for good still ends by itself."""
PACES: Final = ("normal", "double", "quadruple", "none")
"""How fast a practice table goes: as the event says, twice or four times as long, without a limit."""

CLAIM_MODES: Final = ("natural", "uniform")
HINT_MODES: Final = ("none", "tenpai", "all")
BOT_LEVELS: Final = ("novice", "regular", "expert")
"""How strong the bots of a table are: 新手, 熟手, 高手."""
WISHES: Final = ("sort", "win", "no_claims", "draw_throw")
"""What a seat may leave to the server: 理牌, 自动胡, 不吃碰杠, 自动摸打."""
LASTING_WISHES: Final = frozenset({"sort"})
"""Wishes that go on into the next hand; the others end with theirs."""


class MalformedSettings(ValueError):
    """A table setting that is unknown or out of range; `field` names it."""

    def __init__(self, field: str, reason: str) -> None:
        super().__init__(f"{field}: {reason}")
        self.field = field


@dataclass(frozen=True, slots=True)
class TableSettings:
    """What an event decides about its tables, rules aside."""

    hands_per_table: int = 4
    silver_per_unit: int = 4
    turn_ms: int = 15_000
    reserve_ms: int = 30_000
    claim_mode: str = "natural"
    claim_ms: int = 8_000
    claim_min_ms: int = 1_000
    thinks: int = 5
    seed_ms: int = 2_000
    pause_ms: int = 12_000
    spectator_delay_ms: int = 30_000
    hints: str = "all"
    bot_level: str = "regular"

    def to_json(self) -> dict[str, Any]:
        """Every field by name. Mirror of `settings_from_json`."""
        return asdict(self)

    @property
    def uniform(self) -> bool:
        return self.claim_mode == "uniform"

    @property
    def untimed(self) -> bool:
        """Whether nobody at this table is ever hurried (不限时)."""
        return self.turn_ms >= NO_LIMIT_MS

    def at_pace(self, pace: str) -> "TableSettings":
        """These settings with every time to decide as much longer; slower tables have natural windows.

        A uniform window is never closed early: at a slow pace it would keep everybody waiting after every discard.
        """
        if pace == "normal":
            return self
        if pace == "none":
            return replace(self, turn_ms=NO_LIMIT_MS, reserve_ms=0, claim_ms=NO_LIMIT_MS, pause_ms=NO_LIMIT_MS,
                           claim_mode="natural")  # fmt: skip
        factor = {"double": 2, "quadruple": 4}[pace]
        longer = {name: min(getattr(self, name) * factor, _bounds(name)[1]) for name in _PACED}
        return replace(self, **longer, claim_mode="natural")


_CHOICES: Final[Mapping[str, tuple[str, ...]]] = {
    "claim_mode": CLAIM_MODES,
    "hints": HINT_MODES,
    "bot_level": BOT_LEVELS,
}
_BOUNDS: Final[Mapping[str, tuple[int, int]]] = {
    "hands_per_table": (1, 100),
    "silver_per_unit": (1, 1_000),
    "thinks": (0, 100),
    "reserve_ms": (0, 3_600_000),
    "seed_ms": (0, 60_000),
    "spectator_delay_ms": (0, 3_600_000),
}
_TIME_BOUNDS: Final = (50, NO_LIMIT_MS)
_PACED: Final = ("turn_ms", "reserve_ms", "claim_ms", "pause_ms")


def _bounds(name: str) -> tuple[int, int]:
    return _BOUNDS.get(name, _TIME_BOUNDS)


def settings_from_json(data: Mapping[str, Any]) -> TableSettings:
    """Read and check settings; absent fields keep their defaults. Raises MalformedSettings."""
    known = {f.name for f in fields(TableSettings)}
    for name, value in data.items():
        if name not in known:
            raise MalformedSettings(name, "no such setting")
        if name in _CHOICES:
            if value not in _CHOICES[name]:
                raise MalformedSettings(name, f"must be one of {', '.join(_CHOICES[name])}")
            continue
        low, high = _bounds(name)
        if type(value) is not int or not low <= value <= high:
            raise MalformedSettings(name, f"must be a whole number from {low} to {high}")
    settings = TableSettings(**data)
    if not settings.uniform and settings.claim_min_ms > settings.claim_ms:
        raise MalformedSettings("claim_min_ms", "must not be longer than claim_ms")
    return settings


@dataclass(frozen=True, slots=True)
class SeatClock:
    """One seat's time and questions. `question` counts the questions put to it in this hand; `held`: the organiser
    has it played in 托管 until it is given back."""

    reserve_ms: int
    thinks: int
    question: int = 0
    asked: bool = False
    misses: int = 0
    auto: bool = False
    held: bool = False
    wishes: frozenset[str] = LASTING_WISHES

    def ask(self) -> "SeatClock":
        return replace(self, question=self.question + 1, asked=True)

    def answered(self) -> "SeatClock":
        """After any accepted act of its own: the question is closed, 托管 ends unless the organiser set it."""
        return replace(self, asked=False, misses=0, auto=self.held)

    def timed_out(self, *, on_turn: bool) -> "SeatClock":
        """After the server acted for it. Only own turns count as missed."""
        misses = self.misses + on_turn
        return replace(self, asked=False, misses=misses, auto=self.auto or misses >= MISSES_TO_AUTO)

    def spend(self, used_ms: int) -> "SeatClock":
        return replace(self, reserve_ms=max(0, self.reserve_ms - max(0, used_ms)))
