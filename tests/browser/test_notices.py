"""The offer to be told, the service worker that tells, and the call to a reader who looks at another tab."""

import json
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from tests.browser.axe import findings
from tests.notices.far_browser import Browser as Keys
from tests.notices.far_browser import PushService, push_service
from tests.pages import scenes

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

# Headless Chromium has no push service of its own: what the page asks of it is answered from here.
FAR_SERVICE = """([endpoint, p256dh, auth]) => {
  let kept = null;
  const made = { toJSON: () => ({ endpoint, keys: { p256dh, auth } }), endpoint,
    unsubscribe: async () => { kept = null; return true; } };
  PushManager.prototype.getSubscription = async () => kept;
  PushManager.prototype.subscribe = async (options) => { window.subscribedWith = options; kept = made; return made; };
}"""
ACTIVE = "() => navigator.serviceWorker.ready.then((found) => Boolean(found.active))"
# The headless shell has no notices of its own and grants none: there, what the worker asks the browser for is kept.
KEEP = """() => {
  if (Notification.permission === "granted") return;
  self.kept = new Map();
  ServiceWorkerRegistration.prototype.showNotification = async (title, options) => self.kept.set(options.tag, { title, ...options });
  ServiceWorkerRegistration.prototype.getNotifications = async () => [...self.kept.values()];
}"""
SHOWN = """() => self.registration.getNotifications()
  .then((all) => all.map(({ title, body, tag, data }) => ({ title, body, tag, url: data.url })))"""
# Only a reader's own tap may bring a tab to the front: what is asked of the browser is kept.
OPEN = """async (url) => {
  const asked = [];
  const path = (address) => new URL(address).pathname;
  WindowClient.prototype.focus = async function () { asked.push(["focus", path(this.url)]); return this; };
  WindowClient.prototype.navigate = async function (to) { asked.push(["navigate", path(to)]); return this; };
  Clients.prototype.openWindow = async (to) => { asked.push(["open", path(to)]); };
  await open(url);
  return asked;
}"""


@pytest.fixture
def service(settings: Any) -> Iterator[PushService]:
    from notices import vapid

    with push_service() as running:
        settings.VAPID_PRIVATE_KEY, _public = vapid.new_key()
        settings.PUSH_SERVICES = [running.origin]
        yield running


@pytest.fixture
def person(asgi_server: str, chromium: "Browser", service: PushService) -> "Iterator[Callable[..., Page]]":
    """A page of somebody who has entered an event: `person(language, allowed)`."""
    event = scenes.aside(scenes.running_event)
    contexts = []

    def enter(locale: str = "zh-CN", allowed: bool = True, before: str = "", opened: bool = False) -> "Page":
        context = chromium.new_context(
            service_workers="allow",
            viewport={"width": 390, "height": 664},
            locale=locale,
            permissions=["notifications"] if allowed else [],
        )
        contexts.append(context)
        page = context.new_page()
        if before:
            page.add_init_script(before)
        else:
            keys = Keys()
            page.add_init_script(f"({FAR_SERVICE})({json.dumps([service.endpoint('a'), keys.p256dh, keys.auth])})")
        page.goto(f"{asgi_server}/events/{event.slug}/")
        page.locator(".felt form button").click()
        page.wait_for_selector("#sit-down")
        assert page.evaluate(ACTIVE)
        if opened:
            page.locator("#push summary").click()
        return page

    yield enter
    for context in contexts:
        context.close()


def kept() -> list[tuple[str, list[str]]]:
    from notices.models import PushSubscription

    return scenes.aside(lambda: list(PushSubscription.objects.values_list("language", "topics")))


@pytest.mark.parametrize("path", ["/me/", "room"])
def test_the_offer_is_taken_changed_and_given_back(person: "Callable[..., Page]", asgi_server: str, path: str) -> None:
    page = person()
    if path != "room":
        page.goto(asgi_server + path)
    else:
        page.locator("#push summary").click()
    offer = page.locator("#push")
    expect(offer).to_be_visible()
    button = offer.get_by_role("button")
    expect(button).to_have_text("提醒我")
    expect(button).to_have_attribute("aria-pressed", "false")
    button.click()
    expect(button).to_have_text("不再提醒")
    expect(offer.locator("#push-state")).to_have_text("这台设备会收到提醒。")
    assert kept() == [("zh-hans", ["seated", "start", "turn"])]
    assert page.evaluate("() => subscribedWith.userVisibleOnly && subscribedWith.applicationServerKey.length") == 65
    with page.expect_response(lambda answer: answer.request.method == "POST" and "/api/me/push" in answer.url):
        offer.get_by_label("开赛").uncheck()
    assert kept() == [("zh-hans", ["seated", "turn"])]
    with page.expect_response(lambda answer: answer.request.method == "DELETE"):
        button.click()
    expect(button).to_have_text("提醒我")
    assert kept() == []


