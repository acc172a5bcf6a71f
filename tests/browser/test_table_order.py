"""Tiles laid in an order of the reader's own, by dragging and by keys, and what may be dragged at all."""

import pytest
from playwright.sync_api import Browser, Page

from tests.browser import table_views
from tests.browser.table_page import opened

pytestmark = pytest.mark.browser

UNSORTED = {"wishes": []}


def names(page: Page) -> list[str]:
    found: list[str] = page.eval_on_selector_all("#hand [role=option]", "tiles => tiles.map(tile => tile.dataset.tile)")
    return found


def drag(page: Page, from_index: int, to_index: int) -> None:
    boxes = [page.locator("#hand [role=option]").nth(index).bounding_box() for index in (from_index, to_index)]
    start, goal = ((box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes if box)
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(start[0] + 15 if goal[0] > start[0] else start[0] - 15, start[1], steps=3)
    page.mouse.move(*goal, steps=5)
    page.mouse.up()


@pytest.mark.parametrize("size", [(390, 664), (1280, 800)])
def test_a_dragged_tile_stays_where_it_was_let_go(chromium: Browser, size: tuple[int, int]) -> None:
    with opened(chromium, table_views.first_turn() | UNSORTED, size) as (page, far_end):
        before = names(page)
        drag(page, 2, 5)
        wanted = [*before[:2], *before[3:6], before[2], *before[6:]]
        assert names(page) == wanted
        assert far_end.acts() == []
        assert page.locator("#hand .lifted").count() == 0
        drag(page, 5, 2)
        assert names(page) == before
        drag(page, 0, 3)
        far_end.show(table_views.first_turn() | UNSORTED | {"left": 50})  # the order outlives a view
        assert names(page) == [*before[1:4], before[0], *before[4:]]


def test_the_drawn_tile_can_be_laid_among_the_others(chromium: Browser) -> None:
    with opened(chromium, table_views.first_turn() | UNSORTED) as (page, _):
        before = names(page)
        drag(page, 16, 0)
        assert names(page) == [before[16], *before[:16]]
        assert page.locator("#hand .drawn").count() == 0


def test_sorted_tiles_cannot_be_dragged(chromium: Browser) -> None:
    with opened(chromium, table_views.first_turn()) as (page, far_end):
        before = names(page)
        drag(page, 2, 5)
        assert names(page) == before
        assert far_end.acts() == []


def test_a_swipe_upwards_still_throws_where_tiles_may_be_dragged(chromium: Browser) -> None:
    with opened(chromium, table_views.first_turn() | UNSORTED) as (page, far_end):
        box = page.locator("#hand [data-tile='6z']").bounding_box()
        assert box is not None
        page.mouse.move(box["x"] + 15, box["y"] + 30)
        page.mouse.down()
        page.mouse.move(box["x"] + 20, box["y"] - 20, steps=4)
        page.mouse.up()
        far_end.settle()
        assert [frame["action"]["tile"] for frame in far_end.acts()] == ["6z"]


def test_keys_lay_tiles_as_dragging_does(chromium: Browser) -> None:
    with opened(chromium, table_views.first_turn() | UNSORTED, (1280, 800)) as (page, _):
        before = names(page)
        page.keyboard.press("Home")
        page.keyboard.press("Shift+ArrowRight")
        page.keyboard.press("Shift+ArrowRight")
        assert names(page) == [before[1], before[2], before[0], *before[3:]]
        page.keyboard.press("Shift+ArrowLeft")
        assert names(page) == [before[1], before[0], *before[2:]]


def test_keys_say_why_sorted_tiles_stay(chromium: Browser) -> None:
    with opened(chromium, table_views.first_turn(), (1280, 800)) as (page, _):
        before = names(page)
        page.keyboard.press("Shift+ArrowRight")
        page.wait_for_selector("#prompt.note")
        assert names(page) == before
