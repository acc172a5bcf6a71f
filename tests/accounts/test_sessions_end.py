"""P3 and its brothers: a socket ends with the session or token it was opened with, and a key with the rights it had."""

import json
import secrets
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from accounts import guests
from accounts.models import Player, Token
from games.models import LoggedAction
from tests.tournaments import cast

pytestmark = pytest.mark.django_db(transaction=True)
PATHS = ("/ws/tables/{table}/", "/ws/events/cup/")


@pytest.fixture
def seated() -> tuple[Player, str]:
    """A player at a table of a running event, and the table's id."""
    event = cast.begin("cup", turn_ms=60_000, seed_ms=60_000)
    four = cast.guests(4)
    cast.sit(event, *four)
    cast.draw_now(event)
    return four[0], four[0].live_seat.table_id


@pytest.fixture
def open_at(asgi_server: str) -> Iterator[Callable[..., ClientConnection]]:
    with ExitStack() as closing:

        def open_one(path: str, **headers: str) -> ClientConnection:
            url = asgi_server.replace("http", "ws") + path
            origin = {"Origin": asgi_server} if "Cookie" in headers else {}
            return closing.enter_context(connect(url, additional_headers=headers | origin, compression=None))

        yield open_one


def cookie_of(browser: Client) -> str:
    return f"{settings.SESSION_COOKIE_NAME}={browser.cookies[settings.SESSION_COOKIE_NAME].value}"


def listen(socket: ClientConnection) -> None:
    while True:
        socket.recv(timeout=5)


def code_of(socket: ClientConnection) -> int:
    with pytest.raises(ConnectionClosed) as closed:
        listen(socket)
    assert closed.value.rcvd is not None
    return closed.value.rcvd.code


def answers(socket: ClientConnection) -> bool:
    """Whether a ping is answered."""
    socket.send('{"type": "ping"}')
    while json.loads(socket.recv(timeout=5))["type"] != "pong":
        pass
    return True


def log_out(browser: Client, player: Player) -> None:
    assert browser.post("/logout/", {"sure": "1"}).status_code == 302


def by_admin(action: str) -> Callable[[Client, Player], None]:
    def act(browser: Client, player: Player) -> None:
        desk = Client()
        desk.force_login(Player.objects.create_superuser("chief", password=None))
        data = {"action": action, "_selected_action": [player.pk]}
        assert desk.post("/admin/accounts/player/", data).status_code == 302

    return act


def change_in_admin(**fields: object) -> Callable[[Client, Player], None]:
    def act(browser: Client, player: Player) -> None:
        desk = Client()
        desk.force_login(Player.objects.create_superuser("chief", password=None))
        data = {"nickname": player.nickname, "username": player.username, "is_active": "on"} | fields
        data = {name: value for name, value in data.items() if value}
        assert desk.post(f"/admin/accounts/player/{player.pk}/change/", data).status_code == 302

    return act


def claim(browser: Client, player: Player) -> None:
    data = {"username": "hai", "password": "a long enough phrase"}
    assert browser.post("/me/claim/", data).status_code == 302


ENDINGS: dict[str, Callable[[Client, Player], None]] = {
    "logging out": log_out,
    "a ban from the list": by_admin("ban"),
    "a ban on the player's page": change_in_admin(is_active=""),
    "being logged out everywhere": by_admin("log_out"),
    "new rights": change_in_admin(is_staff="on"),
    "a password": claim,
}


@pytest.mark.parametrize("ending", ENDINGS)
def test_p3_the_sockets_of_a_browser_are_closed_at_once_by(ending, seated, open_at):
    player, table = seated
    browser, other = Client(), Client()
    browser.force_login(player)
    other.force_login(cast.guests(6)[5])
    sockets = [open_at(path.format(table=table), Cookie=cookie_of(browser)) for path in PATHS]
    neighbour = open_at("/ws/events/cup/", Cookie=cookie_of(other))
    assert all(map(answers, sockets))
    ENDINGS[ending](browser, player)
    assert list(map(code_of, sockets)) == [4003, 4003]
    assert answers(neighbour)


def test_p3_the_socket_of_a_program_is_closed_at_once_when_its_token_is_revoked_and_no_other(seated, open_at):
    player, table = seated
    first, second = guests.create_token(player, "first"), guests.create_token(player, "second")
    one, other = (open_at(PATHS[0].format(table=table), Authorization=f"Bearer {token}") for token in (first, second))
    assert guests.revoke_token(player, Token.objects.get(digest=guests.digest(first)).pk)
    assert code_of(one) == 4003
    assert answers(other)


