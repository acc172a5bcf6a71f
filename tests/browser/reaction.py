"""A full table, and the time from the finger to the frame that shows what it did."""

from typing import Any, Final

from playwright.sync_api import Page

from tests.browser import table_views
from tests.browser.table_page import FarEnd, View

PHONE: dict[str, Any] = {"reduced_motion": "no-preference", "has_touch": True, "is_mobile": True}
TILE: Final = "#hand [data-tile='9m']"
"""The tile that is drawn in each turn."""
# from the moment the finger left, as the browser stamped it, to the first frame after the page had changed
TIME: Final = """() => {
  window.times = [];
  let left = null;
  addEventListener("pointerup", (event) => { left = event.timeStamp; }, true);
  new MutationObserver(() => {
    if (left === null) return;
    const since = left;
    left = null;
    requestAnimationFrame(() => {
      const drawn = new MessageChannel();  // its message comes when the frame has been handed over
      drawn.port1.onmessage = () => window.times.push(performance.now() - since);
      drawn.port2.postMessage(null);
    });
  }).observe(document.getElementById("table"), {subtree: true, childList: true, attributeFilter: ["class"]});
}"""


def full_table(turn: int) -> View:
    river = table_views.LONGER_RIVER[:18]
    return table_views.table(
        rivers=[river, river, river, river], melds=[[], [table_views.PONG], [table_views.CHOW], []],
        waits={"ready": [], "after": {"9m": [{"tile": "3m", "left": 2, "total": 120}]}}, decision=f"d{turn}", left=60 - turn,
    )  # fmt: skip


def tap(page: Page, selector: str) -> float:
    """Tap the last one that matches. Gives the milliseconds until the change was on the screen."""
    box = page.locator(selector).last.bounding_box()
    assert box is not None
    done = page.evaluate("window.times.length")
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.wait_for_function("done => window.times.length > done", arg=done)
    measured: float = page.evaluate("window.times[window.times.length - 1]")
    return measured


def next_turn(page: Page, far_end: FarEnd, turn: int) -> None:
    far_end.show(full_table(turn), events=[{"type": "draw", "seat": 0, "tile": "9m"}])
    page.wait_for_selector("#hand.on-turn .drawn")
    page.wait_for_timeout(400)
