"""A thrown tile lies in the river at once: confirmed without a flicker, refused back into the hand, kept on a broken line."""

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser import table_views
from tests.browser.table_page import FarEnd, View, opened

pytestmark = pytest.mark.browser

# every node that ever leaves river or hand, and every change of the marks of those that stay
WATCH = """() => {
  window.changes = [];
  const note = (records) => {
    for (const { target, removedNodes, attributeName } of records) {
      if (attributeName || removedNodes.length) window.changes.push(`${target.id || target.className}: ${attributeName ?? "rebuilt"}`);
    }
  };
  const watcher = new MutationObserver(note);
  for (const id of ["hand", "river-0"]) {
    watcher.observe(document.getElementById(id), { childList: true, subtree: true, attributeFilter: ["class"] });
  }
}"""


def throw(page: Page, name: str) -> None:
    for _ in range(2):
        page.locator(f"#hand [data-tile='{name}']").first.click()


def names(page: Page, place: str) -> list[str]:
    return page.eval_on_selector_all(f"{place} .tile", "tiles => tiles.map(tile => tile.dataset.tile)")


def silent(frame: dict[str, Any]) -> None:
    """A far end that has not answered yet."""


def refusing(frame: dict[str, Any]) -> dict[str, Any]:
    return {"type": "refused", "id": frame.get("id"), "code": "illegal", "message": "…"}


def after_throw(tile: str) -> View:
    """What the server sends once seat 0 of the first turn has thrown `tile`."""
    mine = list(table_views.first_turn()["mine"])
    mine.remove(tile)
    return table_views.table(
        mine=mine, drawn=None, phase="claim", counts=[16] * 4, decision=None, legal=[], deadline_ms=None,
        rivers=[[tile], [], [], []], last={"seat": 0, "tile": tile, "type": "discard"},
    )  # fmt: skip


def acknowledge(far_end: FarEnd) -> None:
    far_end.send({"type": "ack", "id": far_end.acts()[-1]["id"], "v": far_end.v})


def test_a_throw_lies_in_the_river_before_the_server_answers(chromium: Browser) -> None:
    with opened(chromium, table_views.first_turn()) as (page, far_end):
        far_end.answer = silent
        throw(page, "6z")
        expect(page.locator("#river-0 .tile.pending")).to_have_attribute("data-tile", "6z")
        hand = names(page, "#hand")
        assert (len(hand), "6z" in hand) == (16, False)
        assert "发财" in page.inner_text("#prompt-text")
        assert not page.locator("#prompt.asks").count()
        throw(page, "9m")
        far_end.settle()
        assert [frame["action"]["tile"] for frame in far_end.acts()] == ["6z"]
        acknowledge(far_end)
        expect(page.locator("#river-0 .tile.pending")).to_have_count(0)
        assert names(page, "#river-0") == ["6z"]


@pytest.mark.parametrize("answered_first", [True, False])
def test_the_view_that_confirms_a_throw_changes_nothing_on_the_screen(chromium: Browser, answered_first: bool) -> None:
    with opened(chromium, table_views.first_turn()) as (page, far_end):
        far_end.answer = silent
        throw(page, "6z")
        expect(page.locator("#river-0 .tile.pending")).to_have_count(1)
        page.evaluate(WATCH)
        shown = after_throw("6z")
        events = [{"type": "discard", "seat": 0, "tile": "6z"}]
        if answered_first:
            acknowledge(far_end)
        far_end.show(shown, events=events)
        if not answered_first:
            acknowledge(far_end)
        expect(page.locator("#river-0 .tile.pending")).to_have_count(0)
        expect(page.locator("#prompt-text")).to_contain_text("等别家")
        changes = page.evaluate("window.changes")
        assert [change for change in changes if "rebuilt" in change] == []
        assert set(changes) <= {"tile last: class", "tile last pending: class"}


def test_a_refused_throw_comes_back_with_the_reason(chromium: Browser) -> None:
    with opened(chromium, table_views.first_turn()) as (page, far_end):
        before = names(page, "#hand")
        far_end.answer = refusing
        throw(page, "6z")
        page.wait_for_selector("#prompt.note")
        assert names(page, "#hand") == before
        assert names(page, "#river-0") == []
        assert page.locator("#hand .drawn").get_attribute("data-tile") == "9m"
        far_end.answer = far_end.acknowledge
        throw(page, "6z")
        expect(page.locator("#river-0 .tile")).to_have_count(1)
        assert len(far_end.acts()) == 2


def test_a_refused_throw_returns_to_its_place_among_tiles_laid_by_hand(chromium: Browser) -> None:
    with opened(chromium, table_views.first_turn() | {"wishes": []}) as (page, far_end):
        before = names(page, "#hand")
        far_end.answer = refusing
        throw(page, "6m")
        page.wait_for_selector("#prompt.note")
        assert names(page, "#hand") == before


def test_a_line_that_breaks_before_the_answer_keeps_the_throw_and_sends_it_again(chromium: Browser) -> None:
    with opened(chromium, table_views.first_turn()) as (page, far_end):
        far_end.answer = silent
        throw(page, "6z")
        expect(page.locator("#river-0 .tile.pending")).to_have_count(1)
        far_end.answer = far_end.acknowledge
        far_end.sockets[-1].close(code=1012)
        expect(page.locator("#river-0 .tile.pending")).to_have_count(
            0
        )  # the same question is asked again, and answered
        assert names(page, "#river-0") == ["6z"]
        first, second = far_end.acts()
        assert first == second


def test_a_throw_that_came_too_late_gives_way_to_what_the_server_did(chromium: Browser) -> None:
    with opened(chromium, table_views.first_turn()) as (page, far_end):
        far_end.answer = silent
        throw(page, "6z")
        expect(page.locator("#river-0 .tile.pending")).to_have_count(1)
        far_end.show(after_throw("9m"), events=[{"type": "discard", "seat": 0, "tile": "9m"}])
        expect(page.locator("#river-0 [data-tile='9m']")).to_have_count(1)
        assert names(page, "#river-0") == ["9m"]
        assert "6z" in names(page, "#hand")
        far_end.send({"type": "refused", "id": far_end.acts()[-1]["id"], "code": "stale", "message": "…"})
        page.wait_for_selector("#prompt.note")
        assert names(page, "#river-0") == ["9m"]


def test_the_clock_runs_on_while_a_throw_is_on_its_way(chromium: Browser) -> None:
    with opened(chromium, table_views.first_turn() | {"deadline_ms": 9000}) as (page, far_end):
        far_end.answer = silent
        throw(page, "6z")
        page.wait_for_timeout(1300)
        assert int(page.inner_text("#clock-number")) <= 8
        acknowledge(far_end)
        far_end.settle()
        assert int(page.inner_text("#clock-number")) <= 8
