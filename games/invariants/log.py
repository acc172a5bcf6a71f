"""G1-G6: what holds of the log of a hand. Pure; `Log` is a hand as it stands in the database, `Journal` what clients know."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from games.chain import first_link, link
from games.engine.actions import IllegalAction, MalformedAction
from games.engine.play import Entry, Play
from games.engine.progress import advance
from games.engine.rules import PRESETS
from games.invariants.violation import Violation, found


@dataclass(frozen=True, slots=True)
class Line:
    """One logged action, as stored."""

    seq: int
    seat: int | None
    type: Any
    payload: Mapping[str, Any]
    auto: bool
    at_ms: int
    client_id: str | None
    v: int
    hash: str

    def entry(self) -> Entry:
        return Entry(self.seat, self.type, self.payload, self.at_ms, self.auto)


@dataclass(frozen=True, slots=True)
class Log:
    """A hand and its lines in order. `begun` is the play before them; `live` what a process holds of it, if any does.

    `seq`, `hash` and `result` are the hand's own columns; `over`: the hand has ended. `rules` is the preset's label;
    `unreadable`: why there is no play before the lines, where the settings or the sealed seed cannot be read any more.
    """

    hand: str
    table: str
    number: int
    commitment: str
    rules: str
    seq: int
    hash: str
    over: bool
    result: Mapping[str, Any] | None
    lines: tuple[Line, ...]
    begun: Play | None = field(repr=False)
    live: Play | None = field(default=None, repr=False)
    unreadable: str = ""


@dataclass(frozen=True, slots=True)
class Journal:
    """What clients sent and had acknowledged, and what is stored: client ids; of acknowledgements, with their `v`."""

    sent: frozenset[str]
    acked: Mapping[str, int]
    stored: tuple[tuple[str, int], ...]


def check_numbers(log: Log) -> list[Violation]:
    """G1: the lines are numbered 1 to the hand's own `seq`, without gap or twin."""
    numbers = [line.seq for line in log.lines]
    wanted = list(range(1, log.seq + 1))
    return found(
        "G1",
        log.hand,
        [(numbers != wanted, f"{len(numbers)} lines {_odd(numbers, wanted)}, the hand counts {log.seq}")],
    )


def _odd(numbers: list[int], wanted: list[int]) -> str:
    missing = sorted(set(wanted) - set(numbers))
    return f"without {missing}" if missing else f"with {sorted(set(numbers) - set(wanted)) or 'twins'}"


def check_replay(log: Log) -> list[Violation]:
    """G2: the lines, judged again from the deal, are all legal and give the counters, the state and the result stored."""
    play = log.begun
    if play is None:
        return []  # G6 says so
    for line in log.lines:
        try:
            play, _ = advance(play, line.entry())
        except (IllegalAction, MalformedAction, LookupError, ValueError, TypeError, AssertionError) as error:
            return [Violation("G2", log.hand, f"line {line.seq} cannot be replayed: {error}")]
        if line.seat is not None and line.v != play.v[line.seat]:
            return [Violation("G2", log.hand, f"line {line.seq} says v {line.v}, replaying gives {play.v[line.seat]}")]
    differs = log.live is not None and log.live != play
    told = (
        [] if log.result is None or play.state is None or play.state.result is None else list(_retold(log.result, play))
    )
    return found(
        "G2", log.hand, [
            (differs, "the play in memory is not the one of the log"),
            (log.over != (play.phase == "result"), f"replaying ends in {play.phase}, the hand is {'over' if log.over else 'live'}"),
            (log.over != (log.result is not None), "a hand has a result exactly when it is over"),
            (bool(told), f"the stored result differs in {told}"),
        ],
    )  # fmt: skip


def _retold(result: Mapping[str, Any], play: Play) -> Iterable[str]:
    """Fields of the stored result that the replay does not give."""
    assert play.state is not None
    own = play.state.result
    assert own is not None
    pairs = {
        "kind": own.kind, "winner": own.winner, "from": own.from_seat, "by": own.by, "liable": own.liable,
        "settlement": list(own.settlement),
        "payments": [{"from": one.payer, "to": one.payee, "hu": one.hu} for one in own.payments],
    }  # fmt: skip
    yield from (name for name, value in pairs.items() if result.get(name) != value)
    totals = [seat["total"] for seat in result.get("seats", [])]
    if totals != [score.total for score in own.scores]:
        yield "seats"


def check_journal(journal: Journal) -> list[Violation]:
    """G3: what was acknowledged is stored, what is stored was sent: nothing lost, nothing invented."""
    stored = {client_id for client_id, _ in journal.stored}
    lost, invented = sorted(journal.acked.keys() - stored), sorted(stored - journal.sent)
    return found(
        "G3",
        "clients",
        [(bool(lost), f"acknowledged and not stored: {lost}"), (bool(invented), f"stored and never sent: {invented}")],
    )


def check_once(journal: Journal) -> list[Violation]:
    """G4: a client id is stored once, and acknowledged with the `v` it was stored with."""
    twice = [client_id for client_id, times in Counter(name for name, _ in journal.stored).items() if times > 1]
    stored = dict(journal.stored)
    other = [name for name, v in journal.acked.items() if name in stored and stored[name] != v]
    return found(
        "G4",
        "clients",
        [(bool(twice), f"stored twice: {twice}"), (bool(other), f"acknowledged with another v: {other}")],
    )


def check_ids(log: Log) -> list[Violation]:
    """G4 within a hand: no seat's client id has two lines."""
    said = Counter((line.seat, line.client_id) for line in log.lines if line.client_id is not None)
    twice = [f"{name} of seat {seat}" for (seat, name), times in said.items() if times > 1]
    return found("G4", log.hand, [(bool(twice), f"stored twice: {twice}")])


def check_chain(log: Log) -> list[Violation]:
    """G5: each line's hash is that of the line and all before it; the hand and its result say the last ones."""
    before = first_link(log.table, log.number, log.commitment)
    published = (log.result or {}).get("log_hash")
    links = [before]
    for line in log.lines:
        before = link(
            before, seq=line.seq, seat=line.seat, type=line.type, payload=line.payload, auto=line.auto,
            at_ms=line.at_ms, client_id=line.client_id, v=line.v,
        )  # fmt: skip
        if line.hash != before:
            return [Violation("G5", log.hand, f"line {line.seq} is not the one that was written")]
        links.append(before)
    return found(
        "G5", log.hand, [
            (log.hash != links[-1], "the last line is not the one the hand names"),
            (published is not None and published not in links, "no line has the hash that was published"),
        ],
    )  # fmt: skip


def check_readable(log: Log) -> list[Violation]:
    """G6: what a hand was played under can still be read: rules by name and version, settings, the sealed seed."""
    return found(
        "G6",
        log.hand,
        [
            (log.rules not in PRESETS, f"nobody knows the rules {log.rules!r} any more"),
            (log.begun is None, f"it cannot be begun again: {log.unreadable}"),
        ],
    )
