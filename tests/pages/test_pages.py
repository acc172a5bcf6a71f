"""The pages answer without a script, in two languages, and ask nothing of other hosts."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Player
from tournaments.models import Entry, Event

STATIC_PAGES = [
    "home",
    "zone",
    "games:rules",
    "games:terms",
    "games:tips",
    "games:calculator",
    "games:fair",
    "games:help",
    "accounts:me",
    "accounts:recover",
    "accounts:login",
]


@pytest.mark.parametrize("name", STATIC_PAGES)
def test_a_visitor_reads_every_page_and_stays_unknown(visitor: Client, event: Event, name: str) -> None:
    response = visitor.get(reverse(name))
    assert response.status_code == 200
    assert "<main" in response.text
    assert "仅供娱乐" in response.text
    assert not Player.objects.exists()
    assert "sessionid" not in response.cookies


def test_the_zone_is_titled_and_lists_the_event(visitor: Client, event: Event) -> None:
    page = visitor.get("/zone/").text
    assert "玉环麻将争霸赛专区" in page
    assert event.name in page
    assert f'href="/events/{event.slug}/"' in page


def test_looking_into_a_room_creates_nobody(visitor: Client, event: Event) -> None:
    page = visitor.get(f"/events/{event.slug}/").text
    assert "进入比赛房间" in page
    assert not Player.objects.exists()


def test_entering_makes_one_guest_and_shows_the_code_once(visitor: Client, event: Event) -> None:
    page = visitor.post(f"/events/{event.slug}/enter/", follow=True).text
    player = Player.objects.get()
    assert player.is_guest
    assert player.nickname in page
    assert re.search(r"<code>[0-9A-Z]{5}(-[0-9A-Z]{1,5})+</code>", page)
    again = visitor.get(f"/events/{event.slug}/").text
    assert "<code>" not in again
    assert "坐下" in again
    visitor.post(f"/events/{event.slug}/enter/")
    assert Player.objects.count() == Entry.objects.count() == 1


def test_sitting_down_then_start_then_standing_up_needs_no_script(visitor: Client, event: Event) -> None:
    visitor.post(f"/events/{event.slug}/enter/")
    assert "开始" in visitor.get(f"/events/{event.slug}/?sit=1").text
    waiting = visitor.post(f"/events/{event.slug}/start/", follow=True).text
    assert Entry.objects.get().state == "waiting"
    assert "起身" in waiting
    assert 'http-equiv="refresh"' in waiting
    visitor.post(f"/events/{event.slug}/stop/")
    assert Entry.objects.get().state == "idle"
