"""P4: a phone of 390 × 664 with the largest system font, and landscape with the keyboard open: everything needed can be
reached and read."""

from typing import TYPE_CHECKING

import pytest

from tests.browser import table_views
from tests.browser.table_page import View, opened
from tests.pages import crowd, scenes

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

PHONE = (390, 664)
LARGEST_PX = 32
"""Twice the usual size: the most that WCAG asks for, and more than phones offer to web pages."""
KEYBOARD_OPEN = (750, 170)
"""What a keyboard leaves of a phone held sideways."""

# Of what can be pressed: what the reader cannot bring under a finger. Each is brought into sight as a browser does it.
UNREACHABLE = """() => [...document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex="0"]')]
  .filter((node) => node.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !node.disabled)
  .filter((node) => !node.closest('.visually-hidden, .skip, [hidden], details:not([open]) > :not(summary)'))
  .map((node) => {
    node.scrollIntoView({ block: 'center', inline: 'center' });
    const boxes = [...node.getClientRects()];
    const hit = boxes.some((box) => {
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      const found = document.elementFromPoint(x, y);
      return found && (node.contains(found) || found.contains(node) || node.labels?.[0]?.contains(found));
    });
    return hit ? null : `${node.tagName}#${node.id}.${node.className}: ${node.textContent.trim().slice(0, 30)}`;
  }).filter(Boolean)"""
# Of what is read: text that is cut off with no way to scroll to it.
CUT_OFF = """() => [...document.querySelectorAll('main *, header *, #table *, #sheet *')].filter((node) => {
  const style = getComputedStyle(node);
  const isText = [...node.childNodes].some((child) => child.nodeType === 3 && child.textContent.trim());
  if (!isText || !node.checkVisibility({ visibilityProperty: true }) || node.closest('.visually-hidden, .skip')) return false;
  const cuts = style.overflowX === 'hidden' || style.overflowX === 'clip';
  return cuts && style.textOverflow !== 'ellipsis' && node.scrollWidth > node.clientWidth + 2;
}).map((node) => `${node.tagName}#${node.id}.${node.className}: ${node.textContent.trim().slice(0, 40)}`)"""
SIDEWAYS = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"


def enlarge(page: "Page") -> None:
    """As the system's setting does: pages that are asked for from now on begin with this size."""
    devtools = page.context.new_cdp_session(page)
    devtools.send("Page.setFontSizes", {"fontSizes": {"standard": LARGEST_PX, "fixed": LARGEST_PX}})


def faults(page: "Page", where: str) -> list[str]:
    wide = page.evaluate(SIDEWAYS)
    found = [f"{where}: scrolls sideways by {wide}"] if wide > 0 else []
    found += [f"{where}: out of reach: {what}" for what in page.evaluate(UNREACHABLE)]
    return found + [f"{where}: cut off: {what}" for what in page.evaluate(CUT_OFF)]


def an_evening() -> dict[str, str]:
    """Path -> session of whoever reads it; empty for a visitor."""
    from accounts.guests import create_guest
    from tournaments import service

    event = scenes.running_event("kanmen", people=3)
    guest = create_guest("陈建国爷爷").player
    service.enter(event, guest)
    key = crowd.session_of(guest)
    visited = ("/", "/zone/", "/fair/", "/recover/", "/login/", "/calculator/", "/events/kanmen/", "/help/")
    own = ("/me/", "/me/claim/", "/me/tokens/", "/events/kanmen/?sit=1", "/events/kanmen/ranking/", "/friends/")
    return dict.fromkeys(visited, "") | dict.fromkeys(own, key)


def opened_as(chromium: "Browser", address: str, key: str, size: tuple[int, int]) -> "Page":
    context = chromium.new_context(
        viewport={"width": size[0], "height": size[1]}, locale="zh-CN", has_touch=True, reduced_motion="reduce"
    )
    if key:
        context.add_cookies([{"name": "sessionid", "value": key, "url": address}])
    return context.new_page()


def test_p4_with_the_largest_font_every_page_of_a_phone_can_be_reached_and_read(
    asgi_server: str, chromium: "Browser"
) -> None:
    found = []
    for path, key in scenes.aside(an_evening).items():
        page = opened_as(chromium, asgi_server, key, PHONE)
        enlarge(page)
        page.goto(asgi_server + path)
        assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == f"{LARGEST_PX}px"
        found += faults(page, path)
        page.context.close()
    assert not found, "\n".join(found)


