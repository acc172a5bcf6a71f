"""The event's desk in the browser: live by itself, nothing foreign, nothing refused by the policy, no barrier."""

import re
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.axe import findings
from tests.browser.table_page import picture

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from tournaments.models import Event

pytestmark = pytest.mark.browser
VIOLATIONS = "addEventListener('securitypolicyviolation', e => console.error('refused', e.violatedDirective))"
SIZES = {"1280x800": (1280, 800), "390x664": (390, 664)}


def staged() -> "Event":
    """As `stage`, in a thread without Playwright's event loop, which what is told to sockets cannot share."""
    with ThreadPoolExecutor(max_workers=1) as pool:
        return pool.submit(stage).result()


def stage() -> "Event":
    """Two tables before their deal, and one who waits; no ticker runs."""
    from django.db import connection

    from accounts.models import Player
    from tests.tournaments.cast import begin, draw_now, guests, sit

    Player.objects.create_superuser("boss", None, "long enough for a test")
    event = begin("cup", seed_ms=60_000)
    sit(event, *guests(9))
    draw_now(event)
    connection.close()
    return event


def at_the_desk(chromium: "Browser", server: str, size: str, theme: str) -> tuple["Page", list[str]]:
    """An organiser's page, and what goes wrong on it from now on."""
    from django.test import Client

    from accounts.models import Player

    client, wrong = Client(), list[str]()
    client.force_login(Player.objects.get(username="boss"))
    width, height = SIZES[size]
    context = chromium.new_context(
        viewport={"width": width, "height": height}, locale="zh-CN", color_scheme=theme, timezone_id="Asia/Shanghai"
    )  # type: ignore[arg-type]
    context.add_cookies([{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": server}])
    context.add_init_script(VIOLATIONS)
    page = context.new_page()
    page.on("console", lambda message: message.type == "error" and wrong.append(message.text))
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("request", lambda request: request.url.startswith((server, "data:")) or wrong.append(request.url))
    return page, wrong


def test_the_desk_follows_by_itself_and_leaves_an_open_menu_alone(asgi_server: str, chromium: "Browser") -> None:
    from django.utils import timezone

    from games.models import Hand

    event = staged()
    page, wrong = at_the_desk(chromium, asgi_server, "1280x800", "light")
    page.goto(f"{asgi_server}/admin/tournaments/event/{event.pk}/desk/")
    expect(page.locator("#desk-live tbody tr")).to_have_count(2)
    clock = page.locator(".desk-clock").inner_text()
    expect(page.locator(".desk-clock")).not_to_have_text(clock)
    expect(page).not_to_have_title(re.compile("⚠"))
    page.locator("#desk-live .desk-menu summary").first.click()
    Hand.objects.update(due_at=timezone.now() - timedelta(minutes=1))
    page.wait_for_timeout(4_500)
    assert page.locator("details.desk-menu[open]").count() == 1
    page.keyboard.press("Escape")
    expect(page).to_have_title(re.compile("⚠ 2 桌卡住"))
    expect(page.locator("#desk-live tr.stuck")).to_have_count(2)
    page.get_by_role("searchbox").fill("石斑")
    expect(page.locator("#desk-people tbody tr")).to_have_count(1)
    assert wrong == []
    page.context.close()


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
def test_an_organiser_meets_no_barrier_and_nothing_is_wider_than_the_screen(
    asgi_server: str, chromium: "Browser", size: str, theme: str
) -> None:
    event = staged()
    page, wrong = at_the_desk(chromium, asgi_server, size, theme)
    found = []
    for name, address in {
        "desk": f"/admin/tournaments/event/{event.pk}/desk/",
        "act": f"/admin/tournaments/event/{event.pk}/act/event/{event.pk}/extend/",
    }.items():
        page.goto(asgi_server + address)
        page.wait_for_load_state("networkidle")
        picture(page, f"organiser_{name}_{size}_{theme}")
        assert page.evaluate("document.documentElement.scrollWidth") <= SIZES[size][0]
        found += [line for line in findings(page, name) if "desk" in line]
    assert found == []
    assert wrong == []
    page.context.close()
