"""The fair play desk in the browser: the queue, a pair, the note; no barrier, nothing refused by the policy."""

from typing import TYPE_CHECKING

import pytest

from benchmarks import colluders
from tests.browser.axe import findings
from tests.browser.table_page import picture

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from tournaments.models import Event

pytestmark = pytest.mark.browser


def looked_at() -> "Event":
    """An event with eight people of whom two conspire, as the desk sees it after the last hand."""
    from accounts.models import Player
    from tests.tournaments.cast import begin, guests
    from tournaments import fairplay
    from tournaments.models import FairPlayReport
    from tournaments.service.fairplay import _keep

    Player.objects.create_superuser("boss", None, "long enough for a test")
    event = begin("cup")
    people = dict(zip((f"p{number:02}" for number in range(8)), guests(8), strict=True))
    hands = []
    for facts in colluders.event(colluders.field_of(8, ["feeds"], seed=3), 4, seed=3):
        facts["hand"] = facts["hand"].replace("-", "x")
        facts["players"] = [people[name].pk for name in facts["players"]]
        hands.append(fairplay.read_facts(facts))
    found = fairplay.reports(hands, event.silver)
    _keep(event, found)
    FairPlayReport.objects.create(
        event=event, made_at=event.starts_at, hands=32, hands_read=32, pairs=len(found), pairs_done=len(found)
    )
    return event


def session() -> str:
    """The organiser's session."""
    from django.test import Client

    from accounts.models import Player

    client = Client()
    client.force_login(Player.objects.get(username="boss"))
    return client.cookies["sessionid"].value


def test_the_pair_that_conspires_is_first_and_is_noted(asgi_server: str, chromium: "Browser") -> None:
    from tests.pages import scenes
    from tournaments.models import PairSignal

    event = scenes.aside(looked_at)
    page = chromium.new_page(viewport={"width": 1280, "height": 900}, locale="zh-CN")
    refused: list[str] = []
    page.on("console", lambda message: refused.append(message.text) if message.type == "error" else None)
    page.context.add_cookies([{"name": "sessionid", "value": scenes.aside(session), "url": asgi_server}])
    page.goto(f"{asgi_server}/admin/tournaments/pairsignal/event/{event.pk}/")
    assert page.locator("tbody tr").count() == 26
    found = findings(page, "queue")
    picture(page, "fair-play-queue")
    page.locator("tbody th a").first.click()
    page.wait_for_selector(".fair-figure.strong svg rect")
    found += findings(page, "pair")
    picture(page, "fair-play-pair", whole=True)
    page.select_option("[name=state]", "closed")
    page.fill("[name=note]", "看过回放：两人互相放炮，已找本人谈话")
    page.click(".desk-ask button")
    page.wait_for_url(f"**/pairsignal/event/{event.pk}/")
    page.context.close()
    first = scenes.aside(lambda: PairSignal.objects.first())
    assert (first.state, first.note[:4]) == ("closed", "看过回放")
    assert not refused
    assert not found, "\n".join(found)


def test_players_do_not_see_the_desk(asgi_server: str, chromium: "Browser") -> None:
    from tests.pages import scenes

    event = scenes.aside(looked_at)
    page = chromium.new_page()
    page.goto(f"{asgi_server}/friends/")
    answer = page.goto(f"{asgi_server}/admin/tournaments/pairsignal/event/{event.pk}/")
    assert answer is not None
    assert "/admin/login/" in page.url
    page.context.close()
