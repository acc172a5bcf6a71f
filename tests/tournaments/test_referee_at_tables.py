"""A referee's acts at an event's tables, and what players say there: phrases, calls, reports over a real socket."""

from collections.abc import Callable, Iterator

import pytest
from django.core.exceptions import ValidationError

from accounts.guests import create_token
from games import service as games
from games import snapshot
from games.models import Hand, LiveSeat, Table
from tests.games.sockets import Socket
from tests.tournaments.cast import all_at_once, begin, draw_now, guests, organiser, sit
from tournaments import service
from tournaments.models import AuditEntry, Call, Report
from tournaments.service import NotNow, referee, sanctions
from tournaments.service.permits import NotAllowed

pytestmark = pytest.mark.django_db(transaction=True)
HOUR = 3_600_000


@pytest.fixture
def seated() -> tuple[Table, list]:
    """Four at a table, the hand dealt, with an hour for each turn."""
    event, people = begin("cup", turn_ms=HOUR, claim_ms=HOUR, claim_min_ms=HOUR, seed_ms=0), guests(4)
    sit(event, *people)
    draw_now(event)
    table = Table.objects.get(event="cup")
    games.tick(Hand.objects.get(table=table).pk)
    by_seat = {seat.player_id: seat.index for seat in table.seats.all()}
    return table, sorted(people, key=lambda player: by_seat[player.pk])


@pytest.fixture
def sockets(asgi_server: str, seated: tuple[Table, list]) -> Iterator[list[Socket]]:
    table, people = seated
    opened = [Socket(asgi_server, table.pk, create_token(player)) for player in people]
    for socket in opened:
        socket.next("view")
    yield opened
    for socket in opened:
        socket.close()


def seen(table: Table, seat: int = 0) -> dict:
    return snapshot.for_seat(table.pk, seat).view


def test_each_act_is_noted_with_its_reason_and_told_at_the_table(seated):
    table, people = seated
    desk = organiser()
    acts: list[tuple[Callable[[], bool], str]] = [
        (lambda: referee.pause_table(table.pk, desk, "停"), "table-pause"),
        (lambda: referee.resume_table(table.pk, desk, "走"), "table-resume"),
        (lambda: referee.freeze_table(table.pk, desk, "吵"), "table-freeze"),
        (lambda: referee.release_frozen(table.pk, desk, "和"), "table-release"),
        (lambda: referee.give_time(table.pk, 1, 30, desk, "网"), "give-time"),
        (lambda: referee.play_for(table.pk, people[2], desk, "走了"), "seat-held"),
        (lambda: referee.give_back_seat(table.pk, people[2], desk, "回来"), "seat-back"),
        (lambda: referee.tell(table.pk, desk, "小声点"), "table-told"),
        (lambda: referee.end_table(table.pk, desk, "打烊"), "table-end"),
    ]
    for act, name in acts:
        assert act() is True
        assert AuditEntry.objects.first().act == name
    codes = [notice["code"] for notice in seen(table)["notices"]]
    assert codes == ["time", "held", "given_back", "referee", "ending"]
    assert [referee.pause_table(table.pk, desk, "停"), referee.pause_table(table.pk, desk, "停")] == [True, False]


def test_what_a_referee_may_not_and_what_nobody_may(seated):
    table, people = seated
    ref = organiser("裁判", "Referee")
    with pytest.raises(NotAllowed):
        referee.end_table(table.pk, ref, "打烊")
    with pytest.raises(NotAllowed):
        referee.pause_table(table.pk, people[0], "我要停")
    with pytest.raises(ValidationError):
        referee.pause_table(table.pk, ref, " ")
    with pytest.raises(NotNow):
        referee.give_time(table.pk, 1, 601, ref, "多")
    with pytest.raises(NotNow):
        referee.pause_table("nowhere", ref, "停")
    assert not AuditEntry.objects.filter(actor__isnull=False).exists()


