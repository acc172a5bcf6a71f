"""Takes every page's picture at a phone's and a desk's sizes, and sees that nothing scrolls sideways or complains."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from html import escape
from itertools import groupby
from pathlib import Path
from typing import Any

from django.template.loader import render_to_string
from django.utils import translation
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser import table_views
from tests.browser.every_page import Evening, Shown
from tests.browser.table_page import View, opened

FOLDER = Path(__file__).resolve().parents[2] / "screenshots"
PICTURES = FOLDER / "screens"

Size = tuple[int, int]
PHONE, DESK = (390, 664), (1280, 800)
SIZES: tuple[Size, ...] = (PHONE, (360, 600), (750, 340), (640, 300), DESK)

# A new size has been drawn when two frames have passed.
DRAWN = "new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))"
TOO_WIDE = "document.documentElement.scrollWidth > document.documentElement.clientWidth"
# On a picture of the whole page nothing sticks to the screen's edge.
UNSTICK = """document.querySelectorAll('.tab-bar, .ranking .own').forEach(
  (node) => node.style.setProperty('position', 'static'))"""
LANGUAGES = {"zh": "zh-CN", "en": "en-US"}


@dataclass(frozen=True)
class Look:
    """How a person has set up the browser. `language`: zh or en; `theme`: light or dark."""

    language: str
    theme: str

    def __str__(self) -> str:
        return f"{self.language}-{self.theme}"


def name_of(name: str, size: Size, look: Look) -> str:
    return f"{name}_{size[0]}x{size[1]}_{look}.jpg"


def take(page: Page, name: str, sizes: Sequence[Size], look: Look, *, whole: bool) -> None:
    """A page's pictures at these sizes, `whole` or what is on the screen; sees that it does not scroll sideways."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    if whole:
        page.evaluate(UNSTICK)
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(DRAWN)
        path = PICTURES / name_of(name, (width, height), look)
        page.screenshot(path=path, full_page=whole, type="jpeg", quality=82)
        _see_that_it_fits(page, f"{name} {look}")


def fit(page: Page, name: str, sizes: Sequence[Size]) -> None:
    """See that a page scrolls sideways at none of these sizes."""
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(DRAWN)
        _see_that_it_fits(page, name)


def _see_that_it_fits(page: Page, name: str) -> None:
    size = page.viewport_size or {}
    assert not page.evaluate(TOO_WIDE), f"{name} scrolls sideways at {size.get('width')}x{size.get('height')}"


def photograph_pages(
    chromium: Browser, address: str, evening: Evening, look: Look, sizes: Sequence[Size], pages: Iterable[Shown]
) -> None:
    """The pictures of the site's pages, one browser for each reader."""
    for reader, theirs in groupby(sorted(pages, key=lambda shown: shown.reader), key=lambda shown: shown.reader):
        with browser_of(chromium, address, evening, reader, look) as context:
            page = context.new_page()
            for shown in theirs:
                _photograph(page, address, shown, look, [DESK] if shown.desk else sizes)


def _photograph(page: Page, address: str, shown: Shown, look: Look, sizes: Sequence[Size]) -> None:
    with visited(page, address, shown):
        page.evaluate("document.fonts.ready")
        on_stage = page.evaluate("document.querySelector('#stage:not([hidden])') !== null")
        take(page, shown.name, sizes, look, whole=not on_stage)


@contextmanager
def visited(page: Page, address: str, shown: Shown) -> Iterator[None]:
    """A page as its reader has it before them; sees that it is answered, and that the browser has no complaint.

    One tab may go from page to page, which costs a third of a new tab each: nothing of the last one stays.
    """
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    complaints: list[str] = []
    with _heard(page, address + shown.path, complaints):
        _look_at(page, address, shown)
        yield
        page.evaluate("sessionStorage.clear()")
        page.goto("about:blank")
    assert not complaints, f"{shown.name}: {complaints}"


def _look_at(page: Page, address: str, shown: Shown) -> None:
    answer = page.goto(address + shown.path)
    assert answer is not None
    assert answer.status == (404 if shown.name == "missing" else 200), f"{shown.name}: {answer.status}"
    if shown.press:
        shown.press(page)
    page.wait_for_selector(shown.ready)


