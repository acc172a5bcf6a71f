"""P2: a guest clears the browser's data; the recovery code brings the same silver back, a wrong one tells nothing and is
slowed down."""

import re

import pytest
from django.test import Client

from accounts import guests
from accounts.models import Player
from tests.tournaments import cast
from tournaments import service

pytestmark = pytest.mark.django_db
WRONG = ("00000-00000-00000-00000-00000-0", "x", "'; --", "码" * 20, "\x00", "A" * 80)


def try_code(browser: Client, code: str) -> tuple[int, str]:
    """Status, and the page without what differs from one request to the next."""
    answer = browser.post("/recover/", {"code": code})
    page = re.sub(r'value="[^"]*"|name="csrf\\S+|hx-headers=\'[^\']*\'', "", answer.text)
    return answer.status_code, page


def test_p2_the_code_brings_the_same_player_and_silver_back_and_opens_nothing_else():
    event = cast.begin("cup")
    browser = Client()
    assert browser.post("/events/cup/enter/").status_code == 302
    code = re.search(r"(?:[0-9A-Z]{5}-){5}[0-9A-Z]", browser.get("/me/").text + browser.get("/events/cup/").text)
    player = Player.objects.get(is_guest=True)
    made = guests.replace_recovery_code(player) if code is None else code.group()
    silver = service.me(event, player).silver
    cleared = Client()
    assert not cleared.get("/").wsgi_request.user.is_authenticated
    assert cleared.post("/recover/", {"code": made.lower().replace("-", " ")}).status_code == 302
    assert cleared.get("/").wsgi_request.user == player
    assert service.me(event, cleared.get("/").wsgi_request.user).silver == silver == 1000


def test_p2_every_wrong_code_is_answered_alike_whoever_exists():
    guests.create_guest()
    banned = guests.create_guest()
    Player.objects.filter(pk=banned.player.pk).update(is_active=False)
    answers = {try_code(Client(), code) for code in (*WRONG, banned.recovery_code)}
    assert len({status for status, _page in answers}) == 1
    said = {
        found.group(1) for _status, page in answers if (found := re.search(r'errorlist"[^>]*>\s*<li>([^<]+)', page))
    }
    assert 1 <= len(said) <= 2, said  # nobody's; and of a NUL, that it is none
    assert not any(word in page for _status, page in answers for word in (banned.player.nickname, banned.player.pk))


def test_p2_guessing_is_slowed_down_for_right_codes_too():
    guest = guests.create_guest()
    guesser = Client()
    statuses = [try_code(guesser, "00000-00000-00000-00000-00000-0")[0] for _ in range(25)]
    assert statuses[:20] == [200] * 20
    assert set(statuses[20:]) == {429}
    answer = guesser.post("/recover/", {"code": guest.recovery_code})
    assert answer.status_code == 429
    assert int(answer["Retry-After"]) > 0


def test_p2_the_code_is_stored_nowhere_and_shown_once(caplog: pytest.LogCaptureFixture):
    from django.contrib.sessions.models import Session
    from django.db import connection

    cast.begin("cup")
    browser = Client()
    browser.post("/events/cup/enter/")
    page = browser.get("/events/cup/").text
    (code,) = set(re.findall(r"(?:[0-9A-Z]{5}-){5}[0-9A-Z]\b", page))
    assert code not in browser.get("/events/cup/").text
    assert code not in browser.get("/me/").text
    with connection.cursor() as cursor:
        cursor.execute("SELECT p::text FROM accounts_player p")
        assert not any(code in row or guests.normal_code(code) in row for (row,) in cursor.fetchall())
    assert not any(code in str(session.get_decoded()) for session in Session.objects.all())
    assert code not in caplog.text
