"""Compares what players journaled with what is stored. Pure: no database, no Django."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple


class Row(NamedTuple):
    """One stored action. `player` sits on `seat`; both are None for what the server did by itself."""

    hand: str
    seq: int
    client_id: str | None
    player: str | None
    payload: Mapping[str, Any]
    v: int


def differences(said: Mapping[str, Mapping[str, Any]], rows: Sequence[Row]) -> list[str]:
    """Every way in which the log and the journals disagree, in words. `said`: id -> player, action, acked (v or None).

    Acknowledged is a part of stored, stored is a part of sent, nothing is stored twice, no number is missing.
    """
    return [*_lost_or_invented(said, rows), *_other_than_said(said, rows), *gaps(rows)]


def _lost_or_invented(said: Mapping[str, Mapping[str, Any]], rows: Sequence[Row]) -> Iterable[str]:
    stored = Counter(row.client_id for row in rows if row.client_id is not None)
    for client_id, what in said.items():
        if what["acked"] is not None and client_id not in stored:
            yield f"lost: {client_id} was acknowledged and is not stored"
    for client_id, times in stored.items():
        if times > 1:
            yield f"doubled: {client_id} is stored {times} times"
        if client_id not in said:
            yield f"invented: nobody sent {client_id}"


def _other_than_said(said: Mapping[str, Mapping[str, Any]], rows: Sequence[Row]) -> Iterable[str]:
    for row in rows:
        what = said.get(row.client_id or "")
        if what is None:
            continue
        if what["player"] != row.player:
            yield f"foreign: {row.client_id} of {what['player']} is stored as {row.player}'s"
        if what["action"] != dict(row.payload):
            yield f"changed: {row.client_id} said {what['action']}, stored is {row.payload}"
        if what["acked"] not in (None, row.v):
            yield f"count: {row.client_id} was acknowledged with v {what['acked']}, stored with {row.v}"


def gaps(rows: Iterable[Row]) -> Iterable[str]:
    """Hands whose numbers are not 1, 2, 3 …"""
    numbers = defaultdict(list)
    for row in rows:
        numbers[row.hand].append(row.seq)
    for hand, found in numbers.items():
        if sorted(found) != list(range(1, len(found) + 1)):
            yield f"gap: hand {hand} has the numbers {sorted(found)}"


def steps(counts: Sequence[Sequence[int]], name: str) -> list[str]:
    """`counts`: each viewer's `v` after each entry of a log, in order. It grows by one or not at all."""
    found = []
    for before, after in pairwise(counts):
        for viewer, (old, new) in enumerate(zip(before, after, strict=True)):
            if new - old not in (0, 1):
                found.append(f"jump: {name}, viewer {viewer} counts from {old} to {new}")
    return found


def unshown(
    seen: Iterable[tuple[str, int, int, str, float]], shown: Mapping[tuple[str, int, int], set[str]]
) -> list[str]:
    """What somebody saw at a count that the log does not show there. Tables that `shown` does not have are left out."""
    tables = {table for table, _, _ in shown}
    return [
        f"view: table {table}, seat {seat}, v {v} showed something else"
        for table, seat, v, what, _at in seen
        if table in tables and what not in shown.get((table, seat, v), set())
    ]
