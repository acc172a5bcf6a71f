"""English is longer: in it too nothing of what opens over the table, nor of the text mode, is cut off or overlaps."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page

from tests.browser import table_views
from tests.browser.table_page import FarEnd, opened
from tests.browser.test_axe import LINE_LOST

pytestmark = pytest.mark.browser

SIZES = [(320, 568), (360, 600), (640, 300)]
# A nickname may be shortened, a word of ours may not. Scrolled areas may be longer than they are high, never wider.
MISFITS = """scope => {
  const found = [], name = node => `${node.id || node.className || node.tagName}: ${node.textContent.trim().slice(0, 40)}`;
  const seen = node => node.checkVisibility({ visibilityProperty: true }) && node.getBoundingClientRect().width > 2
    && !node.closest('bdi, .name, .visually-hidden, svg, .tile');
  const all = [...document.querySelectorAll(scope.split(',').flatMap(one => [one, `${one} *`]).join(','))].filter(seen);
  for (const node of all) {
    const box = node.getBoundingClientRect();
    if (box.left < -1 || box.right > innerWidth + 1) found.push(`beyond the screen: ${name(node)}`);
    const inline = getComputedStyle(node).display === 'inline';
    if (!inline && node.clientWidth > 0 && node.scrollWidth > node.clientWidth + 1) found.push(`cut off: ${name(node)}`);
    const words = [...node.childNodes].some(child => child.nodeType === 3 && child.data.trim());
    if (words && !inline && node.scrollHeight > node.clientHeight + 2 && getComputedStyle(node).overflowY !== 'auto'
      && node.clientHeight > 0) found.push(`too high: ${name(node)}`);
  }
  const controls = all.filter(node => node.matches('button, a, input, summary, .option, .volume'));
  for (const [at, one] of controls.entries()) for (const other of controls.slice(at + 1)) {
    if (one.contains(other) || other.contains(one)) continue;
    const a = one.getBoundingClientRect(), b = other.getBoundingClientRect();
    const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    if (across > 1 && down > 1) found.push(`overlap: ${name(one)} / ${name(other)}`);
  }
  return [all.length, [...new Set(found)]];
}"""


def misfits(page: Page, scope: str) -> list[str]:
    """What does not fit among what is seen within these selectors."""
    looked_at, found = page.evaluate(MISFITS, scope)
    assert looked_at > 2, f"nothing to see in {scope}"
    return [f"{scope} {page.viewport_size}: {one}" for one in found]


def into_words(page: Page) -> None:
    page.focus("#text-mode")
    page.keyboard.press("Enter")
    page.wait_for_selector("#text-hand button")


def on_the_sheet(page: Page, far_end: FarEnd) -> list[str]:
    far_end.show(table_views.result())
    page.wait_for_selector("#sheet-body a[href]")
    return misfits(page, "#sheet")


def in_words(page: Page, far_end: FarEnd) -> list[str]:
    into_words(page)
    found = []
    for make in (table_views.five_claims, table_views.three_chows, table_views.ready_hand, table_views.on_auto):
        far_end.show(make() | {"decision": f"d{far_end.v}" if make().get("decision") else None})
        found += misfits(page, "#table")
    for typed in ("?", "r", "m", "h", "p"):
        page.fill("#command-input", typed)
        page.keyboard.press("Enter")
        found += misfits(page, "#command")
    return found


def in_the_menu(page: Page, _: FarEnd) -> list[str]:
    page.click("#menu")
    return misfits(page, "#panel")


def in_the_list_of_keys(page: Page, _: FarEnd) -> list[str]:
    page.keyboard.press("?")
    page.focus("#key-pong")
    page.keyboard.press("m")
    return misfits(page, "#key-help")


def where_one_leaves(page: Page, _: FarEnd) -> list[str]:
    page.evaluate("document.getElementById('leave').showModal()")
    return misfits(page, "#leave")


def without_a_line(page: Page, _: FarEnd) -> list[str]:
    page.evaluate(LINE_LOST)
    return misfits(page, "#offline")


PLACES: list[Callable[[Page, FarEnd], list[str]]] = [
    in_the_menu, in_the_list_of_keys, on_the_sheet, where_one_leaves, without_a_line, in_words,
]  # fmt: skip


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_english_fits(chromium: Browser, size: tuple[int, int]) -> None:
    found = []
    for look in PLACES:
        with opened(chromium, table_views.late_hand(), size, language="en", claim_mode="uniform") as (page, far_end):
            found += look(page, far_end)
    assert not found, "\n".join(found)
