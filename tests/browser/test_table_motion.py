"""Tiles in motion: what flies from where, how long, and when nothing may move at all."""

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser import table_views
from tests.browser.table_page import FarEnd, View, opened

pytestmark = pytest.mark.browser

MOVING = {"reduced_motion": "no-preference"}
# what was ever animated by a script: which node, from where, for how long, and whether the page was final by then
RECORD = """() => {
  window.flights = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, options) {
    window.flights.push({
      ghost: this.classList.contains("ghost"), tile: this.dataset.tile ?? null, ms: options.duration,
      moves: frames.some((frame) => frame.transform && frame.transform !== "none"),
      keys: [...new Set(frames.flatMap((frame) => Object.keys(frame)))].sort(), from: frames[0].transform ?? null,
      at: JSON.parse(JSON.stringify(this.getBoundingClientRect())),
    });
    return animate.call(this, frames, options);
  };
}"""
CLAIM = {"phase": "claim", "decision": None, "legal": [], "deadline_ms": None, "drawn": None, "turn": 1}


def flights(page: Page) -> list[dict[str, Any]]:
    """Ghosts that flew and tiles that slid, not those that waited unseen."""
    found: list[dict[str, Any]] = page.evaluate("window.flights.filter(flight => flight.moves)")
    return found


def thrown_by(seat: int, tile: str) -> tuple[View, list[dict[str, Any]]]:
    rivers = [[tile] if at == seat else [] for at in range(4)]
    mine = list(table_views.first_turn()["mine"])[:-1]
    last = {"seat": seat, "tile": tile, "type": "discard"}
    return table_views.table(**CLAIM, rivers=rivers, last=last, mine=mine), [{"type": "discard", "seat": seat, "tile": tile}]  # fmt: skip


def watched(page: Page) -> None:
    page.evaluate(RECORD)


def show(page: Page, far_end: FarEnd, view: View, events: list[dict[str, Any]]) -> list[dict[str, Any]]:
    far_end.show(view, events=events)
    return flights(page)


def centre(box: dict[str, float]) -> tuple[float, float]:
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_discard_flies_from_its_seat_to_its_place_in_the_river(chromium: Browser) -> None:
    with opened(chromium, table_views.waiting_for_others() | {"rivers": [[], [], [], []]}, **MOVING) as (page, far_end):
        watched(page)
        (flight,) = show(page, far_end, *thrown_by(1, "5m"))
        assert (flight["ghost"], flight["tile"], flight["ms"]) == (True, "5m", 200)
        target, seat = page.locator("#river-1 .tile").bounding_box(), page.locator("#plate-1 .avatar").bounding_box()
        assert target
        assert seat
        assert centre(flight["at"]) == pytest.approx(
            centre(target), abs=2
        )  # where it ends; from there it is moved to the seat
        across = float(flight["from"].split("(")[1].split("px")[0])
        assert across == pytest.approx(centre(seat)[0] - centre(target)[0], abs=3)
        expect(page.locator(".ghost")).to_have_count(0)


def test_an_own_throw_flies_from_the_tile_at_once_and_not_again_when_it_is_confirmed(chromium: Browser) -> None:
    with opened(chromium, table_views.first_turn(), **MOVING) as (page, far_end):
        far_end.answer = lambda frame: None
        box = page.locator("#hand [data-tile='6z']").bounding_box()
        watched(page)
        for _ in range(2):
            page.locator("#hand [data-tile='6z']").first.click()
        expect(page.locator("#river-0 .tile")).to_have_count(1)
        (flight,) = flights(page)
        assert box
        down = float(flight["from"].split(",")[1].split("px")[0])
        target = page.locator("#river-0 .tile").bounding_box()
        assert target
        assert down == pytest.approx(centre(box)[1] - centre(target)[1], abs=12)  # it was lifted by 8 pixels
        view, events = thrown_by(0, "6z")
        assert len(show(page, far_end, view, events)) == 1


def test_a_claimed_tile_flies_from_the_river_to_the_meld(chromium: Browser) -> None:
    before, _ = thrown_by(3, "7z")
    with opened(chromium, before, **MOVING) as (page, far_end):
        river = page.locator("#river-3 .tile").bounding_box()
        watched(page)
        after = table_views.table(**CLAIM | {"phase": "act"}, melds=[[], [table_views.PONG], [], []])
        (flight,) = show(page, far_end, after, [{"type": "pong", "seat": 1, "tile": "7z"}])
        claimed = page.locator("#plate-1 .meld .tile").nth(1).bounding_box()  # seat 3 sits across from seat 1
        assert river
        assert claimed
        assert centre(flight["at"]) == pytest.approx(centre(claimed), abs=2)
        across = float(flight["from"].split("(")[1].split("px")[0])
        assert across == pytest.approx(centre(river)[0] - centre(claimed)[0], abs=3)
        expect(page.locator(".callout")).to_have_text("碰")


