"""The text mode: a hand played in words, by its buttons and by its command field alone."""

import pytest
from playwright.sync_api import Browser, Page

from tests.browser import table_views
from tests.browser.axe import findings
from tests.browser.table_page import FarEnd, opened, picture

pytestmark = pytest.mark.browser

GUARD_MS = 300  # a claim row ignores the first 250 ms


def enter(page: Page) -> None:
    """Into the text mode, by the keyboard."""
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.id") == "text-mode"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "command-input"


def command(page: Page, typed: str) -> str:
    """Type a command. Gives what the page answers."""
    page.focus("#command-input")
    page.keyboard.type(typed)
    page.keyboard.press("Enter")
    return page.inner_text("#command-answer")


def last_action(page: Page, far_end: FarEnd) -> object:
    far_end.settle()
    return far_end.acts()[-1]["action"]


def test_the_first_link_turns_the_board_into_words_and_is_remembered(chromium: Browser) -> None:
    with opened(chromium, table_views.late_hand()) as (page, _):
        enter(page)
        assert page.is_hidden("#centre")
        assert page.is_hidden("#hand")
        assert page.locator("h2:visible").all_inner_texts() == [
            "现在",
            "指令",
            "你的手牌：按一张即打出",
            "各家",
            "牌局记录",
        ]
        assert page.locator("h3:visible").count() == 4
        page.click("#menu")
        assert page.is_visible("#preferences")
        page.click("#panel-close")
        picture(page, "table_text_390", whole=True)
        page.reload()
        page.wait_for_selector("#text-hand button")
        page.click("#text-mode")
        assert page.is_visible("#centre")
        picture(page, "table_text_left_390")


def test_a_whole_hand_is_played_by_commands_alone(chromium: Browser) -> None:
    with opened(chromium, table_views.first_turn()) as (page, far_end):
        enter(page)
        assert "财神不能打" in (command(page, "3t") or page.inner_text("#prompt-text"))
        assert "没有" in command(page, "9s")
        command(page, "6z")
        assert last_action(page, far_end) == {"type": "discard", "tile": "6z"}
        far_end.show(
            table_views.three_chows() | {"decision": "d2"}, events=[{"type": "discard", "seat": 3, "tile": "5m"}]
        )
        page.wait_for_timeout(GUARD_MS + 100)
        assert "打出五万" in page.inner_text("#say-polite")
        assert "2：" in command(page, "z")
        command(page, "z2")
        assert last_action(page, far_end) == {"type": "chow", "tiles": ["4m", "6m"]}
        far_end.show(table_views.five_claims() | {"decision": "d3"})
        page.wait_for_timeout(GUARD_MS + 100)
        command(page, " ")
        assert last_action(page, far_end) == {"type": "pass"}
        far_end.show(table_views.first_turn() | {"decision": "d4"})
        command(page, "九万")
        assert last_action(page, far_end) == {"type": "discard", "tile": "9m"}
        far_end.show(table_views.robbing() | {"decision": "d5"})
        page.wait_for_timeout(GUARD_MS + 100)
        command(page, "j")
        assert last_action(page, far_end) == {"type": "win"}
        far_end.show(table_views.result())
        page.wait_for_selector("#sheet:not([hidden])")
        picture(page, "table_text_result_390")
        command(page, ".")
        assert far_end.acts()[-1]["decision"] == "r1"
        far_end.show(table_views.first_turn() | {"decision": "d9"})
        page.wait_for_selector("#sheet", state="hidden")


def test_the_hand_is_a_list_of_buttons_that_keeps_the_focus(chromium: Browser) -> None:
    with opened(chromium, table_views.first_turn()) as (page, far_end):
        enter(page)
        assert page.locator("#text-hand button").count() == 17
        page.locator("#text-hand button", has_text="发财").focus()
        page.keyboard.press("Enter")
        assert last_action(page, far_end) == {"type": "discard", "tile": "6z"}
        view = table_views.first_turn()
        mine = [name for name in view["mine"] if name != "6z"]
        far_end.show(table_views.table(mine=mine, drawn=None, turn=1, decision=None, legal=[], counts=[16, 17, 16, 16]))
        page.wait_for_function("document.querySelectorAll('#text-hand button').length === 16")
        assert page.evaluate("document.activeElement.className") == "text-tile"


def test_commands_read_out_what_lies_on_the_table(chromium: Browser) -> None:
    with opened(chromium, table_views.late_hand()) as (page, _):
        enter(page)
        assert "九万" in command(page, "l")
        assert "三筒" in command(page, "y")
        assert "轮到你" in command(page, "")
        assert "海风里的老渔夫阿德" in command(page, "r1")
        assert "补杠" in command(page, "m1") or "杠" in command(page, "m1")
        assert "没听懂" in command(page, "qq")
        assert "z2" in command(page, "?")


@pytest.mark.parametrize("language", ["zh-hans", "en"])
def test_neither_words_nor_an_opened_river_are_a_barrier(chromium: Browser, language: str) -> None:
    with opened(chromium, table_views.late_hand(), language=language) as (page, far_end):
        page.click("#river-1")
        found = findings(page, "river")
        page.keyboard.press("Escape")
        page.focus("#text-mode")
        page.keyboard.press("Enter")
        found += findings(page, "text")
        far_end.show(table_views.watching())
        page.wait_for_selector("#text-hand", state="hidden")
        found += findings(page, "watching text")
    assert found == []
