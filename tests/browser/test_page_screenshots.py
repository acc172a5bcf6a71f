"""Every page at a phone's and a desk's size: no scrolling sideways, no complaint of the browser, a picture to look at.

`make screens` takes the pictures at all sizes and in both themes (tests/browser/screens.py).
"""

from typing import TYPE_CHECKING

import pytest

from tests.browser import camera
from tests.browser.camera import DESK, PHONE, Look

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from tests.browser.every_page import Evening

pytestmark = [pytest.mark.browser, pytest.mark.slow]

NARROWEST = (320, 568)
"""What WCAG 2.2, 1.4.10 asks of every page: no scrolling sideways at 320 pixels, which is 1280 enlarged fourfold."""
ELSEWHERE = ("home", "zone", "rules", "help", "calculator-won", "room-entered", "ranking-own", "profile", "me", "hand")
"""What is also looked at in English and in the dark."""


@pytest.fixture
def evening(transactional_db: None) -> "Evening":
    from tests.browser import every_page

    return every_page.made()


def test_every_page_fits_and_nothing_complains(evening: "Evening", asgi_server: str, chromium: "Browser") -> None:
    camera.photograph_pages(chromium, asgi_server, evening, Look("zh", "light"), (PHONE, DESK), evening.pages)


def test_english_and_the_dark_theme_fit_on_a_phone(evening: "Evening", asgi_server: str, chromium: "Browser") -> None:
    pages = [shown for shown in evening.pages if shown.name in ELSEWHERE]
    assert len(pages) == len(ELSEWHERE)
    for look in (Look("en", "light"), Look("zh", "dark")):
        camera.photograph_pages(chromium, asgi_server, evening, look, (PHONE, NARROWEST), pages)


def test_a_page_that_is_too_wide_is_noticed(asgi_server: str, chromium: "Browser") -> None:
    page = chromium.new_page(viewport={"width": PHONE[0], "height": PHONE[1]}, locale="zh-CN")
    page.goto(f"{asgi_server}/terms/")
    page.evaluate("document.querySelector('h1').style.width = '400px'")
    with pytest.raises(AssertionError, match="terms-wide scrolls sideways at 390x664"):
        camera.take(page, "terms-wide", (PHONE,), Look("zh", "light"), whole=False)
    page.context.close()
