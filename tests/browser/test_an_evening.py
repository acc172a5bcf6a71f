"""An organiser and a visitor with a phone, on the whole site as it runs: web, ticker, worker and beat."""

import re
import time
from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import TimeoutError, expect

from tests.browser.table_page import picture
from tests.running_site import RunningSite

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PHONE = {"width": 390, "height": 664}
DESK = {"width": 1280, "height": 800}
HAND_S = 240


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningSite]:
    with RunningSite(tmp_path_factory.mktemp("site"), "yuhuan_evening") as running:
        running.env |= {"ORGANISER_USERNAME": "organiser", "ORGANISER_PASSWORD": "jade-ring-2049"}
        running.manage("seed_demo")
        yield running


@pytest.fixture(autouse=True)
def show_log(site: RunningSite) -> Iterator[None]:
    """What the processes printed, for a test that fails."""
    yield
    print(site.log())


@pytest.fixture
def phone(chromium: "Browser") -> Iterator["Page"]:
    """A phone, touched and not clicked; whatever its browser complains about fails the test."""
    context = chromium.new_context(
        viewport=PHONE, has_touch=True, is_mobile=True, locale="zh-CN", service_workers="allow"
    )  # type: ignore[arg-type]
    page = context.new_page()
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    yield page
    context.close()
    assert not complaints


def test_a_visitor_with_a_phone_plays_a_whole_hand_of_the_demonstration(site: RunningSite, phone: "Page") -> None:
    phone.goto(site.web[0])
    phone.get_by_role("link", name="进入争霸赛专区").tap()
    expect(phone).to_have_title("玉环麻将争霸赛专区")
    phone.get_by_role("link", name="演示争霸赛").tap()
    phone.get_by_role("button", name="进入比赛房间").tap()
    expect(phone.locator(".recovery code")).to_be_visible()
    phone.get_by_role("link", name="坐下").tap()
    phone.get_by_role("button", name="开始").tap()
    phone.wait_for_url("**/tables/*/", timeout=40_000)
    play_to_the_sheet(phone)
    picture(phone, "evening-sheet-390")
    expect(phone.locator("#sheet")).to_contain_text(re.compile("胡|黄庄"))
    read_it_again_in_the_history(site, phone)
    assert site.manage("verify_ledger")


def play_to_the_sheet(page: "Page") -> None:
    """Throw what was drawn, win when it can be won, pass otherwise, until the score sheet is up."""
    until = time.monotonic() + HAND_S
    while not page.locator("#sheet").is_visible():
        assert time.monotonic() < until, "the hand did not end"
        claims = page.locator("#claims button:visible")
        if claims.count():
            names = claims.all_inner_texts()
            wanted = next((index for index, name in enumerate(names) if "胡" in name), len(names) - 1)
            _tap(claims.nth(wanted))
        elif page.locator("#hand.on-turn").count():
            lifted = page.locator("#hand .tile.lifted")
            _tap(lifted if lifted.count() else page.locator("#hand .tile:not(.locked)").last)
        page.wait_for_timeout(150)


def _tap(target: "Locator") -> None:
    """Tap what may be gone by now: a window closes by itself."""
    with suppress(TimeoutError):
        target.tap(timeout=1000)


def read_it_again_in_the_history(site: RunningSite, page: "Page") -> None:
    page.goto(f"{site.web[0]}/events/demo/")
    expect(page.locator(".resume")).to_be_visible()
    page.get_by_role("link", name="我的战绩").tap()
    hands = page.locator(".hands .what a")
    expect(hands).to_have_count(1)
    with page.expect_download() as download:
        page.get_by_role("link", name="牌谱").tap()
    record = site.folder / "record.json"
    download.value.save_as(record)
    site.manage("verify_record", str(record))
    hands.first.tap()
    expect(page).to_have_url(re.compile("/hands/"))
    expect(page.locator("main")).to_contain_text(re.compile("胡|黄庄"))


def test_an_organiser_creates_and_ends_an_event_by_mouse(site: RunningSite, chromium: "Browser") -> None:
    page = chromium.new_page(viewport=DESK, locale="zh-CN")  # type: ignore[arg-type]
    page.goto(f"{site.web[0]}/admin/")
    page.get_by_label("用户名").fill("organiser")
    page.get_by_label("密码").fill("jade-ring-2049")
    page.get_by_role("button", name="登录").click()
    picture(page, "admin-1280")
    page.locator("#nav-sidebar a[href='/admin/tournaments/event/']").click()
    page.locator("#main a[href='/admin/tournaments/event/add/']").first.click()
    page.get_by_label("名称").fill("大麦屿杯")
    page.get_by_label("时长").fill("45")
    picture(page, "admin-event-1280")
    page.get_by_role("button", name="保存", exact=True).click()
    for step, state in (("开放进场", "可以进场"), ("现在开始", "进行中"), ("现在结束", "已结束")):
        page.get_by_role("link", name=step).click()
        page.get_by_label("原因").fill("到时候了")
        page.get_by_role("button", name=step).click()
        expect(page.locator("#content")).to_contain_text(state)
        if state == "进行中":
            look_in_from_outside(site, chromium)
    assert site.rows("SELECT state FROM tournaments_event WHERE name = %s", "大麦屿杯") == [("finished",)]
    page.context.close()


def look_in_from_outside(site: RunningSite, chromium: "Browser") -> None:
    """A visitor finds the event in the zone, enters, sits down and waits."""
    page = chromium.new_page(viewport=PHONE, locale="zh-CN")  # type: ignore[arg-type]
    page.goto(f"{site.web[0]}/zone/")
    page.get_by_role("link", name="大麦屿杯").click()
    page.get_by_role("button", name="进入比赛房间").click()
    page.get_by_role("link", name="坐下").click()
    page.get_by_role("button", name="开始").click()
    expect(page.locator("#me")).to_contain_text("还差 3 人")
    page.context.close()
