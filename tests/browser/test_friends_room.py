"""朋友桌 on two phones, on the whole site as it runs: made, joined by its link, opened with bots, once more."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.axe import TALL, findings
from tests.browser.table_page import picture
from tests.running_site import RunningSite

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

PHONE = {"width": 390, "height": 664}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningSite]:
    with RunningSite(tmp_path_factory.mktemp("site"), "yuhuan_friends", celery=False) as running:
        yield running


def phone(chromium: "Browser") -> "Page":
    context = chromium.new_context(viewport=PHONE, has_touch=True, is_mobile=True, locale="zh-CN")  # type: ignore[arg-type]
    return context.new_page()


def shoot(page: "Page", name: str) -> None:
    picture(page, f"friends_{name}_390x664", whole=True)


def test_two_phones_make_a_table_of_friends_and_bots_fill_it(site: RunningSite, chromium: "Browser") -> None:
    host, friend = phone(chromium), phone(chromium)
    host.goto(f"{site.web[0]}/")
    host.get_by_role("link", name="朋友桌").first.tap()
    shoot(host, "form")
    host.get_by_role("button", name="建桌").tap()
    expect(host.locator(".qr svg")).to_be_visible()
    expect(host.locator(".chairs .taken")).to_have_count(1)
    shoot(host, "room")
    host.set_viewport_size(TALL)
    assert findings(host, "room") == []
    host.set_viewport_size(PHONE)  # type: ignore[arg-type]
    link = host.locator("#invitation").get_attribute("href") or ""
    host.evaluate("Object.defineProperty(navigator, 'clipboard', {value: undefined})")  # as on http in a home network
    host.get_by_role("button", name="复制链接").tap()
    expect(host.locator("#copy-link")).to_have_text("已复制")
    friend.goto(link)
    shoot(friend, "invited")
    friend.get_by_role("button", name="入座").tap()
    expect(host.locator(".chairs .taken")).to_have_count(2)
    expect(friend.locator(".chairs .taken")).to_have_count(2)
    names = friend.locator(".chairs .taken bdi").all_inner_texts()
    assert host.locator(".chairs .taken bdi").all_inner_texts() == names
    host.get_by_role("button", name="开桌").tap()
    for page in (host, friend):
        page.wait_for_url("**/tables/*/")
        page.wait_for_selector("#hand .tile")
    assert host.url == friend.url
    shown = host.locator(".plate .name").all_inner_texts()
    assert set(names) <= set(shown)
    assert host.locator(".chip.bot").count() == 2
    stranger = phone(chromium)
    stranger.goto(link)
    expect(stranger.locator("#me")).to_contain_text("下一桌")
    shoot(stranger, "playing")
    for page in (host, friend, stranger):
        page.context.close()


def test_one_leaves_another_is_asked_to_and_the_host_hands_on(site: RunningSite, chromium: "Browser") -> None:
    host, friend, third = phone(chromium), phone(chromium), phone(chromium)
    host.goto(f"{site.web[0]}/friends/")
    host.get_by_role("button", name="建桌").tap()
    link = host.locator("#invitation").get_attribute("href") or ""
    for page in (friend, third):
        page.goto(link)
        page.get_by_role("button", name="入座").tap()
    expect(host.locator(".chairs .taken")).to_have_count(3)
    friend.get_by_role("button", name="离开这一桌").tap()
    expect(host.locator(".chairs .taken")).to_have_count(2)
    friend.get_by_role("button", name="入座").tap()
    expect(host.locator(".chairs .taken")).to_have_count(3)
    host.on("dialog", lambda question: question.accept())
    host.locator(".chairs .taken").nth(2).get_by_role("button").tap()
    healed = 60_000  # a page that was just being opened hears of it by asking again, every twenty seconds
    expect(friend.locator(".chairs .taken")).to_have_count(2, timeout=healed)
    expect(third.locator("#me")).to_contain_text("房主请你离开", timeout=healed)
    shoot(third, "asked_to_leave")
    host.get_by_role("button", name="离开这一桌").tap()
    expect(friend.locator("#open-table")).to_be_visible(timeout=healed)
    expect(friend.locator(".chairs .taken")).to_have_count(1)
    shoot(friend, "handed_on")
    for page in (host, friend, third):
        page.context.close()
