"""No scrolling sideways, no overlap, everything inside the screen: the table at five sizes, with crafted late hands."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page

from tests.browser import table_views
from tests.browser.axe import SETTLED
from tests.browser.table_page import View, opened, picture

pytestmark = pytest.mark.browser

SIZES = [(390, 664), (360, 600), (320, 568), (750, 340), (640, 300), (1280, 800)]
CROWDED: list[Callable[[], View]] = [
    table_views.first_turn, table_views.ready_hand, table_views.resting_ready, table_views.late_hand, table_views.five_melds, table_views.five_claims,
    table_views.own_kongs, table_views.robbing, table_views.quiet_window, table_views.on_auto,
    table_views.waiting_for_others, table_views.dealing, table_views.watching,
]  # fmt: skip

# what must never lie over anything else of the list, nor stick out of the screen
REGIONS = [
    ".bar", "#plate-0 .avatar", "#plate-0 .person", "#plate-1", "#plate-2 .avatar", "#plate-2 .person", "#plate-2 .status",
    "#plate-2 .melds", "#plate-2 .bonus", "#plate-3", "#river-0 .tile", "#river-1 .tile", "#river-2 .tile",
    "#river-3 .tile", "#centre", "#own-melds .meld", "#own-bonus .bonus", "#prompt", "#claims .claim", "#wishes .wish", "#take-back",
    "#hand .tile:not(.lifted)", "#watch-note",
]  # fmt: skip
MEASURE = """selectors => selectors.flatMap(selector => [...document.querySelectorAll(selector)].map(node => {
  const box = node.getBoundingClientRect();
  return {name: selector, x: box.x, y: box.y, width: box.width, height: box.height};
})).filter(box => box.width > 0 && box.height > 0)"""
SPILLED = """() => [...document.querySelectorAll('.plate, #own-melds, #claims, .river, #prompt-text, .claim, .wish')].filter(
  node => node.scrollWidth > node.clientWidth + 1 && getComputedStyle(node).display !== 'none'
  || (node.matches('.plate.side, #claims, #prompt-text') && node.scrollHeight > node.clientHeight + 2)
).map(node => `${node.id || node.className}: ${node.scrollWidth}x${node.scrollHeight} in ${node.clientWidth}x${node.clientHeight}`)"""

LONG_NAMES = ["Christopher", "Wilhelmina the Fisher", "Bartholomew Abernathy", "Maximiliane-von-Hohenberg"]
GUARD_MS = 300  # a claim row ignores the first 250 ms

Box = dict[str, float]


def overlapping(boxes: list[Box], slack: float = 1.5) -> list[str]:
    """Pairs of boxes that share more than `slack` pixels both ways."""
    found = []
    for at, one in enumerate(boxes):
        for other in boxes[at + 1 :]:
            across = min(one["x"] + one["width"], other["x"] + other["width"]) - max(one["x"], other["x"])
            down = min(one["y"] + one["height"], other["y"] + other["height"]) - max(one["y"], other["y"])
            if across > slack and down > slack:
                found.append(f"{one['name']} over {other['name']} by {across:.0f}x{down:.0f}")
    return found


def outside(boxes: list[Box], size: tuple[int, int]) -> list[str]:
    return [
        f"{box['name']} at {box['x']:.0f},{box['y']:.0f} {box['width']:.0f}x{box['height']:.0f}"
        for box in boxes
        if box["x"] < -0.5 or box["y"] < -0.5
        or box["x"] + box["width"] > size[0] + 0.5 or box["y"] + box["height"] > size[1] + 0.5
    ]  # fmt: skip


def problems(page: Page, size: tuple[int, int]) -> list[str]:
    """Everything wrong with what is on the screen now, in words."""
    page.evaluate(SETTLED)
    boxes = page.evaluate(MEASURE, REGIONS)
    found = outside(boxes, size) + overlapping(boxes) + page.evaluate(SPILLED)
    width, height = page.evaluate("[document.scrollingElement.scrollWidth, document.scrollingElement.scrollHeight]")
    if width > size[0] or height > size[1]:
        found.append(f"the page is {width}x{height}")
    for box in boxes:
        tile = min(34.5, (size[0] - 20) / 9 - 1.5)  # two rows of nine on the narrowest phones
        least = {"#hand .tile:not(.lifted)": (tile, 44), "#claims .claim": (44, 44), "#take-back": (44, 44)}.get(
            box["name"], (0, 0)
        )
        if box["width"] < least[0] or box["height"] < least[1]:
            found.append(f"{box['name']} is only {box['width']:.0f}x{box['height']:.0f}")
    return found


def shot(page: Page, name: str, size: tuple[int, int]) -> None:
    picture(page, f"table_{name}_{size[0]}x{size[1]}")


at_every_size = pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")


@at_every_size
def test_nothing_overlaps_or_leaves_the_screen(chromium: Browser, size: tuple[int, int]) -> None:
    found = {}
    with opened(chromium, table_views.first_turn(), size) as (page, far_end):
        for make in CROWDED:
            far_end.show(make())
            if make is table_views.ready_hand:
                page.locator("#hand [data-tile='6z']").click()
            shot(page, make.__name__, size)
            found[make.__name__] = problems(page, size)
    assert found == {make.__name__: [] for make in CROWDED}


@at_every_size
def test_choices_of_a_claim_fit_into_the_claim_row(chromium: Browser, size: tuple[int, int]) -> None:
    with opened(chromium, table_views.first_turn(), size) as (page, far_end):
        for make, button in ((table_views.three_chows, ".claim.chow"), (table_views.own_kongs, ".claim.kong")):
            far_end.show(make() | {"decision": make.__name__})
            page.wait_for_selector(button)
            page.wait_for_timeout(GUARD_MS)
            page.click(button)
            page.wait_for_selector(".claim.thumbnail")
            shot(page, f"{make.__name__}_open", size)
            assert page.locator(".claim.thumbnail").count() == 3
            assert problems(page, size) == []


@at_every_size
def test_english_words_fit_too(chromium: Browser, size: tuple[int, int]) -> None:
    """In final windows, with the button for thinking beside the longest sentence."""
    found = {}
    with opened(chromium, table_views.first_turn(), size, language="en", claim_mode="uniform") as (page, far_end):
        for make in CROWDED:
            far_end.show(make() | {"names": LONG_NAMES})
            if make is table_views.five_claims:
                assert page.is_visible("#think")
            shot(page, f"{make.__name__}_en", size)
            found[make.__name__] = problems(page, size)
    assert found == {make.__name__: [] for make in CROWDED}


@at_every_size
def test_the_left_hand_has_its_claims_on_its_own_side(chromium: Browser, size: tuple[int, int]) -> None:
    with opened(chromium, table_views.first_turn(), size) as (page, far_end):
        page.evaluate("document.body.classList.add('left-handed')")
        for make in (table_views.five_claims, table_views.late_hand, table_views.watching):
            far_end.show(make())
            shot(page, f"{make.__name__}_left", size)
            assert problems(page, size) == []
        far_end.show(table_views.five_claims())
        box = page.locator("#claims .claim").first.bounding_box()
        assert box is not None
        if size[0] < 1000:  # a desk has no thumb
            assert box["x"] < size[0] / 2 - box["width"]


@at_every_size
def test_names_of_four_characters_are_read_whole(chromium: Browser, size: tuple[int, int]) -> None:
    names = ["林小敏", "东方不败", "欧阳建国", "司马相如"]
    with opened(chromium, table_views.late_hand() | {"names": names}, size) as (page, _):
        cut = page.eval_on_selector_all(
            ".plate .name", "names => names.filter(n => n.scrollWidth > n.clientWidth + 1 || n.scrollHeight > n.clientHeight + 2).map(n => n.textContent)"
        )  # fmt: skip
        assert cut == []


@at_every_size
def test_the_score_sheet_scrolls_inside_and_keeps_its_buttons_in_reach(
    chromium: Browser, size: tuple[int, int]
) -> None:
    with opened(chromium, table_views.first_turn(), size) as (page, far_end):
        for make in (table_views.result, table_views.drawn_result):
            far_end.show(make())
            page.wait_for_selector("#sheet:not([hidden])")
            shot(page, make.__name__, size)
            boxes = page.evaluate(MEASURE, ["#sheet", "#sheet-continue", "#sheet-fold"])
            assert outside(boxes, size) == []
            assert all(box["height"] >= 44 for box in boxes)
            body = page.evaluate(
                "(node => [node.scrollWidth, node.clientWidth])(document.querySelector('#sheet-body'))"
            )
            assert body[0] <= body[1]
            assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
            page.evaluate("document.querySelector('#sheet-body').scrollTop = 1e6")
            shot(page, f"{make.__name__}_end", size)