VIEWS = ("first_turn", "five_claims", "late_hand", "ready_hand", "on_auto", "result", "drawn_result", "watching")


@pytest.mark.parametrize("name", VIEWS)
def test_p4_with_the_largest_font_the_table_can_be_played(chromium: "Browser", name: str) -> None:
    view: View = getattr(table_views, name)()
    with opened(chromium, view, size=PHONE) as (page, _):
        enlarge(page)
        page.reload()
        page.wait_for_selector("#net:not([data-level='down'])")
        if name in ("result", "drawn_result"):
            page.wait_for_selector("#sheet-body table, #sheet-body h2 ~ *")
            assert page.locator("#sheet-continue").is_visible()
        scope = "#sheet" if name in ("result", "drawn_result") else "#table"
        unreachable = page.evaluate(
            UNREACHABLE.replace("document.querySelectorAll(", f"document.querySelector('{scope}').querySelectorAll(")
        )
        assert unreachable == []
        assert page.evaluate(SIDEWAYS) <= 0


FIELDS = {
    "/recover/": "[name=code]", "/login/": "[name=password]", "/me/": "[name=nickname]", "/me/claim/": "[name=password]",
    "/fair/": "#fair-hand", "/me/tokens/": "[name=name]",
}  # fmt: skip
IN_SIGHT = """(node) => {
  const box = node.getBoundingClientRect();
  const found = document.elementFromPoint(box.x + Math.min(box.width / 2, 60), box.y + box.height / 2);
  return box.top >= 0 && box.bottom <= innerHeight && found !== null && (node === found || node.contains(found));
}"""


def test_p4_in_landscape_with_the_keyboard_open_what_is_typed_is_seen_and_sent(
    asgi_server: str, chromium: "Browser"
) -> None:
    readers = scenes.aside(an_evening)
    for path, field in FIELDS.items():
        page = opened_as(chromium, asgi_server, readers[path], KEYBOARD_OPEN)
        page.goto(asgi_server + path)
        node = page.locator(field).first
        node.focus()
        node.scroll_into_view_if_needed()
        page.keyboard.type("abc")
        assert node.evaluate(IN_SIGHT), f"{path}: {field} is out of sight"
        send = page.locator(f"form:has({field}) button:visible").first
        send.evaluate("node => node.scrollIntoView({ block: 'center' })")
        assert send.evaluate(IN_SIGHT), f"{path}: the button is out of sight"
        assert page.evaluate(SIDEWAYS) <= 0, path
        page.context.close()


def test_p4_in_landscape_with_the_keyboard_open_the_words_of_the_table_can_be_typed(chromium: "Browser") -> None:
    with opened(chromium, table_views.five_claims(), size=(750, 340)) as (page, far_end):
        page.focus("#text-mode")
        page.keyboard.press("Enter")
        page.set_viewport_size({"width": KEYBOARD_OPEN[0], "height": KEYBOARD_OPEN[1]})
        typed = page.locator("#command-input")
        typed.focus()
        typed.scroll_into_view_if_needed()
        assert typed.evaluate(IN_SIGHT)
        page.keyboard.type("k")
        assert typed.input_value() == "k" or far_end.acts()


def test_p4_in_landscape_with_the_keyboard_open_the_referee_can_be_called(chromium: "Browser") -> None:
    with opened(chromium, table_views.first_turn(), size=(750, 340)) as (page, far_end):
        page.click("#menu")
        page.locator("#speak summary").first.click()
        page.set_viewport_size({"width": KEYBOARD_OPEN[0], "height": KEYBOARD_OPEN[1]})
        words = page.locator("#call-text")
        words.focus()
        page.keyboard.type("请看一下")
        words.scroll_into_view_if_needed()
        assert words.evaluate(IN_SIGHT)
        page.locator("#call").scroll_into_view_if_needed()
        page.click("#call")
        page.wait_for_function("document.getElementById('speak-said').textContent !== ''")
        assert [frame["text"] for frame in far_end.sent if frame["type"] == "call"] == ["请看一下"]
