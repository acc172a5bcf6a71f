"""算分器 under the thumb: tiles tapped together, points without a press of the button, an address to pass on."""

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

HAND = "?wild=3p&concealed=123456m99m377p234s&meld=pong:777z&bonus=1&tile=3m"


@pytest.fixture
def page(asgi_server: str, chromium: "Browser") -> "Page":
    """The untouched page on a phone; any error in its scripts fails the test."""
    context = chromium.new_context(viewport={"width": 390, "height": 664}, locale="zh-CN", has_touch=True)
    page, errors = context.new_page(), []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda said: errors.append(said.text) if said.type == "error" else None)
    page.goto(f"{asgi_server}/calculator/")
    yield page
    context.close()
    assert not errors


def tap(page: "Page", *names: str) -> None:
    for name in names:
        key = page.locator(f"[data-key='{name}']")
        key.evaluate("key => key.scrollIntoView({block: 'center'})")
        key.click(force=True)  # a key that is off for now may be pressed as well; nothing comes of it


def test_a_hand_is_tapped_together_and_its_points_appear(page: "Page", asgi_server: str) -> None:
    tap(page, "3p")  # the first tile asked for is the wild one
    page.check("input[value=pong]", force=True)
    tap(page, "7z")
    expect(page.locator("#calc-count")).to_have_text("0 / 14")
    tap(page, *(["1m", "2m", "4m", "5m", "6m", "9m", "9m", "3p", "7p", "7p", "2s", "3s", "4s", "5z", "3m"]))
    expect(page.locator("#calc-verdict")).to_contain_text("胡")
    expect(page.locator("#calculated .total")).to_have_text("160 胡")
    assert page.locator("#calc-rack .winning").count() == 1
    page.wait_for_url("**/calculator/?**")
    assert "meld=pong:777z" in page.url
    page.select_option("#calc-bonus", "2")
    expect(page.locator("#calculated .total")).to_have_text("360 胡")
    page.reload()
    expect(page.locator("#calc-count")).to_have_text("14 / 14")


def test_no_fifth_tile_and_no_eighteenth_can_be_tapped(page: "Page") -> None:
    tap(page, "9s", *["1m"] * 6, *["9s"] * 4)
    expect(page.locator("#calc-count")).to_have_text("7 / 17")
    tap(page, *["2m", "3m", "4m"] * 4)
    expect(page.locator("#calc-count")).to_have_text("17 / 17")
    page.click("#calc-rack button >> nth=0")
    expect(page.locator("#calc-count")).to_have_text("16 / 17")


def test_nothing_runs_over_the_edge_of_a_small_phone(page: "Page", asgi_server: str) -> None:
    page.set_viewport_size({"width": 320, "height": 568})
    page.goto(f"{asgi_server}/calculator/{HAND}")
    assert page.evaluate("document.documentElement.scrollWidth") == 320
    for box in (key.bounding_box() for key in page.locator("[data-key]").all()):
        assert box is not None
        assert box["width"] >= 24
        assert box["height"] >= 40


def test_without_a_script_the_form_is_written_and_sent(asgi_server: str, chromium: "Browser") -> None:
    context = chromium.new_context(viewport={"width": 390, "height": 664}, locale="zh-CN", java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{asgi_server}/calculator/")
    assert page.is_hidden("#calc-board")
    for name, value in {"wild": "3p", "concealed": "123456m99m377p234s", "tile": "3m", "meld": "777z"}.items():
        page.fill(f"[name={name}]", value)
    page.select_option("[name=bonus]", "1")
    page.get_by_role("button", name="算胡数").click()
    expect(page.locator("#calculated .total")).to_have_text("160 胡")
    context.close()


def test_house_rules_count_at_once_and_show_what_the_chosen_rules_have(page: "Page", asgi_server: str) -> None:
    page.goto(f"{asgi_server}/calculator/{HAND}")
    expect(page.locator("#calculated .total")).to_have_text("160 胡")
    page.click("#calc-house summary")
    assert page.get_attribute("#calc-max_tai", "placeholder") == "4"
    page.select_option("#calc-rules", "folk")
    assert page.get_attribute("#calc-max_tai", "placeholder") == "5"
    page.fill("#calc-cap", "100")
    page.locator("#calc-cap").blur()
    expect(page.locator("#calculated .total")).to_have_text("100 胡")
    page.wait_for_url("**cap=100**")
    page.fill("#calc-cap", "lots")
    page.locator("#calc-cap").blur()
    expect(page.locator("#calculated [role=alert]")).to_contain_text("封顶胡数")
    assert page.input_value("#calc-cap") == "lots"
    page.locator("#calculated [role=alert] a").click()
    assert page.evaluate("document.activeElement.id || location.hash") in ("calc-cap", "#calc-cap")


def test_the_other_three_hands_settle_below_the_points(page: "Page", asgi_server: str) -> None:
    page.goto(f"{asgi_server}/calculator/{HAND}")
    expect(page.locator("#calculated .payments li")).to_have_count(6)
    page.click("#calc-others summary")
    page.fill("#calc-t2", "100")
    page.locator("#calc-t2").blur()
    expect(page.locator("#calculated .payments")).to_contain_text("100 胡")
    page.reload()
    assert page.input_value("#calc-t2") == "100"
