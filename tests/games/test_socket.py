"""The table's socket over a real server: what is answered, what is refused, what everybody sees."""

import time

import pytest

from games import service, snapshot
from games.models import Hand
from tests.games.sockets import act, discard_of, timeless

pytestmark = pytest.mark.django_db(transaction=True)


def test_the_first_frame_is_the_current_view(dealt, players, open_socket):
    table = dealt()
    first = open_socket(table.id, players[0]).next()
    assert first["type"] == "view"
    assert first["view"]["seat"] == 0
    assert len(first["view"]["mine"]) == 17


def test_a_throw_is_acknowledged_and_seen_by_all_four(dealt, players, open_socket):
    table = dealt()
    sockets = [open_socket(table.id, player) for player in players]
    views = [one.next("view")["view"] for one in sockets]
    action = discard_of(views[0])
    sockets[0].send(act(views[0], action, "one"))
    ack = sockets[0].next("ack")
    assert ack["id"] == "one"
    for one in sockets:
        seen = one.view_where(lambda view: view["phase"] != "act")
        assert seen["rivers"][0] == [action["tile"]]
        assert seen["last"] == {"seat": 0, "tile": action["tile"], "type": "discard"}


MALFORMED = [
    "", "null", "[]", "7", '"act"', "{", "{}", '{"type": "act"}', '{"type": "nonsense"}', '{"type": 3}',
    '{"type": "act", "id": 7, "decision": "x", "action": {}}',
    '{"type": "act", "id": "", "decision": "x", "action": {"type": "pass"}}',
    '{"type": "act", "id": "' + "x" * 65 + '", "decision": "x", "action": {"type": "pass"}}',
    '{"type": "act", "id": "a\\u0000b", "decision": "x", "action": {"type": "pass"}}',
    '{"type": "act", "id": "\\ud800", "decision": "x", "action": {"type": "pass"}}',
    '{"type": "act", "id": "x", "decision": null, "action": {"type": "pass"}}',
    '{"type": "act", "id": "x", "decision": "x", "action": []}',
    '{"type": "auto", "id": "x", "on": 1}',
    '{"type": "auto", "id": "x", "on": "yes"}',
    '{"type": "seed", "hand": true, "client_seed": "00"}',
    '{"type": "seed", "hand": 1.0, "client_seed": "00"}',
    '{"type": "seed", "hand": 1, "client_seed": "XYZ"}',
    '{"type": "seed", "hand": 1, "client_seed": 0}',
    '{"type": "ping", "extra": NaN}', '{"type": "ping", "extra": 1}',
    "[" * 8000, '{"type": "seed", "hand": ' + "9" * 5000 + ', "client_seed": ""}',
    b"\x00\x01binary",
]  # fmt: skip


def test_a_frame_that_is_none_of_the_protocol_is_refused_and_nothing_happens(dealt, players, open_socket):
    table = dealt()
    before = Hand.objects.get().seq
    for frame in MALFORMED:
        mine = open_socket(table.id, players[0])
        mine.next("view")
        mine.send(frame)
        refusal = mine.next("refused")
        assert (refusal["code"], bool(refusal["message"])) == ("malformed", True), frame[:60]
        mine.send({"type": "ping"})
        assert mine.next("pong")
    assert Hand.objects.get().seq == before


IMPOSSIBLE = [
    ({"type": "discard"}, "malformed"),
    ({"type": "discard", "tile": "0m"}, "malformed"),
    ({"type": "discard", "tile": 5}, "malformed"),
    ({"type": "discard", "tile": "1m", "seat": 1}, "malformed"),
    ({"type": "fly"}, "malformed"),
    ({}, "malformed"),
    ({"type": "chow", "tiles": ["1m"]}, "malformed"),
    ({"type": "pong"}, "illegal"),
    ({"type": "pass"}, "illegal"),
    ({"type": "kong_added", "tile": "1m"}, "illegal"),
    ({"type": "discard", "tile": "5z"}, "illegal"),
]


def test_an_action_that_cannot_be_is_refused(dealt, players, open_socket):
    table = dealt()
    one = open_socket(table.id, players[0])
    view = one.next("view")["view"]
    before = Hand.objects.get().seq
    for action, code in IMPOSSIBLE:
        one.send(act(view, action))
        assert one.next("refused")["code"] == code, action
    assert Hand.objects.get().seq == before


def test_another_seats_decision_is_stale_and_others_hear_nothing(dealt, players, open_socket):
    table = dealt()
    dealer, other = open_socket(table.id, players[0]), open_socket(table.id, players[2])
    view = dealer.next("view")["view"]
    other.next("view")
    other.silent(0.3)
    other.send(act(view, discard_of(view)))
    assert other.next("refused")["code"] == "stale"
    assert Hand.objects.get().seq == 1
    assert [message["type"] for message in dealer.silent(0.5) if message["type"] != "view"] == []


