"""The first lesson played from card to card: by touch, by keyboard alone, in both languages, at every size."""

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.axe import findings
from tests.browser.camera import DRAWN
from tests.browser.table_page import picture

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

SIZES = ((390, 664), (320, 568), (360, 600), (750, 340), (1280, 800))


def opened(
    chromium: "Browser", address: str, size: tuple[int, int], language: str = "zh-CN", **options: object
) -> "Page":
    context = chromium.new_context(
        viewport={"width": size[0], "height": size[1]}, locale=language, reduced_motion="reduce", **options
    )  # type: ignore[arg-type]
    page = context.new_page()
    page.complaints = []  # type: ignore[attr-defined]
    page.on("pageerror", lambda error: page.complaints.append(str(error)))  # type: ignore[attr-defined]
    page.goto(f"{address}/learn/")
    page.click("#open-lesson")
    page.wait_for_selector("#hand .tile")
    return page


def number(page: "Page") -> int:
    return int(page.inner_text("#coach-count").split("/")[0])


def wait_for_card(page: "Page", number: int) -> None:
    expect(page.locator("#coach-count")).to_have_text(re.compile(f"^{number}/"), timeout=20_000)


def cards(page: "Page") -> list[dict]:
    return page.evaluate("JSON.parse(document.getElementById('lesson').textContent).cards")


def answer(page: "Page", wanted: dict) -> None:
    """What the card asks, with the pointer."""
    page.wait_for_timeout(300)  # claims listen after a moment, so that a discard's tap never lands on them
    if wanted["type"] == "discard":
        tile = page.locator(f"#hand .tile[data-tile='{wanted['tile']}']").last
        tile.click()
        tile.click()
        return
    key = {"kong_open": "kong"}.get(wanted["type"], wanted["type"])
    page.click(f"#claims [data-key='{key}']")
    if wanted["type"] == "chow":
        page.wait_for_selector("#claims .thumbnail")
        names = page.locator("#claims .thumbnail").all()
        held = sorted(wanted["tiles"])
        for name in names:
            tiles = [tile.get_attribute("data-tile") for tile in name.locator(".tile:not(.claimed)").all()]
            if sorted(filter(None, tiles)) == held:
                name.click()
                return
        raise AssertionError(f"no chow with {held}")


def go_through(page: "Page", language: str) -> None:
    told = cards(page)
    for index, card in enumerate(told):
        wait_for_card(page, index + 1)
        for width, height in (*SIZES[1:], SIZES[0]):
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate(DRAWN)
            where = f"card {index + 1} at {width}x{height}"
            picture(page, f"lesson_{width}x{height}_{language}_{index + 1:02}")
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), where
            assert page.evaluate(OVERLAPS) == [], where
        if card["answer"]:
            answer(page, card["answer"])
        elif index + 1 < len(told):
            page.click("#coach-on")
    page.click("#coach-on")
    assert page.is_hidden("#stage")
    assert page.evaluate("document.activeElement.id") == "lesson-score"


FOCUSED_TILES = (
    """() => [...document.activeElement.querySelectorAll(".tile:not(.claimed)")].map((tile) => tile.dataset.tile)"""
)
OVERLAPS = """() => {
  const box = (id) => document.getElementById(id).getBoundingClientRect();
  const apart = (a, b) => a.right <= b.left + 1 || b.right <= a.left + 1 || a.bottom <= b.top + 1 || b.bottom <= a.top + 1;
  const parts = ["coach", "hand", "claims", "prompt", "centre", "plate-2", "river-0", "river-2"];
  const found = [];
  for (const [at, one] of parts.entries()) {
    const area = box(one);
    if (area.width && (area.bottom > innerHeight + 1 || area.right > innerWidth + 1)) found.push(one);
    for (const other of parts.slice(at + 1)) {
      const second = box(other);
      if (area.width * area.height && second.width * second.height && !apart(area, second)) found.push(`${one} ${other}`);
    }
  }
  const coach = document.getElementById("coach");
  if (coach.scrollHeight > coach.clientHeight + 1) found.push("the coach scrolls");
  return found;
}"""


@pytest.mark.parametrize("language", ["zh-CN", "en"])
def test_the_lesson_is_played_to_its_end_and_fits_every_size(
    asgi_server: str, chromium: "Browser", language: str
) -> None:
    page = opened(chromium, asgi_server, SIZES[0], language)
    go_through(page, language)
    assert page.complaints == []  # type: ignore[attr-defined]
    page.context.close()


