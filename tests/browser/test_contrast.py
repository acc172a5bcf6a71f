"""Contrast as rendered, at the table and on the pages: letters against what really lies under them (WCAG 2.2, 1.4.3),
the tiles' inks against their ground (1.4.11). Colours come from the browser, none from a list."""

import base64
from typing import TYPE_CHECKING, Any

import pytest

from games.engine.tiles import NAMES
from tests.browser import table_views
from tests.browser.table_page import opened
from tests.browser.test_tile_art import LAY_OUT, PIXELS, table

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

TEXT, LARGE = 4.5, 3.0
INK = 4.5
SAME_GROUND = 1.25  # a tile's ground is a gradient, and the holes in its drawings are paper

FELTS = {
    "dark": {},
    "light": {"felt": "light"},
    "contrast": {"contrast": "high"},
    "contrast, light": {"contrast": "high", "felt": "light"},
}
VIEWS = ["first_turn", "resting_ready", "late_hand", "five_claims", "on_auto", "watching", "result"]
WEAR = "root => { for (const [name, value] of Object.entries(root)) document.documentElement.dataset[name] = value; }"


def picture(page: "Page") -> str:
    return base64.b64encode(page.screenshot()).decode()


def too_pale(page: "Page", where: str) -> list[str]:
    """Every text on the screen whose contrast is too low, with its contrast."""
    texts: list[dict[str, Any]] = page.evaluate("pixels.texts()")
    assert texts, f"{where}: no text was found"
    page.evaluate("pixels.letters(false)")
    found = page.evaluate("([picture, texts]) => pixels.worst(picture, texts)", [picture(page), texts])
    page.evaluate("pixels.letters(true)")
    return [
        f"{where}: {text['where']} “{text['said']}” {contrast:.2f}"
        for text, contrast in zip(texts, found, strict=True)
        if contrast < (LARGE if text["large"] else TEXT)
    ]


def ink_contrasts(page: "Page", sprite: str, look: dict[str, str]) -> dict[str, float]:
    """The contrast of each tile's palest ink."""
    boxes, _ = page.evaluate(LAY_OUT, [list(NAMES), sprite, 66, look, 1])
    inner = [
        {"x": box["x"] + 3, "y": box["y"] + 3, "width": box["width"] - 6, "height": box["height"] * 0.88}
        for box in boxes
    ]
    found = page.evaluate("([picture, boxes]) => pixels.inks(picture, boxes)", [picture(page), inner])
    return {name: _palest(colours) for name, colours in zip(NAMES, found, strict=True)}


def _palest(colours: list[tuple[float, float]]) -> float:
    ground = _ground(colours)
    inks = [_contrast(ground, colour) for colour, share in colours if share > 0.002]
    return min((contrast for contrast in inks if contrast > SAME_GROUND), default=1.0)


def _ground(colours: list[tuple[float, float]]) -> float:
    """The luminance with most of the tile near it."""
    return max(
        (luminance for luminance, _ in colours),
        key=lambda luminance: sum(share for near, share in colours if _contrast(near, luminance) <= SAME_GROUND),
    )


def _contrast(one: float, other: float) -> float:
    return (max(one, other) + 0.05) / (min(one, other) + 0.05)


@pytest.mark.parametrize("sprite", ["hand", "small"])
@pytest.mark.parametrize("look", [{}, {"contrast": "high"}], ids=["plain", "contrast"])
def test_every_ink_stands_out_from_its_tile(chromium: "Browser", sprite: str, look: dict[str, str]) -> None:
    with table(chromium) as page:
        found = ink_contrasts(page, sprite, look)
    pale = {name: round(contrast, 2) for name, contrast in found.items() if contrast < INK}
    assert not pale


def test_a_pale_ink_is_noticed(chromium: "Browser") -> None:
    with table(chromium) as page:
        page.evaluate("document.documentElement.style.setProperty('--tile-green', '#6aa886')")
        found = ink_contrasts(page, "hand", {})
    assert {name for name, contrast in found.items() if contrast < INK} >= {"6z", "2s", "6p"}


@pytest.mark.parametrize("look", FELTS.values(), ids=FELTS)
def test_everything_written_at_the_table_can_be_read(chromium: "Browser", look: dict[str, str]) -> None:
    found = []
    with opened(chromium, table_views.first_turn(), (390, 664)) as (page, far_end):
        page.evaluate(PIXELS)
        page.evaluate(WEAR, look)
        for view in VIEWS:
            far_end.show(getattr(table_views, view)() | {"decision": view})
            if view == "result":
                page.wait_for_selector("#sheet:not([hidden])")
            page.wait_for_timeout(400)  # claims come up dim for a quarter of a second
            found += too_pale(page, view)
    assert not found, "\n".join(found)


@pytest.mark.parametrize("look", FELTS.values(), ids=FELTS)
def test_badge_and_tab_on_a_tile_can_be_read(chromium: "Browser", look: dict[str, str]) -> None:
    with table(chromium, table_views.ready_hand(), (390, 664)) as page:
        page.evaluate(WEAR, look)
        badge = page.evaluate("""() => {
          const style = getComputedStyle(document.querySelector('#hand .tile.wild'), '::after');
          return [style.content, pixels.of(style.color, style.backgroundColor)];
        }""")
        assert badge[0] == '"财"'
        assert badge[1] >= TEXT
        assert page.locator("#hand .ready").count() == 3
        tabs = [line for line in too_pale(page, "ready") if "ready" in line.split(":")[1]]
    assert not tabs, tabs


def test_pale_letters_are_noticed(chromium: "Browser") -> None:
    with table(chromium, table_views.first_turn(), (390, 664)) as page:
        assert too_pale(page, "before") == []
        page.evaluate("document.querySelector('.bar .title').style.color = '#5c8578'")
        after = too_pale(page, "after")
    assert len(after) == 1
    assert "title" in after[0]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_everything_written_on_the_pages_can_be_read(asgi_server: str, chromium: "Browser", theme: Any) -> None:
    from tests.pages import scenes

    running = scenes.aside(scenes.evening)
    context = chromium.new_context(viewport={"width": 1280, "height": 1500}, locale="zh-CN", color_scheme=theme)
    page = context.new_page()
    found = []
    for path in ("/", "/zone/", "/me/", "/help/", "/calculator/", f"/events/{running.slug}/"):
        page.goto(asgi_server + path)
        page.evaluate(PIXELS)
        found += too_pale(page, f"{path} {theme}")
    for button in (".felt form button", "#sit-down", "#start"):
        page.click(button)
        page.wait_for_selector({".felt form button": "#sit-down", "#sit-down": "#start", "#start": "#stand-up"}[button])
        page.wait_for_load_state()  # a page still being loaded is there before its colours are
        page.evaluate(PIXELS)
        found += too_pale(page, f"after {button} {theme}")
    context.close()
    assert not found, "\n".join(found)
