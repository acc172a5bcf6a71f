"""The waiting room: sound and vibration can be tried, tips are dealt one at a time, the link is passed on; rows glide."""

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

PHONE = {"width": 390, "height": 664}
# What the device is asked to do, as the page asked for it.
LISTEN = """
window.asked = { buzz: [], notes: 0 };
navigator.vibrate = (ms) => { window.asked.buzz.push(ms); return true; };
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (...when) { window.asked.notes += 1; return start.apply(this, when); };
"""


@pytest.fixture
def page(asgi_server: str, chromium: "Browser") -> "Page":
    """The room of a running event, entered."""
    from tests.pages import scenes

    running = scenes.aside(scenes.running_event)
    context = chromium.new_context(viewport=PHONE, has_touch=True, locale="zh-CN")  # type: ignore[arg-type]
    context.add_init_script(LISTEN)
    page = context.new_page()
    page.goto(f"{asgi_server}/events/{running.slug}/")
    assert page.locator("#test-sound").count() == 0  # a visitor waits for nothing
    page.click(".felt form button")
    page.wait_for_selector("#test-sound:visible")
    return page


def test_sound_and_vibration_can_be_tried(page: "Page") -> None:
    page.tap("#test-sound")
    expect(page.locator("#test-said")).to_contain_text("叮咚")
    assert page.evaluate("asked.notes") == 2
    page.tap("#test-vibration")
    assert page.evaluate("asked.buzz") == [120]
    expect(page.locator("#test-said")).to_contain_text("震一下")


def test_a_muted_table_is_said_to_be_muted(page: "Page") -> None:
    page.evaluate("localStorage.setItem('yuhuan-table', JSON.stringify({sound: false}))")
    page.reload()
    page.tap("#test-sound")
    expect(page.locator("#test-said")).to_contain_text("关了声音")
    assert page.evaluate("asked.notes") == 0


def test_one_tip_is_shown_and_another_one_dealt(page: "Page") -> None:
    shown = page.locator("#tips li:visible")
    assert shown.count() == 1
    first = shown.inner_text()
    page.tap("#next-tip")
    assert shown.count() == 1
    assert shown.inner_text() != first


def test_the_room_is_passed_on_by_its_code(page: "Page") -> None:
    page.tap(".pass-on summary")
    assert page.locator(".pass-on .qr svg").is_visible()
    assert page.get_attribute("#invitation", "href") == page.url


def test_who_has_sat_down_in_a_practice_room_sees_the_choice_of_time_and_start(
    asgi_server: str, chromium: "Browser"
) -> None:
    from tests.pages import scenes
    from tests.tournaments.cast import begin

    room = scenes.aside(lambda: begin("room", kind="practice"))
    page = chromium.new_page(viewport=PHONE, has_touch=True, locale="zh-CN")  # type: ignore[arg-type]
    page.goto(f"{asgi_server}/events/{room.slug}/")
    page.click(".felt form button")
    page.wait_for_selector("text=你的恢复码")
    page.tap("#sit-down")
    expect(page.locator("[name=pace]:checked")).to_be_focused()
    bar = page.locator(".tab-bar").bounding_box()
    assert bar
    for shown in ("[name=pace] >> nth=0", "#start"):
        box = page.locator(shown).bounding_box()
        assert box
        assert 0 <= box["y"] <= bar["y"] - box["height"], shown
    page.context.close()


def test_rows_that_change_places_glide_unless_motion_is_unwanted(page: "Page") -> None:
    swap = """() => {
      const body = document.querySelector('#ranking tbody');
      document.body.dispatchEvent(new CustomEvent('htmx:beforeSwap'));
      body.append(body.firstElementChild);
      document.body.dispatchEvent(new CustomEvent('htmx:afterSwap'));
      return body.getAnimations({ subtree: true }).length;
    }"""
    assert page.evaluate(swap) > 1
    page.emulate_media(reduced_motion="reduce")
    page.wait_for_timeout(500)
    assert page.evaluate(swap) == 0
