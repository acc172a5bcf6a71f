"""A whole hand on the running site without a pointer: once by keyboard, once in the text mode from its words alone."""

import re
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING

import pytest

from tests.running_site import RunningSite

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = [pytest.mark.browser, pytest.mark.slow]

HAND_S = 420
GUARD_MS = 300  # a claim row ignores the first 250 ms
LISTEN = """
  window.pointed = [];
  for (const type of ['pointerdown', 'mousedown', 'mousemove', 'touchstart']) {
    window.addEventListener(type, (event) => window.pointed.push(event.type), true);
  }
"""
HONOURS = ("东风", "南风", "西风", "北风", "白板", "发财", "红中")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningSite]:
    with RunningSite(tmp_path_factory.mktemp("site"), "yuhuan_no_mouse") as running:
        running.manage(
            "create_event", "--name", "慢慢打", "--slug", "slow", "--practice", "--seed-ms", "50", "--claim-min-ms", "50",
            "--draw-every-ms", "200", "--bot-after-ms", "200",
        )  # fmt: skip
        yield running


@pytest.fixture
def page(site: RunningSite, chromium: "Browser") -> Iterator["Page"]:
    """A desk whose mouse nobody touches; what its browser complains about fails the test."""
    context = chromium.new_context(viewport={"width": 1280, "height": 800}, locale="zh-CN", reduced_motion="reduce")
    context.add_init_script(LISTEN)
    page, complaints = context.new_page(), list[str]()
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    yield page
    pointed = page.evaluate("window.pointed")
    context.close()
    print(site.log())
    assert pointed == []
    assert not complaints


