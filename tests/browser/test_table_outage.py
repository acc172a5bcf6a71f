"""The server's database is away, or the line is for two seconds: what is said meanwhile, and that play goes on."""

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


def test_t9_a_line_cut_for_two_seconds_in_the_own_turn_costs_no_more_and_leaves_no_error(chromium: Browser) -> None:
    turn = table_views.first_turn() | {"deadline_ms": 30_000}
    with opened(chromium, turn, expected="ERR_FAILED") as (page, far_end):
        far_end.cut()
        expect(page.locator("#net[data-level='down']")).to_be_visible()
        page.wait_for_timeout(2_000)
        far_end.view, far_end.unreachable = turn | {"deadline_ms": 28_000}, False
        expect(page.locator("#net:not([data-level='down'])")).to_be_visible()
        expect(page.locator("body:not(.line-down)")).to_be_visible()
        expect(page.locator("#offline")).to_be_hidden()
        expect(page.locator("#outage")).to_be_hidden()
        expect(page.locator("#toast:visible, [role=alert]:visible")).to_have_count(0)
        assert int(page.inner_text("#clock-number")) <= 28
        for _ in range(2):
            page.locator("#hand [data-tile='9m']").first.click()
        far_end.settle()
        (thrown,) = far_end.acts()
        assert thrown["decision"] == turn["decision"]
