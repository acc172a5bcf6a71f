"""Moves of many tables in one transaction: what people say to one web process together, and what is due together.

A transaction of its own costs a move more than everything else it needs. So nobody's move waits for a timer: whatever
has come while the last transaction was written goes into the next one. Nothing is decided here; what ends a hand, comes
twice or is wrong goes the single way through games.service.
"""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.db import Error, IntegrityError, connection, transaction

from accounts.identity import still_living
from accounts.together import Together, shared
from games import store
from games.engine.actions import IllegalAction, MalformedAction
from games.engine.play import Entry, Play
from games.faults import faultpoint
from games.moves import AtTable, entry_for, lock_free, write_all
from games.refusal import Refused
from games.service import act, check_decision, due_now, seat_of

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Act:
    """A seat's answer to an open decision."""

    table_id: str
    player_id: str
    client_id: str
    decision: str
    action: Mapping[str, Any]


class SessionOver(Exception):
    """Whoever said it is not logged in any more."""


Answer = int | Exception
"""The seat's `v`, or why there is none: Refused, SessionOver, django.db.Error (nobody knows what has become of it)."""


Said = tuple[Act, Mapping[str, Any]]
"""An act, and the scope of the socket it came by."""


async def say(one: Act, scope: Mapping[str, Any]) -> int:
    """The seat's `v` once the act is stored. Raises Refused, SessionOver, django.db.Error.

    Acts of one table are taken one after another, in the order they came.
    """
    return await shared("lane", lambda: Together(_answers, one_of=_table)).ask((one, scope))


def _table(said: Said) -> str:
    return said[0].table_id


def _answers(said: Sequence[Said]) -> list[Answer]:
    alive = still_living([scope for _act, scope in said])
    answers = iter(act_all([one for (one, _scope), lives in zip(said, alive, strict=True) if lives]))
    return [next(answers) if lives else SessionOver() for lives in alive]


def act_all(acts: Sequence[Act]) -> list[Answer]:
    """`act` for one seat each of many tables. Those that only move a hand on do so in one transaction; the others (a
    hand ends, an answer comes twice, something is wrong) each in its own after it."""
    assert len({one.table_id for one in acts}) == len(acts)
    try:
        moved = _move_on_by(acts)
    except IntegrityError:
        logger.warning("moves cannot be written together; each is tried alone", exc_info=True)
        moved = {}
    return [moved[one.table_id] if one.table_id in moved else _act_alone(one) for one in acts]


def _act_alone(one: Act) -> Answer:
    try:
        return act(one.table_id, one.player_id, one.client_id, one.decision, one.action)
    except (Refused, Error) as error:
        return error
    except Exception as error:
        # Its own affair: the others have been answered or will be.
        logger.exception("an act failed")
        return error


@transaction.atomic
def _move_on_by(acts: Sequence[Act]) -> dict[str, int]:
    """Write those acts that are good and end no hand; gives the seats' `v` by table."""
    by_table = {one.table_id: one for one in acts}
    free = lock_free(table_id__in=list(by_table))
    plays = store.load_all([at_table.hand for at_table in free])
    judged = []
    for at_table in free:
        change = _good(at_table, plays[at_table.hand.id], by_table[at_table.hand.table_id])
        judged += [] if change is None else [(at_table, change)]
    if judged:
        said = _said_before([change for _at_table, change in judged])
        judged = [(at_table, change) for at_table, change in judged if change.hand.id not in said]
    if judged:
        write_all(judged)
    faultpoint("before commit")
    return {at_table.hand.table_id: change.after.v[change.entry.seat or 0] for at_table, change in judged}


def _good(at_table: AtTable, play: Play, one: Act) -> store.Change | None:
    """An act as judged; None unless it is right and ends no hand."""
    try:
        seat = seat_of(one.table_id, one.player_id, at_table)
        check_decision(play, seat, one.decision)
        entry = Entry(seat, "act", one.action, at_table.at_ms)
        change = store.judge(at_table.hand, play, entry, one.client_id)
    except (Refused, IllegalAction, MalformedAction):
        return None  # what is wrong with it is told where it stands alone
    return None if change.ends_hand else change


def _said_before(changes: Sequence[store.Change]) -> set[str]:
    """Those of the hands at whose table the seat has used this id already."""
    asked = [(change.hand.id, change.entry.seat, change.client_id) for change in changes]
    with connection.cursor() as cursor:
        cursor.execute(_SAID_BEFORE, [list(column) for column in zip(*asked, strict=True)])
        return {hand_id for (hand_id,) in cursor.fetchall()}


_SAID_BEFORE: Final = """SELECT asked.hand_id FROM unnest(%s::text[], %s::smallint[], %s::text[]) AS asked (hand_id, seat, said)
    JOIN games_hand AS now ON now.id = asked.hand_id JOIN games_hand AS hand ON hand.table_id = now.table_id
    JOIN games_loggedaction AS line ON line.hand_id = hand.id AND line.seat = asked.seat AND line.client_id = said"""


def tick_all(hand_ids: Sequence[str]) -> set[str]:
    """Write what is due at those hands that only move on with it, in one transaction; gives the hands that are left,
    each for `tick`."""
    return set(hand_ids) - _move_on(hand_ids)


@transaction.atomic
def _move_on(hand_ids: Sequence[str]) -> set[str]:
    """Write what is due at those hands that do not end or begin with it; gives these."""
    free = lock_free(id__in=hand_ids)
    plays = store.load_all([at_table.hand for at_table in free])
    judged = []
    for at_table in free:
        play = plays[at_table.hand.id]
        due = due_now(at_table, play)
        if due is not None and due.kind != "next":
            change = store.judge(at_table.hand, play, entry_for(play, due, at_table.at_ms))
            judged += [] if change.ends_hand else [(at_table, change)]
    if judged:
        write_all(judged)
    faultpoint("ticker before commit")
    return {at_table.hand.id for at_table, _change in judged}