@contextmanager
def browser_of(chromium: Browser, address: str, evening: Evening, reader: str, look: Look) -> Iterator[BrowserContext]:
    """A reader's browser, set up to this look."""
    context = chromium.new_context(
        viewport={"width": PHONE[0], "height": PHONE[1]},
        locale=LANGUAGES[look.language],
        color_scheme=look.theme,  # type: ignore[arg-type]
        reduced_motion="reduce",
        service_workers="allow",
    )
    context.add_cookies(evening.cookies(reader, address))  # type: ignore[arg-type]
    with translation.override("en" if look.language == "en" else "zh-hans"):
        broken = render_to_string("500.html")
    context.route("**/broken/", lambda route: route.fulfill(body=broken, content_type="text/html; charset=utf-8"))
    yield context
    context.close()


@contextmanager
def _heard(page: Page, address: str, found: list[str]) -> Iterator[None]:
    """Write down what the browser complains about on a page; that a page itself is answered as missing is none."""

    def hear(message: Any) -> None:
        if message.type in ("error", "warning") and message.location["url"] != address:
            found.append(message.text)

    def catch(error: Any) -> None:
        found.append(str(error))

    page.on("console", hear)
    page.on("pageerror", catch)
    yield
    page.remove_listener("console", hear)
    page.remove_listener("pageerror", catch)


# --- the table, on crafted views ------------------------------------------------------------------------------------


def tables() -> dict[str, tuple[View, str]]:
    """Name -> the view, and what is pressed on it."""
    return {
        "table-turn": (table_views.first_turn(), ""),
        "table-lifted": (table_views.ready_hand(), "#hand [data-tile='6z']"),
        "table-late": (table_views.late_hand(), ""),
        "table-claims": (table_views.five_claims(), ""),
        "table-kongs": (table_views.own_kongs(), ""),
        "table-auto": (table_views.on_auto(), ""),
        "table-watching": (table_views.watching(), ""),
        "table-sheet": (table_views.result(), ""),
        "table-drawn": (table_views.drawn_result(), ""),
        "table-closed": (table_views.closed(), ""),
        "table-menu": (table_views.late_hand(), "#menu"),
        "table-text": (table_views.five_claims(), "text"),
    }


def photograph_tables(chromium: Browser, look: Look, sizes: Sequence[Size], names: Sequence[str] = ()) -> None:
    """The pictures of the table; the dark theme is the dark felt, the light one the light."""
    language = "en" if look.language == "en" else "zh-hans"
    for name, (view, press) in tables().items():
        if names and name not in names:
            continue
        with opened(chromium, view, sizes[0], language=language) as (page, _):
            wanted = {"lightFelt": look.theme == "light", "textMode": press == "text"}
            page.evaluate("wanted => localStorage.setItem('yuhuan-table', JSON.stringify(wanted))", wanted)
            page.reload()
            expect(page.locator("#net:not([data-level='down'])")).to_be_attached()
            if press.startswith("#"):
                page.click(press)
            page.wait_for_timeout(150)
            take(page, name, sizes, look, whole=press == "text")


# --- the contact sheet ----------------------------------------------------------------------------------------------


def write_contact_sheet() -> Path:
    """All pictures on one plain page, a row for each page of the site; a line shows where the screen ends."""
    rows = groupby(sorted(PICTURES.glob("*.jpg")), key=lambda path: path.name.split("_")[0])
    body = "".join(f"<h2>{escape(name)}</h2><div>{''.join(map(_figure, paths))}</div>" for name, paths in rows)
    style = (
        "body{margin:16px;font:14px sans-serif;background:#888}div{display:flex;gap:12px;overflow-x:auto;align-items:start}"
        "figure{margin:0;flex:none}a{position:relative;display:block}img{display:block;width:100%}"
        "i{position:absolute;left:0;right:0;border-top:1px dashed #f0f}"
    )
    sheet = FOLDER / "index.html"
    sheet.write_text(
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>Every page</title><style>{style}</style>{body}',
        encoding="utf-8",
    )
    return sheet


def _figure(path: Path) -> str:
    _, size, look = path.stem.split("_")
    width, height = map(int, size.split("x"))
    half = width * 45 // 100
    return (
        f'<figure style="width:{half}px"><a href="screens/{path.name}"><img loading="lazy" src="screens/{path.name}" alt="">'
        f'<i style="top:{height * half // width}px"></i></a><figcaption>{size} {look}</figcaption></figure>'
    )
