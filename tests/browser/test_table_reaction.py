"""From the finger to the eye: at most 100 ms on a processor slowed down four times, with a full table.

Time on the wall says nothing on a machine where many others compute. So the work itself is asserted always: the
processor time of the page's own thread between the finger and the frame, four times over. Time on the wall, with the
browser slowed down four times, is asserted as well wherever the machine has half a core to spare meanwhile.
"""

from collections.abc import Callable
from statistics import median
from typing import Any

import pytest
from playwright.sync_api import Browser, CDPSession, Page

from tests.browser import table_views
from tests.browser.table_page import FarEnd, View, opened
from tests.haste import Meanwhile
from tests.sizes import sized

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SLOWER = 4
LIMIT_MS = 100
TAPS = sized(5, 9)
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


def next_turn(page: Page, far_end: FarEnd, turn: int) -> None:
    far_end.show(full_table(turn), events=[{"type": "draw", "seat": 0, "tile": "9m"}])
    page.wait_for_selector("#hand.on-turn .drawn")
    page.wait_for_timeout(400)


def on_the_wall(chromium: Browser) -> dict[str, list[float]]:
    """Milliseconds of lifting and of throwing in a slowed browser, each turn on a newly drawn full table."""
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


def traced(page: Page, session: CDPSession, act: Callable[[], float]) -> tuple[float, list[dict[str, Any]]]:
    """What `act` gives, and the browser's trace of it."""
    events: list[dict[str, Any]] = []
    ended: list[bool] = []
    session.on("Tracing.dataCollected", lambda part: events.extend(part["value"]))
    session.once("Tracing.tracingComplete", lambda _: ended.append(True))
    categories = ["devtools.timeline", "disabled-by-default-devtools.timeline", "toplevel"]
    session.send("Tracing.start", {"transferMode": "ReportEvents", "traceConfig": {"includedCategories": categories}})
    given = act()
    page.wait_for_timeout(100)
    session.send("Tracing.end")
    for _ in range(100):
        if ended:
            break
        page.wait_for_timeout(50)
    assert ended
    return given, events


def work_of(events: list[dict[str, Any]], waited_ms: float) -> float:
    """Processor milliseconds of the page's thread from the finger's leaving until the frame `waited_ms` later."""
    (left,) = [
        event for event in events
        if event["name"] == "EventDispatch" and event["args"].get("data", {}).get("type") == "pointerup"
    ]  # fmt: skip
    until = left["ts"] + waited_ms * 1000
    tasks = [
        event for event in events
        if event["name"] == "RunTask" and event["tid"] == left["tid"] and event["pid"] == left["pid"] and "tdur" in event
        and event["ts"] + event["dur"] >= left["ts"] and event["ts"] <= until
    ]  # fmt: skip
    assert tasks
    return sum(task["tdur"] for task in tasks) / 1000


def work(chromium: Browser) -> dict[str, list[float]]:
    """Processor milliseconds of lifting and of throwing, four times over."""
    found: dict[str, list[float]] = {"lift": [], "throw": []}
    with opened(chromium, full_table(0), **PHONE) as (page, far_end):
        page.evaluate(TIME)
        session = page.context.new_cdp_session(page)
        for turn in range(1, TAPS + 1):
            next_turn(page, far_end, turn)
            for what in found:
                waited, events = traced(page, session, lambda: tap(page, "9m"))
                found[what].append(SLOWER * work_of(events, waited))
                page.wait_for_timeout(250)
    return found


def medians(times: dict[str, list[float]], told: str) -> dict[str, float]:
    for what, values in times.items():
        print(f"{what}, {told}: median {median(values):.0f} ms, worst {max(values):.0f} ms of {len(values)}")
    return {what: median(values) for what, values in times.items()}


def test_what_a_tap_costs_a_slow_phone_is_less_than_a_tenth_of_a_second(chromium: Browser) -> None:
    assert max(medians(work(chromium), "processor time").values()) <= LIMIT_MS


def test_a_tap_is_answered_within_a_tenth_of_a_second(chromium: Browser) -> None:
    for attempt in (1, 2):  # once more on a fresh page before it counts
        meanwhile = Meanwhile()
        found = medians(on_the_wall(chromium), f"on the wall, attempt {attempt}")
        if max(found.values()) <= LIMIT_MS or not meanwhile.has_half_a_core():
            return
    raise AssertionError(f"{found} with half a core to spare")
