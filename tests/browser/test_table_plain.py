"""The table page without a script: the public state and how to get on, no hidden tile of another seat."""

import pytest
from playwright.sync_api import Browser

from tests.browser import table_views
from tests.browser.table_page import page_html, picture

pytestmark = pytest.mark.browser


def test_the_public_state_is_readable_without_a_script(chromium: Browser) -> None:
    view = table_views.late_hand()
    context = chromium.new_context(viewport={"width": 390, "height": 664}, java_script_enabled=False)
    page = context.new_page()
    page.set_content(page_html(view, "zh-hans", "natural"))
    shown = page.inner_text(".plain-table")
    assert all(name in shown for name in view["names"])
    rows = page.locator(".plain-table tbody tr")
    assert rows.count() == 4
    assert rows.nth(3).locator("td").last.locator(".tile").count() == len(view["rivers"][3])
    assert page.locator(".plain-table [data-tile='3p'].wild").count() >= 1
    picture(page, "table_plain_390x664")
    context.close()


def test_a_nickname_cannot_leave_the_embedded_data(chromium: Browser) -> None:
    view = table_views.first_turn() | {"names": ["</script><script>alert(1)</script>", "b", "c", "d"]}
    assert "<script>alert(1)" not in page_html(view, "zh-hans", "natural")


@pytest.mark.parametrize("language", ["zh-hans", "en"])
def test_every_word_of_the_scripts_is_in_the_page(language: str) -> None:
    import json
    import re

    from tests.browser.table_page import STATIC

    page = page_html(table_views.first_turn(), language, "natural")
    found = re.search(r'id="strings">(.*?)</script>', page, re.S)
    assert found is not None
    strings = json.loads(found.group(1))
    used = set()
    for script in (STATIC / "js" / "table").glob("*.js"):
        used |= set(re.findall(r'\b(?:text|phrase)\("([a-z_]+)"', script.read_text(encoding="utf-8")))
    assert used - strings.keys() == set()
    assert len(used) > 40