def until(page: "Page", condition: Callable[[], bool], seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, f"waited in vain at {page.url}"
        page.wait_for_timeout(50)


def tab_to(page: "Page", selector: str, most: int = 80) -> None:
    """Press Tab until what matches has the focus."""
    page.wait_for_selector(selector)
    for _ in range(most):
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not lead to {selector}")


def choose(page: "Page", selector: str) -> None:
    tab_to(page, selector)
    page.keyboard.press("Enter")


def sit_down(site: RunningSite, page: "Page", pace: int) -> None:
    """From the room's page to a table of one's own pace; `pace`: how often ↓ is pressed on the first one."""
    page.goto(f"{site.web[0]}/events/slow/")
    choose(page, "form[action$='/enter/'] button")
    page.wait_for_selector("#sit-down")
    choose(page, "#sit-down")
    until(page, lambda: page.evaluate("document.activeElement.name === 'pace'"), 10)
    for _ in range(pace):
        page.keyboard.press("ArrowDown")
    choose(page, "#start")
    page.wait_for_url("**/tables/*/", timeout=60_000)
    page.wait_for_selector("#net:not([data-level='down'])")


# --- by keyboard ------------------------------------------------------------------------------------------------


def test_a_hand_is_played_by_keyboard_alone_from_the_room_to_the_next_deal(site: RunningSite, page: "Page") -> None:
    sit_down(site, page, pace=3)
    until(page, lambda: page.locator("#hand [role=option]").count() > 0)
    assert page.is_visible("#no-limit")
    assert page.is_hidden("#clock")
    thrown = 0
    end = time.monotonic() + HAND_S
    while page.get_attribute("body", "data-phase") != "result":
        assert time.monotonic() < end, "the hand did not end"
        if page.locator("#claims button:enabled").count():
            answer_claim(page)
        elif page.locator("#hand.on-turn").count():
            thrown += throw_a_tile(page)
        page.wait_for_timeout(100)
    assert thrown > 0 or page.locator("#log p").count() > 2
    read_the_sheet_and_go_on(page)


def answer_claim(page: "Page") -> None:
    page.wait_for_timeout(GUARD_MS)
    if page.locator("#claims .win").count():
        page.keyboard.press("j")
    elif page.locator("#hand.on-turn").count():
        throw_a_tile(page)
    elif page.locator("#claims .pong").count():
        page.keyboard.press("k")
    else:
        page.keyboard.press("Space")


def throw_a_tile(page: "Page") -> bool:
    """Go to the drawn tile, from there to the first that may be thrown, and press Enter."""
    page.keyboard.press("d")
    for _ in range(20):
        if page.evaluate("document.activeElement.id") != "hand":
            tab_to(page, "#hand")
        if page.locator("#hand .cursor:not(.locked):not(.wild)").count():
            page.keyboard.press("Enter")
            page.wait_for_timeout(150)
            return True
        page.keyboard.press("ArrowLeft")
    raise AssertionError("no tile can be thrown")


def counted(page: "Page") -> bool:
    """Whether the score sheet is there, or that nobody won."""
    return re.search("胡|黄庄|流局", page.inner_text("#sheet-body")) is not None


def read_the_sheet_and_go_on(page: "Page") -> None:
    page.wait_for_selector("#sheet:not([hidden])")
    until(page, lambda: page.evaluate("document.activeElement.closest('#sheet') !== null"))
    until(page, lambda: counted(page))
    # A key meant for the last moment of a hand may have gone on to the next one already.
    before = page.inner_text("#hand-number")
    choose(page, "#sheet-continue")
    until(page, lambda: page.get_attribute("body", "data-phase") != "result")
    page.wait_for_selector("#sheet", state="hidden")
    until(page, lambda: page.inner_text("#hand-number") != before)


# --- in words ---------------------------------------------------------------------------------------------------


class SheetCame(Exception):
    """The hand has ended while a command was on its way to the field: the score sheet has the focus."""


class Words:
    """Somebody who sees nothing of the board: types commands, reads what is answered and what is announced."""

    def __init__(self, page: "Page") -> None:
        self.page = page

    def say(self, typed: str) -> str:
        """Type a command into the field that has the focus. Gives the answer. Raises SheetCame."""
        if self.page.evaluate("document.activeElement.id") != "command-input":
            assert self.page.is_visible("#sheet")
            raise SheetCame
        self.page.keyboard.type(typed)
        self.page.keyboard.press("Enter")
        return self.page.inner_text("#command-answer")

    def heard(self) -> str:
        """Everything announced by the polite region and the visible log."""
        return self.page.inner_text("#log") + str(self.page.text_content("#say-polite"))


def test_a_hand_is_played_in_the_text_mode_from_its_words_alone(site: RunningSite, page: "Page") -> None:
    sit_down(site, page, pace=1)
    page.evaluate("document.activeElement.blur()")
    choose(page, "#text-mode")
    words = Words(page)
    assert page.is_hidden("#centre")
    assert page.is_hidden("#hand")
    until(page, lambda: "财神是" in words.say("y"))
    thrown = play_in_words(words)
    if thrown:  # the log keeps the last sixty lines: what was thrown first may have left it
        assert any(f"打出{tile}" in words.heard() for tile in thrown)
    until(page, lambda: counted(page))
    until(page, lambda: page.evaluate("document.activeElement.closest('#sheet') !== null"))
    page.keyboard.press("Shift+Tab")
    tab_to(page, "#command-input")
    words.say(".")
    until(page, lambda: "本局结束" not in words.say("e"))
    assert page.is_hidden("#sheet")


def play_in_words(words: Words) -> list[str]:
    """Ask what to do and do it, until the hand is over. Gives the tiles thrown."""
    thrown: list[str] = []
    end = time.monotonic() + HAND_S
    with suppress(SheetCame):
        while "本局结束" not in (asked := words.say("e")):
            assert time.monotonic() < end, "the hand did not end"
            answer_in_words(words, asked, thrown)
            words.page.wait_for_timeout(350)
    return thrown


def answer_in_words(words: Words, asked: str, thrown: list[str]) -> None:
    """Do what is asked; what is thrown is added to `thrown`."""
    if "必须胡" in asked or re.search("你可以.*胡", asked) or re.search("打出.*，.*胡.*？|抢杠吗", asked):
        words.say("j")
    elif "请打出一张" in asked:
        thrown += throw_by_name(words)
    elif asked.endswith("？"):
        words.say("k" if "碰" in asked else ".")


def throw_by_name(words: Words) -> list[str]:
    """Hear the hand, keep the wild tile and pairs, throw an honour first. Gives what was thrown, if anything was."""
    wild = words.say("y")
    names = re.split("[、，：]", words.say("h").rstrip("。"))[1:]
    single = [name for name in names if names.count(name) == 1 and name not in wild]
    wanted = sorted(single or [name for name in names if name not in wild], key=lambda name: name not in HONOURS)
    assert wanted, names
    refused = words.say(wanted[0])
    return [] if refused else wanted[:1]
