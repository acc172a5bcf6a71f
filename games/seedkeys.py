"""The keys under which seeds are sealed: what opens under them, a change of key, and the end of what opens no more."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet

from games import dbclock
from games.dealing import close_table
from games.models import Hand, HeatWall
from games.signals import given_up
from games.vault import SealBroken, opened_by, seal, unseal


@dataclass(frozen=True, slots=True)
class Survey:
    """How many seeds that are still secret open with the first key, with an older one, and with none."""

    first: int
    older: int
    lost: int


def survey() -> Survey:
    """Try every seed that is still secret: of hands that are played, and of heats that are."""
    found = [0, 0, 0]
    for name, sealed in _secrets():
        try:
            found[min(opened_by(name, sealed), 1)] += 1
        except SealBroken:
            found[2] += 1
    return Survey(*found)


def fits() -> bool:
    """Whether these are the keys of this database, as far as a few of its newest live seeds tell."""
    newest = list(_hands().order_by("-started_at").only("id", "sealed_seed")[:5])
    return not newest or any(_opens(hand.id, hand.sealed_seed) for hand in newest)


def reseal() -> int:
    """Seal everything that an older key opens under the first one; returns how many. Tables go on meanwhile."""
    return sum(_reseal(Hand, pk) for pk in _pks(_hands())) + sum(_reseal(HeatWall, pk) for pk in _pks(_walls()))


def give_up(reason: str) -> list[str]:
    """Close the tables whose hand opens with no key; returns their ids. The hand moves nothing and is marked void."""
    closed = []
    for hand_id in _pks(_unfinished()):
        with transaction.atomic():
            hand = (
                _unfinished().select_for_update(of=("self",)).select_related("table__heat").filter(pk=hand_id).first()
            )
            if hand is None or _opens(hand.id, hand.sealed_seed):
                continue
            now = dbclock.now()
            if hand.ended_at is None:
                hand.voided_at, hand.void_reason = now, reason[:300]
                hand.save(update_fields=["voided_at", "void_reason"])
            close_table(hand, now)
            given_up.send(sender=Hand, table=hand.table, hand=hand, reason=reason)
            closed.append(hand.table_id)
    return closed


def _reseal(model: type[Hand] | type[HeatWall], pk: object) -> int:
    """One row, under its lock: a move of the same hand waits for it."""
    with transaction.atomic():
        row = model._default_manager.select_for_update(of=("self",)).get(pk=pk)
        name = row.id if isinstance(row, Hand) else row.seal_name
        try:
            if opened_by(name, row.sealed_seed) == 0:
                return 0
        except SealBroken:
            return 0
        row.sealed_seed = seal(name, unseal(name, row.sealed_seed))
        row.save(update_fields=["sealed_seed"])
        return 1


def _opens(name: str, sealed: bytes) -> bool:
    try:
        opened_by(name, sealed)
    except SealBroken:
        return False
    return True


def _secrets() -> Iterator[tuple[str, bytes]]:
    for hand in _hands().only("id", "sealed_seed"):
        yield hand.id, hand.sealed_seed
    for wall in _walls():
        yield wall.seal_name, wall.sealed_seed


def _unfinished() -> QuerySet[Hand]:
    """Hands without whose seed their table cannot go on; in a heat the next wall hangs on the same keys."""
    live = Q(state=Hand.State.LIVE) | ~Q(table__heat=None)
    return Hand.objects.exclude(state=Hand.State.DONE).filter(live)


def _hands() -> QuerySet[Hand]:
    """Hands whose seed has not been revealed. One that was given up stays as it is."""
    return Hand.objects.filter(server_seed="").exclude(state=Hand.State.DONE, ended_at=None)


def _walls() -> QuerySet[HeatWall]:
    return HeatWall.objects.filter(heat__over_at=None)


def _pks(rows: QuerySet[Any, Any]) -> list[object]:
    return list(rows.order_by("pk").values_list("pk", flat=True))