def test_a_frame_over_the_limit_closes_the_socket(dealt, players, open_socket):
    table = dealt()
    one = open_socket(table.id, players[0])
    one.next("view")
    one.send('{"type": "ping", "x": "' + "y" * 17_000 + '"}')
    assert one.closed_with() == 1009


def test_repeated_offenders_are_closed(dealt, players, open_socket):
    table = dealt()
    one = open_socket(table.id, players[0])
    one.next("view")
    one.insist("nonsense", 8)
    assert one.closed_with() == 1008


def test_a_flood_is_slowed_down_not_obeyed(dealt, players, open_socket):
    table = dealt()
    one = open_socket(table.id, players[0])
    one.next("view")
    for _ in range(80):
        one.send({"type": "ping"})
    codes = [message.get("code") for message in one.silent(1) if message["type"] != "view"]
    assert "busy" in codes


def test_a_table_that_does_not_exist_is_closed_as_not_found(dealt, players, open_socket):
    dealt()
    assert open_socket("nowhere", players[0]).closed_with() == 4004


def test_a_reconnecting_seat_sees_exactly_what_it_would_have_seen(dealt, players, open_socket):
    table = dealt()
    for player in players:
        stayed = open_socket(table.id, player)
        stayed.next("view")
    view = snapshot.for_seat(table.id, 0).view
    service.act(table.id, players[0].id, "t", view["decision"], discard_of(view))
    for index, player in enumerate(players):
        again = open_socket(table.id, player).next("view")
        now = snapshot.for_seat(table.id, index)
        assert again["v"] == now.v
        assert timeless(again["view"]) == timeless(now.view)


def test_a_watcher_never_receives_a_hand(dealt, open_socket):
    table = dealt(spectator_delay_ms=0)
    watcher = open_socket(table.id)
    view = watcher.next("view")["view"]
    private = ("seat", "mine", "drawn", "legal", "decision", "reserve_ms", "thinks_left", "waits")
    assert [view[name] for name in private] == [None] * len(private)
    watcher.send({"type": "act", "id": "x", "decision": "y", "action": {"type": "pass"}})
    assert watcher.next("refused")["code"] == "illegal"


def test_a_watcher_sees_a_throw_only_after_the_delay(dealt, players, open_socket):
    table = dealt(spectator_delay_ms=1_500)
    time.sleep(1.6)
    watcher = open_socket(table.id)
    watcher.next("view")
    view = snapshot.for_seat(table.id, 0).view
    thrown_at = time.monotonic()
    service.act(table.id, players[0].id, "t", view["decision"], discard_of(view))
    watcher.view_where(lambda view: view["rivers"][0])
    assert time.monotonic() - thrown_at >= 1.4


def test_a_revoked_token_ends_the_socket_at_the_next_message(dealt, players, open_socket):
    from accounts.models import Token

    table = dealt()
    one = open_socket(table.id, players[0])
    view = one.next("view")["view"]
    Token.objects.filter(player=players[0]).delete()
    one.send(act(view, discard_of(view)))
    assert one.closed_with() == 4003
    assert Hand.objects.get().seq == 1


def test_a_player_without_a_socket_is_shown_away_and_back(dealt, players, open_socket):
    table = dealt()
    here = open_socket(table.id, players[0])
    assert here.next("view")["view"]["present"] == ["here", "away", "away", "away"]
    open_socket(table.id, players[2])
    seen = here.view_where(lambda view: view["present"][2] == "here")
    assert seen["present"] == ["here", "away", "here", "away"]


def test_the_length_of_a_view_tells_little(dealt, players, open_socket):
    table = dealt()
    for player in (*players, None):
        text = open_socket(table.id, player).socket.recv(timeout=5)
        assert len(text.encode()) % 256 == 0


def test_whoever_enters_the_event_stops_watching_its_tables(monkeypatch, dealt, open_socket):
    from accounts.guests import create_guest
    from games import attendance
    from tests.tournaments.cast import begin
    from tournaments import service as tournaments

    monkeypatch.setattr(attendance, "RECHECK_EVERY", 1)
    event, table = begin("cup"), dealt(spectator_delay_ms=0)
    watcher, visitor = create_guest().player, create_guest().player
    watching, still_watching = open_socket(table.id, watcher), open_socket(table.id, visitor)
    assert watching.next("view")["view"]["seat"] is None
    tournaments.enter(event, watcher)
    assert watching.closed_with(within=30) == 4004
    assert open_socket(table.id, watcher).closed_with() == 4004
    still_watching.send({"type": "sync"})
    assert still_watching.next("view")
