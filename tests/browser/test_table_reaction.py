"""From the finger to the eye: at most 100 ms on a processor slowed down four times, with a full table."""

from statistics import median

import pytest
from playwright.sync_api import Browser, Page

from tests.browser import table_views
from tests.browser.table_page import FarEnd, View, opened

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SLOWER = 4
LIMIT_MS = 100
TAPS = 9
PHONE = {"reduced_motion": "no-preference", "has_touch": True, "is_mobile": True}
# from the moment the finger left, as the browser stamped it, to the first frame after the page had changed
TIME = """() => {
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


def tap(page: Page, kind: str) -> float:
    """Tap the last tile of a kind. Gives the milliseconds until the change was on the screen."""
    box = page.locator(f"#hand [data-tile='{kind}']").last.bounding_box()
    assert box is not None
    done = page.evaluate("window.times.length")
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.wait_for_function("done => window.times.length > done", arg=done)
    measured: float = page.evaluate("window.times[window.times.length - 1]")
    return measured


def measured(chromium: Browser) -> dict[str, list[float]]:
    """Milliseconds of lifting and of throwing, each turn on a newly drawn full table."""
    found: dict[str, list[float]] = {"lift": [], "throw": []}
    with opened(chromium, full_table(0), **PHONE) as (page, far_end):
        page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        page.evaluate(TIME)
        for turn in range(1, TAPS + 1):
            next_turn(page, far_end, turn)
            found["lift"].append(tap(page, "9m"))
            page.wait_for_timeout(250)
            found["throw"].append(tap(page, "9m"))
            assert len(far_end.acts()) == turn
    return found


def next_turn(page: Page, far_end: FarEnd, turn: int) -> None:
    far_end.show(full_table(turn), events=[{"type": "draw", "seat": 0, "tile": "9m"}])
    page.wait_for_selector("#hand.on-turn .drawn")
    page.wait_for_timeout(400)


def test_a_tap_is_answered_within_a_tenth_of_a_second_on_a_slow_phone(chromium: Browser) -> None:
    for attempt in (1, 2):  # the machine is shared: once more on a fresh page before it counts
        times = measured(chromium)
        medians = {what: median(values) for what, values in times.items()}
        for what, values in times.items():
            print(
                f"{what}, attempt {attempt}: median {medians[what]:.0f} ms, worst {max(values):.0f} ms of {len(values)}"
            )
        if max(medians.values()) <= LIMIT_MS:
            break
    assert max(medians.values()) <= LIMIT_MS
