"""What htmx asks for again: the own place, the ranking, more hands; and who is led where."""

import re
from typing import Any

import pytest
from django.test import Client

from accounts.models import Player
from games import service as games
from tournaments import service
from tournaments.models import Entry, Event

HTMX = {"HX-Request": "true"}


@pytest.fixture
def entrant(visitor: Client, event: Event) -> Client:
    visitor.post(f"/events/{event.slug}/enter/")
    visitor.get(f"/events/{event.slug}/")
    return visitor


def fragment(client: Client, path: str) -> Any:
    response = client.get(path, headers=HTMX)
    assert response.status_code == 200
    assert "<html" not in response.text
    assert "HX-Request" in response["Vary"]
    return response


def test_the_own_place_is_the_same_as_in_the_page(entrant: Client, event: Event) -> None:
    page = entrant.get(f"/events/{event.slug}/").text
    alone = fragment(entrant, f"/events/{event.slug}/me/").text
    assert _without_tokens(alone).strip() in _without_tokens(page)


def test_the_ranking_comes_alone_or_as_a_page(entrant: Client, event: Event) -> None:
    service.compute_leaderboard(event.slug)
    alone = fragment(entrant, f"/events/{event.slug}/ranking/").text
    page = entrant.get(f"/events/{event.slug}/ranking/").text
    assert "<html" in page
    for text in (alone, page):
        assert 'class="own"' in text
        assert "各家所持银子 1,000 = 总共发出 1,000" in text


def test_the_own_row_stays_in_sight_on_another_page(entrant: Client, event: Event) -> None:
    from accounts.guests import create_guest

    for _ in range(50):
        service.enter(event, create_guest().player)
    service.compute_leaderboard(event.slug)
    for offset in (0, 50):
        page = entrant.get(f"/events/{event.slug}/ranking/?offset={offset}").text
        assert page.count('class="own"') == 1
    assert 'rel="prev"' in page
    assert 'rel="next"' not in page


@pytest.mark.parametrize("offset", ["-1", "x", "9" * 30, "１", "5000"])
def test_a_strange_offset_is_still_a_page(visitor: Client, event: Event, offset: str) -> None:
    assert visitor.get(f"/events/{event.slug}/ranking/", {"offset": offset}).status_code == 200


def test_start_answers_htmx_with_the_waiting_fragment(entrant: Client, event: Event) -> None:
    response = entrant.post(f"/events/{event.slug}/start/", headers=HTMX)
    assert 'data-state="waiting"' in response.text
    assert "<html" not in response.text
    assert Entry.objects.get().state == "waiting"


def test_a_refused_start_says_why(entrant: Client, event: Event) -> None:
    service.pause(event.slug)
    assert "比赛暂停中" in entrant.post(f"/events/{event.slug}/start/", headers=HTMX).text
    assert "比赛暂停中" in entrant.post(f"/events/{event.slug}/start/", follow=True).text


def test_who_waited_is_led_to_the_table_and_who_looks_in_is_not(entrant: Client, event: Event) -> None:
    table = _seat(Player.objects.get(is_bot=False), event)
    waited = fragment(entrant, f"/events/{event.slug}/me/?was=waiting")
    assert waited["HX-Redirect"] == f"/tables/{table}/"
    looked_in = fragment(entrant, f"/events/{event.slug}/me/?was=seated")
    assert "HX-Redirect" not in looked_in
    assert f'href="/tables/{table}/"' in looked_in.text


def test_who_sits_at_a_table_and_starts_again_is_led_back_to_it(entrant: Client, event: Event) -> None:
    from tests.pages import scenes

    table = _seat(Player.objects.get(is_bot=False), event)
    other = scenes.running_event("other", people=0)
    entrant.post(f"/events/{other.slug}/enter/")
    assert entrant.post(f"/events/{other.slug}/start/")["Location"] == f"/tables/{table}/"
    assert entrant.post(f"/events/{other.slug}/start/", headers=HTMX)["HX-Redirect"] == f"/tables/{table}/"


def test_every_page_leads_back_to_a_live_table(entrant: Client, event: Event) -> None:
    table = _seat(Player.objects.get(is_bot=False), event)
    for path in ("/", "/zone/", "/rules/", "/me/", f"/events/{event.slug}/ranking/"):
        assert f'class="resume" href="/tables/{table}/"' in entrant.get(path).text, path


def test_nobody_is_told_who_waits(entrant: Client, event: Event) -> None:
    other = Client()
    other.post(f"/events/{event.slug}/enter/")
    waiting = Player.objects.latest("date_joined")
    other.post(f"/events/{event.slug}/start/")
    assert waiting.nickname not in entrant.get(f"/events/{event.slug}/").text
    entrant.post(f"/events/{event.slug}/start/")
    assert waiting.nickname not in entrant.get(f"/events/{event.slug}/").text


def test_the_history_of_a_bot_explains_every_hand(visitor: Client, db: None) -> None:
    from tests.pages import scenes

    scenes.finished_event()
    bot = Player.objects.filter(is_bot=True).first()
    assert bot is not None
    page = visitor.get(f"/players/{bot.pk}/hands/").text
    hands = re.findall(r'class="what"><a href="/hands/(\w+)/"', page)
    assert len(hands) == 4
    assert all(f'href="/api/hands/{hand}/record"' in page for hand in hands)
    assert visitor.get(f"/api/hands/{hands[0]}/record").json()["format"] == "yuhuan-record/1"
    more = visitor.get(f"/players/{bot.pk}/hands/?before={hands[0]}", headers=HTMX).text
    assert "<html" not in more
    assert re.findall(r'class="what"><a href="/hands/(\w+)/"', more) == hands[1:]


def test_a_final_ranking_of_bots_labels_them(visitor: Client, db: None) -> None:
    from tests.pages import scenes

    event = scenes.finished_event()
    page = visitor.get(f"/events/{event.slug}/ranking/").text
    assert page.count('<span class="badge">机器人</span>') == 4
    assert "这是最终排名" in page


def _seat(player: Player, event: Event) -> str:
    from accounts.guests import create_bot

    bots = [create_bot() for _ in range(3)]
    people = [player, *bots]
    for bot in bots:
        service.enter(event, bot)
    table = games.open_table(
        people, event.slug, event.name, event.play_rules(), event.table_settings(), [1000] * 4, [1000] * 4
    )
    return table.pk


def _without_tokens(text: str) -> str:
    return re.sub(r'value="\w{64}"|data-count-(up|down)="\d+"|\d\d:\d\d|was=\w+', "", text)


def test_an_event_that_is_over_shows_the_final_rank_and_no_chair(entrant: Client, event: Event) -> None:
    player = Player.objects.get()
    Entry.objects.filter(player=player).update(hands=4)
    service.finish(event.slug)
    page = entrant.get(f"/events/{event.slug}/").text
    assert "你的最终名次是第 1 名" in page
    assert 'class="felt"' not in page
    assert 'data-state="finished"' in page
