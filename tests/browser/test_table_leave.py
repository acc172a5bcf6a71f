"""Going back from the table: asked of whoever is seated and still playing, of nobody else."""

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser import table_views
from tests.browser.table_page import opened

pytestmark = pytest.mark.browser


def back(page: Page) -> None:
    """What the browser's button and the swipe from the edge do."""
    page.evaluate("setTimeout(() => history.back())")
    page.wait_for_timeout(250)


def at_the_table(page: Page) -> bool:
    return page.url.startswith("http")


def test_going_back_asks_and_staying_stays(chromium: Browser) -> None:
    with opened(chromium, table_views.first_turn()) as (page, far_end):
        page.locator("#hand [data-tile='9m']").click()  # a page nobody touched may not hold anybody back
        for _ in range(2):  # and it asks again the next time
            back(page)
            expect(page.locator("#leave")).to_be_visible()
            assert page.evaluate("document.activeElement.id") == "leave-stay"
            page.click("#leave-stay")
            expect(page.locator("#leave")).to_be_hidden()
            assert at_the_table(page)
        for _ in range(2):
            page.locator("#hand [data-tile='6z']").click()
        expect(page.locator("#river-0 .tile")).to_have_count(1)
        assert far_end.acts()


def test_escape_stays_and_plays_nothing(chromium: Browser) -> None:
    with opened(chromium, table_views.five_claims()) as (page, far_end):
        page.wait_for_timeout(300)
        back(page)
        page.keyboard.press("Escape")
        expect(page.locator("#leave")).to_be_hidden()
        assert far_end.acts() == []
        assert at_the_table(page)


def test_leaving_goes_back_where_one_came_from(chromium: Browser) -> None:
    with opened(chromium, table_views.first_turn()) as (page, _):
        back(page)
        page.click("#leave-go")
        page.wait_for_url("about:blank")


@pytest.mark.parametrize("make", [table_views.watching, table_views.closed], ids=["a watcher", "a closed table"])
def test_others_are_not_asked(chromium: Browser, make: "type") -> None:
    with opened(chromium, make()) as (page, _):
        page.evaluate("setTimeout(() => history.back())")
        page.wait_for_url("about:blank")


def test_a_table_that_closes_meanwhile_lets_one_go(chromium: Browser) -> None:
    with opened(chromium, table_views.first_turn()) as (page, far_end):
        far_end.show(table_views.closed())
        page.wait_for_selector("#closed-note:not([hidden])")
        page.evaluate("setTimeout(() => history.back())")
        page.wait_for_url("about:blank")
