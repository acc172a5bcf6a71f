"""A live hand: the engine's state together with its people, clocks and counters.

A `Play` is a value; games.engine.progress gives the next one for each line of the log.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from games.engine.clock import LASTING_WISHES, SeatClock, TableSettings
from games.engine.desk import NOTHING_SAID, Desk
from games.engine.rules import Rules
from games.engine.state import HandState

SEATS: Final = range(4)
WATCHER: Final = 4
"""Index of the watchers' counter in `Play.v`."""

EntryType = Literal[
    "seed", "deal", "act", "close", "think", "auto", "wish", "grace", "halt", "resume", "time", "notice"
]  # fmt: skip
PlayPhase = Literal["deal", "act", "claim", "rob", "result"]
WINDOWS: Final = ("claim", "rob")


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the log. `seat` is None for what the server does for all; `at` in ms from the hand's start."""

    seat: int | None
    type: EntryType
    payload: Mapping[str, Any] = field(default_factory=dict)
    at: int = 0
    auto: bool = False


@dataclass(frozen=True, slots=True)
class Play:
    """Everything about a live hand. `v` counts, for seats 0-3 and watchers, the changes each may see."""

    table_id: str
    number: int
    dealer: int
    rules: Rules
    settings: TableSettings
    bots: frozenset[int]
    commitment: str
    server_seed: bytes = field(repr=False)
    clocks: tuple[SeatClock, ...]
    v: tuple[int, ...]
    seq: int = 0
    state: HandState | None = None
    seeds: tuple[str | None, ...] = (None, None, None, None)
    opened_at: int = 0
    extra_ms: int = 0
    shown_auto: tuple[bool, ...] = (False, False, False, False)
    desk: Desk = NOTHING_SAID
    heat: str | None = None
    """The heat whose walls this table plays."""

    @property
    def phase(self) -> PlayPhase:
        if self.state is None:
            return "deal"
        return "result" if self.state.phase == "over" else self.state.phase

    @property
    def in_window(self) -> bool:
        return self.phase in WINDOWS

    def decision(self, seat: int) -> str | None:
        """The opaque name of what is asked of a seat now, None when nothing is."""
        clock = self.clocks[seat]
        asked = clock.asked and not clock.held and not self.halted
        return f"{self.table_id}.{self.number}.{seat}.{clock.question}" if asked else None

    @property
    def halted(self) -> bool:
        """Whether nothing moves until a referee says so; the clocks stand still meanwhile."""
        return self.desk.halted


def begin(
    table_id: str,
    number: int,
    dealer: int,
    rules: Rules,
    settings: TableSettings,
    bots: frozenset[int],
    commitment: str,
    server_seed: bytes,
    carried: Mapping[str, Any],
) -> Play:
    """A hand before its deal. `carried` is what `carry` took from the hand before, `{}` for the first."""
    autos = carried.get("auto", [False] * 4)
    held = carried.get("held", [False] * 4)
    misses = carried.get("misses", [0] * 4)
    wishes = carried.get("wishes", [sorted(LASTING_WISHES)] * 4)
    clocks = tuple(
        SeatClock(
            settings.reserve_ms,
            settings.thinks,
            misses=misses[seat],
            auto=autos[seat],
            held=held[seat],
            wishes=frozenset(wishes[seat]),
        )
        for seat in SEATS
    )
    v = tuple(count + 1 for count in carried.get("v", [0] * 5))
    return Play(
        table_id, number, dealer, rules, settings, bots, commitment, server_seed, clocks, v, shown_auto=tuple(autos),
        heat=carried.get("heat"),
    )  # fmt: skip


def carry(play: Play) -> dict[str, Any]:
    """What goes on into the table's next hand."""
    return {
        "v": list(play.v),
        "auto": [clock.auto for clock in play.clocks],
        "held": [clock.held for clock in play.clocks],
        "misses": [clock.misses for clock in play.clocks],
        "wishes": [sorted(clock.wishes & LASTING_WISHES) for clock in play.clocks],
    }
