"""The service worker in a real browser: what it keeps, what it never keeps, what is there without a connection."""

import time
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Error, expect

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

KEPT = """async () => {
  const kept = [];
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) kept.push(new URL(request.url).pathname);
  }
  return kept;
}"""
ACTIVE = "() => navigator.serviceWorker.ready.then((found) => new URL(found.scope).pathname)"


@pytest.fixture
def page(asgi_server: str, chromium: "Browser") -> "Iterator[Page]":
    """The first page, once its worker is ready."""
    page = chromium.new_page(viewport={"width": 390, "height": 664}, locale="zh-CN", service_workers="allow")
    page.goto(f"{asgi_server}/")
    assert page.evaluate(ACTIVE) == "/"
    page.wait_for_function(
        "() => navigator.serviceWorker.getRegistration().then((r) => r.active?.state === 'activated')"
    )
    yield page
    page.context.close()


def test_nothing_but_the_shell_is_ever_kept(page: "Page", asgi_server: str) -> None:
    from tests.pages import scenes

    event = scenes.aside(lambda: scenes.running_event(people=3))
    page.goto(f"{asgi_server}/events/{event.slug}/")
    page.get_by_role("button", name="进入比赛房间").click()
    for path in ("/me/", "/me/tokens/", "/zone/", f"/events/{event.slug}/ranking/", "/api/events"):
        page.goto(asgi_server + path)
    page.goto(f"{asgi_server}/")
    kept = page.evaluate(KEPT)
    assert "/offline/" in kept
    assert "/static/img/tiles-hand.svg" in kept
    assert all(path.startswith("/static/") for path in kept if path != "/offline/")


def test_without_a_connection_a_page_says_so_and_a_table_is_left_alone(page: "Page", asgi_server: str) -> None:
    page.goto(f"{asgi_server}/zone/")
    page.context.set_offline(True)
    page.goto(f"{asgi_server}/rules/")
    expect(page.get_by_role("heading", name="没有网络")).to_be_visible()
    assert page.evaluate("getComputedStyle(document.querySelector('.site-head')).backgroundColor") != "rgba(0, 0, 0, 0)"
    for path in ("/tables/abc/", "/api/events"):
        with pytest.raises(Error):
            page.goto(asgi_server + path)
    page.context.set_offline(False)
    page.goto(f"{asgi_server}/rules/")
    expect(page.get_by_role("heading", name="规则", level=1)).to_be_visible()


def test_what_an_older_worker_kept_goes_when_a_newer_one_takes_over(page: "Page", asgi_server: str) -> None:
    page.evaluate("async () => { await caches.open('shell-000000000000'); }")
    page.evaluate("() => navigator.serviceWorker.getRegistration().then((found) => found.unregister())")
    page.goto("about:blank")  # with its last page gone the worker goes too, and the next visit brings a new one
    page.goto(f"{asgi_server}/rules/")
    page.evaluate(ACTIVE)
    end = time.monotonic() + 10
    while len(kept := page.evaluate("() => caches.keys()")) != 1:
        assert time.monotonic() < end, kept
        page.wait_for_timeout(50)
    assert kept != ["shell-000000000000"]


@pytest.mark.parametrize("how", ["delete Navigator.prototype.serviceWorker", "blocked", "refused"])
def test_a_browser_that_wants_no_worker_has_the_whole_site(asgi_server: str, chromium: "Browser", how: str) -> None:
    """As in chat apps and private windows: nothing is kept, nothing is missing, nothing is complained of."""
    context = chromium.new_context(locale="zh-CN", service_workers="block" if how == "blocked" else "allow")
    page, errors = context.new_page(), []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda said: errors.append(said.text) if said.type == "error" else None)
    if how.startswith("delete"):
        page.add_init_script(how)
    if how == "refused":
        page.add_init_script(
            "ServiceWorkerContainer.prototype.register = () => Promise.reject(new DOMException('no', 'SecurityError'));"
        )
    for path, heading in (("/", "玉环麻将"), ("/zone/", "玉环麻将争霸赛专区"), ("/calculator/", "算分器")):
        page.goto(asgi_server + path)
        expect(page.get_by_role("heading", level=1)).to_contain_text(heading)
        page.wait_for_load_state("networkidle")
    page.get_by_role("navigation", name="主导航").first.get_by_role("link").first.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("玉环麻将")
    assert errors == []
    context.close()