FRAMES = [
    {"type": "sync"}, {"type": "hidden", "on": True}, {"type": "auto", "id": "a", "on": True},
    {"type": "seed", "hand": 1, "client_seed": "00"}, {"type": "phrase", "id": "p", "phrase": "hello"},
    {"type": "call", "id": "c", "text": "?"}, {"type": "wish", "id": "w", "wishes": ["sort"]},
]  # fmt: skip


def test_p3_where_no_word_came_the_next_frame_is_refused_and_the_socket_closed(seated, open_at):
    player, table = seated
    browser = Client()
    browser.force_login(player)
    sockets = [open_at(f"/ws/tables/{table}/", Cookie=cookie_of(browser)) for _ in FRAMES]
    assert all(map(answers, sockets))
    before = LoggedAction.objects.filter(hand__table=table, seat__isnull=False).count()
    Player.objects.filter(pk=player.pk).update(is_active=False)  # as if the message had been lost
    for socket, frame in zip(sockets, FRAMES, strict=True):
        socket.send(json.dumps(frame))
        assert code_of(socket) == 4003, frame
    assert LoggedAction.objects.filter(hand__table=table, seat__isnull=False).count() == before


def test_a_key_from_before_somebody_became_an_organiser_opens_nothing(db: None) -> None:
    player = Player.objects.create_user("hai", password="a long enough phrase")
    before, desk = Client(), Client()
    before.force_login(player)
    chief = Player.objects.create_superuser("chief", password=None)
    desk.force_login(chief)
    data = {"nickname": "hai", "username": "hai", "is_active": "on", "is_staff": "on"}
    assert desk.post(f"/admin/accounts/player/{player.pk}/change/", data).status_code == 302
    assert before.get("/admin/").status_code == 302
    assert desk.get("/admin/").status_code == 200


def test_whoever_changes_their_own_rights_goes_on_under_a_new_key(db: None) -> None:
    chief, desk = Player.objects.create_superuser("chief", password=None), Client()
    desk.force_login(chief)
    key = desk.cookies[settings.SESSION_COOKIE_NAME].value
    data = {"nickname": "chief", "username": "chief", "is_active": "on", "is_staff": "on"}
    assert desk.post(f"/admin/accounts/player/{chief.pk}/change/", data).status_code == 302
    assert desk.cookies[settings.SESSION_COOKIE_NAME].value != key
    assert desk.get("/").wsgi_request.user == chief


CHANGES: dict[str, Callable[[Client], Any]] = {
    "entering as a guest": lambda browser: browser.post("/events/cup/enter/"),
    "recovering": lambda browser: browser.post("/recover/", {"code": guests.create_guest().recovery_code}),
    "claiming": lambda browser: browser.post("/me/claim/", {"username": "hai", "password": "a long enough phrase"}),
    "logging in": lambda browser: browser.post("/login/", {"username": "lin", "password": "a long enough phrase"}),
    "logging out": lambda browser: browser.post("/logout/", {"sure": "1"}),
}


@pytest.mark.parametrize("change", CHANGES)
def test_the_session_key_is_another_after(change):
    cast.begin("cup")
    Player.objects.create_user("lin", password="a long enough phrase")
    browser = Client()
    if change in ("claiming", "logging out"):
        browser.force_login(guests.create_guest().player)
    else:
        planted = browser.session  # what somebody else could have put there
        planted["planted"] = True
        planted.save()
    key = browser.cookies[settings.SESSION_COOKIE_NAME].value
    assert CHANGES[change](browser).status_code == 302
    assert browser.cookies[settings.SESSION_COOKIE_NAME].value != key
    stale = Client()
    stale.cookies[settings.SESSION_COOKIE_NAME] = key
    assert not stale.get("/").wsgi_request.user.is_authenticated


def test_a_session_key_that_the_site_never_gave_is_not_taken(db: None) -> None:
    browser, made_up = Client(), secrets.token_hex(16)
    browser.cookies[settings.SESSION_COOKIE_NAME] = made_up
    cast.begin("cup")
    assert browser.post("/events/cup/enter/").status_code == 302
    assert browser.cookies[settings.SESSION_COOKIE_NAME].value != made_up
