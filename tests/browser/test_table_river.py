"""A river opened large: for players, for watchers, by finger and by keyboard."""

import pytest
from playwright.sync_api import Browser

from tests.browser import table_views
from tests.browser.table_page import opened, picture

pytestmark = pytest.mark.browser


def test_a_tap_on_a_river_opens_it_large_and_a_tap_closes_it(chromium: Browser) -> None:
    for make in (table_views.late_hand, table_views.watching):
        with opened(chromium, make()) as (page, _):
            page.click("#river-1")
            faces = page.locator("dialog.enlarged .tile")
            assert faces.count() == len(table_views.LONGER_RIVER)
            box = faces.first.bounding_box()
            assert box is not None
            assert box["width"] >= 40
            picture(page, f"table_river_{make.__name__}_390x664")
            page.mouse.click(195, 640)
            assert page.locator("dialog.enlarged").count() == 0


def test_a_short_river_is_a_target_for_a_finger(chromium: Browser) -> None:
    with opened(chromium, table_views.table(rivers=[["1z"], [], [], []])) as (page, _):
        box = page.locator("#river-0").bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44
        page.mouse.click(box["x"] + box["width"] - 5, box["y"] + box["height"] - 5)
        assert page.locator("dialog.enlarged .tile").count() == 1


def test_the_keyboard_opens_a_river_and_escape_closes_it_without_passing(chromium: Browser) -> None:
    with opened(chromium, table_views.five_claims()) as (page, far_end):
        page.wait_for_timeout(300)
        page.focus("#river-3")
        page.keyboard.press("Enter")
        page.wait_for_selector("dialog.enlarged")
        page.keyboard.press("Escape")
        page.wait_for_selector("dialog.enlarged", state="detached")
        assert page.evaluate("document.activeElement.id") == "river-3"
        assert far_end.acts() == []


def test_an_opened_river_follows_the_table_and_gives_way_to_a_question(chromium: Browser) -> None:
    with opened(chromium, table_views.waiting_for_others()) as (page, far_end):
        page.click("#river-3")
        view = table_views.waiting_for_others()
        far_end.show(view | {"rivers": [*view["rivers"][:3], [*view["rivers"][3], "9s"]]})
        page.wait_for_selector("dialog.enlarged [data-tile='9s'] >> nth=1")
        far_end.show(table_views.first_turn() | {"decision": "d7"})
        page.wait_for_selector("dialog.enlarged", state="detached")
