"""Nickname, recovery code, username, tokens, logging out; languages; what a browser may be told to load."""

import re

import pytest
from django.test import Client

from accounts.models import Player
from tournaments.models import Event


@pytest.fixture
def guest(visitor: Client, event: Event) -> Client:
    visitor.post(f"/events/{event.slug}/enter/")
    visitor.get(f"/events/{event.slug}/")
    return visitor


def code_on(page: str) -> str:
    found = re.search(r"<code>([0-9A-Z-]{20,})</code>", page)
    assert found
    return found[1]


def test_a_nickname_is_changed_and_a_strange_one_refused(guest: Client) -> None:
    guest.post("/me/", {"nickname": "楚门船长"})
    assert Player.objects.get().nickname == "楚门船长"
    refused = guest.post("/me/", {"nickname": "<img onerror=x>"}).text
    assert "昵称里不能用" in refused
    assert "<img" not in refused
    assert Player.objects.get().nickname == "楚门船长"


def test_a_taken_nickname_is_refused(guest: Client) -> None:
    from accounts.guests import create_guest

    create_guest("披山渔夫")
    assert "已有玩家的昵称" in guest.post("/me/", {"nickname": "披山渔夫"}).text


def test_a_code_brings_the_same_player_back_on_another_device(guest: Client) -> None:
    code = code_on(guest.post("/me/recovery/", follow=True).text)
    assert "<code>" not in guest.get("/me/").text
    other = Client()
    page = other.post("/recover/", {"code": code.lower().replace("-", " ")}, follow=True).text
    assert Player.objects.get().nickname in page


def test_a_wrong_code_tells_nothing_and_is_slowed_down(visitor: Client) -> None:
    answers = [visitor.post("/recover/", {"code": "WRONG"}) for _ in range(25)]
    assert answers[0].status_code == 200
    assert "没有玩家用这个恢复码" in answers[0].text
    assert answers[-1].status_code == 429
    assert int(answers[-1]["Retry-After"]) > 0


def test_a_guest_adds_a_password_and_stays_the_same_player(guest: Client) -> None:
    before = Player.objects.get()
    weak = guest.post("/me/claim/", {"username": "haifeng", "password": "12345678"}).text
    assert "errorlist" in weak
    assert Player.objects.get().is_guest
    guest.post("/me/claim/", {"username": "haifeng", "password": "zhenzhu-beike-27"})
    after = Player.objects.get()
    assert (after.pk, after.nickname, after.is_guest) == (before.pk, before.nickname, False)
    assert guest.get("/me/").context["user"].is_authenticated
    guest.post("/logout/")
    assert not guest.get("/me/").context["user"].is_authenticated
    guest.post("/login/", {"username": "haifeng", "password": "zhenzhu-beike-27", "next": "https://elsewhere.example/"})
    assert guest.get("/me/").context["user"].pk == before.pk


def test_a_guest_does_not_log_out_by_accident(guest: Client) -> None:
    guest.post("/logout/")
    assert guest.get("/me/").context["user"].is_authenticated
    guest.post("/logout/", {"sure": "1"})
    assert not guest.get("/me/").context["user"].is_authenticated


def test_a_token_is_shown_once_and_can_be_withdrawn(guest: Client) -> None:
    page = guest.post("/me/tokens/", {"name": "我的程序"}, follow=True).text
    token = re.search(r"<code>(yh_[\w-]+)</code>", page)
    assert token
    assert token[1] not in guest.get("/me/tokens/").text
    bearer = {"Authorization": f"Bearer {token[1]}"}
    assert Client().get("/api/events/kanmen/me", headers=bearer).json()["state"] == "idle"
    guest.post(f"/me/tokens/{Player.objects.get().tokens.get(name='我的程序').pk}/revoke/")
    assert Client().get("/api/events/kanmen/me", headers=bearer).status_code == 401


def test_nobody_withdraws_anothers_token(guest: Client, event: Event) -> None:
    from accounts.guests import create_guest

    other = create_guest().player.tokens.get()
    assert guest.post(f"/me/tokens/{other.pk}/revoke/").status_code == 404


def test_pages_of_people_are_not_kept_by_caches(guest: Client, event: Event) -> None:
    for path in ("/me/", "/me/tokens/", f"/events/{event.slug}/", "/zone/", "/"):
        assert {"private", "no-store"} <= set(guest.get(path)["Cache-Control"].replace(" ", "").split(",")), path


@pytest.mark.parametrize("path", ["/", "/zone/", "/rules/", "/terms/", "/tips/", "/me/", "/events/kanmen/", "/login/"])
def test_english_pages_are_english(visitor: Client, event: Event, path: str) -> None:
    visitor.post("/i18n/setlang/", {"language": "en", "next": path})
    page = visitor.get(path).text
    assert '<html lang="en">' in page
    body = re.sub(r'<[^>]+lang="zh[^>]*>[^<]*<|<[^>]*>|\([^)]*\)|（[^）]*）', " ", page.partition("<main")[2])
    known = {event.name, "胡", "财神", "杠花", "台"}
    left = set(re.findall("[\u4e00-\u9fff]+", body)) - known
    assert not left


def test_chinese_is_the_default_and_names_itself(visitor: Client, event: Event) -> None:
    assert '<html lang="zh-hans">' in visitor.get("/", headers={"Accept-Language": "fr"}).text


@pytest.mark.parametrize(
    "path", ["/", "/zone/", "/rules/", "/me/", "/events/kanmen/", "/events/kanmen/ranking/", "/nowhere/"]
)
def test_nothing_is_loaded_from_elsewhere_and_nothing_is_inline(visitor: Client, event: Event, path: str) -> None:
    response = visitor.get(path)
    page = response.text
    assert not re.search(r"""(?:src|href|action)=["'](?:https?:)?//""", page)
    assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=|hx-on|javascript:", page)
    policy = response["Content-Security-Policy"]
    assert "script-src 'self';" in policy
    assert "style-src 'self';" in policy


def test_a_missing_page_is_said_in_chinese(visitor: Client, db: None) -> None:
    response = visitor.get("/events/nowhere/")
    assert response.status_code == 404
    assert "没有这一页" in response.text
