"""All 34 tiles told apart by their rendered pixels: without colour and with a deuteranope's, in the hand and small.

The measure (pixels.js): two tiles, each pixel blurred with its neighbours, laid over each other where they fit best
within one pixel; the mean distance in CIELAB, as the eyes in question see it, in that quarter of the tile where the two
differ most. The same tile drawn half a pixel aside tells what is noise. Measured: noise at most 2.1, the closest true
pair (three and five of characters with an index in the corner) 5.6, else 7.3 and more; APART lies between them. A sheet that is broken on purpose falls below it.
"""

import base64
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from games.engine.tiles import NAMES
from tests.browser import table_views
from tests.browser.table_page import View, opened

pytestmark = pytest.mark.browser

PIXELS = Path(__file__).with_name("pixels.js").read_text(encoding="utf-8")
HAND, SMALL = ("hand", 40), ("small", 20)
NOISE, APART = 2.5, 4.0
EYES = ("grey", "deuteranopia")
LOOKS = {
    "plain": {},
    "light felt": {"felt": "light"},
    "contrast": {"contrast": "high"},
    "contrast, light felt": {"contrast": "high", "felt": "light"},
    "corner": {"corner": "index"},
}

Box = dict[str, float]

# Twice all kinds, the second time a part of a pixel aside, over the table's own felt.
LAY_OUT = """async ([names, size, width, root, shift]) => {
  for (const [name, value] of Object.entries(root)) document.documentElement.dataset[name] = value;
  const { tile } = await import("/static/js/table/tile.js");
  const sheet = document.createElement("div");
  sheet.style.cssText = "position:fixed;inset:0;z-index:99;background:var(--felt)";
  sheet.style.setProperty("--tile", `${width}px`);
  const rows = [0, shift].map((aside) => names.map((name, at) => {
    const made = tile(name, { size });
    const [column, row] = [at % 17, Math.floor(at / 17) + (aside ? 2 : 0)];
    made.style.cssText = `position:absolute;left:${8 + column * (width + 6) + aside}px;top:${8 + row * (width * 1.5) + aside}px`;
    return made;
  }));
  sheet.append(...rows.flat());
  document.body.append(sheet);
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  return rows.map((row) => row.map((node) => {
    const { x, y, width, height } = node.getBoundingClientRect();
    return { x: Math.floor(x), y: Math.floor(y), width: Math.round(width), height: Math.round(height) };
  }));
}"""


@dataclass(frozen=True)
class Sheet:
    """How far the faces of one rendering are apart. `pairs`: the closest first; `noise`: the most that one tile differs from itself."""

    pairs: list[tuple[float, str, str]]
    noise: float

    @property
    def closest(self) -> float:
        return self.pairs[0][0]

    def __str__(self) -> str:
        near = ", ".join(f"{a} {b} {distance:.1f}" for distance, a, b in self.pairs[:5])
        return f"noise {self.noise:.2f}; closest: {near}"


@contextmanager
def table(chromium: Browser, view: View | None = None, screen: tuple[int, int] = (1280, 800)) -> Iterator[Page]:
    """The table's page, able to read its own pixels."""
    with opened(chromium, view or table_views.first_turn(), screen) as (page, _):
        page.evaluate(PIXELS)
        yield page


def measured(page: Page, size: tuple[str, int], eyes: Sequence[str] = EYES, **root: str) -> dict[str, Sheet]:
    """Lay all tiles out at a size, under these attributes of the root, and compare them for each sort of eyes."""
    shift = 1 if "corner" in root else 0.5  # letters are set on whole pixels, whatever is around them
    first, again = page.evaluate(LAY_OUT, [list(NAMES), *size, root, shift])
    picture = base64.b64encode(page.screenshot()).decode()
    found = {}
    for sort in eyes:
        result: dict[str, Any] = page.evaluate(
            "([picture, first, again, eyes]) => pixels.distances(picture, first, again, eyes)",
            [picture, first, again, sort],
        )
        pairs = sorted((distance, NAMES[a], NAMES[b]) for a, b, distance in result["pairs"])
        found[sort] = Sheet(pairs, max(result["same"]))
    return found


@pytest.mark.parametrize("look", LOOKS.values(), ids=LOOKS)
@pytest.mark.parametrize("size", [HAND, SMALL], ids=["hand", "small"])
def test_every_two_tiles_are_told_apart_without_relying_on_hue(
    chromium: Browser, size: tuple[str, int], look: dict[str, str]
) -> None:
    with table(chromium) as page:
        sheets = measured(page, size, **look)
    for eyes, sheet in sheets.items():
        print(f"{size[0]} {look} {eyes}: {sheet}")
        assert sheet.noise < NOISE, f"{eyes}: {sheet}"
        assert sheet.closest > APART, f"{eyes}: {sheet}"


# --- sheets that must be refused --------------------------------------------------------------------------------------

# Kind `to` gets the drawing of kind `from`, its inks exchanged by `hues`.
FORGE = """([size, from, to, hues]) => {
  const [model, forged] = [from, to].map((name) => document.getElementById(`${size}-${name}`));
  forged.replaceChildren(...[...model.children].map((node) => node.cloneNode(true)));
  for (const node of forged.querySelectorAll("[fill]")) {
    const hue = hues[node.getAttribute("fill")];
    if (hue) node.style.fill = hue;
  }
}"""
OTHER_HUES = {"#b3261e": "#3d52c3", "#0b6b3a": "#8e3998", "#1c3f94": "#6d3609"}
"""Inks of the same luminance: what is red becomes blue, green becomes violet, blue becomes brown."""


@pytest.mark.parametrize("size", [HAND, SMALL], ids=["hand", "small"])
def test_a_sheet_with_one_drawing_for_two_kinds_is_refused(chromium: Browser, size: tuple[str, int]) -> None:
    with table(chromium) as page:
        page.evaluate(FORGE, [size[0], "7p", "8p", {}])
        sheets = measured(page, size)
    for eyes, sheet in sheets.items():
        assert sheet.closest < NOISE, f"{eyes}: {sheet}"
        assert sheet.pairs[0][1:] == ("7p", "8p")


@pytest.mark.parametrize("size", [HAND, SMALL], ids=["hand", "small"])
def test_a_sheet_that_tells_two_kinds_apart_by_hue_alone_is_refused(chromium: Browser, size: tuple[str, int]) -> None:
    with table(chromium) as page:
        page.evaluate(FORGE, [size[0], "3p", "3s", OTHER_HUES])
        sheets = measured(page, size, ("full", "grey"))
    assert sheets["full"].closest > APART, f"full colour: {sheets['full']}"
    assert sheets["grey"].closest < APART, f"grey: {sheets['grey']}"
    assert sheets["grey"].pairs[0][1:] == ("3p", "3s")
