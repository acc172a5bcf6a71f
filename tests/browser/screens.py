"""`make screens`: every page at five sizes in both themes, and in English on a phone, into screenshots/.

Not among the tests that run by themselves (its name is not that of a test file); test_every_page.py is.
"""

from typing import TYPE_CHECKING

import pytest

from tests.browser import camera
from tests.browser.camera import PHONE, SIZES, Look

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser

LOOKS = [
    (Look("zh", "light"), SIZES),
    (Look("zh", "dark"), SIZES),
    (Look("en", "light"), (PHONE,)),
]


@pytest.mark.parametrize(("look", "sizes"), LOOKS, ids=lambda value: str(value) if isinstance(value, Look) else "")
def test_every_page(asgi_server: str, chromium: "Browser", look: Look, sizes: tuple[camera.Size, ...]) -> None:
    from tests.browser import every_page

    evening = every_page.made()
    camera.photograph_pages(chromium, asgi_server, evening, look, sizes, evening.pages)
    print(camera.write_contact_sheet())


@pytest.mark.parametrize(("look", "sizes"), LOOKS, ids=lambda value: str(value) if isinstance(value, Look) else "")
def test_every_table(chromium: "Browser", look: Look, sizes: tuple[camera.Size, ...]) -> None:
    camera.photograph_tables(chromium, look, sizes)
    print(camera.write_contact_sheet())
