"""What is not yours does not exist: four seats times every message times everybody else's ids, and every private page."""

import json
from typing import Any, get_args

import pytest
from django.test import Client

from accounts import guests
from games import frames, snapshot
from games.models import Hand, LoggedAction, Table
from tests.games.sockets import act, discard_of
from tests.tournaments import cast
from tournaments import service
from tournaments.models import Letter

pytestmark = pytest.mark.django_db(transaction=True)

RIGHT: dict[str, dict[str, Any]] = {
    "act": {"id": "a", "decision": "d", "action": {"type": "pass"}},
    "think": {"id": "a", "decision": "d"},
    "auto": {"id": "a", "on": True},
    "wish": {"id": "a", "wishes": ["sort"]},
    "seed": {"hand": 1, "client_seed": "00"},
    "hidden": {"on": True},
    "phrase": {"id": "a", "phrase": "hello"},
    "call": {"id": "a", "text": "?"},
    "report": {"id": "a", "seat": 1, "kind": "other", "text": ""},
    "sync": {},
    "ping": {},
}
FOREIGN = {"seat": 2, "player": "x", "player_id": "x", "table": "x", "table_id": "x", "hand_id": "x", "event": "cup"}


def test_the_matrix_has_every_message() -> None:
    assert {kind.__struct_config__.tag for kind in get_args(frames.Frame)} == RIGHT.keys()


@pytest.mark.parametrize("kind", RIGHT)
def test_no_message_has_a_place_for_whose_it_is(kind: str) -> None:
    """The seat follows from who is asking: a field that names one, a player, a table is none of the protocol."""
    assert frames.read_frame(json.dumps({"type": kind, **RIGHT[kind]}))
    for name, value in FOREIGN.items():
        if name not in RIGHT[kind]:
            with pytest.raises(frames.MalformedFrame):
                frames.read_frame(json.dumps({"type": kind, **RIGHT[kind], name: value}))


def state() -> tuple[Any, ...]:
    hands = list(Hand.objects.order_by("pk").values_list("pk", "seq", "state", "number"))
    return hands, LoggedAction.objects.count(), list(Table.objects.order_by("pk").values_list("pk", "state"))


@pytest.fixture
def two_tables() -> list[Any]:
    """Two tables of one event, dealt, in uniform windows; the players of the first, then of the second."""
    from datetime import timedelta

    from games import service as games

    settings = {
        "turn_ms": 600_000,
        "claim_mode": "uniform",
        "claim_ms": 600_000,
        "seed_ms": 50,
        "spectator_delay_ms": 0,
    }
    event = cast.begin("cup", **settings)
    people = cast.guests(8)
    cast.sit(event, *people)
    cast.draw_now(event)
    for hand in Hand.objects.all():
        Hand.objects.filter(pk=hand.pk).update(started_at=hand.started_at - timedelta(seconds=5))
        games.tick(hand.pk)
    first, second = Table.objects.order_by("pk")
    seats = [*first.seats.order_by("index"), *second.seats.order_by("index")]
    return [seat.player for seat in seats]


def test_four_seats_say_every_message_with_everybody_elses_ids(two_tables: list[Any], open_socket: Any) -> None:
    table = two_tables[0].live_seat.table_id
    other = two_tables[4].live_seat.table_id
    dealer = next(seat for seat in range(4) if snapshot.for_seat(table, seat).view["decision"])
    view = snapshot.for_seat(table, dealer).view
    open_socket(table, two_tables[dealer]).send(act(view, discard_of(view), "used by the dealer"))
    wait_for(lambda: LoggedAction.objects.filter(client_id="used by the dealer").exists())
    asked = {(place, seat): snapshot.for_seat(place, seat).view for place in (table, other) for seat in range(4)}
    before, refused = state(), 0
    for seat in range(4):
        mine = open_socket(table, two_tables[seat])
        mine.next("view")
        own = asked[table, seat]["decision"]
        foreign = {seen["decision"] for seen in asked.values()} - {own, None}
        assert len(foreign) >= 3
        for number, decision in enumerate(sorted(foreign)):
            for kind, more in (("act", {"action": {"type": "pass"}}), ("think", {})):
                mine.send({"type": kind, "id": f"{seat}.{number}.{kind}", "decision": decision, **more})
                said = mine.next("refused", "ack")
                assert (said["type"], said["code"]) == ("refused", "stale"), (seat, kind, decision)
                refused += 1
        for hand in (2, 99):
            mine.send({"type": "seed", "hand": hand, "client_seed": "00"})
            assert mine.next("refused", "ack")["code"] == "stale"
        if seat != dealer:  # an id that another seat has used is nobody's answer here
            mine.send({"type": "act", "id": "used by the dealer", "decision": "none", "action": {"type": "pass"}})
            assert mine.next("refused", "ack")["type"] == "refused"
        mine.close()
    assert refused >= 24
    assert state() == before
    assert {place: snapshot.for_seat(*place).view["decision"] for place in asked} == {
        place: seen["decision"] for place, seen in asked.items()
    }


