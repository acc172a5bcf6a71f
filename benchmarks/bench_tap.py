"""From the finger to the eye, by the wall's clock, in a browser slowed down four times.

    python benchmarks/bench_tap.py [TAPS [ROUNDS]]

Lifting and throwing a tile at a full table, each turn newly drawn, beside a page of as many plain buttons of which one
changes its colour: what the browser itself needs for any answer. Milliseconds from the moment the finger left, as the
browser stamped it, until the frame that shows the change was handed over; the promise is 100. What of it is the page's
own work is asserted in tests/browser/test_table_reaction.py.
"""

import base64
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import django  # noqa: E402
from playwright.sync_api import Browser, Page, sync_playwright  # noqa: E402

from benchmarks.measure import show, spread  # noqa: E402
from tools.find_browser import find_browser  # noqa: E402

TAPS, ROUNDS = 9, 3
SLOWER = 4
BUTTONS = 120
PLAIN = """<!doctype html><meta name="viewport" content="width=device-width"><style>
  button { width: 30px; height: 40px } .on { background: teal }</style><main id="table"></main><script>
  for (let number = 0; number < {buttons}; number++) document.getElementById("table").append(document.createElement("button"));
  document.addEventListener("pointerup", (event) => event.target.classList.toggle("on"));
</script>""".replace("{buttons}", str(BUTTONS))


def main(taps: int, rounds: int) -> None:
    os.environ.update(
        DJANGO_SETTINGS_MODULE="yuhuan_site.settings", DATABASE_URL="postgres:///none", REDIS_URL="redis://127.0.0.1:1",
        SECRET_KEY="only for a benchmark", SEED_KEY=base64.b64encode(bytes(32)).decode(), ALLOWED_HOSTS="localhost",
        STATIC_HASHED="false",
    )  # fmt: skip
    django.setup()
    found: dict[str, list[float]] = {"lift": [], "throw": [], "a plain button": []}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_browser(), args=["--no-sandbox", "--disable-gpu"])
        for number in range(rounds + 1):  # the first one warms caches
            for name, times in measured(browser, taps).items():
                found[name] += [median(times)] if number else []
        browser.close()
    ours = {name: times for name, times in found.items() if name != "a plain button"}
    ratios = {
        name: spread([mine / theirs for mine, theirs in zip(times, found["a plain button"], strict=True)])
        for name, times in ours.items()
    }
    show(
        {"taps": taps, "slower": SLOWER, "ms": {name: spread(times, 0) for name, times in found.items()},
         "ours / a plain button": ratios},
        "playwright",
    )  # fmt: skip


def measured(browser: Browser, taps: int) -> dict[str, list[float]]:
    """Milliseconds of each tap."""
    from tests.browser import reaction
    from tests.browser.table_page import opened

    found: dict[str, list[float]] = {"lift": [], "throw": [], "a plain button": []}
    with opened(browser, reaction.full_table(0), **reaction.PHONE) as (page, far_end):
        slow_down(page)
        for turn in range(1, taps + 1):
            reaction.next_turn(page, far_end, turn)
            found["lift"].append(reaction.tap(page, reaction.TILE))
            page.wait_for_timeout(250)
            found["throw"].append(reaction.tap(page, reaction.TILE))
    with plain(browser) as page:
        slow_down(page)
        for _ in range(taps):
            page.wait_for_timeout(250)
            found["a plain button"].append(reaction.tap(page, "button"))
    return found


def slow_down(page: Page) -> None:
    from tests.browser import reaction

    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.evaluate(reaction.TIME)


@contextmanager
def plain(browser: Browser) -> Iterator[Page]:
    """A page with nothing but buttons, on the same phone."""
    from tests.browser import reaction

    context = browser.new_context(viewport={"width": 390, "height": 664}, **reaction.PHONE)
    page = context.new_page()
    page.set_content(PLAIN)
    yield page
    context.close()


if __name__ == "__main__":
    main(*(int(number) for number in (*sys.argv[1:], *(TAPS, ROUNDS)[len(sys.argv) - 1 :])))
