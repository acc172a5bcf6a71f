"""The score sheet over the table: the server's own page of the hand, fetched when the hand is over."""

import pytest
from playwright.sync_api import Browser, Route, expect

from tests.browser import table_views
from tests.browser.table_page import opened, picture

pytestmark = pytest.mark.browser
SIZES = [(320, 568), (360, 600), (390, 664), (640, 300), (1280, 800)]


def unpaid() -> table_views.View:
    """Seat 2 held 100 silver and owed 172."""
    view = table_views.result()
    moved = {"silver_moved": [-164, 420, -100, -156], "silver": [836, 1420, 0, 844], "points": [836, 1480, 828, 856]}
    return view | {"silver": moved["silver"], "result": view["result"] | moved}


def test_a_sheet_that_does_not_come_is_asked_for_again(chromium: Browser) -> None:
    asked: list[str] = []

    def fail_once(route: Route) -> None:
        asked.append(route.request.url)
        if len(asked) == 1:
            route.abort()
        else:
            route.continue_()

    with opened(chromium, table_views.first_turn(), expected="ERR_FAILED") as (page, far_end):
        page.route("**/sheet/", fail_once)
        far_end.show(table_views.result())
        expect(page.locator("#sheet h2")).to_be_visible()
        expect(page.locator("#sheet-continue")).to_be_enabled()
        expect(page.locator("#sheet .payments li")).to_have_count(6)
        assert len(asked) == 2


def test_what_was_owed_and_what_was_paid_stand_side_by_side(chromium: Browser) -> None:
    with opened(chromium, unpaid()) as (page, _):
        expect(page.locator("#sheet .payments em").first).to_contain_text("应付 160 银，实付 100")
        expect(page.locator("#sheet .short-note")).to_be_visible()


@pytest.mark.parametrize("language", ["zh-hans", "en"])
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_nothing_of_the_sheet_runs_over_its_edge(chromium: Browser, size: tuple[int, int], language: str) -> None:
    with opened(chromium, unpaid(), size, language=language) as (page, _):
        expect(page.locator("#sheet .payments li")).to_have_count(6)
        picture(page, f"sheet_{size[0]}x{size[1]}_{language}")
        for details in page.locator("#sheet details").all():
            details.locator("summary").click()
        over = page.evaluate(
            """() => [...document.querySelectorAll("#sheet-body *")].filter((node) => {
              const body = document.querySelector("#sheet-body").getBoundingClientRect();
              const box = node.getBoundingClientRect();
              return box.width && !node.closest(".visually-hidden, svg") && box.right > body.right + 1;
            }).map((node) => node.className || node.tagName)"""
        )
        assert over == []
