"""Every page in both themes: no barrier (WCAG 2.2 AA as axe-core sees it), no scrolling sideways, no
complaint of the browser; `make screens` takes the pictures to look at.

English is longer and read by fewer, so it is the language that every page is looked at in; with FULL=1 both are.
"""

from itertools import groupby
from typing import TYPE_CHECKING

import pytest

from tests.browser import camera, every_page
from tests.browser.axe import COLOURS, SETTLED, TALL, findings
from tests.browser.camera import DESK, PHONE, Look
from tests.sizes import FULL

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


pytestmark = [pytest.mark.browser, pytest.mark.slow]

NARROWEST = (320, 568)
"""What WCAG 2.2, 1.4.10 asks of every page: no scrolling sideways at 320 pixels, which is 1280 enlarged fourfold."""


LANGUAGES = list(camera.LANGUAGES) if FULL else ["en"]


def test_every_page_is_no_barrier_fits_and_gives_no_cause_for_complaint(asgi_server: str, chromium: "Browser") -> None:
    evening = every_page.made()
    found: list[str] = []
    pages = sorted(evening.pages, key=lambda shown: shown.reader)
    for language in LANGUAGES:
        look = Look(language, "light")
        for reader, theirs in groupby(pages, key=lambda shown: shown.reader):
            with camera.browser_of(chromium, asgi_server, evening, reader, look) as context:
                page = context.new_page()
                for shown in theirs:
                    with camera.visited(page, asgi_server, shown):
                        camera.fit(page, f"{shown.name} {look}", [DESK] if shown.desk else [PHONE, NARROWEST, DESK])
                        found += [] if shown.desk else barriers(page, f"{shown.name} {language}")
    assert not found, "\n".join(found)


def barriers(page: "Page", where: str) -> list[str]:
    """All that axe says in the light, and of colours, which is all that a theme changes, in the dark."""
    page.set_viewport_size(TALL)
    found = findings(page, f"{where} light")
    page.emulate_media(color_scheme="dark")
    page.evaluate(SETTLED)
    found += findings(page, f"{where} dark", COLOURS)
    page.emulate_media(color_scheme="light")
    return found


def test_a_page_that_is_too_wide_is_noticed(asgi_server: str, chromium: "Browser") -> None:
    page = chromium.new_page(viewport={"width": PHONE[0], "height": PHONE[1]}, locale="zh-CN")
    page.goto(f"{asgi_server}/terms/")
    page.evaluate("document.querySelector('h1').style.width = '400px'")
    with pytest.raises(AssertionError, match="terms scrolls sideways at 390x664"):
        camera.fit(page, "terms", [PHONE])
    page.context.close()


def test_letters_too_pale_in_the_dark_are_noticed(asgi_server: str, chromium: "Browser") -> None:
    page = chromium.new_page(viewport=TALL, color_scheme="dark")
    page.goto(f"{asgi_server}/terms/")
    assert findings(page, "terms", COLOURS) == []
    page.evaluate("document.querySelector('h1').style.color = '#444'")
    assert "color-contrast" in findings(page, "terms", COLOURS)[0]
    page.context.close()
