"""What a reader may set at the table: how a tile is thrown, how tiles and felt look, how loud it is."""

import pytest
from playwright.sync_api import Browser, Page

from tests.browser import table_views
from tests.browser.table_page import FarEnd, opened, picture

pytestmark = pytest.mark.browser

SLOW_MS = 500  # two taps further apart are no double tap


def prefer(page: Page, name: str, value: str) -> None:
    """Choose among several in the panel, and close it."""
    page.click("#menu")
    page.check(f"input[name='preference-{name}'][value='{value}']")
    page.click("#panel-close")


def tap(page: Page, name: str) -> None:
    page.locator(f"#hand [data-tile='{name}']").first.click()


def discards(page: Page, far_end: FarEnd) -> list[str]:
    far_end.settle()
    return [frame["action"]["tile"] for frame in far_end.acts()]


def test_who_prefers_it_discards_with_one_tap(chromium: Browser) -> None:
    with opened(chromium, table_views.first_turn()) as (page, far_end):
        prefer(page, "tap", "single")
        tap(page, "6z")
        assert discards(page, far_end) == ["6z"]


def test_a_double_tap_must_be_quick(chromium: Browser) -> None:
    with opened(chromium, table_views.first_turn()) as (page, far_end):
        prefer(page, "tap", "double")
        tap(page, "6z")
        page.wait_for_timeout(SLOW_MS)
        tap(page, "6z")
        assert page.locator("#hand .lifted").count() == 1
        assert discards(page, far_end) == []
        page.wait_for_timeout(SLOW_MS)
        page.locator("#hand [data-tile='6z']").dblclick()
        assert discards(page, far_end) == ["6z"]


def test_a_preference_is_remembered_and_a_strange_one_ignored(chromium: Browser) -> None:
    with opened(chromium, table_views.first_turn()) as (page, _):
        prefer(page, "tap", "double")
        page.reload()
        page.wait_for_selector("#net:not([data-level='down'])")
        page.click("#menu")
        assert page.is_checked("input[value='double']")
        page.evaluate('localStorage.setItem(\'yuhuan-table\', \'{"tap": "thrice", "effects": "loud"}\')')
        page.reload()
        page.wait_for_selector("#net:not([data-level='down'])")
        page.click("#menu")
        assert page.is_checked("input[value='lift']")


CONTRASTS = """() => {
  const channels = text => (text.match(/[\\d.]+/g) || []).map(Number);
  const over = (top, under) => {
    const alpha = top[3] ?? 1;
    return [0, 1, 2].map(at => top[at] * alpha + under[at] * (1 - alpha));
  };
  const light = colour => {
    const [r, g, b] = colour.map(part => part / 255).map(p => (p <= 0.04045 ? p / 12.92 : ((p + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const probe = document.body.appendChild(document.createElement('span'));
  const bases = ['--felt-mid', '--felt', '--felt-deep'].map(name => {
    probe.style.color = getComputedStyle(document.body).getPropertyValue(name);
    return channels(getComputedStyle(probe).color);
  });
  probe.remove();
  const stops = image => (image.match(/rgba?\\([^)]*\\)/g) || []).map(channels);
  const grounds = (node, base) => {
    if (!node || node === document.body) return [base];
    const style = getComputedStyle(node);
    const under = grounds(node.parentElement, base).map(ground => over(channels(style.backgroundColor), ground));
    const painted = stops(style.backgroundImage);
    return painted.length ? under.flatMap(ground => painted.map(stop => over(stop, ground))) : under;
  };
  const found = [];
  for (const node of document.querySelectorAll('#table *')) {
    const words = [...node.childNodes].filter(child => child.nodeType === 3).map(child => child.data.trim()).join('');
    const box = node.getBoundingClientRect();
    if (!words || box.width < 2 || box.height < 2 || node.closest('[disabled], .visually-hidden, svg, .gone')) continue;
    const style = getComputedStyle(node);
    for (const ground of bases.flatMap(base => grounds(node, base))) {
      const pair = [light(over(channels(style.color), ground)), light(ground)].sort((a, b) => b - a);
      const ratio = (pair[0] + 0.05) / (pair[1] + 0.05);
      if (ratio < 4.5) found.push(`${node.id || node.className || node.tagName} ${words}: ${ratio.toFixed(2)}`);
    }
  }
  return [bases.flat().length, [...new Set(found)]];
}"""
LOOKED_AT = [
    table_views.late_hand, table_views.five_claims, table_views.quiet_window, table_views.on_auto, table_views.resting_ready,
]  # fmt: skip
SWITCHES: list[tuple[str, ...]] = [(), ("lightFelt",), ("contrast",), ("contrast", "lightFelt")]


