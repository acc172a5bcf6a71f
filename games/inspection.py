"""Stored hands as the frozen values that invariants are asked of (games.invariants)."""

from collections.abc import Iterable, Iterator
from itertools import groupby

from games import store
from games.engine.clock import MalformedSettings
from games.engine.rules import MalformedRules
from games.invariants.log import Line, Log
from games.invariants.privacy import Promise
from games.models import Hand, LoggedAction
from games.vault import SealBroken

AT_ONCE = 200


def logs_of(hands: Iterable[Hand]) -> Iterator[Log]:
    """Each hand with its lines; `live` is what this process has in memory of it. `hands` with their tables."""
    batch: list[Hand] = []
    for hand in hands:
        batch.append(hand)
        if len(batch) == AT_ONCE:
            yield from _logs(batch)
            batch = []
    yield from _logs(batch)


def _logs(hands: list[Hand]) -> Iterator[Log]:
    rows = LoggedAction.objects.filter(hand__in=hands).order_by("hand_id", "seq")
    lines = {hand_id: tuple(map(_line, group)) for hand_id, group in groupby(rows, key=lambda row: row.hand_id)}
    for hand in hands:
        yield log_of(hand, lines.get(hand.pk, ()))


def log_of(hand: Hand, lines: tuple[Line, ...] | None = None) -> Log:
    """One hand with its lines, read if they are not given."""
    lines = tuple(map(_line, hand.log.all())) if lines is None else lines
    begun, why = None, ""
    try:
        begun = store.begun(hand)
    except (MalformedRules, MalformedSettings, SealBroken) as error:
        why = str(error)
    return Log(
        hand=hand.pk,
        table=hand.table_id,
        number=hand.number,
        commitment=hand.commitment,
        rules=hand.table.rules,
        seq=hand.seq,
        hash=hand.log_hash,
        over=hand.ended_at is not None,
        result=hand.result,
        lines=lines,
        begun=begun,
        live=store.in_memory(hand.id, hand.seq),
        unreadable=why,
    )


def promises_of(hands: Iterable[Hand]) -> Iterator[Promise]:
    """What is known of each hand's wall. `hands` with their tables and heats."""
    for hand in hands:
        heat = hand.table.heat
        over = hand.ended_at is not None and (heat is None or heat.over_at is not None)
        name = hand.table_id if heat is None else heat.pk
        yield Promise(hand.pk, name, hand.number, hand.commitment, hand.server_seed, over, hand.in_heat)


def _line(row: LoggedAction) -> Line:
    return Line(row.seq, row.seat, row.type, row.payload, row.auto, row.at_ms, row.client_id, row.v, row.hash)
