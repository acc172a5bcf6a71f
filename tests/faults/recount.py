"""`python -m tests.faults.recount JOURNAL EVERY`: everything that must hold after an ordeal, looked at from outside.

JOURNAL is what the players wrote down (tests.faults.ordeal); of the tables every EVERYth is folded again entry by
entry and compared with what its players saw. Prints {"figures": {…}, "found": [words…]}. Needs the site's environment.
"""

import json
import os
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "yuhuan_site.settings")
django.setup()

# These need Django set up.
from games import recording  # noqa: E402
from games.engine.due import next_due  # noqa: E402
from games.engine.play import SEATS, Entry, Play  # noqa: E402
from games.engine.visibility import Facts, view  # noqa: E402
from games.models import Hand, LiveSeat, LoggedAction, Table  # noqa: E402
from tests.faults.journal import Row, differences, steps, unshown  # noqa: E402
from tests.faults.survivor import digest  # noqa: E402
from tournaments import ledger  # noqa: E402
from tournaments.models import Event  # noqa: E402
from tournaments.service.inspection import inspect  # noqa: E402

NOBODY = Facts("", [""] * 4, [0] * 4, [0] * 4, frozenset(), 0)


def rows() -> Iterator[Row]:
    """The whole log, with the player on each seat."""
    query = """
        SELECT a.hand_id, a.seq, a.client_id, s.player_id, a.payload, a.v FROM games_loggedaction a
        JOIN games_hand h ON h.id = a.hand_id
        LEFT JOIN games_seat s ON s.table_id = h.table_id AND s.index = a.seat ORDER BY a.hand_id, a.seq"""
    with django.db.connection.cursor() as cursor:
        cursor.execute(query)
        for hand, seq, client_id, player, payload, v in cursor.fetchall():
            body = json.loads(payload) if isinstance(payload, str) else payload
            yield Row(hand, seq, client_id, player, body, v)


def unfinished() -> list[str]:
    """Hands without an end, tables left open, seats still taken."""
    found = [f"unfinished: hand {hand}" for hand in Hand.objects.exclude(state="done").values_list("id", flat=True)]
    found += [f"open: table {table}" for table in Table.objects.filter(state="playing").values_list("id", flat=True)]
    return found + [f"taken: {seat}" for seat in LiveSeat.objects.all()]


def seated_twice() -> list[str]:
    """Players at two tables that are played."""
    query = """
        SELECT s.player_id, count(*) FROM games_seat s JOIN games_table t ON t.id = s.table_id
        WHERE t.state = 'playing' GROUP BY 1 HAVING count(*) > 1"""
    with django.db.connection.cursor() as cursor:
        cursor.execute(query)
        return [f"twice: player {player} sits at {count} tables" for player, count in cursor.fetchall()]


def early(before: Play, entry: Entry, hand: str) -> list[str]:
    """What the server did by itself before its time, or instead of something else."""
    if not entry.auto and entry.type not in ("deal", "close"):
        return []
    due = next_due(before)
    kind = "timeout" if entry.auto else entry.type
    right = due.kind == kind and due.at <= entry.at and (not entry.auto or due.seat == entry.seat)
    return [] if right else [f"early: hand {hand}, {kind} at {entry.at} when {due} was due"]


def refold(table: Table, shown: dict[tuple[str, int, int], set[str]]) -> list[str]:
    """A table's hands folded again: nothing early, no count jumps; `shown` gets what each seat was shown at each v."""
    found, counts = [], []
    for hand in Hand.objects.filter(table=table).order_by("number"):
        before = recording.begun(hand)
        counts.append(before.v)
        _show(table.id, before, shown)
        for play, entry, _ in recording.plays_of(hand):
            found += early(before, entry, hand.id)
            counts.append(play.v)
            _show(table.id, play, shown)
            before = play
    return found + steps(counts, f"table {table.id}")


def _show(table: str, play: Play, shown: dict[tuple[str, int, int], set[str]]) -> None:
    for seat in SEATS:
        shown[table, seat, play.v[seat]].add(digest(view(play, seat, NOBODY)))


def recount(journal: dict[str, Any], every: int) -> dict[str, Any]:
    """All of it."""
    stored = list(rows())
    found = (
        differences(journal["said"], stored)
        + journal["oddities"]
        + unfinished()
        + seated_twice()
        + ledger.differences()
    )
    totals = [ledger.silver_totals(event) for event in Event.objects.all()]
    found += [f"silver: {given} given, {held} held" for given, held in totals if given != held]
    shown: dict[tuple[str, int, int], set[str]] = defaultdict(set)
    tables = list(Table.objects.order_by("created_at"))[::every]
    for table in tables:
        found += refold(table, shown)
    report = inspect()
    found += [str(violation) for violation in report.violations]
    seen = [tuple(one) for one in journal["seen"]]
    found += unshown(seen, shown)
    figures = {
        "acknowledged": sum(what["acked"] is not None for what in journal["said"].values()),
        "sent": len(journal["said"]),
        "logged": LoggedAction.objects.count(),
        "hands": Hand.objects.count(),
        "tables": Table.objects.count(),
        "tables folded again": len(tables),
        "views compared": sum((table, seat, v) in shown for table, seat, v, *_ in seen),
        "milliseconds of all invariants": report.took_ms,
        "silver given": sum(given for given, _ in totals),
    }
    return {"figures": figures, "found": found}


if __name__ == "__main__":
    print(json.dumps(recount(json.loads(Path(sys.argv[1]).read_text()), int(sys.argv[2])), ensure_ascii=False))
