"""线下桌 in the browser: no barrier, nothing runs over the edge of a small phone, what does not belong is hidden."""

from typing import TYPE_CHECKING

import pytest

from tests.browser.axe import findings
from tests.browser.table_page import picture

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser
WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


def played() -> tuple[str, list[str]]:
    """A real table with one hand that counts; its id, and the sessions of the four."""
    from django.test import Client

    from tests.tournaments.cast import begin, guests
    from tournaments import service
    from tournaments.service import Story

    event = begin("cup", offline=True, min_hands=1)
    four = guests(4)
    for player in four:
        service.enter(event, player)
    table = service.gather_offline(event, four[0])
    for index, player in enumerate(four):
        service.take_seat(table.pk, player, index)
    hand = service.enter_hand(table.pk, four[0], Story(dealer=0, totals=(60, 0, 30, 0), winner=0, by="self_draw"))
    for player in four[1:]:
        service.answer_hand(hand.pk, player, agrees=True)
    sessions = []
    for player in four:
        client = Client()
        client.force_login(player)
        sessions.append(client.cookies["sessionid"].value)
    return table.pk, sessions


def examined(page: "Page", name: str, width: int, height: int) -> list[str]:
    """What axe says on a screen tall enough that the bar at the lower edge lies over nothing; leaves a screenshot."""
    page.set_viewport_size({"width": width, "height": 3600})
    picture(page, name, whole=True)
    found = findings(page, name)
    page.set_viewport_size({"width": width, "height": height})
    return found


@pytest.mark.parametrize(
    ("width", "height", "locale", "theme"), [(390, 664, "zh-CN", "light"), (320, 568, "en-US", "dark"), (1280, 800, "zh-CN", "dark")]
)  # fmt: skip
def test_a_hand_goes_from_one_phone_to_the_other_three(
    asgi_server: str, chromium: "Browser", width: int, height: int, locale: str, theme: str
) -> None:
    from tests.pages import scenes

    table, sessions = scenes.aside(played)
    found, wide, name = [], [], f"offline-{width}x{height}-{locale[:2]}"

    def phone(session: str) -> "Page":
        context = chromium.new_context(
            viewport={"width": width, "height": height}, locale=locale, color_scheme=theme, device_scale_factor=2,
            reduced_motion="reduce",
        )  # fmt: skip
        context.add_cookies([{"name": "sessionid", "value": session, "url": asgi_server}])
        page = context.new_page()
        page.goto(f"{asgi_server}/offline/{table}/")
        return page

    first, second = phone(sessions[0]), phone(sessions[1])
    first.click("label:has([name=winner][value='1'])")
    first.click("label:has([name=by][value=self_draw])")
    assert not first.locator("[name='from']").first.is_visible()
    first.click("label:has([name=by][value=discard])")
    assert not first.locator("label:has([name='from'][value='1'])").is_visible()
    first.click("label:has([name='from'][value='2'])")
    first.fill("#total1", "120")
    found += examined(first, f"{name}-form", width, height)
    wide.append(first.evaluate(WIDE))
    first.click("#hand-form .big")
    first.wait_for_selector(".offline-open")
    second.wait_for_selector(".offline-open .big")  # by itself, within seconds
    found += examined(second, f"{name}-confirm", width, height)
    wide.append(second.evaluate(WIDE))
    second.click(".offline-open .big")
    second.wait_for_selector("text=✓ >> nth=1")
    for page in (first, second):
        page.context.close()
    assert wide == [0, 0]
    assert not found, "\n".join(found)
