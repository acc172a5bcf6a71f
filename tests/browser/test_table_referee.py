"""The referee's hand as the players see it: a table that stands still, notices, calls, reports, phrases."""

import pytest
from playwright.sync_api import Browser, Page

from tests.browser import table_views
from tests.browser.table_page import opened, picture

pytestmark = pytest.mark.browser

HALT = {"why": "dispute", "text": "西家说他先喊的碰,裁判在看回放。"}
STOPPED = {"halts": [HALT], "decision": None, "legal": []}


def open_panel(page: Page) -> None:
    page.click("#menu")
    page.wait_for_selector("#speak", state="visible")


@pytest.mark.parametrize(
    ("size", "language"),
    [((390, 664), "zh-hans"), ((360, 600), "en"), ((750, 340), "zh-hans"), ((640, 300), "en"), ((1280, 800), "zh-hans"),
     ((320, 568), "zh-hans")],
)  # fmt: skip
def test_a_table_that_stands_still_says_why_and_its_clock_stands(
    chromium: Browser, size: tuple[int, int], language: str
) -> None:
    notice = {"number": 1, "code": "time", "text": "网不好", "seat": 1, "seconds": 30}
    with opened(chromium, table_views.late_hand() | STOPPED | {"notices": [notice]}, size, language) as (page, far_end):
        assert HALT["text"] in page.inner_text("#halt")
        assert "30" in page.inner_text("#notice")
        left = page.inner_text("#clock-number")
        page.wait_for_timeout(1500)
        assert page.inner_text("#clock-number") == left
        inside = page.evaluate(
            "() => ['halt', 'notice'].every(id => { const box = document.getElementById(id).getBoundingClientRect();"
            " return box.left >= 0 && box.right <= innerWidth && box.top >= 0 && box.bottom <= innerHeight; })"
        )
        assert inside
        picture(page, f"referee-{size[0]}x{size[1]}-{language}")
        page.click("#notice-close")
        far_end.show(table_views.late_hand())
        page.wait_for_selector("#halt", state="hidden")
        assert not page.is_visible("#notice")


def test_a_notice_is_told_once_and_kept_in_the_log(chromium: Browser) -> None:
    warned = {"number": 1, "code": "warned", "text": "<b>别催人</b>", "count": 1}
    with opened(chromium, table_views.first_turn() | {"notices": [warned]}) as (page, far_end):
        assert "<b>别催人</b>" in page.inner_text("#notice-text")
        page.click("#notice-close")
        far_end.show(table_views.first_turn() | {"notices": [warned]})
        page.wait_for_timeout(200)
        assert not page.is_visible("#notice")
        assert page.locator("#say-polite p", has_text="别催人").count() == 1


def test_a_seat_that_is_played_for_cannot_be_taken_back(chromium: Browser) -> None:
    view = table_views.first_turn() | {"held": True, "decision": None, "legal": [], "present": ["auto", *["here"] * 3]}
    with opened(chromium, view) as (page, far_end):
        assert not page.is_visible("#take-back")
        assert "托管" in page.inner_text("#prompt-text")
        far_end.show(view | {"held": False})
        assert page.is_visible("#take-back")


@pytest.mark.parametrize(("size", "language"), [((390, 664), "zh-hans"), ((640, 300), "en"), ((1280, 800), "en")])
def test_the_referee_is_called_and_a_player_reported_from_the_menu(
    chromium: Browser, size: tuple[int, int], language: str
) -> None:
    with opened(chromium, table_views.first_turn(), size, language) as (page, far_end):
        open_panel(page)
        picture(page, f"speak-{size[0]}x{size[1]}-{language}")
        page.click("#speak details:first-of-type summary")
        page.fill("#call-text", "他看了我的牌")
        page.click("#call")
        page.wait_for_function("document.getElementById('call-text').value === ''")
        page.click("#report-part summary")
        assert page.locator("#report-seat option").count() == 2
        page.select_option("#report-seat", "3")
        page.select_option("#report-kind", "stalling")
        page.fill("#report-text", "每张都等到最后一秒")
        page.click("#report")
        page.wait_for_function("document.getElementById('report-text').value === ''")
        picture(page, f"report-{size[0]}x{size[1]}-{language}")
        sent = {frame["type"]: frame for frame in far_end.sent}
        assert sent["call"]["text"] == "他看了我的牌"
        report = sent["report"]
        assert (report["seat"], report["kind"], report["text"]) == (3, "stalling", "每张都等到最后一秒")


def test_a_refused_call_says_so_and_may_be_tried_again(chromium: Browser) -> None:
    with opened(chromium, table_views.first_turn()) as (page, far_end):
        far_end.answer = lambda frame: {"type": "refused", "id": frame["id"], "code": "busy", "message": "x"}
        open_panel(page)
        page.click("#speak details:first-of-type summary")
        page.click("#call")
        page.wait_for_function("document.getElementById('speak-said').textContent !== ''")
        assert page.is_enabled("#call")
        assert page.locator("#prompt.note").count() == 0


def test_a_phrase_is_shown_over_the_plate_unless_the_reader_wants_none(chromium: Browser) -> None:
    with opened(chromium, table_views.first_turn()) as (page, far_end):
        far_end.send({"type": "phrase", "seat": 2, "phrase": "nice"})
        page.wait_for_selector(".callout.said")
        assert page.get_attribute(".callout.said", "data-place") == "2"
        picture(page, "phrase-390x664")
        far_end.send({"type": "phrase", "seat": 2, "phrase": "<img>"})
        open_panel(page)
        page.click("#phrases button:nth-child(1)")
        page.wait_for_function("document.querySelectorAll('#phrases button').length === 9")
        assert any(frame["type"] == "phrase" and frame["phrase"] == "hello" for frame in far_end.sent)
        page.click("[data-preference=phrases]")
        page.wait_for_timeout(4200)
        far_end.send({"type": "phrase", "seat": 1, "phrase": "hurry"})
        page.wait_for_timeout(300)
        assert page.locator(".callout.said").count() == 0


def test_a_watcher_neither_speaks_nor_calls(chromium: Browser) -> None:
    with opened(chromium, table_views.first_turn() | {"seat": None, "legal": None, "decision": None}) as (page, _):
        page.click("#menu")
        assert not page.is_visible("#speak")


def test_a_voided_hand_is_marked_on_its_sheet(chromium: Browser) -> None:
    view = table_views.result()
    with opened(chromium, view) as (page, far_end):
        assert page.locator("#sheet .void").count() == 0
        far_end.show(view | {"result": view["result"] | {"void": "牌墙倒了"}})
        page.wait_for_selector("#sheet .void")
        assert "作废" in page.inner_text("#sheet .void")


def test_a_table_among_friends_plays_without_a_referee(chromium: Browser) -> None:
    with opened(chromium, table_views.first_turn(), private=True) as (page, far_end):
        tile = page.locator("#hand [role=option]:not(.wild)").first
        tile.click()
        tile.click()
        page.wait_for_function("document.querySelector('#hand .pending, #river-0 .tile') !== null")
        assert [frame["action"]["type"] for frame in far_end.sent if frame["type"] == "act"] == ["discard"]
        open_panel(page)
        assert page.locator("#call, #report").count() == 0
