"""What one prefers at the table goes with the account: from one device to another, and into the lesson."""

from typing import TYPE_CHECKING

import pytest

from tests.pages import scenes

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser


def seated() -> tuple[str, str, str]:
    """A guest at a practice table without a time limit: player, table and session key."""
    from django.test import Client

    from accounts.guests import create_guest
    from tournaments import service
    from tournaments.models import Event

    made = service.create_event("练习", slug="practice", kind=Event.Kind.PRACTICE)
    service.open_event(made.slug)
    event = service.start_event(made.slug)
    player = create_guest().player
    service.enter(event, player)
    table = service.start(event, player, "none").table
    browser = Client()
    browser.force_login(player)
    return player.pk, str(table), browser.cookies["sessionid"].value


def device(chromium: "Browser", server: str, session: str) -> "Page":
    context = chromium.new_context(viewport={"width": 1280, "height": 800}, locale="zh-CN", reduced_motion="reduce")
    context.add_cookies([{"name": "sessionid", "value": session, "url": server}])
    return context.new_page()


def kept(player: str) -> dict[str, object]:
    from accounts.models import Player

    return scenes.aside(lambda: dict(Player.objects.get(pk=player).preferences))


def test_the_text_mode_follows_to_another_device(asgi_server: str, chromium: "Browser") -> None:
    player, table, session = scenes.aside(seated)
    first = device(chromium, asgi_server, session)
    first.goto(f"{asgi_server}/tables/{table}/")
    with first.expect_response("**/api/me/preferences") as answer:
        first.focus("#text-mode")
        first.keyboard.press("Enter")
    assert answer.value.status == 200
    assert kept(player) == {"pace": "none", "textMode": True}
    second = device(chromium, asgi_server, session)
    second.goto(f"{asgi_server}/tables/{table}/")
    second.wait_for_selector("#command-input")
    assert second.is_hidden("#felt")
    with second.expect_response("**/api/me/preferences"):
        second.click("#text-mode")
    first.reload()
    first.wait_for_selector("#felt:visible")
    for page in (first, second):
        page.context.close()


def test_the_account_wins_over_what_a_browser_remembers(asgi_server: str, chromium: "Browser") -> None:
    player, table, session = scenes.aside(seated)
    scenes.aside(lambda: prefer(player, {"corner": True, "claimKeys": "xkgz"}))
    page = device(chromium, asgi_server, session)
    page.goto(f"{asgi_server}/tables/{table}/")
    page.evaluate("localStorage.setItem('yuhuan-table', JSON.stringify({corner: false, contrast: true}))")
    page.reload()
    page.wait_for_selector("html[data-corner='index'][data-contrast='high']")
    page.keyboard.press("?")
    assert page.input_value("#key-win") == "x"
    page.goto(f"{asgi_server}/learn/")
    page.wait_for_selector("html[data-corner='index']")
    page.context.close()


def prefer(player: str, changes: dict[str, object]) -> None:
    from accounts import preferences
    from accounts.models import Player

    preferences.change(Player.objects.get(pk=player), changes)


def test_a_visitors_choice_comes_along_when_an_account_has_none(asgi_server: str, chromium: "Browser") -> None:
    player, table, session = scenes.aside(seated)
    page = device(chromium, asgi_server, session)
    page.goto(f"{asgi_server}/learn/")
    page.evaluate("localStorage.setItem('yuhuan-table', JSON.stringify({say: 'full', strange: 1}))")
    with page.expect_response("**/api/me/preferences"):
        page.goto(f"{asgi_server}/tables/{table}/")
    assert kept(player) == {"pace": "none", "say": "full"}
    page.context.close()


def test_without_an_answer_the_browser_remembers_alone(asgi_server: str, chromium: "Browser") -> None:
    player, table, session = scenes.aside(seated)
    page = device(chromium, asgi_server, session)
    page.route("**/api/me/preferences", lambda route: route.abort())
    page.goto(f"{asgi_server}/tables/{table}/")
    page.click("#menu")
    page.click(".toggle[data-preference='lightFelt']")
    page.reload()
    page.wait_for_selector("html[data-felt='light']")
    assert kept(player) == {"pace": "none"}
    page.context.close()
