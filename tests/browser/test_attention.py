"""A reader who looks at another tab is called by the title, and the server knows that nobody looks."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser import table_views
from tests.browser.table_page import FarEnd, opened, until
from tests.pages import scenes

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

# A headless page is always in sight; this is what another tab in front of it means to the page.
AWAY = """(away) => {
  Object.defineProperty(document, "hidden", { configurable: true, get: () => away });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
# All titles within some time in which a call would have changed it twice.
TITLES = """() => new Promise((done) => {
  const seen = new Set();
  const looking = setInterval(() => seen.add(document.title), 50);
  setTimeout(() => { clearInterval(looking); done([...seen]); }, 2200);
})"""
TITLE = "牌桌 · 玉环争霸赛 · 示范赛"


@pytest.fixture
def resting(chromium: "Browser") -> "Iterator[tuple[Page, FarEnd]]":
    """A table at which somebody else plays."""
    with opened(chromium, table_views.resting_ready()) as (page, far_end):
        yield page, far_end


def hidden_frames(far_end: FarEnd) -> list[bool]:
    return [frame["on"] for frame in far_end.sent if frame["type"] == "hidden"]


def test_the_title_calls_while_it_is_my_turn_and_nobody_looks(resting: "tuple[Page, FarEnd]") -> None:
    page, far_end = resting
    expect(page).to_have_title(TITLE)
    page.evaluate(AWAY, True)
    far_end.show(table_views.first_turn())
    expect(page).to_have_title("轮到你了")
    for title in (TITLE, "轮到你了"):  # it changes once a second, which `expect` asks once a second might never see
        until(page, f"document.title === '{title}'")
    page.evaluate(AWAY, False)
    expect(page).to_have_title(TITLE)
    assert page.evaluate(TITLES) == [TITLE]


def test_the_call_ends_with_the_question(resting: "tuple[Page, FarEnd]") -> None:
    page, far_end = resting
    page.evaluate(AWAY, True)
    far_end.show(table_views.first_turn())
    expect(page).to_have_title("轮到你了")
    far_end.show(table_views.resting_ready())
    expect(page).to_have_title(TITLE)
    assert page.evaluate(TITLES) == [TITLE]


def test_in_sight_the_title_stays(resting: "tuple[Page, FarEnd]") -> None:
    page, far_end = resting
    far_end.show(table_views.first_turn())
    assert page.evaluate(TITLES) == [TITLE]
    assert hidden_frames(far_end) == []


def test_the_server_is_told_who_looks(resting: "tuple[Page, FarEnd]") -> None:
    page, far_end = resting
    page.evaluate(AWAY, True)
    page.evaluate(AWAY, False)
    far_end.settle()
    assert hidden_frames(far_end) == [True, False]


def test_who_is_seated_while_looking_elsewhere_is_called_to_the_table(asgi_server: str, chromium: "Browser") -> None:
    from tests.tournaments.cast import guests, sit
    from tournaments import service

    event = scenes.aside(lambda: scenes.running_event(people=0))
    page = chromium.new_context(viewport={"width": 390, "height": 664}, locale="zh-CN").new_page()
    page.goto(f"{asgi_server}/events/{event.slug}/")
    for name in ("进入比赛房间", "坐下", "开始"):
        page.get_by_text(name, exact=True).click()
    expect(page.get_by_role("button", name="起身")).to_be_visible()
    page.add_init_script(f"({AWAY})(true)")
    page.evaluate(AWAY, True)
    scenes.aside(lambda: sit(event, *guests(3)))
    scenes.aside(lambda: scenes.due_now(event.slug))
    assert scenes.aside(lambda: service.draw_tables(event.slug)) == 1
    page.wait_for_url("**/tables/*/")
    expect(page).to_have_title("你已入座")
    page.context.close()