@pytest.mark.parametrize(
    ("kong", "kind"),
    [(table_views.KONG_OPEN, "kong_open"), (table_views.KONG_ADDED, "kong_added"), (table_views.KONG_CONCEALED, "kong_concealed")],
)  # fmt: skip
def test_every_sort_of_kong_brings_its_tile(chromium: Browser, kong: View, kind: str) -> None:
    before, _ = thrown_by(2, kong["tiles"][0])
    with opened(chromium, before, **MOVING) as (page, far_end):
        watched(page)
        after = table_views.table(**CLAIM | {"phase": "act"}, melds=[[], [kong], [], []])
        event = {"type": "kong", "seat": 1, "tile": kong["tiles"][0], "kind": kind}
        (flight,) = show(page, far_end, after, [event])
        assert flight["ghost"]


def test_a_bonus_tile_takes_its_time_and_is_named(chromium: Browser) -> None:
    with opened(chromium, table_views.first_turn(), **MOVING) as (page, far_end):
        watched(page)
        event = {"type": "bonus", "seat": 0, "tile": "5z"}
        (flight,) = show(page, far_end, table_views.table(bonus=[1, 0, 0, 0]), [event])
        assert (flight["tile"], flight["ms"]) == ("5z", 600)
        expect(page.locator(".callout.bonus")).to_have_text("白板补牌")


def test_a_drawn_tile_slides_in_and_can_be_thrown_meanwhile(chromium: Browser) -> None:
    with opened(chromium, thrown_by(1, "5m")[0], **MOVING) as (page, far_end):
        watched(page)
        far_end.show(table_views.first_turn(), events=[{"type": "draw", "seat": 0, "tile": "9m"}])
        page.wait_for_selector("#hand .drawn")
        (flight,) = flights(page)
        assert (flight["ghost"], flight["tile"], flight["ms"]) == (False, "9m", 180)
        page.keyboard.press("End")
        page.keyboard.press("Enter")
        expect(page.locator("#river-0 .tile")).to_have_count(1)


def test_the_winning_tile_is_marked_in_the_own_hand(chromium: Browser) -> None:
    won = table_views.result()
    result = won["result"] | {"winner": 0, "seats": [won["result"]["seats"][1], *won["result"]["seats"][1:]]}
    view = won | {"mine": ["2m", "3m", "4m", "6z", "6z"], "result": result}
    with opened(chromium, table_views.first_turn(), **MOVING) as (page, far_end):
        far_end.show(view, events=[{"type": "win", "seat": 0, "tile": "3m", "kind": "discard"}])
        expect(page.locator("#hand .winning")).to_have_attribute("data-tile", "3m")


def test_transforms_and_opacity_alone_are_animated(chromium: Browser) -> None:
    with opened(chromium, thrown_by(3, "7z")[0], **MOVING) as (page, far_end):
        watched(page)
        show(page, far_end, *thrown_by(2, "9s"))
        after = table_views.table(melds=[[], [table_views.PONG], [], []], bonus=[0, 1, 0, 0])
        show(
            page,
            far_end,
            after,
            [{"type": "pong", "seat": 1, "tile": "7z"}, {"type": "bonus", "seat": 1, "tile": "5z"}],
        )
        keys = page.evaluate("window.flights.flatMap(flight => flight.keys)")
        assert keys
        assert set(keys) <= {"transform", "opacity"}


def test_nothing_moves_for_readers_who_want_stillness(chromium: Browser) -> None:
    with opened(chromium, table_views.waiting_for_others()) as (page, far_end):
        watched(page)
        assert show(page, far_end, *thrown_by(1, "5m")) == []
        assert page.locator("#river-1 .tile").count() == 1


def test_nothing_moves_when_a_view_comes_without_events(chromium: Browser) -> None:
    with opened(chromium, table_views.waiting_for_others(), **MOVING) as (page, far_end):
        watched(page)
        assert show(page, far_end, thrown_by(1, "5m")[0], []) == []


def test_nothing_moves_on_a_page_that_nobody_sees(chromium: Browser) -> None:
    with opened(chromium, table_views.waiting_for_others(), **MOVING) as (page, far_end):
        page.evaluate("Object.defineProperty(document, 'hidden', {get: () => true})")
        watched(page)
        assert show(page, far_end, *thrown_by(1, "5m")) == []
