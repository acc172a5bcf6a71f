"""P1: nicknames of zero-width characters, overrides, look-alikes, 200 emoji, markup, formulas: refused, or harmless on
every page, in the admin, in the files that are taken away, and in the list of a watcher."""

import csv
import html
import io
import json
import re

import pytest
from django.test import Client

from accounts import guests, nicknames
from accounts.models import Player
from tests.accounts import names
from tests.tournaments import cast
from tournaments import service

RAW = [name for name in names.ALL if name and "\x00" not in name and "\ud83d" not in name and len(name.encode()) <= 48]
"""What a database could hold, had it ever been let in."""


def test_there_are_sixty() -> None:
    assert len(set(names.ALL)) >= 60


@pytest.mark.parametrize("name", names.REFUSED, ids=lambda name: names.REFUSED[name])
def test_p1_what_deceives_or_breaks_is_refused_everywhere(name: str) -> None:
    with pytest.raises(nicknames.MalformedNickname):
        nicknames.clean(name)


@pytest.mark.parametrize("name", names.HARMLESS)
def test_p1_what_people_are_called_is_allowed_and_regular(name: str) -> None:
    kept = nicknames.clean(name)
    assert nicknames.clean(kept) == kept
    assert nicknames.unique_key(kept) == nicknames.unique_key(name)


@pytest.mark.parametrize(("one", "other"), names.SAME)
def test_p1_two_names_that_look_alike_are_one(db: None, one: str, other: str) -> None:
    guests.create_guest(one)
    assert guests.create_guest(other).player.nickname != nicknames.clean(other)


def test_p1_a_refused_name_changes_nothing_by_page_api_and_admin(db: None) -> None:
    guest = guests.create_guest("小海")
    browser, desk = Client(), Client()
    browser.force_login(guest.player)
    desk.force_login(Player.objects.create_superuser("chief", password=None))
    for name in [name for name in names.REFUSED if "\ud83d" not in name][:20]:
        assert browser.post("/me/", {"nickname": name}).status_code == 200, names.REFUSED[name]
        body = {"nickname": name or " "}
        assert Client().post("/api/guest", json.dumps(body), content_type="application/json").status_code == 400, name
        fields = {"nickname": name, "username": guest.player.username, "is_active": "on"}
        assert desk.post(f"/admin/accounts/player/{guest.player.pk}/change/", fields).status_code == 200, name
    assert Player.objects.get(pk=guest.player.pk).nickname == "小海"
    assert Player.objects.count() == 2


@pytest.fixture
def crowd(db: None) -> tuple[Client, Client, str]:
    """Everybody of the corpus in one event, past every check, four of them at a table; an organiser and a visitor."""
    event = cast.begin("cup", turn_ms=60_000, seed_ms=60_000, spectator_delay_ms=0)
    people = cast.guests(len(RAW))
    for player, name in zip(people, RAW, strict=True):
        Player.objects.filter(pk=player.pk).update(nickname=name)
        service.enter(event, Player.objects.get(pk=player.pk))
    worst = [RAW.index(name) for name in ("<script>x</script>", '"><svg/onload=1>', "=1+1", "\u202egnp.exe")]
    cast.sit(event, *(Player.objects.get(pk=people[number].pk) for number in worst))
    cast.draw_now(event)
    service.compute_leaderboard("cup")
    desk = Client()
    desk.force_login(Player.objects.create_superuser("chief", password=None))
    return Client(), desk, people[worst[0]].live_seat.table_id


def assert_harmless(page: str, where: str) -> None:
    """No name of the corpus is markup here, in a tag, an attribute or a script."""
    for name in RAW:
        if re.search(r"[<>\"]", name):
            assert name not in page.replace(json.dumps(name), ""), (where, name)
    assert not re.search(r"<(?:img src=x|svg/onload|script>x)", page), where


def test_p1_names_that_were_let_in_once_are_harmless_on_every_page(crowd: tuple[Client, Client, str]) -> None:
    visitor, _desk, table = crowd
    player = Player.objects.get(nickname="<script>x</script>")
    for path in (
        "/events/cup/", "/events/cup/ranking/", "/events/cup/screen/", "/events/cup/draws/", f"/players/{player.pk}/",
        f"/players/{player.pk}/hands/", f"/events/cup/certificate/{player.pk}/", f"/tables/{table}/", "/zone/",
    ):  # fmt: skip
        answer = visitor.get(path)
        assert answer.status_code in (200, 404), path
        assert_harmless(answer.text, path)
    seen = visitor.get(f"/tables/{table}/").text
    assert "\\u003Cscript\\u003Ex" in seen, "a watcher's list has the names as data"
    own = Client()
    own.force_login(player)
    for path in ("/", "/me/", f"/tables/{table}/", "/events/cup/"):
        assert_harmless(own.get(path).text, path)


def test_p1_names_that_were_let_in_once_are_harmless_in_the_admin(crowd: tuple[Client, Client, str]) -> None:
    _visitor, desk, table = crowd
    for path in (
        "/admin/accounts/player/?all=", "/admin/tournaments/entry/", "/admin/games/table/", f"/admin/games/table/{table}/change/",
        f"/admin/accounts/player/{Player.objects.get(nickname='=1+1').pk}/change/", "/admin/tournaments/account/",
    ):  # fmt: skip
        answer = desk.get(path)
        assert answer.status_code in (200, 302, 404), path
        assert_harmless(answer.text, path)


def test_p1_names_that_were_let_in_once_run_in_no_spreadsheet(crowd: tuple[Client, Client, str]) -> None:
    from tournaments.models import Event, Export
    from tournaments.service import exports

    export = exports.ask_export(Event.objects.get(slug="cup"), Export.Kind.CSV)
    assert exports.write_export("cup", Export.Kind.CSV)
    text = exports.path_of(export).read_text("utf-8-sig")
    cells = [cell for row in csv.reader(io.StringIO(text)) for cell in row]
    assert "'=1+1" in cells
    assert [cell for cell in cells if re.match("[=+\\-@\t\r＝＋－＠]", cell) and not cell.lstrip("-").isdigit()] == []


def test_p1_the_api_gives_names_as_json_and_nothing_else(crowd: tuple[Client, Client, str]) -> None:
    visitor, _desk, _table = crowd
    answer = visitor.get("/api/events/cup/ranking?limit=100")
    assert answer["Content-Type"].startswith("application/json")
    assert {row["nickname"] for row in answer.json()["rows"]} >= {"<script>x</script>", "=1+1"}
    assert html.escape("<script>") not in answer.text
