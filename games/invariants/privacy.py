"""P1-P6: what nobody is told. Pure; tests take pairs of outputs, a table checks itself on every view.

P1 and P2 speak of everything that leaves the site and are checked on what a test has gathered; P4 is statistics over
many windows, of which `check_window` is what one state can show.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from games.engine.claims import WINDOWS, claimants
from games.engine.due import base_deadline, next_due
from games.engine.fairness import commitment
from games.engine.play import SEATS, WATCHER, Play
from games.engine.state import HandState
from games.engine.visibility import Facts, view
from games.engine.wall import LIVE_START
from games.invariants.violation import Violation, found

VIEW: frozenset[str] = frozenset(
    {
        "table", "event", "hand", "hands", "rules", "dealer", "names", "silver", "points", "present", "phase", "halts",
        "turn", "wild", "bonus_kind", "left", "dice", "counts", "melds", "bonus", "rivers", "last", "deadline_ms",
        "seat", "mine", "drawn", "legal", "decision", "held", "reserve_ms", "thinks_left", "wishes", "waits",
        "notices", "commitment", "client_seeds", "result",
    }
)  # fmt: skip
"""All that a view holds (docs/protocol.md)."""
OWN = ("mine", "drawn", "legal", "decision", "held", "reserve_ms", "thinks_left", "wishes", "waits")
SHAPES: Mapping[str, frozenset[str]] = {
    "melds": frozenset({"type", "tiles", "from"}), "last": frozenset({"seat", "tile", "type"}),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Seen:
    """One view: the play it was made of, for whom (None: a watcher), beside what, and the view itself."""

    play: Play
    viewer: int | None
    facts: Facts
    shown: Mapping[str, Any]


def check_same_output(viewer: str, first: Sequence[str], second: Sequence[str]) -> list[Violation]:
    """P1: two runs that differ only in what the viewer may not know send the viewer the same, message by message."""
    if len(first) != len(second):
        return [Violation("P1", viewer, f"was sent {len(first)} messages, and {len(second)}")]
    pairs = enumerate(zip(first, second, strict=True))
    return [Violation("P1", viewer, f"message {n} differs: {a!r}, {b!r}") for n, (a, b) in pairs if a != b][:1]


def check_interference(seen: Seen) -> list[Violation]:
    """P1 on one view: the tiles the viewer cannot see change places, and the view does not change."""
    state = seen.play.state
    if state is None or seen.play.phase == "result":
        return []
    other = view(replace(seen.play, state=with_other_tiles(state, seen.viewer)), seen.viewer, seen.facts)
    changed = [name for name in seen.shown.keys() | other.keys() if seen.shown.get(name) != other.get(name)]
    return found("P1", f"viewer {seen.viewer}", [(bool(changed), f"{sorted(changed)} depend on hidden tiles")])


def with_other_tiles(state: HandState, viewer: int | None) -> HandState:
    """The state with all that the viewer cannot see in reverse: the others' hands and the wall. Bonus tiles stay."""
    places = [place for place in range(LIVE_START, len(state.wall)) if state.wall[place] != state.bonus_kind]
    places = [place for place in places if state.front <= place < state.back]
    hidden = [tile for seat in SEATS if seat != viewer for tile in state.seats[seat].concealed]
    pool = sorted([*hidden, *(state.wall[place] for place in places)], reverse=True)
    # Every other one first: reversing a sorted hand alone would leave many hands as they were.
    pool = pool[::2] + pool[1::2]
    for seat in SEATS:
        if seat != viewer:
            size = len(state.seats[seat].concealed)
            own, pool = tuple(sorted(pool[:size])), pool[size:]
            state = state.with_seat(seat, replace(state.seats[seat], concealed=own))
    wall = list(state.wall)
    for place, tile in zip(places, pool, strict=True):
        wall[place] = tile
    drawn = state.drawn if state.turn == viewer or state.drawn is None else state.seats[state.turn].concealed[0]
    return state.changed(wall=tuple(wall), drawn=drawn)


def check_canaries(exits: Mapping[str, Iterable[str]], canaries: Iterable[str]) -> list[Violation]:
    """P2: none of these tokens is in anything that left. `exits`: what was seen at each way out."""
    tokens = list(canaries)
    return [
        Violation("P2", way, f"{token!r} came out")
        for way, texts in exits.items() for text in texts for token in tokens if token in text
    ]  # fmt: skip


