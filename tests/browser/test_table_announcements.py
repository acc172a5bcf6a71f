"""What screen readers are told: from a log of events, at each of the three levels; when, and when not any more."""

import pytest
from playwright.sync_api import Browser, Page

from tests.browser import table_views
from tests.browser.table_page import FarEnd, all_heard, forget, heard, opened, until

pytestmark = pytest.mark.browser

ROUND = [
    {"type": "draw", "seat": 1},
    {"type": "bonus", "seat": 1, "tile": "5z"},
    {"type": "discard", "seat": 1, "tile": "9p"},
    {"type": "pong", "seat": 2, "tile": "9p"},
    {"type": "discard", "seat": 2, "tile": "1z"},
    {"type": "kong", "seat": 3, "tile": "1z", "kind": "kong_open"},
    {"type": "bonus", "seat": 0, "tile": "5z"},
]
SAID = {
    "brief": ["碰", "杠"],
    "medium": ["打出九筒", "碰", "打出东风", "杠", "白板，补牌"],
    "full": ["白板，补牌", "打出九筒", "碰", "打出东风", "杠", "白板，补牌"],
}
MOST = 5


def at_level(page: Page, level: str) -> None:
    page.click("#menu")
    page.check(f"input[name='preference-say'][value='{level}']")
    page.click("#panel-close")


def quiet(page: Page) -> None:
    """Let what is waiting be said, then forget it."""
    page.wait_for_timeout(400)
    page.evaluate("for (const id of ['say-polite', 'say-now']) document.getElementById(id).textContent = ''")
    forget(page)


def polite(page: Page, count: int = 1) -> list[str]:
    """What was said, once it has been said so often."""
    until(page, f"document.querySelectorAll('#say-polite p').length >= {count}")
    return page.locator("#say-polite p").all_text_contents()


@pytest.mark.parametrize("level", SAID)
def test_a_round_is_told_as_fully_as_the_reader_wants(chromium: Browser, level: str) -> None:
    with opened(chromium, table_views.waiting_for_others()) as (page, far_end):
        at_level(page, level)
        quiet(page)
        for event in ROUND:
            far_end.show(table_views.waiting_for_others(), events=[event], more_follows=event is not ROUND[-1])
        (spoken,) = polite(page)
        parts = spoken.split("。")
        wanted = SAID[level][-MOST:]
        assert len(parts) == len(wanted), spoken
        assert all(word in part for word, part in zip(wanted, parts, strict=True)), spoken
        assert len(page.locator("#log p").all()) == len(ROUND) - 1, "the visible log tells everything but foreign draws"


def test_at_first_discards_are_said_and_bonus_tiles_of_others_are_not(chromium: Browser) -> None:
    with opened(chromium, table_views.waiting_for_others()) as (page, far_end):
        quiet(page)
        far_end.show(table_views.waiting_for_others(), events=ROUND[:3])
        (spoken,) = polite(page)
        assert "打出九筒" in spoken
        assert "白板" not in spoken


def test_what_comes_within_a_moment_is_said_as_one_and_what_comes_later_apart(chromium: Browser) -> None:
    with opened(chromium, table_views.waiting_for_others()) as (page, far_end):
        quiet(page)
        far_end.show(table_views.waiting_for_others(), events=[ROUND[2]], more_follows=True)
        far_end.show(table_views.waiting_for_others(), events=[ROUND[3]])
        assert len(polite(page)) == 1
        far_end.show(table_views.waiting_for_others(), events=[ROUND[4]])
        assert len(polite(page, 2)) == 2


def test_of_too_much_news_only_the_last_is_said(chromium: Browser) -> None:
    tiles = [f"{number}p" for number in range(1, 10)]
    with opened(chromium, table_views.waiting_for_others()) as (page, far_end):
        quiet(page)
        events = [{"type": "discard", "seat": at % 3 + 1, "tile": name} for at, name in enumerate(tiles)]
        far_end.show(table_views.waiting_for_others(), events=events)
        (spoken,) = polite(page)
        assert spoken.count("打出") == MOST
        assert "九筒" in spoken
        assert "一筒" not in spoken