def test_another_choice_is_explained_and_changes_nothing(asgi_server: str, chromium: "Browser") -> None:
    page = opened(chromium, asgi_server, (390, 664))
    told = cards(page)
    page.click("#coach-on")
    page.click("#coach-on")
    assert number(page) == 3
    before = page.locator("#hand .tile").count()
    for tile in ("6z", "3s"):  # one of a pair; the wild tile
        page.locator(f"#hand .tile[data-tile='{tile}']").first.click()
        page.locator(f"#hand .tile[data-tile='{tile}']").first.click()
        assert page.inner_text("#coach-nudge")
        assert (number(page), page.locator("#hand .tile").count()) == (3, before)
    answer(page, told[2]["answer"])
    wait_for_card(page, 4)
    assert page.inner_text("#coach-nudge") == ""
    page.wait_for_timeout(300)
    page.click("#claims [data-key='pass']")
    assert page.inner_text("#coach-nudge") == told[3]["nudge"]
    page.click("#coach-back")
    assert number(page) == 3
    assert page.locator("#hand .tile").count() == before
    page.click("#close-lesson")
    assert page.is_hidden("#stage")
    page.context.close()


def test_the_lesson_is_played_with_the_keyboard_alone(asgi_server: str, chromium: "Browser") -> None:
    context = chromium.new_context(viewport={"width": 1280, "height": 800}, locale="zh-CN", reduced_motion="reduce")
    page = context.new_page()
    page.goto(f"{asgi_server}/learn/")
    page.wait_for_selector("#open-lesson:not([hidden])")
    page.focus("#open-lesson")
    page.keyboard.press("Enter")
    for _ in range(8):
        page.keyboard.press("Tab")
        assert page.evaluate(
            "document.activeElement === document.body || document.activeElement.closest('#stage') !== null"
        )
    page.focus("#coach-on")
    keys = {"pong": "k", "kong_open": "g", "chow": "z", "win": "j", "pass": " "}
    told = cards(page)
    for index, card in enumerate(told):
        wait_for_card(page, index + 1)
        page.wait_for_timeout(300)
        wanted = card["answer"]
        if wanted is None:
            page.keyboard.press("Enter")
        elif wanted["type"] == "discard":
            page.keyboard.press("Home")
            while page.locator("#hand .cursor").get_attribute("data-tile") != wanted["tile"]:
                page.keyboard.press("ArrowRight")
            page.keyboard.press("Enter")
        else:
            if wanted["type"] == "pass":
                page.focus("#hand")
            page.keyboard.press(keys[wanted["type"]])
            if wanted["type"] == "chow":
                while sorted(page.evaluate(FOCUSED_TILES)) != sorted(wanted["tiles"]):
                    page.keyboard.press("Tab")
                page.keyboard.press("Enter")
    assert page.is_hidden("#stage")
    context.close()


def test_the_open_lesson_has_no_barrier(asgi_server: str, chromium: "Browser") -> None:
    """axe at a card to read and at one that asks for a throw."""
    page = opened(chromium, asgi_server, (390, 664))
    found = findings(page, "card 1")
    page.click("#coach-on")
    page.click("#coach-on")
    found += findings(page, "card 3")
    assert found == []
    page.context.close()


def test_without_a_script_the_lesson_is_read(asgi_server: str, chromium: "Browser") -> None:
    context = chromium.new_context(viewport={"width": 390, "height": 664}, java_script_enabled=False, locale="zh-CN")
    page = context.new_page()
    page.goto(f"{asgi_server}/learn/")
    page.click("#lesson-text summary")
    assert page.locator(".lesson-cards li").count() == 14
    assert page.is_hidden("#open-lesson")
    picture(page, "lesson_plain_390x664", whole=True)
    context.close()


def test_what_a_card_asks_for_is_ringed_and_a_reading_card_asks_nothing(asgi_server: str, chromium: "Browser") -> None:
    page = opened(chromium, asgi_server, (390, 664))
    assert page.locator(".wanted").count() == 0
    assert page.locator("#prompt.asks").count() == 0
    for index, card in enumerate(cards(page)):
        wait_for_card(page, index + 1)
        wanted = card["answer"]
        if wanted is None:
            assert page.locator("#stage .wanted").count() == 0
            page.click("#coach-on")
            continue
        if wanted["type"] == "discard":
            assert page.get_attribute("#hand .wanted", "data-tile") == wanted["tile"]
        else:
            key = {"kong_open": "kong"}.get(wanted["type"], wanted["type"])
            assert page.get_attribute("#claims .wanted", "data-key") == key
        answer(page, wanted)
    page.context.close()


def test_lifting_the_tile_that_makes_ready_shows_what_one_would_wait_for(asgi_server: str, chromium: "Browser") -> None:
    page = opened(chromium, asgi_server, (390, 664))
    told = cards(page)
    at = next(index for index, card in enumerate(told) if card["worth"]["waits"]) - 1  # the card before the first wait
    for index in range(at):
        wait_for_card(page, index + 1)
        if told[index]["answer"]:
            answer(page, told[index]["answer"])
        else:
            page.click("#coach-on")
    wait_for_card(page, at + 1)
    assert page.is_hidden("#waits")
    page.wait_for_timeout(300)
    page.locator(f"#hand .tile[data-tile='{told[at]['answer']['tile']}']").last.click()
    expect(page.locator("#waits")).to_be_visible()
    shown = page.eval_on_selector_all("#waits .tile", "nodes => nodes.map(node => node.dataset.tile)")
    assert sorted(shown) == sorted(wait["tile"] for wait in told[at + 1]["worth"]["waits"])
    page.context.close()
