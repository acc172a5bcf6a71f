"""WCAG 2.2 AA as axe-core sees it: errors, and the table with all that opens over it (pages: test_every_page.py)."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from tests.browser import table_views
from tests.browser.axe import COLOURS, OPTIONS, SETTLED, TALL, WORDS, findings
from tests.browser.table_page import FarEnd, opened
from tests.sizes import FULL

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

LANGUAGES = ("zh-hans", "en")
ERRORS = ("403.html", "403_csrf.html", "404.html", "500.html", "503.html", "accounts/too_often.html")


@pytest.mark.parametrize("language", LANGUAGES)
def test_not_even_an_error_is_a_barrier(asgi_server: str, chromium: "Browser", language: str) -> None:
    from django.template.loader import render_to_string
    from django.utils import translation

    page = chromium.new_page(viewport=TALL)
    found = []
    for name in ERRORS:
        with translation.override(language):
            body = render_to_string(name, {"message": "…", "LANGUAGE_CODE": language})
        page.route("**/wrong/", lambda route, _, body=body: route.fulfill(body=body, content_type="text/html"))
        page.goto(f"{asgi_server}/wrong/")
        page.wait_for_selector("main h1")
        found += findings(page, f"{name} {language} light")
        page.emulate_media(color_scheme="dark")
        page.evaluate(SETTLED)
        found += findings(page, f"{name} {language} dark", COLOURS)
        page.emulate_media(color_scheme="light")
    page.context.close()
    assert not found, "\n".join(found)


VIEWS = (
    "first_turn", "five_claims", "five_melds", "late_hand", "ready_hand", "on_auto", "dealing", "watching", "result",
    "drawn_result", "closed",
)  # fmt: skip


def said_in(language: str) -> dict[str, Any]:
    """What is looked at in a language: colours, which no language changes, in Chinese; with FULL=1 in both."""
    return OPTIONS if FULL or language == LANGUAGES[0] else WORDS


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_has_no_barrier(chromium: "Browser", language: str) -> None:
    found = []
    with opened(chromium, table_views.first_turn(), language=language) as (page, far_end):
        for view in VIEWS:
            far_end.show(getattr(table_views, view)())
            if view in ("result", "drawn_result"):
                page.wait_for_selector("#sheet-body a[href]")
            page.evaluate(SETTLED)
            found += findings(page, view, said_in(language))
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


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_that_opens_over_the_table_is_a_barrier(chromium: "Browser", language: str) -> None:
    found = []
    for name, open_it in OVERLAYS.items():
        with opened(chromium, table_views.late_hand(), language=language) as (page, far_end):
            open_it(page, far_end)
            found += findings(page, name, said_in(language))
    assert not found, "\n".join(found)


@pytest.mark.parametrize("look", ["lightFelt", "contrast", "corner", "textMode"])
def test_no_look_of_the_table_has_a_barrier(chromium: "Browser", look: str) -> None:
    found = []
    for language in LANGUAGES:
        with opened(chromium, table_views.late_hand(), language=language) as (page, far_end):
            page.evaluate("look => localStorage.setItem('yuhuan-table', JSON.stringify({[look]: true}))", look)
            page.reload()
            page.wait_for_selector("#net:not([data-level='down'])")
            for view in (table_views.five_claims(), table_views.result()):
                far_end.show(view)
                page.wait_for_selector("#sheet-body a[href]" if view["result"] else "#claims button")
                found += findings(page, f"{view['phase']} {look} {language}", said_in(language))
    assert not found, "\n".join(found)