def test_a_table_of_a_paused_event_that_is_frozen_waits_for_both(seated):
    table, _people = seated
    desk = organiser()
    referee.freeze_table(table.pk, desk, "吵")
    service.pause("cup", by=desk, reason="停电")
    service.resume("cup", by=desk, reason="来电")
    assert [halt["why"] for halt in seen(table)["halts"]] == ["dispute"]
    referee.release_frozen(table.pk, desk, "和")
    assert seen(table)["decision"] is not None


def test_two_referees_who_stop_and_let_go_at_once_leave_it_one_or_the_other(seated):
    table, _people = seated
    desks = [organiser(f"掌柜{number}") for number in range(4)]
    done = all_at_once(
        *(lambda desk=desk: referee.pause_table(table.pk, desk, "停") for desk in desks[:2]),
        *(lambda desk=desk: referee.resume_table(table.pk, desk, "走") for desk in desks[2:]),
    )
    assert not [one for one in done if isinstance(one, Exception)]
    noted = AuditEntry.objects.filter(act__in=("table-pause", "table-resume")).count()
    assert noted == done.count(True)
    assert len(seen(table)["halts"]) == done.count(True) % 2


def test_a_phrase_reaches_the_other_three_and_is_said_once(sockets, seated):
    frame = {"type": "phrase", "id": "p1", "phrase": "nice"}
    for _ in range(2):
        sockets[1].send(frame)
        assert sockets[1].next("ack", "refused")["type"] == "ack"
    for socket in (sockets[0], sockets[2], sockets[3]):
        assert socket.next("phrase") == {"type": "phrase", "seat": 1, "phrase": "nice"}
        assert not [one for one in socket.silent(0.4) if one["type"] == "phrase"]
    sockets[1].send({"type": "phrase", "id": "p2", "phrase": "go to hell"})
    assert sockets[1].next("refused")["code"] == "malformed"


def test_phrases_are_limited_and_the_muted_say_nothing(sockets, seated):
    _table, people = seated
    codes = []
    for number in range(10):
        sockets[0].send({"type": "phrase", "id": f"p{number}", "phrase": "hurry"})
        answer = sockets[0].next("ack", "refused")
        codes.append(answer.get("code", "ack"))
    assert codes == ["ack"] * 8 + ["busy"] * 2
    sanctions.mute(None, people[1], organiser(), "吵")
    sockets[1].send({"type": "phrase", "id": "m1", "phrase": "hello"})
    assert sockets[1].next("refused")["code"] == "illegal"
    sockets[1].send({"type": "call", "id": "m2", "text": "裁判"})
    assert sockets[1].next("refused")["code"] == "illegal"
    assert not Call.objects.exists()


def test_nothing_is_said_in_a_claim_window(sockets, seated):
    table, people = seated
    view = seen(table)
    throw = next(action for action in view["legal"] if action["type"] == "discard")
    games.act(table.pk, people[0].pk, "t1", view["decision"], throw)
    if seen(table)["phase"] != "claim":
        pytest.fail("a discard opens a window")
    sockets[2].send({"type": "phrase", "id": "w1", "phrase": "hello"})
    assert sockets[2].next("ack", "refused")["code"] == "busy"


def test_the_referee_is_called_and_a_seat_reported_over_the_socket(sockets, seated):
    table, people = seated
    for _ in range(2):
        sockets[3].send({"type": "call", "id": "c1", "text": "他看我的牌"})
        assert sockets[3].next("ack", "refused")["type"] == "ack"
    call = Call.objects.get()
    assert (call.table, call.hand, call.player, call.text) == (table.pk, 1, people[3], "他看我的牌")
    sockets[3].send({"type": "report", "id": "r1", "seat": 0, "kind": "stalling", "text": ""})
    assert sockets[3].next("ack", "refused")["type"] == "ack"
    assert Report.objects.get().about == people[0]
    sockets[3].send({"type": "report", "id": "r2", "seat": 3, "kind": "stalling", "text": ""})
    assert sockets[3].next("refused")["code"] == "illegal"
    referee.answer_call(call.pk, organiser("裁判", "Referee"), "我来看")
    told = sockets[3].view_where(lambda view: view["notices"])
    assert told["notices"][-1]["text"] == "我来看"
    assert LiveSeat.objects.count() == 4