def test_the_last_box_taken_away_ends_it_and_nothing_can_be_asked_for(person: "Callable[..., Page]") -> None:
    page = person(opened=True)
    offer, button = page.locator("#push"), page.locator("#push-switch")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    for label in ("开赛", "入了座", "轮到我"):
        offer.get_by_label(label).uncheck()
    expect(button).to_have_attribute("aria-pressed", "false")
    expect(button).to_be_disabled()
    assert kept() == []


def test_a_reader_of_english_has_it_in_english(person: "Callable[..., Page]") -> None:
    page = person("en-GB", opened=True)
    page.locator("#push").get_by_role("button", name="Tell me").click()
    expect(page.locator("#push-state")).to_have_text("You will be told on this device.")
    assert kept()[0][0] == "en"


def test_a_browser_that_refuses_says_so_and_keeps_nothing(person: "Callable[..., Page]") -> None:
    page = person(allowed=False, opened=True)
    page.locator("#push-switch").click()
    expect(page.locator("#push-state")).to_contain_text("浏览器不允许")
    assert kept() == []


@pytest.mark.parametrize("missing", ["PushManager", "Notification"])
def test_where_the_browser_cannot_do_it_nothing_is_offered(person: "Callable[..., Page]", missing: str) -> None:
    """As in most chat apps: the page is whole, and does not speak of it."""
    page = person(before=f"delete window.{missing}")
    page.wait_for_load_state("networkidle")
    expect(page.locator("#push")).to_be_hidden()
    expect(page.locator("#sit-down")).to_be_visible()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_offer_is_no_barrier_and_fits_the_smallest_phone(
    person: "Callable[..., Page]", asgi_server: str, theme: str
) -> None:
    page = person("en-GB", opened=True)
    page.emulate_media(color_scheme=theme)
    page.set_viewport_size({"width": 320, "height": 3000})
    for place in ("room", "me"):
        if place == "me":
            page.goto(f"{asgi_server}/me/")
        page.locator("#push-switch").click()
        expect(page.locator("#push-state")).to_have_text("You will be told on this device.")
        assert findings(page, place) == []
        assert page.evaluate("document.documentElement.scrollWidth") == 320
        for box in page.locator("#push .check").all():
            assert box.bounding_box()["height"] >= 44


def push(page: "Page", *payloads: str) -> list[dict[str, str]]:
    """Hand the worker messages as the browser's push service would; gives the notices that are then to be seen."""
    (worker,) = page.context.service_workers
    worker.evaluate(KEEP)
    cdp = page.context.new_cdp_session(page)
    registered: list[dict[str, Any]] = []
    cdp.on("ServiceWorker.workerRegistrationUpdated", lambda said: registered.extend(said["registrations"]))
    cdp.send("ServiceWorker.enable")
    while not registered:
        page.wait_for_timeout(20)
    told = {"origin": "/".join(page.url.split("/")[:3]), "registrationId": registered[0]["registrationId"]}
    shown: list[dict[str, str]] = []
    for payload in payloads:
        before = shown
        cdp.send("ServiceWorker.deliverPushMessage", {**told, "data": payload})
        end = time.monotonic() + 5
        while (shown := worker.evaluate(SHOWN)) == before:
            assert time.monotonic() < end, "nothing was shown"
            page.wait_for_timeout(20)
    return shown


def test_a_push_becomes_a_notice_and_a_newer_one_takes_its_place(person: "Callable[..., Page]") -> None:
    from notices import service as notices
    from notices.words import payload

    about = [notices.notice(topic, "kanmen", "坎门周末争霸赛", "t1") for topic in ("seated", "turn")]
    (shown,) = push(person(), *(json.dumps(payload(notice, "zh-hans")) for notice in about))
    body = "坎门周末争霸赛：全桌在等你出牌。"
    assert shown == {"title": "轮到你了", "body": body, "tag": "table-t1", "url": "/tables/t1/"}


@pytest.mark.parametrize("payload", ["", "not ours", "{}", "null"])
def test_a_push_that_says_nothing_is_shown_all_the_same(person: "Callable[..., Page]", payload: str) -> None:
    """Browsers take the permission from a site that swallows one."""
    (shown,) = push(person(), payload)
    assert shown["title"].startswith("玉环麻将")


def test_a_tap_brings_the_tab_that_is_there_to_the_front(person: "Callable[..., Page]", asgi_server: str) -> None:
    page = person()
    here = page.evaluate("location.pathname")
    (worker,) = page.context.service_workers
    assert worker.evaluate(OPEN, here) == [["focus", here]]
    assert worker.evaluate(OPEN, "/tables/t1/") == [["focus", here], ["navigate", "/tables/t1/"]]
    assert worker.evaluate(OPEN, "https://elsewhere.example/") == []
    page.goto(f"{asgi_server}/tables/t0/")  # a tab at a table is left where it is
    assert worker.evaluate(OPEN, "/tables/t1/") == [["open", "/tables/t1/"]]
    page.goto("about:blank")
    assert worker.evaluate(OPEN, "/tables/t1/") == [["open", "/tables/t1/"]]