def test_a_new_hand_silences_what_was_left_of_the_old_one(chromium: Browser) -> None:
    with opened(chromium, table_views.waiting_for_others()) as (page, far_end):
        quiet(page)
        far_end.show(table_views.waiting_for_others(), events=[ROUND[3]], more_follows=True)
        far_end.show(table_views.first_turn(), events=[{"type": "dice"}, {"type": "deal"}])
        (spoken,) = polite(page)
        assert "碰" not in spoken
        assert "财神是三筒" in spoken


@pytest.mark.parametrize("level", ["brief", "full"])
def test_ones_own_turn_and_claim_are_said_at_every_level_with_the_time_left(chromium: Browser, level: str) -> None:
    with opened(chromium, table_views.waiting_for_others()) as (page, far_end):
        at_level(page, level)
        quiet(page)
        far_end.show(table_views.first_turn() | {"decision": "d7"})
        spoken = heard(page)
        assert "摸到九万" in spoken
        assert "40 秒" in spoken
        quiet(page)
        far_end.show(table_views.five_claims() | {"decision": "d8"})
        spoken = heard(page)
        assert "五万" in spoken
        assert "胡、杠、碰、吃" in spoken


def test_a_question_already_answered_is_not_asked_any_more(chromium: Browser) -> None:
    with opened(chromium, table_views.waiting_for_others()) as (page, far_end):
        quiet(page)
        far_end.show(table_views.five_claims() | {"decision": "d8"}, more_follows=True)
        far_end.show(table_views.waiting_for_others())
        page.wait_for_timeout(450)
        assert not all_heard(page)


def test_a_hurried_question_is_still_heard(chromium: Browser) -> None:
    """The warning of the last seconds comes while the question waits to be said: both are heard."""
    with opened(chromium, table_views.waiting_for_others()) as (page, far_end):
        quiet(page)
        far_end.show(table_views.five_claims() | {"decision": "d8", "deadline_ms": 2500})
        spoken = heard(page)
        assert "五万" in spoken
        assert "3 秒" in spoken
        page.wait_for_timeout(400)
        assert all_heard(page) == [spoken]


def test_the_last_seconds_are_said_once(chromium: Browser) -> None:
    with opened(chromium, table_views.waiting_for_others()) as (page, far_end):
        far_end.show(table_views.first_turn() | {"decision": "d7", "deadline_ms": 7500, "reserve_ms": 0})
        heard(page)
        forget(page)
        assert "还剩" in heard(page)
        page.wait_for_timeout(1500)
        assert len(all_heard(page)) == 1


def test_a_win_is_said_at_once(chromium: Browser) -> None:
    with opened(chromium, table_views.waiting_for_others()) as (page, far_end):
        at_level(page, "brief")
        quiet(page)
        win = {"type": "win", "seat": 1, "tile": "3m", "kind": "discard"}
        far_end.show(table_views.result(), events=[win])
        assert "胡" in heard(page)


def same(far_end: FarEnd) -> None:
    far_end.show(table_views.robbing() | {"decision": f"d{far_end.v}"})


def test_the_same_words_twice_are_heard_twice(chromium: Browser) -> None:
    with opened(chromium, table_views.waiting_for_others()) as (page, far_end):
        quiet(page)
        same(far_end)
        first = heard(page)
        forget(page)
        same(far_end)
        second = heard(page)
        assert first.strip("\u00a0") == second.strip("\u00a0")
        assert first != second


def test_the_regions_are_never_made_anew(chromium: Browser) -> None:
    regions = "['say-polite', 'say-now'].map(id => document.getElementById(id))"
    with opened(chromium, table_views.first_turn()) as (page, far_end):
        page.evaluate(f"window.regions = {regions}")
        for make in (table_views.five_claims, table_views.dealing, table_views.on_auto):
            far_end.show(make())
            page.wait_for_timeout(200)
        page.click("#menu")
        page.click("#panel-close")
        page.focus("#text-mode")
        page.keyboard.press("Enter")
        assert page.evaluate(f"{regions}.every((node, at) => node === window.regions[at] && node.isConnected)")
        assert page.get_attribute("#say-polite", "role") == "log"
        assert page.get_attribute("#say-now", "aria-live") == "assertive"
        assert page.get_attribute("#say-now", "aria-atomic") == "true"
