"""Whole hands as plays, with clocks and all, of people who say anything that is legal; and stored as a log would be."""

from collections.abc import Iterator
from random import Random

from games.chain import first_link, link
from games.ending import result_json
from games.engine.actions import action_to_json
from games.engine.clock import TableSettings
from games.engine.due import next_due
from games.engine.fairness import commitment
from games.engine.legal import default_action, legal_actions
from games.engine.play import Entry, Play, begin
from games.engine.progress import advance
from games.engine.rules import rules_for
from games.invariants.log import Line, Log

Step = tuple[Play, Entry, Play]


def begun(seed: int, **settings: object) -> Play:
    """A hand before its deal."""
    server_seed = Random(seed).randbytes(32)
    rules = rules_for(("platform", "classic", "folk")[seed % 3])
    table = TableSettings(**{"seed_ms": 50, **settings})
    return begin("t1", 1, seed % 4, rules, table, frozenset(), commitment(server_seed, "t1", 1), server_seed, {})


def played(seed: int, **settings: object) -> Iterator[Step]:
    """A hand from its deal to its result: the play before each entry, the entry, the play after."""
    random, play, number = Random(seed), begun(seed, **settings), 0
    while play.phase != "result":
        entry = _next(play, random, number)
        after, _ = advance(play, entry)
        yield play, entry, after
        play, number = after, number + 1


def _next(play: Play, random: Random, number: int) -> Entry:
    due = next_due(play)
    if play.phase == "deal":
        return Entry(None, "deal", at=due.at)
    at = play.opened_at + 1 + number % 7
    asked = [seat for seat in range(4) if play.decision(seat)]
    assert play.state is not None
    if asked and random.random() < 0.95:
        seat = random.choice(asked)
        choices = legal_actions(play.state, seat)
        wins = [action for action in choices if action.type == "win"]
        action = wins[0] if wins and random.random() < 0.7 else random.choice(choices)
        return Entry(seat, "act", action_to_json(action), at)
    if play.in_window:
        return Entry(None, "close", at=due.at)
    return Entry(play.state.turn, "act", action_to_json(default_action(play.state)), due.at, auto=True)


def log_of(steps: list[Step]) -> Log:
    """What the database would hold of a hand."""
    first, last = steps[0][0], steps[-1][2]
    before, lines = first_link(first.table_id, first.number, first.commitment), []
    for _, entry, after in steps:
        line = {
            "seq": after.seq, "seat": entry.seat, "type": entry.type, "payload": dict(entry.payload),
            "auto": entry.auto, "at_ms": entry.at, "client_id": None if entry.seat is None else f"c{after.seq}",
            "v": 0 if entry.seat is None else after.v[entry.seat],
        }  # fmt: skip
        before = link(before, **line)
        lines.append(Line(**line, hash=before))
    assert last.state is not None
    assert last.state.result is not None
    result = {"log_hash": before, **result_json(last, last.state.result)}
    return Log(
        "h1",
        first.table_id,
        first.number,
        first.commitment,
        first.rules.label,
        last.seq,
        before,
        True,
        result,
        tuple(lines),
        first,
        last,
    )
