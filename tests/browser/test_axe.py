"""WCAG 2.2 AA as axe-core sees it: no serious or critical finding on any page, in both themes and both languages."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.browser import table_views

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from tournaments.models import Event

pytestmark = pytest.mark.browser

GRAVE = ("serious", "critical")
OPTIONS = {
    "resultTypes": ["violations"],
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
}
# The bar at the lower edge lies over whatever is scrolled beneath it; on a screen this tall nothing is.
TALL = {"width": 390, "height": 3600}
THEMES = ("light", "dark")
LANGUAGES = {"zh-CN": "zh-hans", "en-US": "en"}


def findings(page: "Page", where: str) -> list[str]:
    """What axe says against a page, one line a place."""
    found: list[dict[str, Any]] = Axe().run(page, options=OPTIONS).response["violations"]
    return [
        f"{where}: {violation['id']}: {node['html'][:160]} ({'; '.join(check['message'] for check in node['any'][:1])})"
        for violation in found
        if violation["impact"] in GRAVE
        for node in violation["nodes"]
    ]


def in_both_themes(page: "Page", address: str) -> list[str]:
    """The page at this address, loaded anew in each theme: Chromium leaves inherited colours behind on a change."""
    found = []
    for theme in THEMES:
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")
        page.goto(address)
        found += findings(page, f"{address} {theme}")
    return found


def open_pages(running: "Event") -> list[str]:
    """Addresses that a visitor may open."""
    from games.models import Hand, Seat

    hand = Hand.objects.exclude(ended_at=None).order_by("ended_at").first()
    assert hand is not None
    player = f"/players/{Seat.objects.get(table=hand.table, index=0).player_id}/"
    won = "?wild=3p&concealed=123456m99m377p234s&meld=pong:777z&bonus=1&tile=3m"
    return [
        *("/", "/zone/", "/rules/", "/terms/", "/tips/", "/learn/", "/fair/", "/help/", "/friends/"),
        *("/login/", "/recover/", "/me/", "/nowhere/", "/offline/"),
        *("/calculator/", f"/calculator/{won}", "/calculator/?concealed=1m"),
        *("/events/chumen/", "/events/xuanmen/", "/events/xuanmen/ranking/", f"/events/{running.slug}/"),
        *(f"/hands/{hand.id}/", player, f"{player}hands/", f"{player}hands/?event=none"),
    ]


@pytest.mark.parametrize("locale", LANGUAGES)
def test_a_visitor_meets_no_barrier_on_any_page(asgi_server: str, chromium: "Browser", locale: str) -> None:
    from tests.pages import scenes

    running = scenes.aside(scenes.evening)
    page = chromium.new_page(viewport=TALL, locale=locale)
    found = []
    for path in open_pages(running):
        found += in_both_themes(page, asgi_server + path)
    page.context.close()
    assert not found, "\n".join(found)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("locale", LANGUAGES)
def test_a_player_meets_no_barrier_on_the_way_to_the_table(
    asgi_server: str, chromium: "Browser", locale: str, theme: Any
) -> None:
    from tests.pages import scenes

    running = scenes.aside(scenes.running_event)
    page = chromium.new_page(viewport={"width": 1280, "height": 1600}, locale=locale, color_scheme=theme)
    found = []

    def step(name: str, action: Callable[[], object], ready: str) -> None:
        action()
        page.wait_for_selector(ready)
        found.extend(findings(page, name))

    step("room", lambda: page.goto(f"{asgi_server}/events/{running.slug}/"), ".felt form button")
    step("entered", lambda: page.click(".felt form button"), "#sit-down")
    step("sitting", lambda: page.click("#sit-down"), "#start")
    step("waiting", lambda: page.click("#start"), "#stand-up")
    for path in ("me", "me/claim", "me/tokens"):
        step(path, lambda path=path: page.goto(f"{asgi_server}/{path}/"), "main")  # type: ignore[misc]
    page.context.close()
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    "view", ["first_turn", "five_claims", "five_melds", "on_auto", "dealing", "result", "drawn_result"]
)
@pytest.mark.parametrize("language", LANGUAGES.values())
def test_the_table_has_no_barrier(chromium: "Browser", view: str, language: str) -> None:
    from tests.browser.table_page import opened

    with opened(chromium, getattr(table_views, view)(), language=language) as (page, _):
        found = findings(page, view)
    assert not found, "\n".join(found)


@pytest.mark.parametrize("language", LANGUAGES.values())
def test_the_menu_of_the_table_has_no_barrier(chromium: "Browser", language: str) -> None:
    from tests.browser.table_page import opened

    with opened(chromium, table_views.late_hand(), language=language) as (page, _):
        page.click("#menu")
        found = findings(page, "menu")
    assert not found, "\n".join(found)


@pytest.mark.parametrize("look", ["lightFelt", "contrast", "corner", "textMode"])
@pytest.mark.parametrize("view", ["five_claims", "result"])
def test_no_look_of_the_table_has_a_barrier(chromium: "Browser", view: str, look: str) -> None:
    from tests.browser.table_page import opened

    with opened(chromium, getattr(table_views, view)()) as (page, _):
        page.evaluate("look => localStorage.setItem('yuhuan-table', JSON.stringify({[look]: true}))", look)
        page.reload()
        page.wait_for_selector("#net:not([data-level='down'])")
        found = findings(page, f"{view} {look}")
    assert not found, "\n".join(found)
