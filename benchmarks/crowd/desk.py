"""The organiser's part: begins an event, ends it, and looks at what it left. Django is set up on the site before this is
imported (benchmarks.crowd.ground)."""

import gc
import secrets
import tracemalloc
from collections.abc import Iterator, Mapping
from typing import Any, Final

from benchmarks.crowd.figures import percentiles
from games import recording
from games.engine.due import next_due
from games.engine.play import Play
from games.models import Hand
from tests.faults.journal import Row, differences
from tournaments import service
from tournaments.service.inspection import inspect

PEOPLE_MS: Final = {
    "turn_ms": 15_000, "reserve_ms": 30_000, "claim_ms": 8_000, "claim_min_ms": 1_000, "seed_ms": 2_000,
    "pause_ms": 12_000, "draw_every_ms": 10_000, "bot_after_ms": 8_000, "spectator_delay_ms": 30_000,
}  # fmt: skip
"""The times of an event, for people."""
LEAST_MS: Final = {"claim_ms": 100, "draw_every_ms": 200}
HOURS: Final = 10
LATENESS_OF_HANDS: Final = 40
LOG: Final = """SELECT a.hand_id, a.seq, a.client_id, s.player_id, a.payload, a.v FROM games_loggedaction a
    JOIN games_hand h ON h.id = a.hand_id JOIN games_table t ON t.id = h.table_id
    LEFT JOIN games_seat s ON s.table_id = h.table_id AND s.index = a.seat WHERE t.event = %s"""


def begin_event(speed: float, hints: str) -> str:
    """A championship that runs, with people's times divided by `speed`. Its slug."""
    times = {name: max(LEAST_MS.get(name, 50), round(ms / speed)) for name, ms in PEOPLE_MS.items()}
    slug = f"load-{secrets.token_hex(4)}"
    service.create_event("负载", slug=slug, length_ms=HOURS * 3_600_000, min_hands=1, hints=hints, **times)
    service.open_event(slug)
    return service.start_event(slug).slug


def end_event(slug: str, said: Mapping[str, Mapping[str, Any]], rows: Any) -> dict[str, Any]:
    """Stop it, so that abandoned tables cost nothing more, and count. `rows(query, value)`: what the database says.

    Everything acknowledged must be stored as it was said, once, in logs without a gap, and every invariant must hold;
    else it stands in `found`.
    """
    service.pause(slug, reason="测量结束")
    some = Hand.objects.filter(table__event=slug).order_by("-started_at")[:LATENESS_OF_HANDS]
    late = percentiles([late for hand in some for late in lateness(hand)])
    report = inspect(event=slug)
    return {
        "late by the clock, ms": late,
        "acknowledged": sum(what["acked"] is not None for what in said.values()),
        "hands": report.hands,
        "found": [*differences(said, [Row(*row) for row in rows(LOG, slug)]), *map(str, report.violations)],
    }


def lateness(hand: Hand) -> Iterator[float]:
    """Seconds between the moment something was due (a deal, the end of a window, an answer for somebody who was late) and
    the one that the log gives it. What an answer makes due at once, an end of its window, is due with the answer."""
    before, said_at = recording.begun(hand), 0
    for play, entry, _ in recording.plays_of(hand):
        if entry.auto or entry.type in ("deal", "close"):
            yield max(0, entry.at - max(said_at, next_due(before).at)) / 1000
        before, said_at = play, entry.at


def state_kilobytes(hands: int) -> dict[str, Any]:
    """What one hand takes in the memory of a process that holds it, in 1,000 bytes: so many hands of this site folded
    from their logs as games.store does, up to the last answer. What they share counts once, divided by all."""
    some = list(Hand.objects.exclude(seq=0).select_related("table").order_by("-seq")[:hands])
    for hand in some:
        fullest(hand)  # what is remembered by the engine, for all hands alike, is no hand's own
    gc.collect()
    tracemalloc.start()
    held = [fullest(hand) for hand in some]
    gc.collect()
    taken, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return {
        "hands": len(held),
        "each": round(taken / max(1, len(held)) / 1000, 1),
        "log lines of the longest": some[0].seq,
    }


def fullest(hand: Hand) -> Play:
    """The play after its last line in which it was not over yet."""
    last = recording.begun(hand)
    for play, _entry, _events in recording.plays_of(hand):
        if play.phase == "result":
            break
        last = play
    return last
