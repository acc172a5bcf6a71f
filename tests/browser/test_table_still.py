"""What must not move: nothing when a claim opens or closes, the hand never, rivers only when one outgrows its layout."""

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser import table_views
from tests.browser.table_page import View, opened, until

pytestmark = pytest.mark.browser

SIZES = [(390, 664), (750, 340), (1280, 800)]
SETTLE_MS = 700  # longer than any flight; a shift within 500 ms of a tap would be forgiven
SHIFTS = """() => {
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      window.shifts.push({value: entry.value, moved: entry.sources.map((source) => source.node?.id || source.node?.className)});
    }
  }).observe({type: "layout-shift"});
}"""
PLACES = """() => Object.fromEntries(["#hand .tile", ".river .tile", ".river", "#centre", ".plate", "#own-melds .meld", "#prompt"].map(
  (selector) => [selector, [...document.querySelectorAll(selector)].map((node) => {
    const {x, y, width, height} = node.getBoundingClientRect();
    return [x, y, width, height];
  })]))"""

at_three_sizes = pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")


def waiting(view: View) -> View:
    """The same table while the others are asked."""
    return view | {"decision": None, "legal": []}


def thrown(page: Page, count: int) -> None:
    """Wait until so many tiles lie in the rivers."""
    expect(page.locator(".river .tile")).to_have_count(count)


def shifts(page: Page) -> list[dict[str, Any]]:
    """What was shifted; the words about the line change whenever the line does."""
    found: list[dict[str, Any]] = page.evaluate("window.shifts")
    return [shift for shift in found if not all((node or "").startswith("net") for node in shift["moved"])]


def places(page: Page) -> dict[str, Any]:
    page.wait_for_timeout(SETTLE_MS)
    found: dict[str, Any] = page.evaluate(PLACES)
    for _ in range(20):  # a busy machine may take longer to settle
        page.wait_for_timeout(100)
        before, found = found, page.evaluate(PLACES)
        if before == found:
            break
    return found


@at_three_sizes
@pytest.mark.parametrize("language", ["zh-hans", "en"])
def test_nothing_moves_when_a_claim_opens_or_closes(chromium: Browser, size: tuple[int, int], language: str) -> None:
    view = table_views.five_claims()
    moving = {"reduced_motion": "no-preference"}
    with opened(chromium, waiting(view), size, language, **moving) as (page, far_end):
        before = places(page)
        page.evaluate(SHIFTS)
        far_end.show(view | {"decision": "d2"})
        page.wait_for_selector("#claims .claim.win")
        assert places(page) == before
        far_end.show(waiting(view))
        page.wait_for_selector("#claims .claim", state="detached")
        assert places(page) == before
        assert shifts(page) == []


@at_three_sizes
def test_the_observer_sees_a_shift_where_there_is_one(chromium: Browser, size: tuple[int, int]) -> None:
    with opened(chromium, table_views.late_hand(), size) as (page, _):
        page.wait_for_timeout(SETTLE_MS)
        page.evaluate(SHIFTS)
        page.evaluate("document.getElementById('prompt').style.height = '90px'")
        page.evaluate("document.getElementById('table').style.paddingTop = '30px'")
        until(page, "window.shifts.length > 0")


@at_three_sizes
def test_drawing_a_tile_moves_none_of_the_others(chromium: Browser, size: tuple[int, int]) -> None:
    view = table_views.first_turn()
    resting = waiting(view) | {"mine": view["mine"][:-1], "drawn": None, "turn": 1, "counts": [16, 17, 16, 16]}
    with opened(chromium, resting, size) as (page, far_end):
        before = places(page)
        far_end.show(view)
        page.wait_for_selector("#hand .drawn")
        assert places(page)["#hand .tile"][:16] == before["#hand .tile"]


@at_three_sizes
def test_rivers_move_only_when_one_outgrows_its_layout(chromium: Browser, size: tuple[int, int]) -> None:
    tiles = table_views.LONGER_RIVER
    with opened(chromium, table_views.waiting_for_others() | {"rivers": [[], [], [], []]}, size) as (page, far_end):
        layouts = []
        for length in range(1, 20):
            far_end.show(table_views.waiting_for_others() | {"rivers": [tiles[:length]] * 4, "last": None})
            thrown(page, 4 * length)
            firsts = page.evaluate("[0, 1, 2, 3].map(at => Object.values(document.getElementById(`river-${at}`).firstElementChild.getBoundingClientRect().toJSON()))")  # fmt: skip
            if not layouts or layouts[-1] != firsts:
                layouts.append(firsts)
        widths = [layout[0][2] for layout in layouts]
        assert len(layouts) <= 3
        assert widths == sorted(widths, reverse=True)
        print(f"{size[0]}x{size[1]}: river tiles {[round(width) for width in widths]} px wide up to 12, 18, 24 tiles")


def test_the_rivers_do_not_grow_back_within_a_hand_but_do_in_the_next(chromium: Browser) -> None:
    tiles = table_views.LONGER_RIVER
    base = table_views.waiting_for_others() | {"last": None}
    with opened(chromium, base | {"rivers": [tiles[:13], [], [], []]}) as (page, far_end):
        width = "document.querySelector('.river .tile').getBoundingClientRect().width"
        narrow = page.evaluate(width)
        far_end.show(base | {"rivers": [tiles[:12], [], [], []]})
        thrown(page, 12)
        assert page.evaluate(width) == narrow
        far_end.show(base | {"rivers": [tiles[:5], [], [], []], "hand": 4})
        thrown(page, 5)
        assert page.evaluate(width) > narrow