def check_shape(seen: Seen) -> list[Violation]:
    """P3: a view holds what it may hold and nothing else; others' tiles are numbers, a watcher has nothing of its own."""
    shown, state = seen.shown, seen.play.state
    strange = set(shown) ^ VIEW
    inner = [part for row in shown["melds"] for part in row]
    own = None if state is None or seen.viewer is None else state.seats[seen.viewer].concealed
    return found(
        "P3", f"viewer {seen.viewer}", [
            (bool(strange), f"the view's fields differ by {sorted(strange)}"),
            (any(set(part) != SHAPES["melds"] for part in inner), "a meld says more than a meld"),
            (shown["last"] is not None and set(shown["last"]) != SHAPES["last"], "the last tile says more than that"),
            (any(type(count) is not int for count in shown["counts"]), "others' tiles are more than a number"),
            (shown["seat"] != seen.viewer, "the view is another's"),
            (seen.viewer is None and any(shown[name] is not None for name in OWN), "a watcher is told something private"),
            (own is not None and len(shown["mine"]) != len(own), "the own hand is not the own hand"),
            (seen.play.phase != "result" and shown["result"] is not None, "a result before the end"),
        ],
    )  # fmt: skip


def check_window(play: Play) -> list[Violation]:
    """P4: whom a uniform window asks, and how long, depends on nobody's tiles; a natural one nobody can claim is minimal."""
    if not play.in_window or play.state is None or play.halted:
        return []
    asked = {seat for seat in SEATS if play.clocks[seat].asked or play.state.answers[seat] is not None}
    others = set(SEATS) - {play.state.turn}
    closing = next_due(
        replace(play, bots=frozenset(), clocks=tuple(replace(c, wishes=frozenset()) for c in play.clocks))
    )
    if play.settings.uniform:
        faults = [
            (asked != others, f"a uniform window asks {sorted(asked)}"),
            (closing.at != base_deadline(play), "a uniform window closes early or late"),
        ]
    else:
        nobody = not claimants(play.state)
        faults = [
            (nobody and closing.at != play.opened_at + play.settings.claim_min_ms, "a window nobody can claim differs")
        ]
    return found("P4", f"hand {play.number}", faults)


def check_silence(before: Play, after: Play, seat: int | None) -> list[Violation]:
    """P5: inside a window one seat's answer counts as a change for that seat alone."""
    if not (before.in_window and after.in_window and seat is not None and before.opened_at == after.opened_at):
        return []
    if before.clocks[seat].asked == after.clocks[seat].asked or before.phase not in WINDOWS:
        return []
    told = [viewer for viewer in (*SEATS, WATCHER) if viewer != seat and before.v[viewer] != after.v[viewer]]
    return found("P5", f"seat {seat}", [(bool(told), f"its answer was a change for {told}")])


def check_counter(seen: Seen, v: int) -> list[Violation]:
    """P5: a viewer's number is the viewer's own count, never the log's."""
    own = seen.play.v[WATCHER if seen.viewer is None else seen.viewer] + seen.facts.closed
    return found("P5", f"viewer {seen.viewer}", [(v != own, f"was numbered {v}, its own count is {own}")])


@dataclass(frozen=True, slots=True)
class Promise:
    """What stands in the database of a hand's wall: `name` is what the commitment was made for (table, or heat)."""

    hand: str
    name: str
    number: int
    commitment: str
    server_seed: str
    over: bool
    """Whether the seed may be known: the hand, or its heat, is over."""
    in_heat: bool = False


def check_seeds(promises: Iterable[Promise]) -> list[Violation]:
    """P6: a seed is readable only when its last use is over, is then the promised one, and serves no second hand."""
    promises = list(promises)
    violations = []
    for one in promises:
        known = one.server_seed != ""
        kept = known and commitment(bytes.fromhex(one.server_seed), one.name, one.number) == one.commitment
        violations += found(
            "P6", one.hand, [
                (known and not one.over, "its seed is readable while it is live"),
                (one.over and not known, "it is over and its seed is not published"),
                (known and not kept, "its seed is not the promised one"),
            ],
        )  # fmt: skip
    times = Counter(one.commitment for one in promises if not one.in_heat)
    return violations + [Violation("P6", name[:12], "one wall for two hands") for name, n in times.items() if n > 1]
