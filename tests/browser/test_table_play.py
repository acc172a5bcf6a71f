"""What the table's page sends and shows: taps, keys, acknowledgements, reconnecting, words."""

import re

import pytest
from playwright.sync_api import Browser, Page

from tests.browser import table_views
from tests.browser.table_page import FarEnd, opened

pytestmark = pytest.mark.browser

GUARD_MS = 300  # a claim row ignores the first 250 ms


def tile(page: Page, name: str) -> None:
    page.locator(f"#hand [data-tile='{name}']").first.click()


def sent_discards(far_end: FarEnd) -> list[str]:
    return [frame["action"]["tile"] for frame in far_end.acts() if frame["action"]["type"] == "discard"]


def test_a_first_tap_lifts_and_a_second_discards(chromium: Browser) -> None:
    with opened(chromium, table_views.first_turn()) as (page, far_end):
        tile(page, "9m")
        page.wait_for_selector("#hand .lifted")
        assert far_end.acts() == []
        tile(page, "9m")
        far_end.settle()
        assert sent_discards(far_end) == ["9m"]
        assert far_end.acts()[0]["decision"] == "d1"


def test_another_tile_lifts_instead_of_the_first(chromium: Browser) -> None:
    with opened(chromium, table_views.first_turn()) as (page, far_end):
        tile(page, "9m")
        tile(page, "6z")
        assert page.locator("#hand .lifted").get_attribute("data-tile") == "6z"
        assert far_end.acts() == []


def test_a_swipe_upwards_discards_at_once(chromium: Browser) -> None:
    with opened(chromium, table_views.first_turn()) as (page, far_end):
        box = page.locator("#hand [data-tile='6z']").bounding_box()
        assert box is not None
        page.mouse.move(box["x"] + 15, box["y"] + 30)
        page.mouse.down()
        page.mouse.move(box["x"] + 15, box["y"] - 20, steps=4)
        page.mouse.up()
        far_end.settle()
        assert sent_discards(far_end) == ["6z"]


def test_a_press_that_slides_off_the_tile_does_nothing(chromium: Browser) -> None:
    with opened(chromium, table_views.first_turn()) as (page, far_end):
        box = page.locator("#hand [data-tile='6z']").bounding_box()
        assert box is not None
        page.mouse.move(box["x"] + 15, box["y"] + 30)
        page.mouse.down()
        page.mouse.move(box["x"] - 150, box["y"] + 30, steps=4)
        page.mouse.up()
        assert far_end.acts() == []
        assert page.locator("#hand .lifted").count() == 0


def test_a_wild_tile_is_not_discarded_and_the_page_says_why(chromium: Browser) -> None:
    with opened(chromium, table_views.first_turn()) as (page, far_end):
        tile(page, "3p")
        tile(page, "3p")
        page.wait_for_selector("#prompt.note")
        assert page.inner_text("#prompt-text").startswith("财神不能打")
        assert far_end.acts() == []


def test_wild_tiles_lie_leftmost_and_the_drawn_tile_last(chromium: Browser) -> None:
    with opened(chromium, table_views.first_turn()) as (page, _):
        names = page.eval_on_selector_all("#hand [role=option]", "nodes => nodes.map(node => node.dataset.tile)")
        assert names[:2] == ["3p", "3p"]
        assert names[-1] == "9m"
        assert names[2:-1] == sorted(names[2:-1], key=lambda name: (name[1], name[0]))


def test_nothing_more_is_sent_until_the_answer_came(chromium: Browser) -> None:
    with opened(chromium, table_views.first_turn()) as (page, far_end):
        far_end.answer = lambda frame: None
        for _ in range(2):
            tile(page, "9m")
        for _ in range(4):
            tile(page, "6z")
        far_end.settle()
        assert sent_discards(far_end) == ["9m"]


def test_an_acknowledged_answer_is_not_given_twice(chromium: Browser) -> None:
    with opened(chromium, table_views.first_turn()) as (page, far_end):
        for _ in range(2):
            tile(page, "9m")
        far_end.settle()
        for _ in range(4):
            tile(page, "6z")
        far_end.settle()
        assert sent_discards(far_end) == ["9m"]


def test_a_refusal_says_why_and_opens_the_input_again(chromium: Browser) -> None:
    with opened(chromium, table_views.first_turn()) as (page, far_end):
        far_end.answer = lambda frame: {"type": "refused", "id": frame.get("id"), "code": "busy", "message": "…"}
        for _ in range(2):
            tile(page, "9m")
        page.wait_for_selector("#prompt.note")
        far_end.answer = far_end.acknowledge
        for _ in range(2):
            tile(page, "6z")
        far_end.settle()
        assert sent_discards(far_end) == ["9m", "6z"]


def test_an_answer_without_acknowledgement_is_sent_again_under_the_same_id(chromium: Browser) -> None:
    with opened(chromium, table_views.first_turn()) as (page, far_end):
        far_end.answer = lambda frame: None
        for _ in range(2):
            tile(page, "9m")
        far_end.settle()
        far_end.sockets[-1].close(code=1012)
        while len(far_end.sockets) < 2:
            page.wait_for_timeout(20)
        page.wait_for_selector("#net:not([data-level='down'])")
        far_end.settle()
        first, second = far_end.acts()
        assert first == second