def test_a_player_of_another_table_has_no_socket_here_and_a_visitor_has_no_say(
    two_tables: list[Any], open_socket: Any
) -> None:
    table, before = two_tables[0].live_seat.table_id, state()
    for stranger in two_tables[4:]:
        assert open_socket(table, stranger).closed_with() == 4004
    watcher = open_socket(table, guests.create_guest().player)
    watcher.next("view")
    for kind, fields in RIGHT.items():
        if kind not in ("sync", "ping", "hidden"):
            watcher.send({"type": kind, **fields})
            assert watcher.next("refused", "ack")["code"] == "illegal", kind
    assert state() == before


def wait_for(done: Any) -> None:
    import time

    end = time.monotonic() + 20
    while not done():
        assert time.monotonic() < end
        time.sleep(0.02)


def browser_of(player: Any) -> Client:
    browser = Client()
    browser.force_login(player)
    return browser


def test_every_private_address_is_404_to_everybody_else(two_tables: list[Any]) -> None:
    """And to a visitor who has not entered; what is posted changes nothing."""
    owner, entrant = two_tables[0], two_tables[4]
    owner_token = owner.tokens.first() or owner.tokens.get(digest=guests.digest(guests.create_token(owner)))
    letter = Letter.objects.create(player=owner, code="answer", text="for you alone")
    hand = Hand.objects.get(table=owner.live_seat.table_id)
    friends = service.create_friends(owner, rules="platform@1", hands=4, with_bots=True)
    table = owner.live_seat.table_id
    private = [
        ("post", f"/me/tokens/{owner_token.pk}/revoke/", "entrant stranger"),
        ("post", f"/letters/{letter.pk}/read/", "entrant stranger"),
        ("get", f"/tables/{table}/", "entrant"),
        ("get", f"/api/tables/{table}", "entrant"),
        *(("get", f"/hands/{hand.pk}/{part}", "owner entrant stranger") for part in ("", "sheet/", "record.jsonl", "steps.json")),
        ("get", f"/api/hands/{hand.pk}/record", "owner entrant stranger"),
        ("get", f"/tables/{table}/records.jsonl", "owner entrant stranger"),
        ("get", f"/api/events/{friends.slug}/ranking", "owner stranger"),
        ("get", f"/events/{friends.slug}/draws/1.json", "stranger"),
        ("get", f"/events/{friends.slug}/results/csv/", "stranger"),
    ]  # fmt: skip
    readers = {"owner": owner, "entrant": entrant, "stranger": guests.create_guest().player}
    before = state()
    for method, path, names in private:
        for name in names.split():
            answer = getattr(browser_of(readers[name]), method)(path)
            assert answer.status_code == 404, (path, name, answer.status_code)
    owner_token.refresh_from_db()
    assert owner_token.revoked_at is None
    assert state() == before


def test_the_desk_is_no_place_for_players(two_tables: list[Any]) -> None:
    table = two_tables[0].live_seat.table_id
    for path in ("", "accounts/player/", f"games/table/{table}/change/", "tournaments/event/", "games/hand/"):
        answer = browser_of(two_tables[0]).get(f"/admin/{path}")
        assert answer.status_code == 302
        assert answer["Location"].startswith("/admin/login/")
