"""What a seat says beside the game: a fixed phrase to the table, a call for the referee, a report of another seat.

Nothing of it is in a hand's log. Each answers with the seat's `v`, or raises Refused.
"""

import logging
from functools import partial
from typing import Any, Final

from django.core.cache import cache
from django.db import transaction
from django.dispatch import Signal
from redis.exceptions import RedisError

from accounts import limits
from accounts.errors import ApiError
from games import broadcast, store
from games.engine.play import SEATS
from games.models import Hand, Seat, Table
from games.moves import AtTable, lock, people
from games.refusal import Refused
from games.signals import may_speak, referee_called, seat_reported

logger = logging.getLogger(__name__)

REMEMBERED_S: Final = 120


@transaction.atomic
def say_phrase(table_id: str, player_id: str, client_id: str, phrase: str) -> int:
    """Say a fixed phrase to the table, never while a claim window is open. The same `client_id` again says nothing."""
    at_table = lock(table_id=table_id)
    if at_table is None:
        raise Refused("stale", "the table is closed")
    seat, play = _seat_of(at_table, player_id), store.load(at_table.hand)
    if play.in_window:
        raise Refused("busy", "not while a claim window is open")
    answers = may_speak.send(sender=Table, player=seat.player, table=at_table.hand.table)
    if any(answer is False for _, answer in answers):
        raise Refused("illegal", "the organiser has muted you")
    if _is_new(f"phrase:{table_id}:{seat.index}:{client_id}"):
        _spend("phrase", player_id)
        frame = {"type": "phrase", "seat": seat.index, "phrase": phrase}
        transaction.on_commit(partial(broadcast.aside, table_id, people(play), frame))
    return play.v[seat.index]


def call_referee(table_id: str, player_id: str, client_id: str, text: str) -> int:
    """Ask for the referee, in the player's own words."""
    return _bring(referee_called, table_id, player_id, client_id=client_id, text=text)


def report_seat(table_id: str, player_id: str, about: int, kind: str, text: str) -> int:
    """Report another seat."""
    others = Seat.objects.select_related("player").filter(table=table_id, index=about)
    reported = others.exclude(player=player_id).first()
    if reported is None:
        raise Refused("illegal", "you cannot report yourself")
    return _bring(seat_reported, table_id, player_id, about=reported.player, kind=kind, text=text)


def _bring(signal: Signal, table_id: str, player_id: str, **what: Any) -> int:
    """Hand something on to whoever runs the event; a closed table may still be spoken of."""
    own = Seat.objects.select_related("player", "table").filter(table=table_id, player=player_id).first()
    hand = Hand.objects.filter(table=table_id).select_related("table").order_by("-number").first()
    if own is None or hand is None:
        raise Refused("illegal", "you do not sit at this table")
    try:
        answers = signal.send(sender=Table, table=own.table, hand=hand.number, player=own.player, **what)
    except ApiError as error:
        raise Refused("busy", error.message) from error
    if not any(answer for _, answer in answers):
        raise Refused("illegal", "nobody is there to hear it")
    return store.load(hand).v[own.index]


def _seat_of(at_table: AtTable, player_id: str) -> Seat:
    for seat in at_table.seats:
        if seat.player_id == player_id and seat.index in SEATS:
            return seat
    raise Refused("illegal", "you do not sit at this table")


def _is_new(key: str) -> bool:
    try:
        return cache.add(key, 1, timeout=REMEMBERED_S)
    except RedisError:
        logger.warning("a phrase may be said twice: the cache does not answer")
        return True


def _spend(name: str, who: str) -> None:
    try:
        limits.spend(name, who)
    except ApiError as error:
        raise Refused("busy", error.message) from error
