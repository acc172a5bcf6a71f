"""The table by keyboard: every key of the list, the list itself, the order of the focus, and what holds it."""

import pytest
from playwright.sync_api import Browser, Page

from tests.browser import table_views
from tests.browser.table_page import FarEnd, forget, heard, opened, picture, until

pytestmark = pytest.mark.browser

GUARD_MS = 300  # a claim row ignores the first 250 ms
QUEUE_MS = 350  # what is said waits 300 ms for what comes at the same time
DESK = (1280, 800)


def press(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def said(page: Page, *keys: str) -> str:
    """What is read out at once after these keys."""
    page.wait_for_timeout(QUEUE_MS)
    forget(page)
    press(page, *keys)
    return heard(page).strip()


def at_cursor(page: Page) -> str | None:
    """The tile at which the keyboard is, while the hand has the focus."""
    assert page.evaluate("document.activeElement.id") == "hand"
    chosen = page.get_attribute("#hand", "aria-activedescendant")
    return page.get_attribute(f"#{chosen}", "data-tile")


def acts(page: Page, far_end: FarEnd) -> list[object]:
    far_end.settle()
    return [frame["action"] for frame in far_end.acts()]


@pytest.mark.parametrize(("keys", "name"), [("6z", "6z"), ("9w", "9m"), ("4t", "4p"), ("6s", "6s")])
def test_a_number_and_a_suit_lead_to_that_tile(chromium: Browser, keys: str, name: str) -> None:
    with opened(chromium, table_views.first_turn()) as (page, far_end):
        press(page, *keys)
        assert at_cursor(page) == name
        press(page, "Enter")
        assert acts(page, far_end) == [{"type": "discard", "tile": name}]


def test_the_same_number_and_suit_go_round_the_tiles_of_that_kind(chromium: Browser) -> None:
    with opened(chromium, table_views.first_turn()) as (page, _):
        places = []
        for _round in range(3):
            press(page, "6", "s")
            places.append(page.get_attribute("#hand", "aria-activedescendant"))
        assert places[0] != places[1]
        assert places[2] == places[0]


def test_a_tile_not_held_and_a_second_key_that_means_nothing_change_nothing(chromium: Browser) -> None:
    with opened(chromium, table_views.first_turn()) as (page, far_end):
        assert "九条" in said(page, "9", "s")
        press(page, "6", "z")
        assert at_cursor(page) == "6z"
        assert "没有" not in said(page, "9", "e")
        assert at_cursor(page) == "6z"
        assert acts(page, far_end) == []


def test_d_leads_to_the_drawn_tile(chromium: Browser) -> None:
    with opened(chromium, table_views.first_turn()) as (page, far_end):
        press(page, "d")
        assert at_cursor(page) == "9m"
        far_end.show(table_views.waiting_for_others())
        until(page, "document.querySelectorAll('#hand .drawn').length === 0")
        assert "没有摸牌" in said(page, "d")


def test_letters_read_the_table_out(chromium: Browser) -> None:
    view = table_views.late_hand()
    with opened(chromium, view, DESK) as (page, _):
        assert "Maximiliane" in said(page, "l")
        assert "九万" in said(page, "l")
        assert "秒" in said(page, "c")
        assert "二万" in said(page, "h")
        assert "三筒" in said(page, "y")
        assert "1,120" in said(page, "p")
        assert "轮到你" in said(page, "e")
        for place, name in enumerate(view["names"]):
            assert name in said(page, "r", str(place))
            assert name in said(page, "m", str(place))
        assert "暗杠" in said(page, "m", "1")


def test_a_turns_the_sound_off_and_on_and_says_so(chromium: Browser) -> None:
    with opened(chromium, table_views.first_turn()) as (page, _):
        assert said(page, "a") == "声音已关"
        page.click("#menu")
        assert page.get_attribute(".toggle[data-preference='sound']", "aria-pressed") == "false"
        press(page, "Escape")
        assert said(page, "a") == "声音已打开"


def test_without_sound_nothing_is_heard(chromium: Browser) -> None:
    from tests.browser.test_table_preferences import KNOCK, LISTEN

    with opened(chromium, table_views.waiting_for_others()) as (page, far_end):
        page.evaluate(LISTEN)
        said(page, "a")
        far_end.show(table_views.waiting_for_others(), events=KNOCK)
        assert page.evaluate("heard") == []
        said(page, "a")
        far_end.show(table_views.waiting_for_others(), events=KNOCK)
        until(page, "heard.length > 0")


def test_i_asks_the_server_to_sort_or_not_to(chromium: Browser) -> None:
    with opened(chromium, table_views.first_turn()) as (page, far_end):
        page.wait_for_timeout(GUARD_MS)
        assert said(page, "i") == "不再理牌"
        assert [frame["wishes"] for frame in far_end.sent if frame["type"] == "wish"] == [[]]
        far_end.show(table_views.table(wishes=[]))
        page.wait_for_selector("[data-wish='sort'][aria-pressed='false']")
        assert said(page, "i") == "已理牌"


def test_shift_and_an_arrow_move_a_tile_where_the_reader_lays_them(chromium: Browser) -> None:
    order = "nodes => nodes.map(node => node.dataset.tile)"
    with opened(chromium, table_views.table(wishes=[])) as (page, _):
        before = page.eval_on_selector_all("#hand [role=option]", order)
        press(page, "Home", "Shift+ArrowRight", "Shift+ArrowRight")
        after = page.eval_on_selector_all("#hand [role=option]", order)
        assert after == [*before[1:3], before[0], *before[3:]]
        press(page, "Shift+ArrowLeft", "Shift+ArrowLeft")
        assert page.eval_on_selector_all("#hand [role=option]", order) == before


def test_sorted_tiles_stay_where_they_are_and_the_page_says_why(chromium: Browser) -> None:
    order = "nodes => nodes.map(node => node.dataset.tile)"
    with opened(chromium, table_views.first_turn()) as (page, _):
        before = page.eval_on_selector_all("#hand [role=option]", order)
        assert "理牌" in said(page, "Home", "Shift+ArrowRight")
        assert page.eval_on_selector_all("#hand [role=option]", order) == before


def test_letters_claim_and_escape_leaves_a_choice_before_it_passes(chromium: Browser) -> None:
    with opened(chromium, table_views.five_claims()) as (page, far_end):
        page.wait_for_timeout(GUARD_MS)
        press(page, "z")
        assert page.locator("#claims .thumbnail").count() == 2
        press(page, "Escape")
        assert page.locator("#claims .thumbnail").count() == 0
        assert acts(page, far_end) == []
        press(page, "Escape")
        assert acts(page, far_end) == [{"type": "pass"}]


def test_question_mark_lists_every_key_in_a_dialog_that_keeps_and_returns_the_focus(chromium: Browser) -> None:
    with opened(chromium, table_views.first_turn(), DESK) as (page, far_end):
        press(page, "6", "z", "?")
        assert page.is_visible("#key-help")
        outside = "!document.activeElement.closest('#key-help') && document.activeElement !== document.body"
        for key in ["Tab"] * 12 + ["Shift+Tab"] * 12:
            press(page, key)
            assert not page.evaluate(outside)
        picture(page, "table_keys_1280")
        press(page, "Escape")
        assert page.is_hidden("#key-help")
        assert at_cursor(page) == "6z"
        assert acts(page, far_end) == []


def test_no_key_plays_while_the_list_is_open(chromium: Browser) -> None:
    with opened(chromium, table_views.five_claims(), DESK) as (page, far_end):
        page.wait_for_timeout(GUARD_MS)
        press(page, "?")
        page.focus("#key-help-close")
        press(page, "k", "j", "ArrowLeft")
        assert acts(page, far_end) == []


def test_every_key_that_does_something_is_in_the_list(chromium: Browser) -> None:
    with opened(chromium, table_views.first_turn(), DESK) as (page, _):
        press(page, "?")
        listed = page.locator("#key-help kbd").all_inner_texts()
        letters = page.eval_on_selector_all("#key-help .key-letters input", "nodes => nodes.map(node => node.value)")
        assert letters == ["j", "k", "g", "z"]
        assert {"d", "a", "i", "l", "c", "h", "y", "p", "e", "r", "m", "b", "w", "t", "s", "?"} <= set(listed)
        assert {"←", "→", "↑", "↓", "Home", "End", "Enter", "Space", "Esc", "Shift"} <= set(listed)


def remap(page: Page, claim: str, letter: str) -> str:
    """Choose another letter in the open list. Gives what is said against it."""
    page.focus(f"#key-{claim}")
    page.keyboard.press(letter)
    return page.inner_text("#key-problem")


def test_another_letter_may_claim_and_is_remembered(chromium: Browser) -> None:
    with opened(chromium, table_views.five_claims(), DESK) as (page, far_end):
        press(page, "?")
        assert remap(page, "pong", "x") == ""
        press(page, "Escape")
        page.reload()
        page.wait_for_selector("#claims .pong:not([disabled])")
        page.wait_for_timeout(GUARD_MS)
        press(page, "k")
        assert acts(page, far_end) == []
        press(page, "x")
        assert acts(page, far_end) == [{"type": "pong"}]


def test_a_letter_that_does_something_else_is_refused_with_a_sentence(chromium: Browser) -> None:
    with opened(chromium, table_views.first_turn(), DESK) as (page, _):
        press(page, "?")
        assert "胡" in remap(page, "pong", "j")
        assert "另有用处" in remap(page, "pong", "m")
        assert "a 到 z" in remap(page, "pong", "5")
        picture(page, "table_keys_refused_1280")
        page.focus("#key-win")
        assert page.input_value("#key-pong") == "k"


def test_letters_can_be_switched_off_while_arrows_still_play(chromium: Browser) -> None:
    with opened(chromium, table_views.five_claims(), DESK) as (page, far_end):
        page.click("#menu")
        page.click("#open-keys")
        page.click("#key-help .toggle[data-preference='keys']")
        press(page, "Escape", "Escape")
        page.wait_for_timeout(GUARD_MS)
        press(page, "k", "z", "?", "a")
        assert page.is_hidden("#key-help")
        assert page.locator("#claims .thumbnail").count() == 0
        assert acts(page, far_end) == []
        press(page, "Escape")
        assert acts(page, far_end) == [{"type": "pass"}]


@pytest.mark.parametrize("mobile", [True, False])
def test_a_phone_without_a_keyboard_is_not_shown_one(chromium: Browser, mobile: bool) -> None:
    device = {"is_mobile": True, "has_touch": True} if mobile else {"has_touch": False}
    with opened(chromium, table_views.first_turn(), **device) as (page, _):
        page.click("#menu")
        assert page.is_visible("#preferences")
        assert page.is_visible("#open-keys") != mobile


def tabbed(page: Page, steps: int) -> list[str]:
    """Through which parts of the page Tab leads, each named once in a row."""
    page.focus("#text-mode")
    part = """() => { const at = document.activeElement;
      const parts = ['#text-mode', '.bar', '#prompt', '#claims', '#hand', '#wishes', '.river', '#panel'];
      return parts.find(one => at.closest(one)) ?? at.tagName; }"""
    found = ["#text-mode"]
    for _ in range(steps):
        press(page, "Tab")
        where = page.evaluate(part)
        if not found or found[-1] != where:
            found.append(where)
    return found


@pytest.mark.parametrize("size", [(390, 664), DESK], ids=str)
def test_the_focus_goes_from_what_is_asked_over_the_hand_to_the_seats(chromium: Browser, size: tuple[int, int]) -> None:
    with opened(chromium, table_views.five_claims(), size, claim_mode="uniform") as (page, far_end):
        order = tabbed(page, 16)
        assert [one for one in order if one != "BODY"][:6] == [
            "#text-mode", ".bar", "#prompt", "#claims", "#hand", ".river",
        ]  # fmt: skip
        assert ("#panel" in order) == (size == DESK)
        far_end.show(table_views.late_hand())
        page.wait_for_selector("#wishes:not([hidden])")
        order = [one for one in tabbed(page, 13) if one != "BODY"]
        assert order[:5] == ["#text-mode", ".bar", "#hand", "#wishes", ".river"]


def test_the_score_sheet_leads_on_although_the_answer_to_the_last_move_is_still_on_its_way(chromium: Browser) -> None:
    with opened(chromium, table_views.first_turn(), DESK) as (page, far_end):
        page.focus("#hand")
        far_end.answer = lambda frame: None
        press(page, "d", "Enter")
        (act,) = acts_of(far_end)
        far_end.show(table_views.result())
        page.wait_for_selector("#sheet:not([hidden])")
        assert page.evaluate("document.activeElement.id") == "sheet-body"
        far_end.send({"type": "ack", "id": act["id"], "v": far_end.v})
        until(page, "document.activeElement.id === 'sheet-continue'")


def acts_of(far_end: FarEnd) -> list[dict[str, object]]:
    far_end.settle()
    return far_end.acts()


def test_the_score_sheet_keeps_the_focus_and_gives_it_back(chromium: Browser) -> None:
    with opened(chromium, table_views.first_turn(), DESK) as (page, far_end):
        page.focus("#hand")
        far_end.show(table_views.result())
        page.wait_for_selector("#sheet:not([hidden])")
        until(page, "document.activeElement.id === 'sheet-continue'")
        assert page.get_attribute("#sheet", "aria-modal") == "true"
        for key in ["Tab"] * 14 + ["Shift+Tab"] * 14:
            press(page, key)
            assert page.evaluate("document.activeElement.closest('#sheet') !== null")
        press(page, "Escape")
        assert page.get_attribute("#sheet-fold", "aria-expanded") == "false"
        press(page, "Enter")
        assert page.get_attribute("#sheet-fold", "aria-expanded") == "true"
        page.focus("#sheet-continue")
        press(page, "Enter")
        assert acts(page, far_end) == [{"type": "pass"}]
        far_end.show(table_views.first_turn() | {"decision": "d9"})
        page.wait_for_selector("#sheet", state="hidden")
        assert page.evaluate("document.activeElement.id") == "hand"


def test_a_lost_line_takes_the_focus_and_gives_it_back(chromium: Browser) -> None:
    with opened(chromium, table_views.first_turn(), DESK) as (page, far_end):
        page.focus("#hand")
        far_end.sockets[-1].close(code=4003)
        page.wait_for_selector("#offline:not([hidden])")
        assert page.evaluate("document.activeElement.matches('#offline a')")
        for key in ("Tab", "Tab", "Shift+Tab"):
            press(page, key)
            assert page.evaluate("document.activeElement.closest('#offline') !== null")


# A network that is down, as a page meets it; a real one would be an error in the browser's console, which ends a test.
NO_LINE = """() => {
  window.real = window.WebSocket;
  window.WebSocket = class { constructor() { setTimeout(() => this.onclose?.({ code: 1006 }), 50); } close() {} send() {} };
}"""


def test_the_focus_returns_to_the_hand_when_the_line_is_back(chromium: Browser) -> None:
    with opened(chromium, table_views.first_turn(), DESK) as (page, far_end):
        page.focus("#hand")
        page.route("**/api/tables/t1", lambda route: route.fulfill(json={}))
        page.evaluate(NO_LINE)
        far_end.sockets[-1].close(code=1012)
        page.wait_for_selector("#offline:not([hidden])", timeout=30_000)
        assert page.evaluate("document.activeElement.id") == "retry"
        page.evaluate("() => { window.WebSocket = window.real; }")
        press(page, "Enter")
        page.wait_for_selector("#offline", state="hidden", timeout=30_000)
        assert page.evaluate("document.activeElement.id") == "hand"
