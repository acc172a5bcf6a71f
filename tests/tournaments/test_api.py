"""The HTTP interface of events and guests, as docs/protocol.md has it."""

import json

import pytest
from django.conf import settings
from django.test import Client

from accounts.models import Player
from tests.tournaments.cast import draw_now
from tournaments import service

pytestmark = pytest.mark.django_db


class Program:
    """A program with a bearer token."""

    def __init__(self, token: str = "") -> None:
        self.client = Client(enforce_csrf_checks=True)
        self.headers = {"Authorization": f"Bearer {token}"} if token else {}

    def get(self, path: str):
        return self.client.get(f"/api{path}", headers=self.headers)

    def post(self, path: str, body: object = None):
        text = "" if body is None else body if isinstance(body, str) else json.dumps(body)
        return self.client.post(f"/api{path}", text, content_type="application/json", headers=self.headers)


def new_guest(**body: str) -> tuple[Program, dict]:
    answer = Program().post("/guest", body or None)
    assert answer.status_code == 201, answer.content
    return Program(answer.json()["token"]), answer.json()


def error_of(answer) -> tuple[int, str]:
    body = answer.json()["error"]
    assert set(body) <= {"code", "message", "field"}
    assert body["message"]
    return answer.status_code, body["code"]


def test_a_guest_gets_player_nickname_token_and_recovery_code():
    _program, guest = new_guest()
    assert set(guest) == {"player", "nickname", "token", "recovery_code"}
    assert Player.objects.get(pk=guest["player"]).nickname == guest["nickname"]
    assert new_guest(nickname="小王")[1]["nickname"] == "小王"
    assert new_guest(nickname="小王")[1]["nickname"].startswith("小王")


@pytest.mark.parametrize(
    "body",
    [
        '{"nickname": 5}',
        '{"nickname": ""',
        "[]",
        '{"nick": "a"}',
        '{"nickname": "<img onerror>"}',
        '{"nickname": "a\\u200bb"}',
    ],
)
def test_an_unusable_guest_is_refused_and_nobody_is_made(body):
    before = Player.objects.count()
    status, code = error_of(Program().post("/guest", body))
    assert (status, code) == (400, "malformed")
    assert Player.objects.count() == before


def test_a_body_that_is_too_big_is_400_too():
    assert error_of(Program().post("/guest", "x" * 300_000)) == (400, "malformed")


def test_browsing_creates_nothing(running):
    visitor = Client()
    for path in ("/", "/zone/", "/events/cup/", "/events/cup/ranking/", "/api/events", "/api/events/cup/ranking"):
        assert visitor.get(path).status_code == 200
    assert Player.objects.count() == 0
    assert settings.SESSION_COOKIE_NAME not in visitor.cookies


def test_events_are_listed_with_milliseconds_left(running):
    (event,) = Program().get("/events").json()
    assert set(event) == {
        "slug", "name", "state", "rules", "starts_in_ms", "ends_in_ms", "entrants", "playing", "waiting",
        "places", "asks",
    }  # fmt: skip
    assert (event["slug"], event["state"], event["rules"], event["starts_in_ms"]) == ("cup", "running", "platform@1", 0)
    assert 3_500_000 < event["ends_in_ms"] <= 3_600_000


def test_enter_start_stop_and_me(running):
    program, _guest = new_guest()
    assert program.get("/events/cup/me").json()["state"] == "none"
    for _ in range(2):
        answer = program.post("/events/cup/enter")
        assert (answer.status_code, answer.json()) == (
            200, {"state": "idle", "silver": 1000, "points": 1000, "rank": None},
        )  # fmt: skip
    for _ in range(2):
        answer = program.post("/events/cup/start")
        assert (answer.status_code, answer.json()) == (202, {"state": "waiting"})
    me = program.get("/events/cup/me").json()
    assert set(me) == {"state", "table", "silver", "points", "rank", "waiting_ms", "waiting_for", "place", "letters"}
    assert me["state"] == "waiting"
    assert me["table"] is None
    assert me["waiting_ms"] >= 0
    assert me["waiting_for"]
    for _ in range(2):
        answer = program.post("/events/cup/stop")
        assert (answer.status_code, answer.json()) == (200, {"state": "idle"})


