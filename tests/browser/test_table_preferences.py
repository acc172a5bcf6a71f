"""What a reader may set at the table: how a tile is thrown, how tiles and felt look, how loud it is."""

import pytest
from playwright.sync_api import Browser, Page

from tests.browser import table_views
from tests.browser.table_page import FarEnd, opened

pytestmark = pytest.mark.browser

SLOW_MS = 500  # two taps further apart are no double tap


def prefer(page: Page, name: str, value: str) -> None:
    """Choose among several in the panel, and close it."""
    page.click("#menu")
    page.check(f"input[name='preference-{name}'][value='{value}']")
    page.click("#panel-close")


def tap(page: Page, name: str) -> None:
    page.locator(f"#hand [data-tile='{name}']").first.click()


def discards(page: Page, far_end: FarEnd) -> list[str]:
    page.wait_for_timeout(100)
    return [frame["action"]["tile"] for frame in far_end.acts()]


def test_who_prefers_it_discards_with_one_tap(chromium: Browser) -> None:
    with opened(chromium, table_views.first_turn()) as (page, far_end):
        prefer(page, "tap", "single")
        tap(page, "6z")
        assert discards(page, far_end) == ["6z"]


def test_a_double_tap_must_be_quick(chromium: Browser) -> None:
    with opened(chromium, table_views.first_turn()) as (page, far_end):
        prefer(page, "tap", "double")
        tap(page, "6z")
        page.wait_for_timeout(SLOW_MS)
        tap(page, "6z")
        assert page.locator("#hand .lifted").count() == 1
        assert discards(page, far_end) == []
        page.wait_for_timeout(SLOW_MS)
        page.locator("#hand [data-tile='6z']").dblclick()
        assert discards(page, far_end) == ["6z"]


def test_a_preference_is_remembered_and_a_strange_one_ignored(chromium: Browser) -> None:
    with opened(chromium, table_views.first_turn()) as (page, _):
        prefer(page, "tap", "double")
        page.reload()
        page.wait_for_selector("#net:not([data-level='down'])")
        page.click("#menu")
        assert page.is_checked("input[value='double']")
        page.evaluate("localStorage.setItem('yuhuan-table', '{\"tap\": \"thrice\", \"effects\": \"loud\"}')")
        page.reload()
        page.wait_for_selector("#net:not([data-level='down'])")
        page.click("#menu")
        assert page.is_checked("input[value='lift']")
