"""The content security policy in a real browser: nothing of ours is refused, and what could run is."""

from typing import TYPE_CHECKING

import pytest

from tests.browser import every_page, table_views
from tests.browser.table_page import opened
from tests.pages import crowd, scenes

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

ACTIVE = [
    "<script>ran()</script>",
    "<script type='module' src='/static/js/pages/shell.js'></script>",
    "<img src=x onerror=ran()>",
    "<img src=x oNeRRor=ran()>",
    "<a href='java&#10;script:ran()'>x</a>",
    "<a href='&#1;javascript:ran()'>x</a>",
    "<form action='javascript:ran()'></form>",
    "<svg><animate attributeName=href values=javascript:ran()></svg>",
    "<svg onload=ran()>",
    "<iframe srcdoc='<script>ran()</script>'></iframe>",
    "<object data='/x'></object>",
    "<base href='https://elsewhere.example/'>",
    "<meta http-equiv=refresh content='0;url=//elsewhere.example'>",
    "<template><img src=x onerror=ran()></template>",
    "<template><template><script>ran()</script></template></template>",
    "<div hx-on:click='ran()'></div>",
    "<math><mtext></table><mglyph><style><img src=x onerror=ran()>",
]
HARMLESS = [
    "<p>on load = 1, javascript: said he</p>",
    "<p title='click onx=3'>小王 &lt;img onerror=1&gt;</p>",
    "<template><tr><td>1</td></tr></template>",
    "<script type='application/json'>{\"on\": 1}</script>",
    "<a href='/rules/?next=javascript:'>x</a>",
]


def set_markup(page: "Page", markup: str) -> bool:
    """Whether the page takes this text as markup."""
    return page.evaluate(
        """markup => {
            const node = document.createElement("div");
            try { node.innerHTML = markup; } catch (error) { return false; }
            return true;
        }""",
        markup,
    )


def test_markup_that_could_run_is_refused_where_htmx_makes_elements(asgi_server: str, chromium: "Browser") -> None:
    page = chromium.new_page()
    page.goto(f"{asgi_server}/rules/")
    assert [markup for markup in ACTIVE if set_markup(page, markup)] == []
    assert [markup for markup in HARMLESS if not set_markup(page, markup)] == []
    refused = page.evaluate(
        """() => ["/sw.js", "/evil.js", "https://elsewhere.example/"].map((address) => {
            const script = document.createElement("script");
            try { script.src = address; } catch (error) { return true; }
            return false;
        })"""
    )
    assert refused == [False, True, True]
    assert page.evaluate("() => { try { setTimeout('ran()', 0); } catch (error) { return true; } return false; }")
    page.context.close()


def test_a_fragment_with_a_script_changes_nothing_on_the_page(asgi_server: str, chromium: "Browser") -> None:
    def plan() -> str:
        return scenes.running_event("kanmen", people=3).slug

    slug = scenes.aside(plan)
    page = chromium.new_page()
    page.route(
        f"**/events/{slug}/ranking/**",
        lambda route: route.fulfill(body='<div id="ranking"><img src=x onerror="window.ran = 1"></div>'),
    )
    page.goto(f"{asgi_server}/events/{slug}/")
    before = page.inner_html("#ranking")
    with page.expect_console_message(lambda said: "TrustedHTML" in said.text or "TrustedHTML" in str(said.args)):
        page.evaluate("document.body.dispatchEvent(new Event('ranking-changed', {bubbles: true}))")
    assert page.inner_html("#ranking") == before
    assert page.evaluate("window.ran") is None
    page.context.close()


def test_the_table_makes_no_markup_of_text_at_all(chromium: "Browser") -> None:
    expected = "Trusted"
    with opened(chromium, table_views.result(), expected=expected) as (page, _):
        page.wait_for_selector("#sheet-body table, #sheet-body .row, #sheet-body h2")
        assert not any(set_markup(page, markup) for markup in (*ACTIVE, *HARMLESS))
        made = "() => { try { trustedTypes.createPolicy('mine', {}); } catch (error) { return false; } return true; }"
        assert page.evaluate(made) is False


def test_the_apis_document_can_be_read_under_its_policy(asgi_server: str, chromium: "Browser") -> None:
    page = chromium.new_page()
    refused = every_page.refused_on(page)
    page.goto(f"{asgi_server}/api/docs")
    page.locator(".opblock-summary").first.click()
    page.wait_for_selector(".opblock-body .responses-inner")
    assert page.locator(".opblock").count() > 15
    assert refused == []
    page.context.close()


DESK = ("", "tournaments/event/", "tournaments/event/add/", "accounts/player/", "games/hand/", "login/")


def test_the_admin_works_under_its_policy(asgi_server: str, chromium: "Browser") -> None:
    def organiser() -> str:
        from accounts.models import Player

        return crowd.session_of(Player.objects.create_superuser("chief", password=None))

    key = scenes.aside(organiser)
    context = chromium.new_context(viewport={"width": 1280, "height": 800})
    context.add_cookies([{"name": "sessionid", "value": key, "url": asgi_server}])
    page = context.new_page()
    refused = every_page.refused_on(page)
    for path in DESK:
        page.goto(f"{asgi_server}/admin/{path}")
        page.wait_for_load_state("networkidle")
    page.goto(f"{asgi_server}/admin/accounts/player/")
    page.wait_for_selector("[x-data]")
    assert page.evaluate("typeof Alpine") == "object"
    assert refused == []
    context.close()
