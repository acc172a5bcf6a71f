"""Faults planted into the site, each of which the simulation must find: what is changed, and who finds it."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from types import SimpleNamespace
from typing import Any
from unittest import mock

from django.core.management import call_command
from django.db import connection, transaction

from games import consumers, dealing, lane, moves, service, snapshot
from games.engine.due import next_due
from games.engine.visibility import view
from games.models import LiveSeat
from tournaments import ledger
from tournaments.models import Entry, Event
from tournaments.service import drawing, results


@dataclass(frozen=True)
class Mutant:
    """`planted` makes the fault; one of `seen_by` must be broken. `boost`, `talk`: the evening in which it shows soon."""

    planted: Callable[[], Any]
    seen_by: frozenset[str]
    boost: Mapping[str, float] = field(default_factory=dict)
    talk: float = 0.01
    quick: bool = False


@contextmanager
def _patched(*patches: Any) -> Iterator[None]:
    with ExitStack() as stack:
        for patch in patches:
            stack.enter_context(patch)
        yield


@contextmanager
def _without(drop: str, put_back: str) -> Iterator[None]:
    """Without one of the database's own promises, which are the second line of defence."""
    with connection.cursor() as cursor:
        cursor.execute(drop)
    try:
        yield
    finally:
        call_command("flush", interactive=False, verbosity=0)
        with connection.cursor() as cursor:
            cursor.execute(put_back)


def ack_before_commit() -> Any:
    async def answer(self: Any, client_id: str | None, write: Any) -> None:
        await self.send_json({"type": "ack", "id": client_id, "v": self.sent_v + 1})
        try:
            await write(self.player.id)
        except consumers.Refused:
            await self._show()

    return mock.patch.object(consumers.TableConsumer, "_answer", answer)


@contextmanager
def no_idempotency_key() -> Iterator[None]:
    columns = "(hand_id, seat, client_id) WHERE client_id IS NOT NULL"
    index = "one_action_a_client_id"
    with (
        _without(f"DROP INDEX {index}", f"CREATE UNIQUE INDEX {index} ON games_loggedaction {columns}"),
        mock.patch.object(service, "_said_before", return_value=None),
        mock.patch.object(lane, "_said_before", return_value=set()),
    ):
        yield


def settlement_outside_the_transaction() -> Any:
    real = ledger.post

    def later(event: Event, key: str, changes: Any) -> bool:
        if not key.startswith("hand:"):
            return real(event, key, changes)
        transaction.on_commit(partial(transaction.atomic(real), event, key, changes))
        return True

    return mock.patch.object(ledger, "post", later)


def unconditional_timer() -> Any:
    return mock.patch.object(service, "next_due", lambda play, away=frozenset(): replace(next_due(play, away), at=0))


def view_leaking_the_wall() -> Any:
    def leaking(play: Any, viewer: Any, facts: Any) -> Any:
        shown = view(play, viewer, facts)
        return shown if play.state is None else {**shown, "left": [play.state.left, play.state.wall[play.state.front]]}

    return _patched(mock.patch.object(moves, "view", leaking), mock.patch.object(snapshot, "view", leaking))


def log_number_in_the_view() -> Any:
    def number(play: Any, viewer: Any, *, closed: bool = False) -> int:
        return 1_000 * play.number + play.seq + closed

    return _patched(mock.patch.object(moves, "count_for", number), mock.patch.object(snapshot, "count_for", number))


@contextmanager
def unbalanced_posting() -> Iterator[None]:
    real = results._changes

    def one_more(entries: Any, *arguments: Any) -> dict[int, int]:
        changes = real(entries, *arguments)
        return {**changes, entries[0].silver_account_id: changes[entries[0].silver_account_id] + 1}

    table = "ALTER TABLE tournaments_line"
    with (
        _without(f"{table} DISABLE TRIGGER posting_balances", f"{table} ENABLE TRIGGER posting_balances"),
        mock.patch.object(results, "_changes", one_more),
    ):
        yield


def double_seat() -> Any:
    """Whoever is drawn goes on waiting, nobody asks who sits already, and a second live seat is passed over."""

    def waiting(event: Event) -> dict[str, Entry]:
        rows = Entry.objects.filter(event=event).exclude(state=Entry.State.OUT).select_related("player")
        return {entry.player_id: entry for entry in rows.order_by("pk")}

    class Lax:
        objects = SimpleNamespace(
            bulk_create=lambda rows: LiveSeat.objects.bulk_create(rows, ignore_conflicts=True),
            filter=LiveSeat.objects.filter,
        )

        def __new__(cls, **fields: Any) -> Any:
            return LiveSeat(**fields)

    return _patched(
        mock.patch.object(drawing, "_waiting", waiting), mock.patch.object(drawing, "_drawn", _anyone),
        mock.patch.object(dealing, "LiveSeat", Lax),
    )  # fmt: skip


def _anyone(event: Event, waiting: Mapping[str, Entry]) -> Any:
    players = tuple(waiting)
    return ((players[:4],) if len(players) >= 4 else ()), players[4:]


MUTANTS: Mapping[str, Mutant] = {
    "ack before commit": Mutant(ack_before_commit, frozenset({"G3"}), {"commit: unknown, aborted": 10}, quick=True),
    "no idempotency key": Mutant(no_idempotency_key, frozenset({"G4"}), {"sent twice": 15}, talk=0.2, quick=True),
    "settlement outside the transaction": Mutant(
        settlement_outside_the_transaction, frozenset({"L4"}), {"commit: unknown, committed": 25}
    ),
    "unconditional timer": Mutant(unconditional_timer, frozenset({"E9"}), {"ticker: late and double": 4}, quick=True),
    "view leaking the wall": Mutant(view_leaking_the_wall, frozenset({"P1"}), quick=True),
    "log number in the view": Mutant(log_number_in_the_view, frozenset({"P5"}), quick=True),
    "unbalanced posting": Mutant(unbalanced_posting, frozenset({"L1"})),
    "double seat": Mutant(double_seat, frozenset({"S1", "S2"})),
}
