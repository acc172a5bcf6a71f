"""Guests, what brings them back (P2), and the step to a named player."""

import pytest
from django.conf import settings
from django.contrib.auth import authenticate
from django.core.exceptions import ValidationError
from django.db import connection
from django.test import Client, RequestFactory
from django.urls import reverse

from accounts import guests, limits
from accounts.errors import ApiError
from accounts.models import Player, Token
from accounts.nicknames import MalformedNickname

pytestmark = pytest.mark.django_db


def test_a_guest_has_a_pleasant_name_a_token_and_a_code_and_neither_is_stored():
    guest = guests.create_guest()
    assert guest.player.is_guest
    assert not guest.player.has_usable_password()
    assert 4 <= len(guest.player.nickname) <= 8
    with connection.cursor() as cursor:
        cursor.execute("SELECT p::text || t::text FROM accounts_player p JOIN accounts_token t ON t.player_id = p.id")
        (row,) = cursor.fetchone()
    assert guest.token not in row
    assert guest.recovery_code not in row
    assert guests.normal_code(guest.recovery_code) not in row
    assert len(guests.normal_code(guest.recovery_code)) * 5 >= 128


def test_a_name_that_is_taken_gets_a_number():
    names = {guests.create_guest("小王").player.nickname for _ in range(5)}
    assert len(names) == 5
    assert "小王" in names


def test_a_malformed_name_makes_nobody():
    with pytest.raises(MalformedNickname):
        guests.create_guest("\u202eabc")
    assert not Player.objects.exists()


def test_the_recovery_code_brings_the_same_player_back_however_it_is_typed():
    guest = guests.create_guest()
    code = guest.recovery_code
    for typed in (code, code.lower(), code.replace("-", " "), code.replace("-", ""), code.replace("0", "O")):
        assert guests.recover(typed) == guest.player


@pytest.mark.parametrize("wrong", ["", "-", "ABCDE", "\x00", "码", "A" * 5000, "00000-00000-00000-00000-00000-0"])
def test_a_wrong_code_is_nobodys(wrong):
    guests.create_guest()
    guests.create_bot()
    Player.objects.create_user("named", password="x")
    assert guests.recover(wrong) is None


def test_a_new_code_replaces_the_old_one():
    guest = guests.create_guest()
    code = guests.replace_recovery_code(guest.player)
    assert guests.recover(code) == guest.player
    assert guests.recover(guest.recovery_code) is None


def test_a_banned_player_is_not_recovered():
    guest = guests.create_guest()
    Player.objects.update(is_active=False)
    assert guests.recover(guest.recovery_code) is None
    assert guests.player_of_token(guest.token) is None


def test_a_guest_becomes_a_named_player_and_keeps_the_row():
    guest = guests.create_guest("小王")
    guests.claim(guest.player, "xiaowang", "a long enough phrase")
    player = authenticate(username="xiaowang", password="a long enough phrase")
    assert player == guest.player
    assert (player.nickname, player.is_guest) == ("小王", False)
    assert guests.recover(guest.recovery_code) == player
    assert guests.player_of_token(guest.token) == player
    with pytest.raises(ValidationError):
        guests.claim(player, "other", "a long enough phrase")


@pytest.mark.parametrize(
    ("username", "password"), [("a b", "a long enough phrase"), ("xiaowang", "123"), ("", "x" * 12)]
)
def test_an_unusable_username_or_password_changes_nothing(username, password):
    guest = guests.create_guest()
    with pytest.raises(ValidationError):
        guests.claim(guest.player, username, password)
    assert Player.objects.get().is_guest


def test_a_username_is_taken_whatever_its_case():
    Player.objects.create_user("XiaoWang", password="x")
    with pytest.raises(guests.Taken):
        guests.claim(guests.create_guest().player, "xiaowang", "a long enough phrase")


def test_a_rename_to_a_look_alike_of_another_is_refused():
    guests.create_guest("lily")
    player = guests.create_guest("小王").player
    with pytest.raises(guests.Taken):
        guests.rename(player, "LiLy")
    assert Player.objects.get(pk=player.pk).nickname == "小王"
    assert guests.rename(Player.objects.get(pk=player.pk), "小 王").nickname == "小 王"


def test_logging_in_changes_the_session_key():
    browser = Client()
    request = RequestFactory().get("/")
    request.session = browser.session
    request.session["before"] = "kept by nobody"
    request.session.save()
    before = request.session.session_key
    player = guests.enter_as_guest(request).player
    assert request.session.session_key != before
    browser.cookies[settings.SESSION_COOKIE_NAME] = request.session.session_key
    request.session.save()
    assert browser.get("/").wsgi_request.user == player


def test_ending_all_sessions_ends_those_of_browsers():
    player = guests.create_guest().player
    browser = Client()
    browser.force_login(player)
    assert browser.get("/").wsgi_request.user.is_authenticated
    guests.end_all_sessions(player)
    assert not browser.get("/").wsgi_request.user.is_authenticated


def test_a_token_can_be_revoked_by_its_owner_only():
    one, other = guests.create_guest(), guests.create_guest()
    token = Token.objects.get(player=one.player)
    assert not guests.revoke_token(other.player, token.pk)
    assert guests.revoke_token(one.player, token.pk)
    assert not guests.revoke_token(one.player, token.pk)
    assert guests.player_of_token(one.token) is None


def test_a_bot_says_what_it_is():
    assert guests.create_bot().nickname.startswith("机器人·")


def test_failures_are_counted_and_then_slowed_down(settings):
    settings.RATE_LIMITS = {"recover": (3, 60)}
    for _ in range(3):
        limits.check("recover", "here")
        limits.spend("recover", "here")
    with pytest.raises(ApiError) as refused:
        limits.check("recover", "here")
    assert refused.value.status == 429
    assert 1 <= refused.value.retry_after <= 60
    limits.check("recover", "there")


def test_a_venue_comes_back_through_one_address_and_guessing_there_is_slowed_down(client, settings):
    settings.RATE_LIMITS = {"recover": (2, 300), "login": (2, 300)}
    for name, right, wrong in (
        ("recover", {"code": guests.create_guest().recovery_code}, {"code": "no such code"}),
        ("login", {"username": "chen", "password": "a long enough one"}, {"username": "chen", "password": "guess"}),
    ):
        if name == "login":
            Player.objects.create_user("chen", password="a long enough one", nickname="陈", is_guest=False)
        said = [client.post(reverse(f"accounts:{name}"), right).status_code for _ in range(4)]
        guessed = [client.post(reverse(f"accounts:{name}"), wrong).status_code for _ in range(3)]
        assert (said, guessed) == ([302] * 4, [200, 200, 429]), name
        assert client.post(reverse(f"accounts:{name}"), right).status_code == 429
