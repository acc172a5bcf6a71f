"""Moves of many tables written together (games.lane) are what each of them alone would be."""

import asyncio
import threading
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext

from accounts.guests import create_guest, end_all_sessions
from games import lane, service, store
from games.engine.actions import action_to_json
from games.engine.clock import TableSettings
from games.engine.legal import legal_actions
from games.engine.rules import rules_for
from games.models import Hand, LoggedAction, Table
from games.refusal import Refused
from yuhuan_site.stack.children import wait_until

pytestmark = pytest.mark.django_db(transaction=True)


def table(**settings: int) -> Table:
    """A table of four guests, its first hand dealt."""
    people = [create_guest().player for _ in range(4)]
    with transaction.atomic():
        chosen = TableSettings(**({"seed_ms": 0, "turn_ms": 60_000} | settings))
        opened = service.open_table(people, "cup", "Cup", rules_for("platform"), chosen, [1000] * 4, [1000] * 4)
    service.tick(Hand.objects.get(table=opened).id)
    return opened


def discard(at: Table, client_id: str = "one", **other: Any) -> lane.Act:
    """The dealer throws a tile."""
    hand = Hand.objects.get(table=at)
    play = store.load(hand)
    assert play.state is not None
    action = action_to_json(next(one for one in legal_actions(play.state, 0) if one.type == "discard"))
    said = {"player_id": at.seats.get(index=0).player_id, "decision": play.decision(0), "action": action} | other
    return lane.Act(at.id, said["player_id"], client_id, said["decision"], said["action"])


def logged(at: Table) -> list[tuple[int | None, str]]:
    return list(LoggedAction.objects.filter(hand__table=at).order_by("seq").values_list("seat", "type"))


def test_many_moves_cost_as_many_statements_as_one() -> None:
    tables = [table() for _ in range(6)]
    one, rest = [discard(tables[0])], [discard(each) for each in tables[1:]]
    with CaptureQueriesContext(connection) as alone:
        first = lane.act_all(one)
    with CaptureQueriesContext(connection) as together:
        others = lane.act_all(rest)
    assert len(together) == len(alone)
    assert len(alone) < 14
    assert all(isinstance(v, int) for v in (*first, *others))
    assert [logged(each) for each in tables] == [[(None, "deal"), (0, "act")]] * 6


def test_each_gets_the_answer_it_would_get_alone() -> None:
    good, stale, illegal, stranger, twice = [table() for _ in range(5)]
    before = discard(twice, "again")
    v = service.act(before.table_id, before.player_id, before.client_id, before.decision, before.action)
    answers = lane.act_all(
        [
            discard(good),
            discard(stale, decision="yesterday"),
            discard(illegal, action={"type": "win"}),
            discard(stranger, player_id=create_guest().player.pk),
            before,
        ]
    )
    assert isinstance(answers[0], int)
    assert [answer.code for answer in answers[1:4] if isinstance(answer, Refused)] == ["stale", "illegal", "illegal"]
    assert answers[4] == v
    assert [len(logged(each)) for each in (good, stale, illegal, stranger, twice)] == [2, 1, 1, 1, 2]


def test_a_table_that_is_locked_keeps_nobody_waiting_but_its_own_people() -> None:
    free, locked = table(), table()
    acts = [discard(free), discard(locked)]
    answers: list[Any] = []

    def act() -> None:
        answers.extend(lane.act_all(acts))
        connection.close()

    with transaction.atomic():
        Hand.objects.select_for_update().get(table=locked)
        acting = threading.Thread(target=act)
        acting.start()
        assert wait_until(lambda: len(logged(free)) == 2, 60)
        assert answers == []
    acting.join()
    assert [len(logged(each)) for each in (free, locked)] == [2, 2]
    assert all(isinstance(answer, int) for answer in answers)


def test_what_cannot_be_written_together_is_written_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_judged: Any) -> None:
        raise IntegrityError("somebody was quicker")

    tables = [table(), table()]
    acts = [discard(each) for each in tables]
    monkeypatch.setattr(lane, "write_all", fail)
    assert all(isinstance(answer, int) for answer in lane.act_all(acts))
    assert [logged(each) for each in tables] == [[(None, "deal"), (0, "act")]] * 2


def test_what_is_due_at_many_tables_is_written_together_and_the_rest_is_named() -> None:
    quick, slow = [table(claim_ms=50, claim_min_ms=50), table(claim_ms=50, claim_min_ms=50)], table()
    for each in (*quick, slow):
        lane.act_all([discard(each)])
    hands = {each.id: Hand.objects.get(table=each).id for each in (*quick, slow)}
    left = set[str]()

    def closed() -> bool:
        left.update(lane.tick_all(list(hands.values())))
        return all(len(logged(each)) > 2 for each in quick)

    assert wait_until(closed, 60)
    assert hands[slow.id] in left
    assert [logged(each)[2:3] for each in quick] == [[(None, "close")]] * 2
    assert len(logged(slow)) == 2


def test_whoever_has_logged_out_meanwhile_moves_nothing() -> None:
    from django.test import Client

    there, gone = table(), table()
    scopes = []
    for each in (there, gone):
        player, browser = each.seats.get(index=0).player, Client()
        browser.force_login(player)
        credentials = {"token": None, "session_key": browser.session.session_key}
        scopes.append({"player": player, "credentials": credentials})
    end_all_sessions(gone.seats.get(index=0).player)

    async def said() -> list[Any]:
        acts = [discarded[0], discarded[1]]
        return await asyncio.gather(
            *(lane.say(act, scope) for act, scope in zip(acts, scopes, strict=True)), return_exceptions=True
        )

    discarded = [discard(there), discard(gone)]
    answers = asyncio.run(said())
    assert isinstance(answers[0], int)
    assert isinstance(answers[1], lane.SessionOver)
    assert [len(logged(each)) for each in (there, gone)] == [2, 1]