def test_an_older_view_is_dropped(chromium: Browser) -> None:
    with opened(chromium, table_views.first_turn()) as (page, far_end):
        far_end.show(table_views.table(left=40), v=9)
        far_end.show(table_views.table(left=50), v=8)
        assert "40" in page.inner_text("#wall-left")


@pytest.mark.parametrize("code", [4003, 4004, 4008])
def test_a_closed_door_is_shown_and_not_knocked_at_again(chromium: Browser, code: int) -> None:
    with opened(chromium, table_views.first_turn()) as (page, far_end):
        far_end.sockets[-1].close(code=code)
        page.wait_for_selector("#offline:not([hidden])")
        assert page.is_hidden("#retry")
        page.wait_for_timeout(1200)
        assert len(far_end.sockets) == 1


def test_claims_stand_in_fixed_order_and_only_the_legal_ones(chromium: Browser) -> None:
    with opened(chromium, table_views.five_claims()) as (page, far_end):
        assert page.locator("#claims .claim").all_inner_texts() == ["胡", "杠", "碰", "吃", "过"]
        far_end.show(table_views.robbing() | {"decision": "d2"})
        assert page.locator("#claims .claim").all_inner_texts() == ["胡", "过"]


PRESS_WHEN_DRAWN = """new MutationObserver(() => document.querySelector('.claim.pong')?.click()).observe(
  document.querySelector('#claims'), {childList: true})"""


def test_a_claim_pressed_in_the_first_moment_is_ignored(chromium: Browser) -> None:
    with opened(chromium, table_views.first_turn()) as (page, far_end):
        page.evaluate(PRESS_WHEN_DRAWN)
        far_end.show(table_views.five_claims() | {"decision": "d2"})
        page.wait_for_selector(".claim.pong")
        page.wait_for_timeout(GUARD_MS)
        assert far_end.acts() == []
        page.click(".claim.pong")
        far_end.settle()
        assert far_end.acts()[0]["action"] == {"type": "pong"}


def test_a_chow_of_several_is_chosen_from_pictures(chromium: Browser) -> None:
    with opened(chromium, table_views.three_chows()) as (page, far_end):
        page.wait_for_timeout(GUARD_MS)
        page.click(".claim.chow")
        page.locator(".claim.thumbnail").nth(1).click()
        far_end.settle()
        assert far_end.acts()[0]["action"] == {"type": "chow", "tiles": ["4m", "6m"]}


def test_one_chow_fires_at_once(chromium: Browser) -> None:
    view = table_views.three_chows()
    view["legal"] = [view["legal"][0], {"type": "pass"}]
    with opened(chromium, view) as (page, far_end):
        page.wait_for_timeout(GUARD_MS)
        page.click(".claim.chow")
        far_end.settle()
        assert far_end.acts()[0]["action"] == {"type": "chow", "tiles": ["3m", "4m"]}


def test_the_keyboard_alone_discards_and_passes(chromium: Browser) -> None:
    with opened(chromium, table_views.first_turn(), (1280, 800)) as (page, far_end):
        page.keyboard.press("End")
        page.keyboard.press("ArrowLeft")
        page.keyboard.press("Enter")
        far_end.settle()
        assert sent_discards(far_end) == ["6z"]
        far_end.show(table_views.five_claims() | {"decision": "d2"})
        page.wait_for_timeout(GUARD_MS + 100)
        page.keyboard.press("Space")
        far_end.settle()
        assert far_end.acts()[-1]["action"] == {"type": "pass"}


def test_a_share_of_chance_is_sent_once_in_the_deal(chromium: Browser) -> None:
    with opened(chromium, table_views.dealing()) as (_, far_end):
        far_end.show(table_views.dealing())
        seeds = [frame for frame in far_end.sent if frame["type"] == "seed"]
        assert len(seeds) == 1
        assert seeds[0]["hand"] == 3
        assert re.fullmatch("[0-9a-f]{64}", seeds[0]["client_seed"])


def test_coming_back_from_auto_is_one_press(chromium: Browser) -> None:
    with opened(chromium, table_views.on_auto()) as (page, far_end):
        page.click("#take-back")
        far_end.settle()
        assert [(frame["type"], frame["on"]) for frame in far_end.sent] == [("auto", False)]


def test_thinking_is_offered_in_uniform_windows_alone(chromium: Browser) -> None:
    with opened(chromium, table_views.five_claims()) as (page, _):
        assert page.is_hidden("#think")
    with opened(chromium, table_views.five_claims(), claim_mode="uniform") as (page, far_end):
        page.click("#think")
        far_end.settle()
        assert far_end.sent[-1]["type"] == "think"
        assert far_end.sent[-1]["decision"] == "d1"


def test_continuing_answers_the_result(chromium: Browser) -> None:
    with opened(chromium, table_views.result()) as (page, far_end):
        page.click("#sheet-continue")
        far_end.settle()
        assert far_end.acts() == [far_end.acts()[0] | {"decision": "r1", "action": {"type": "pass"}}]
        assert page.is_hidden("#sheet") is False
        far_end.show(table_views.first_turn() | {"decision": "d9"})
        page.wait_for_selector("#sheet", state="hidden")
