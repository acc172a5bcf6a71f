"""What happened at tables of comparable systems, tried on this one; each named after its situation.

T5 and T15 need the real processes: tests/faults/test_ordeal.py. T7: test_slow_readers.py.
"""

import secrets
import threading
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, connection

from games import service, snapshot
from games.engine import progress
from games.engine.legal import default_action
from games.models import Hand, LiveSeat, LoggedAction, Table
from games.refusal import Refused
from tests.engine.stacking import stack_wall, stacked, words
from tests.games.sockets import act, discard_of, timeless
from tests.tournaments.cast import begin, draw_now, guests, sit
from tournaments import ledger
from tournaments import service as tournament
from tournaments.models import Posting
from tournaments.service.permits import NotNow

pytestmark = pytest.mark.django_db(transaction=True)

DEALER = "1m4m7m1p4p7p1s4s7s1z2z3z4z6z7z2m"
PONGS_5M = "5m5m5m1m2p4p7p8p1s4s6s1z2z3z6z9s"
WINS_ON_5M = "4m6m1p2p3p4p5p6p7p8p9p1s2s3s7z7z"
THROWN = {"type": "discard", "tile": "5m"}


@pytest.fixture
def stack(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Stack the walls of the hands dealt from now on."""

    def lay(hands: dict[int, str], **more: str) -> None:
        wall = stack_wall(hands, **more)
        monkeypatch.setattr(progress, "fair_deal", lambda *_: (((1, 2), (3, 4)), wall))

    return lay


def view_of(table: Any, seat: int) -> Any:
    return snapshot.for_seat(table.id, seat).view


def says(table: Any, players: Any, seat: int, action: dict[str, Any], client_id: str | None = None) -> int:
    return service.act(
        table.id, players[seat].id, client_id or secrets.token_hex(4), view_of(table, seat)["decision"], action
    )


def let_pass(table: Any, ms: int) -> None:
    """So much time goes by, and what is due is done."""
    hand = Hand.objects.exclude(state="done").get(table=table)
    Hand.objects.filter(pk=hand.pk).update(started_at=hand.started_at - timedelta(milliseconds=ms))
    service.tick(hand.pk)


def all_pass(table: Any, players: Any) -> None:
    """Everybody who is asked in the open window passes, and it closes."""
    for seat in range(4):
        if view_of(table, seat)["decision"]:
            says(table, players, seat, {"type": "pass"})
    let_pass(table, 200)


def test_a_player_leaves_the_page_in_mid_hand_and_tries_to_start_another_game(client):
    """T1: led back to the seat; a second table is impossible."""
    first, second, people = begin("first"), begin("second"), guests(7)
    sit(first, *people[:4])
    draw_now(first)
    table = Table.objects.get(event="first")
    with pytest.raises(NotNow):
        tournament.start(first, people[0])
    with pytest.raises(NotNow):
        sit(second, people[0])
    sit(second, *people[4:])
    draw_now(second)
    assert not Table.objects.filter(event="second").exists()
    client.force_login(people[0])
    assert f"/tables/{table.id}/" in client.get("/events/second/").content.decode()
    with pytest.raises(IntegrityError):
        service.open_table(
            [people[0], *people[4:]], "second", "", second.play_rules(), second.table_settings(), [0] * 4, [0] * 4
        )
    assert LiveSeat.objects.get(player=people[0]).table_id == table.id


def phases(table: Any, players: Any) -> Iterator[str]:
    """A hand taken through every phase."""
    yield "act"
    says(table, players, 0, THROWN)
    yield "claim"
    says(table, players, 1, {"type": "pong"})
    says(table, players, 3, {"type": "pass"})
    let_pass(table, 200)
    says(table, players, 1, {"type": "discard", "tile": "9s"})
    all_pass(table, players)
    while (turn := view_of(table, 0)["turn"]) != 1:
        says(table, players, turn, {"type": "discard", "tile": view_of(table, turn)["drawn"]})
        all_pass(table, players)
    says(table, players, 1, {"type": "kong_added", "tile": "5m"})
    yield "rob"
    says(table, players, 3, {"type": "win"})
    let_pass(table, 200)
    yield "result"
    for seat in range(4):
        says(table, players, seat, {"type": "pass"})
    let_pass(table, 10)
    yield "deal"


def test_reconnect_in_each_phase_and_as_each_of_the_four_seats(stack, dealt, players, open_socket):
    """T2: own tiles, right seat, right decision, right time left: as a client that never left."""
    stack({0: DEALER + "5m", 1: PONGS_5M, 3: WINS_ON_5M}, wild="8m")
    table = dealt(hands_per_table=2, pause_ms=60_000)
    stayed = [open_socket(table.id, player) for player in players]
    asked = {}
    for phase in phases(table, players):
        for seat, player in enumerate(players):
            one = open_socket(table.id, player)
            again = one.next("view")
            before = stayed[seat].next("view")
            while before["v"] < again["v"]:
                before = stayed[seat].next("view")
            assert (again["view"]["phase"], again["view"]["seat"]) == (phase, seat)
            assert (again["v"], timeless(again["view"])) == (before["v"], timeless(before["view"]))
            for name in ("deadline_ms", "reserve_ms"):
                assert (again["view"][name] is None) == (before["view"][name] is None)
                assert (again["view"][name] or 0) <= (before["view"][name] or 0)
            asked.setdefault(phase, []).append(again["view"]["decision"] is not None)
            one.close()
            stayed[seat].send({"type": "sync"})
    assert asked == {
        "act": [True, False, False, False],
        "claim": [False, True, False, True],
        "rob": [False, False, False, True],
        "result": [True] * 4,
        "deal": [False] * 4,
    }


def test_a_second_tab_in_a_claim_window_answers_after_the_first(stack, dealt, players, open_socket):
    """T3: one answer counts, both tabs show the same."""
    stack({0: DEALER + "5m", 1: PONGS_5M}, wild="8m")
    table = dealt()
    says(table, players, 0, THROWN)
    tabs = [open_socket(table.id, players[1]) for _ in range(2)]
    views = [tab.next("view")["view"] for tab in tabs]
    assert views[0]["decision"] == views[1]["decision"]
    tabs[0].send(act(views[0], {"type": "pong"}))
    assert tabs[0].next("ack")
    tabs[1].send(act(views[1], {"type": "pass"}))
    assert tabs[1].next("refused")["code"] == "stale"
    let_pass(table, 200)
    for tab in tabs:
        seen = tab.view_where(lambda view: view["phase"] == "act")
        assert [meld["type"] for meld in seen["melds"][1]] == ["pong"]
    assert LoggedAction.objects.filter(type="act", seat=1).count() == 1


def test_the_page_is_reloaded_before_the_answer_to_a_win_arrives(stack, dealt, players, open_socket):
    """T4: the win stands, once."""
    stack({0: DEALER + "5m", 3: WINS_ON_5M}, wild="8m")
    table = dealt()
    says(table, players, 0, THROWN)
    page = open_socket(table.id, players[3])
    frame = act(page.next("view")["view"], {"type": "win"}, "won")
    page.send(frame)
    page.close()
    reloaded = open_socket(table.id, players[3])
    reloaded.send(frame)  # not acknowledged: sent again
    assert reloaded.next("ack")["id"] == "won"
    let_pass(table, 200)
    seen = reloaded.view_where(lambda view: view["phase"] == "result")
    assert (seen["result"]["winner"], seen["result"]["from"]) == (3, 0)
    assert LoggedAction.objects.filter(client_id="won").count() == 1


FOREIGN = [
    ({"seat": 1}, "malformed"), ({"player": "somebody"}, "malformed"), ({"table": "elsewhere"}, "malformed"),
    ({"decision": "elsewhere.1.0.1"}, "stale"), ({"action": {"type": "discard", "tile": "5m", "seat": 2}}, "malformed"),
]  # fmt: skip


def test_anothers_seat_id_or_decision_is_put_into_a_message(dealt, players, open_socket):
    """T6: refused, nothing changes, others receive nothing."""
    table = dealt()
    sockets = [open_socket(table.id, player) for player in players]
    views = [one.next("view")["view"] for one in sockets]
    for one in sockets:
        one.silent(0.2)
    before = Hand.objects.get().seq
    for change, code in [*FOREIGN, ({"decision": views[1]["decision"] or f"{table.id}.1.1.0"}, "stale")]:
        sockets[0].send({**act(views[0], discard_of(views[0])), **change})
        assert sockets[0].next("refused")["code"] == code, change
    sockets[2].send(act(views[0], discard_of(views[0])))
    assert sockets[2].next("refused")["code"] == "stale"
    assert Hand.objects.get().seq == before
    for other in (sockets[1], sockets[3]):
        assert [message for message in other.silent(0.3) if message["type"] != "view"] == []


def test_all_four_close_their_browsers_in_mid_hand():
    """T8: the hand is played to its end by time-outs and settled."""
    event, people = begin("cup", turn_ms=1_000, reserve_ms=0, hands_per_table=1), guests(4)
    sit(event, *people)
    draw_now(event)
    table = Table.objects.get()
    while Table.objects.get().state == "playing":
        let_pass(table, 60_000)
    hand = Hand.objects.get()
    assert (hand.state, hand.result["hand_id"]) == ("done", hand.id)
    assert set(hand.log.filter(type="act").values_list("auto", flat=True)) == {True}
    assert Posting.objects.filter(key=f"hand:{hand.id}").count() == 1
    assert ledger.differences() == []


def test_the_connection_is_cut_for_two_seconds_during_the_own_turn(dealt, players, open_socket):
    """T9: no time is lost beyond the two seconds, and what was asked can be answered."""
    table = dealt()
    one = open_socket(table.id, players[0])
    before = one.next("view")["view"]
    due = Hand.objects.get().due_at
    one.close()
    Hand.objects.update(
        started_at=Hand.objects.get().started_at - timedelta(seconds=2), due_at=due - timedelta(seconds=2)
    )
    back = open_socket(table.id, players[0])
    after = back.next("view")["view"]
    assert after["decision"] == before["decision"]
    assert before["deadline_ms"] - after["deadline_ms"] >= 2_000
    assert Hand.objects.get().due_at == due - timedelta(seconds=2)
    assert after["reserve_ms"] == before["reserve_ms"]
    back.send(act(after, discard_of(after)))
    assert back.next("ack", "refused")["type"] == "ack"


def test_an_action_comes_before_the_time_out_is_committed_and_another_after(dealt, players):
    """T10: the first counts, the second is refused as stale; never both."""
    table = dealt(turn_ms=1_000, reserve_ms=0)
    view = view_of(table, 0)
    hand = Hand.objects.get()
    Hand.objects.update(started_at=hand.started_at - timedelta(hours=1), due_at=hand.due_at - timedelta(hours=1))
    assert service.act(table.id, players[0].id, "late", view["decision"], discard_of(view))
    assert list(LoggedAction.objects.filter(type="act").values_list("client_id", "auto")) == [("late", False)]
    all_pass(table, players)
    view = view_of(table, 1)
    let_pass(table, 60_000)
    assert LoggedAction.objects.filter(type="act", seat=1, auto=True).count() == 1
    with pytest.raises(Refused) as refused:
        service.act(table.id, players[1].id, "too late", view["decision"], discard_of(view))
    assert refused.value.code == "stale"
    assert not LoggedAction.objects.filter(client_id="too late").exists()


def test_a_pong_arrives_first_and_a_win_last_within_the_window(stack, dealt, players):
    """T11: the win is taken."""
    stack({0: DEALER + "5m", 1: PONGS_5M, 3: WINS_ON_5M}, wild="8m")
    table = dealt()
    says(table, players, 0, THROWN)
    says(table, players, 1, {"type": "pong"})
    let_pass(table, 5_000)
    assert view_of(table, 3)["phase"] == "claim"
    says(table, players, 3, {"type": "win"})
    let_pass(table, 200)
    assert view_of(table, 1)["result"]["winner"] == 3
    assert view_of(table, 1)["melds"][1] == []


def test_an_absent_player_draws_bonus_and_wild_tiles(stack, dealt, players):
    """T12: bonus replaced, never a wild thrown, the table goes on; with wild tiles alone to throw, it is a win."""
    stack({0: DEALER + "9s"}, wild="9p", front="5z", back="9p")
    table = dealt(turn_ms=1_000, reserve_ms=0)
    says(table, players, 0, {"type": "discard", "tile": "9s"})
    all_pass(table, players)
    view = view_of(table, 1)
    assert (view["bonus"][1], view["drawn"]) == (1, "9p")
    let_pass(table, 60_000)
    view = view_of(table, 1)
    assert view["rivers"][1]
    assert view["rivers"][1] != ["9p"]
    assert "9p" in view["mine"]
    all_pass(table, players)
    assert view_of(table, 2)["phase"] == "act"
    melds = ("pong 1z1z1z", "pong 2z2z2z", "chow 1s2s3s", "chow 4s5s6s", "chow 7s8s9s")
    quiet = "1m1m2m2m3m4p4p7p1s4s7s3z3z4z6z7z"
    alone = stacked({0: quiet + "9s"}, wild="9p", front="9p").play("0 discard 9s").holding(1, "9p", *melds).close()
    assert words(default_action(alone.state)) == "win"


def test_a_double_tap_and_the_same_frame_five_times_from_parallel_sockets(dealt, players, open_socket):
    """T13: one discard."""
    table = dealt()
    tabs = [open_socket(table.id, players[0]) for _ in range(5)]
    views = [tab.next("view")["view"] for tab in tabs]
    frame = act(views[0], discard_of(views[0]), "same")
    for tab in tabs:
        tab.send(frame)
    tabs[0].send(act(views[0], discard_of(views[0]), "second tap"))
    assert {tab.next("ack")["v"] for tab in tabs} == {snapshot.for_seat(table.id, 0).v}
    assert tabs[0].next("refused")["code"] == "stale"
    assert LoggedAction.objects.filter(type="act").count() == 1


def test_four_clients_reconnect_in_a_loop_at_a_table_of_seven_connections(dealt, players, open_socket):
    """T14: every client that stays sees every state in order, without gaps."""
    table = dealt()
    stayed = [open_socket(table.id, player) for player in players[:3]]
    counts = [[one.next("view")["v"]] for one in stayed]
    over = threading.Event()

    def come_and_go(player: Any) -> None:
        while not over.is_set():
            one = open_socket(table.id, player)
            one.next("view")
            one.close()
        connection.close()

    loops = [threading.Thread(target=come_and_go, args=(player,)) for player in players]
    for loop in loops:
        loop.start()
    for turn in range(6):
        says(table, players, turn % 4, discard_of(view_of(table, turn % 4)))
        all_pass(table, players)
        for seat, one in enumerate(stayed):
            while counts[seat][-1] < snapshot.for_seat(table.id, seat).v:
                counts[seat].append(one.next("view")["v"])
    over.set()
    for loop in loops:
        loop.join()
    for seen in counts:
        assert sorted(set(seen)) == list(range(seen[0], seen[-1] + 1))
        assert seen == sorted(seen)
