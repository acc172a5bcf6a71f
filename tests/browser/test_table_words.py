"""What the table's page says: score sheet, nicknames, the log, announcements."""

import pytest
from playwright.sync_api import Browser, expect

from tests.browser import table_views
from tests.browser.table_page import all_heard, heard, opened

pytestmark = pytest.mark.browser


def test_the_last_sheet_leads_back_to_the_room(chromium: Browser) -> None:
    with opened(chromium, table_views.result() | {"hand": 4, "phase": "closed", "decision": None}) as (page, _):
        assert page.get_attribute("#sheet-room", "href") == "/events/demo/"
        assert page.is_visible("#sheet-room")


def test_a_nickname_is_text_and_nothing_else(chromium: Browser) -> None:
    evil = "<img src=x onerror=alert(1)>"
    names = ["我", evil, "</script><b>粗", "\u202egnirts"]
    view = table_views.five_claims() | {"names": names}
    with opened(chromium, view) as (page, far_end):
        far_end.show(table_views.result() | {"names": names})
        page.wait_for_selector("#sheet:not([hidden])")
        assert page.locator("img").count() == 0
        assert page.inner_text("#plate-1 .name") == evil
        assert page.locator("#plate-3 bdi.name").count() == 1


def test_events_are_told_in_words_and_kept(chromium: Browser) -> None:
    with opened(chromium, table_views.first_turn()) as (page, far_end):
        events = [{"type": "discard", "seat": 2, "tile": "6s"}, {"type": "pong", "seat": 1, "tile": "6s"}]
        far_end.show(table_views.waiting_for_others(), events=events)
        said = page.locator("#log p").all_text_contents()
        assert len(said) == 2
        assert said[0].startswith("陈建国")
        assert "六条" in said[0]


def test_a_window_without_a_choice_stays_quiet(chromium: Browser) -> None:
    with opened(chromium, table_views.waiting_for_others(), claim_mode="uniform") as (page, far_end):
        far_end.show(table_views.quiet_window() | {"decision": "d5"})
        page.wait_for_timeout(500)
        assert not all_heard(page)
        assert page.locator("#prompt.asks").count() == 0
        far_end.show(table_views.five_claims() | {"decision": "d6"})
        assert "五万" in heard(page)


def test_the_sheet_explains_every_line_and_every_payment(chromium: Browser) -> None:
    view = table_views.result()
    with opened(chromium, view) as (page, far_end):
        winner = view["result"]["seats"][1]
        lines = page.locator(".winner .score-lines li")
        assert lines.count() == len(winner["items"]) + len(winner["tai_items"])
        total = page.inner_text(".winner .sum-line")
        assert all(part in total for part in ("5", "4", "72 × 2⁴ = 1152", "1160", "400"))
        assert page.locator(".laid-out .as-wild").count() == 2
        assert page.locator(".laid-out .winning").get_attribute("data-tile") == "3m"
        assert page.locator(".payments li").count() == 6
        moved = page.locator(".seat-table tbody tr td:nth-child(4)").all_inner_texts()
        assert moved == ["−160", "+480", "−172", "−148"]
        assert page.get_attribute(".sheet .links a", "href") == "/hands/Abc123Def456/"
        far_end.show(table_views.heaven_result())
        expect(page.locator(".winner .sum-line")).to_contain_text("天胡")


def test_lifting_a_tile_shows_what_the_hand_would_wait_for(chromium: Browser) -> None:
    with opened(chromium, table_views.ready_hand()) as (page, _):
        marked = page.eval_on_selector_all(
            "#hand .ready", "nodes => nodes.map(node => node.parentElement.dataset.tile)"
        )
        assert marked == ["1m", "6z", "9m"]
        assert page.is_hidden("#waits")
        page.locator("#hand [data-tile='9m']").click()
        shown = page.eval_on_selector_all("#waits .tile", "nodes => nodes.map(node => node.dataset.tile)")
        assert shown == ["3m", "6m"]
        assert "120" in page.inner_text("#waits")
        page.locator("#hand [data-tile='2m']").click()
        assert page.is_hidden("#waits")


def test_the_waits_of_a_resting_hand_stay_in_sight(chromium: Browser) -> None:
    with opened(chromium, table_views.resting_ready()) as (page, _):
        assert page.locator("#waits .wait").count() == 3
        assert page.is_visible("#prompt-text")


def test_a_wish_is_sent_whole_and_shown_when_the_view_has_it(chromium: Browser) -> None:
    with opened(chromium, table_views.first_turn()) as (page, far_end):
        page.wait_for_timeout(300)
        page.click("[data-wish='win']")
        far_end.settle()
        wish = next(frame for frame in far_end.sent if frame["type"] == "wish")
        assert sorted(wish["wishes"]) == ["sort", "win"]
        assert page.get_attribute("[data-wish='win']", "aria-pressed") == "false"
        far_end.show(table_views.table(wishes=["sort", "win"]))
        page.wait_for_selector("[data-wish='win'][aria-pressed='true']")


def test_without_sorting_new_tiles_stay_where_they_came(chromium: Browser) -> None:
    order = "nodes => nodes.map(node => node.dataset.tile)"
    with opened(chromium, table_views.first_turn()) as (page, far_end):
        before = page.eval_on_selector_all("#hand [role=option]", order)
        kept = [name for name in table_views.first_turn()["mine"] if name != "2m"]
        far_end.show(table_views.table(wishes=[], mine=sorted([*kept, "1z"]), drawn="1z"))
        page.wait_for_selector("#hand [data-tile='1z']")
        after = page.eval_on_selector_all("#hand [role=option]", order)
        assert after == [*(name for name in before if name != "2m"), "1z"]