def test_seated_players_are_told_their_table(running):
    programs = [new_guest()[0] for _ in range(4)]
    for program in programs:
        program.post("/events/cup/enter")
        program.post("/events/cup/start")
    draw_now(running)
    tables = {program.get("/events/cup/me").json()["table"] for program in programs}
    assert len(tables) == 1
    assert None not in tables
    assert error_of(programs[0].post("/events/cup/start")) == (409, "not_now")
    assert programs[0].post("/events/cup/stop").json() == {"state": "seated"}
    (event,) = Program().get("/events").json()
    assert (event["entrants"], event["playing"], event["waiting"]) == (4, 4, 0)


def test_start_is_409_unless_entered_and_running(running):
    program, _guest = new_guest()
    assert error_of(program.post("/events/cup/start")) == (409, "not_now")
    program.post("/events/cup/enter")
    service.pause("cup")
    assert error_of(program.post("/events/cup/start")) == (409, "not_now")


def test_ranking_rows_have_the_agreed_fields(running):
    program, guest = new_guest()
    program.post("/events/cup/enter")
    service.compute_leaderboard("cup")
    page = program.get("/events/cup/ranking?offset=0&limit=100").json()
    assert set(page) == {"total", "computed_ago_ms", "rows"}
    assert page["rows"] == [
        {"rank": None, "player": guest["player"], "nickname": guest["nickname"], "silver": 1000, "points": 1000,
         "hands": 0, "wins": 0, "state": "in", "bot": False},
    ]  # fmt: skip
    assert program.get("/events/cup/ranking?offset=1").json()["rows"] == []


@pytest.mark.parametrize("query", ["offset=-1", "limit=0", "limit=x", "offset=99999999999999999999"])
def test_an_unusable_page_is_400(running, query):
    assert error_of(Program().get(f"/events/cup/ranking?{query}")) == (400, "malformed")


def test_what_does_not_exist_for_the_viewer_is_404(running):
    service.create_event("草稿", slug="draft")
    program, _guest = new_guest()
    for slug in ("draft", "nowhere", "no'where", "%00", "x" * 300):
        assert error_of(program.post(f"/events/{slug}/enter")) == (404, "not_found")
        assert error_of(program.get(f"/events/{slug}/me")) == (404, "not_found")
        assert error_of(program.get(f"/events/{slug}/ranking")) == (404, "not_found")


def test_without_an_identity_401(running):
    for answer in (
        Program().post("/events/cup/enter"),
        Program().get("/events/cup/me"),
        Program("yh_wrong").get("/events/cup/me"),
        Program("yh_wrong").get("/events"),
    ):
        assert error_of(answer) == (401, "no_identity")


def test_a_session_cookie_needs_the_csrf_token_and_a_bearer_token_does_not(running):
    browser = Client(enforce_csrf_checks=True)
    browser.get("/events/cup/")
    player = Player.objects.get(pk=new_guest()[1]["player"])
    browser.force_login(player)
    assert error_of(browser.post("/api/events/cup/enter")) == (403, "csrf")
    browser.get("/me/")
    token = browser.cookies["csrftoken"].value
    answer = browser.post("/api/events/cup/enter", headers={"X-CSRFToken": token})
    assert answer.status_code == 200, answer.content


def test_too_fast_is_429_with_retry_after(running, settings):
    settings.RATE_LIMITS = {"event": (3, 60), "guest": (1, 60)}
    program, _guest = new_guest()
    answers = [program.post("/events/cup/enter") for _ in range(4)]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
    assert error_of(answers[3]) == (429, "too_fast")
    assert 1 <= int(answers[3]["Retry-After"]) <= 60
    assert error_of(Program().post("/guest")) == (429, "too_fast")


def test_a_revoked_token_and_a_banned_player_are_nobody(running):
    program, guest = new_guest()
    Player.objects.filter(pk=guest["player"]).update(is_active=False)
    assert error_of(program.post("/events/cup/enter")) == (401, "no_identity")
    Player.objects.filter(pk=guest["player"]).update(is_active=True)
    player = Player.objects.get(pk=guest["player"])
    player.tokens.get()
    from accounts.guests import revoke_token

    assert revoke_token(player, player.tokens.get().pk)
    assert error_of(program.post("/events/cup/enter")) == (401, "no_identity")


def test_forty_people_behind_one_address_get_in(running):
    programs = [new_guest()[0] for _ in range(40)]
    assert {program.post("/events/cup/enter").status_code for program in programs} == {200}
