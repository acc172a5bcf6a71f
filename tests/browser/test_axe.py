"""WCAG 2.2 AA as axe-core sees it: no serious or critical finding on any page, in both themes and both languages."""

from collections import defaultdict
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.browser import every_page, table_views
from tests.browser.table_page import FarEnd, opened

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

GRAVE = ("serious", "critical")
OPTIONS = {
    "resultTypes": ["violations"],
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
}
# A theme changes colours alone: what is said of the second one.
COLOURS = {"resultTypes": ["violations"], "runOnly": ["color-contrast", "link-in-text-block"]}
# Without motion a change of colours still passes through a transition that is over in the next frame.
SETTLED = """async () => {
  do { await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))); }
  while (document.getAnimations().some(motion => motion instanceof CSSTransition));
}"""
# The bar at the lower edge lies over whatever is scrolled beneath it; on a screen this tall nothing is.
TALL = {"width": 390, "height": 6000}
THEMES = ("light", "dark")
LANGUAGES = {"zh-CN": "zh-hans", "en-US": "en"}
ERRORS = ("403.html", "403_csrf.html", "404.html", "500.html", "accounts/too_often.html")


def findings(page: "Page", where: str, options: dict[str, list[str]] = OPTIONS) -> list[str]:
    """What axe says against a page, one line a place."""
    found: list[dict[str, Any]] = Axe().run(page, options=options).response["violations"]
    return [
        f"{where}: {violation['id']}: {node['html'][:160]} ({'; '.join(check['message'] for check in node['any'][:1])})"
        for violation in found
        if violation["impact"] in GRAVE
        for node in violation["nodes"]
    ]


@pytest.mark.slow
@pytest.mark.parametrize("locale", LANGUAGES)
def test_nobody_meets_a_barrier_on_any_page(asgi_server: str, chromium: "Browser", locale: str) -> None:
    evening = every_page.made()
    readers = defaultdict(list)
    for shown in evening.pages:
        if not shown.desk:
            readers[shown.reader].append(shown)
    found = []
    for reader, pages in readers.items():
        context = chromium.new_context(viewport=TALL, locale=locale, reduced_motion="reduce")  # type: ignore[arg-type]
        context.add_cookies(evening.cookies(reader, asgi_server))  # type: ignore[arg-type]
        page = context.new_page()
        refused = every_page.refused_on(page)
        for shown in pages:
            page.emulate_media(color_scheme="light")
            page.goto("about:blank")  # an address that differs in its fragment alone would not be loaded again
            page.goto(asgi_server + shown.path)
            if shown.press:
                shown.press(page)
            page.wait_for_selector(shown.ready)
            found += findings(page, f"{shown.name} {locale} light")
            page.emulate_media(color_scheme="dark")
            page.evaluate(SETTLED)
            found += findings(page, f"{shown.name} {locale} dark", COLOURS)
        found += refused  # nothing of ours is against our own policy
        context.close()
    assert not found, "\n".join(found)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("language", LANGUAGES.values())
def test_not_even_an_error_is_a_barrier(asgi_server: str, chromium: "Browser", language: str, theme: Any) -> None:
    from django.template.loader import render_to_string
    from django.utils import translation

    page = chromium.new_page(viewport=TALL, color_scheme=theme)  # type: ignore[arg-type]
    found = []
    for name in ERRORS:
        with translation.override(language):
            body = render_to_string(name, {"message": "…", "LANGUAGE_CODE": language})
        page.route("**/wrong/", lambda route, _, body=body: route.fulfill(body=body, content_type="text/html"))
        page.goto(f"{asgi_server}/wrong/")
        page.wait_for_selector("main h1")
        found += findings(page, f"{name} {language} {theme}")
    page.context.close()
    assert not found, "\n".join(found)


VIEWS = (
    "first_turn", "five_claims", "five_melds", "late_hand", "ready_hand", "on_auto", "dealing", "watching", "result",
    "drawn_result", "closed",
)  # fmt: skip


@pytest.mark.parametrize("language", LANGUAGES.values())
def test_the_table_has_no_barrier(chromium: "Browser", language: str) -> None:
    found = []
    for view in VIEWS:
        with opened(chromium, getattr(table_views, view)(), language=language) as (page, _):
            if view in ("result", "drawn_result"):
                page.wait_for_selector("#sheet-body a[href]")
            found += findings(page, view)
    assert not found, "\n".join(found)


def choose_a_chow(page: "Page", far_end: FarEnd) -> None:
    far_end.show(table_views.three_chows() | {"decision": "d7"})
    page.wait_for_timeout(400)
    page.keyboard.press("z")
    page.wait_for_selector("#claims .thumbnail")


def fold_the_sheet(page: "Page", far_end: FarEnd) -> None:
    far_end.show(table_views.result())
    page.wait_for_selector("#sheet-body a[href]")
    page.click("#sheet-fold")


LINE_LOST = """() => {
  const words = JSON.parse(document.getElementById('strings').textContent), of = id => document.getElementById(id);
  of('offline-title').textContent = words.offline_title;
  of('offline-text').textContent = words.offline_left.replace('{seconds}', '12');
  of('offline').removeAttribute('hidden');
  Object.defineProperty(of('offline'), 'hidden', { set() {} });  // the page, whose line is fine, would close it
}"""


OVERLAYS: dict[str, Callable[["Page", FarEnd], object]] = {
    "menu": lambda page, _: page.click("#menu"),
    "keys": lambda page, _: page.keyboard.press("?"),
    "leave": lambda page, _: page.evaluate("document.getElementById('leave').showModal()"),
    "river": lambda page, _: page.click("#river-1"),
    "chows": choose_a_chow,
    "folded": fold_the_sheet,
    "offline": lambda page, _: page.evaluate(LINE_LOST),
}


@pytest.mark.parametrize("language", LANGUAGES.values())
def test_nothing_that_opens_over_the_table_is_a_barrier(chromium: "Browser", language: str) -> None:
    found = []
    for name, open_it in OVERLAYS.items():
        with opened(chromium, table_views.late_hand(), language=language) as (page, far_end):
            open_it(page, far_end)
            found += findings(page, name)
    assert not found, "\n".join(found)


@pytest.mark.parametrize("look", ["lightFelt", "contrast", "corner", "textMode"])
def test_no_look_of_the_table_has_a_barrier(chromium: "Browser", look: str) -> None:
    found = []
    for language in LANGUAGES.values():
        with opened(chromium, table_views.late_hand(), language=language) as (page, far_end):
            page.evaluate("look => localStorage.setItem('yuhuan-table', JSON.stringify({[look]: true}))", look)
            page.reload()
            page.wait_for_selector("#net:not([data-level='down'])")
            for view in (table_views.five_claims(), table_views.result()):
                far_end.show(view)
                page.wait_for_selector("#sheet-body a[href]" if view["result"] else "#claims button")
                found += findings(page, f"{view['phase']} {look} {language}")
    assert not found, "\n".join(found)
