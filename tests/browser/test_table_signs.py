"""No sound is the only sign: whatever is heard or felt is also seen. And what is said once is said once."""

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser import table_views
from tests.browser.table_page import STATIC, opened

pytestmark = pytest.mark.browser

PHONE = {"has_touch": True, "is_mobile": True}
# the tones a page has started, as the kind of wave and its pitch
HEARD = """() => {
  window.heard = [];
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (at) {
    window.heard.push(Math.round(this.frequency.value));
    return start.call(this, at);
  };
}"""
TONES = {"click": 900, "knock": 190, "turn": 660, "tick": 1000, "win": 523}


def heard(page: Page, name: str) -> bool:
    """Whether the sound has been played by now."""
    for _ in range(40):
        if page.evaluate("tone => window.heard.includes(tone)", TONES[name]):
            return True
        page.wait_for_timeout(50)
    return False


def test_every_sound_comes_with_something_that_is_seen(chromium: Browser) -> None:
    with opened(chromium, table_views.waiting_for_others()) as (page, far_end):
        page.evaluate(HEARD)
        page.locator("#centre").click()  # browsers are silent before the first touch
        far_end.show(
            table_views.waiting_for_others() | {"last": {"seat": 1, "tile": "2m", "type": "discard"}},
            events=[{"type": "discard", "seat": 1, "tile": "2m"}],
        )
        assert heard(page, "knock")
        expect(page.locator("#river-1 .tile.last")).to_have_count(1)

        far_end.show(table_views.first_turn() | {"decision": "d2", "deadline_ms": 5300, "reserve_ms": 0})
        assert heard(page, "turn")
        expect(page.locator("#prompt.asks")).to_have_count(1)

        assert heard(page, "tick")
        expect(page.locator("#clock.hurry")).to_have_count(1)

        page.locator("#hand [data-tile='6z']").click()
        assert heard(page, "click")
        expect(page.locator("#hand .lifted")).to_have_count(1)

        far_end.show(table_views.result(), events=[{"type": "win", "seat": 1, "tile": "3m", "kind": "discard"}])
        assert heard(page, "win")
        expect(page.locator(".callout.win")).to_have_text("胡")
        expect(page.locator("#sheet")).to_be_visible()


def test_no_sound_was_left_out_here() -> None:
    source = (STATIC / "js" / "table" / "sound.js").read_text(encoding="utf-8")
    table = source[source.index("const SOUNDS") : source.index("};")]
    named = {line.split(":")[0].strip() for line in table.splitlines()[1:] if ":" in line}
    assert named == TONES.keys()


@pytest.mark.parametrize("event", ["chow", "pong", "kong", "win", "bonus"])
def test_every_spoken_call_stands_over_its_seat(chromium: Browser, event: str) -> None:
    words = {"chow": "吃", "pong": "碰", "kong": "杠", "win": "胡", "bonus": "白板补牌"}
    with opened(chromium, table_views.waiting_for_others()) as (page, far_end):
        far_end.show(table_views.late_hand(), events=[{"type": event, "seat": 3, "tile": "5z"}])
        expect(page.locator(".callout[data-place='3']")).to_have_text(words[event])


def test_a_note_is_calm_and_gives_way_to_the_sentence(chromium: Browser) -> None:
    with opened(chromium, table_views.waiting_for_others()) as (page, _):
        sentence = page.inner_text("#prompt-text")
        for _ in range(2):
            page.locator("#hand [data-tile='6s']").first.click()
        expect(page.locator("#prompt.note")).to_have_count(1)
        assert page.inner_text("#prompt-text") != sentence
        expect(page.locator("#prompt.note")).to_have_count(0)
        assert page.inner_text("#prompt-text") == sentence


def test_that_a_phone_may_be_turned_is_said_once(chromium: Browser) -> None:
    with opened(chromium, table_views.dealing(), **PHONE) as (page, _):
        expect(page.locator("#prompt.note")).to_contain_text("横过来")
        page.reload()
        page.wait_for_selector("#net:not([data-level='down'])")
        expect(page.locator("#prompt-text")).to_contain_text("洗牌")
        assert page.locator("#prompt.note").count() == 0


@pytest.mark.parametrize("size", [(750, 340), (1280, 800)])
def test_nobody_else_is_told_to_turn_anything(chromium: Browser, size: tuple[int, int]) -> None:
    with opened(chromium, table_views.dealing(), size, **PHONE) as (page, _):
        page.wait_for_timeout(200)
        assert page.locator("#prompt.note").count() == 0