def switch(page: Page, *names: str) -> None:
    page.click("#menu")
    for name in names:
        page.click(f".toggle[data-preference='{name}']")
    page.click("#panel-close")


@pytest.mark.parametrize("size", [(390, 664), (750, 340), (1280, 800)], ids=str)
@pytest.mark.parametrize("names", SWITCHES, ids="+".join)
def test_words_stand_out_on_every_felt(chromium: Browser, names: tuple[str, ...], size: tuple[int, int]) -> None:
    with opened(chromium, table_views.first_turn(), size) as (page, far_end):
        switch(page, *names)
        for make in LOOKED_AT:
            far_end.show(make())
            picture(page, f"table_look_{'_'.join(names) or 'plain'}_{make.__name__}_{size[0]}")
            measured, faint = page.evaluate(CONTRASTS)
            assert measured == 9
            assert faint == [], make.__name__


def test_a_number_in_the_corner_names_every_tile_of_the_hand(chromium: Browser) -> None:
    with opened(chromium, table_views.ready_hand()) as (page, _):
        assert page.locator("#hand .corner:visible").count() == 0
        switch(page, "corner")
        corners = page.locator("#hand .corner:visible").all_inner_texts()
        assert len(corners) == 17
        assert {"3筒", "6条", "9万", "发"} <= set(corners)
        picture(page, "table_look_corner_390")
        page.reload()
        page.wait_for_selector("#hand .corner:visible")


def test_high_contrast_darkens_what_is_drawn_on_a_tile(chromium: Browser) -> None:
    shade = "getComputedStyle(document.querySelector('#hand-1s [style]')).getPropertyValue('--tile-red')"
    with opened(chromium, table_views.first_turn()) as (page, _):
        assert page.evaluate(shade) == ""
        switch(page, "contrast")
        assert page.evaluate(shade).strip() == "#a80000"


LISTEN = """() => {
  window.heard = [];
  const set = AudioParam.prototype.setValueAtTime;
  AudioParam.prototype.setValueAtTime = function (value, time) {
    window.heard.push(value);
    return set.call(this, value, time);
  };
  navigator.vibrate = pattern => window.heard.push(pattern.join()) > 0;
}"""
KNOCK = [{"type": "discard", "seat": 1, "tile": "1z"}]


def turn(page: Page, name: str, volume: int) -> None:
    """Set one of the volumes, and forget what was heard of it."""
    page.evaluate(
        "([name, volume]) => { const range = document.querySelector(`input[data-preference='${name}']`);"
        "range.value = volume; range.dispatchEvent(new Event('change')); }",
        [name, str(volume)],
    )
    page.evaluate("window.heard = []")


def test_every_volume_is_set_by_itself(chromium: Browser) -> None:
    hurried = table_views.first_turn() | {"reserve_ms": 0, "deadline_ms": 3000}
    with opened(chromium, table_views.waiting_for_others()) as (page, far_end):
        page.evaluate(LISTEN)
        page.click("#menu")
        assert page.locator("#preferences input[type='range']").count() == 3
        picture(page, "table_preferences_390")
        turn(page, "effects", 50)
        far_end.show(table_views.waiting_for_others(), events=KNOCK)
        assert page.evaluate("heard") == pytest.approx([0.25, 0.04])
        turn(page, "effects", 0)
        turn(page, "ticks", 100)
        page.click(".toggle[data-preference='vibration']")
        far_end.show(hurried | {"decision": "d8"}, events=KNOCK)
        page.wait_for_timeout(500)
        assert page.evaluate("heard") == pytest.approx([0.1])


def test_vibration_is_felt_unless_switched_off(chromium: Browser) -> None:
    with opened(chromium, table_views.waiting_for_others()) as (page, far_end):
        page.evaluate(LISTEN)
        page.click("#menu")
        far_end.show(table_views.first_turn() | {"decision": "d8"})
        assert "60" in page.evaluate("heard")
