"""The server's database is away: a banner says so, the clock stands, and what was pressed counts once it is back."""

import pytest
from playwright.sync_api import Browser, expect

from tests.browser import table_views
from tests.browser.table_page import Frame, opened

pytestmark = pytest.mark.browser


def busy(frame: Frame) -> Frame | None:
    """What a server without its database answers."""
    return {"type": "refused", "id": frame["id"], "code": "busy", "message": "稍后再试"} if "id" in frame else None


def test_an_outage_is_said_the_clock_stands_and_a_throw_meanwhile_counts_after_it(chromium: Browser) -> None:
    with opened(chromium, table_views.first_turn()) as (page, far_end):
        banner, answered = page.locator("#outage"), far_end.answer
        expect(banner).to_be_hidden()
        far_end.answer = busy
        far_end.send({"type": "outage", "on": True})
        expect(banner).to_be_visible()
        shown = page.locator("#clock-number").text_content()
        for _ in range(2):
            page.locator("#hand [data-tile='9m']").first.click()
        page.wait_for_timeout(1_200)  # the clock would have gone on by a second
        assert page.locator("#clock-number").text_content() == shown
        assert len(far_end.acts()) == 1
        far_end.answer = answered
        far_end.send({"type": "outage", "on": False})
        expect(banner).to_be_hidden()
        far_end.settle()
        first, again = far_end.acts()
        assert first == again
