"""Every page at a phone's and a desk's size: a picture to look at, no scrolling sideways, no complaint of the browser."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

FOLDER = Path(__file__).resolve().parents[2] / "screenshots"
SIZES = {"390": (390, 664), "1280": (1280, 800)}
WIDER_THAN_SCREEN = "document.documentElement.scrollWidth > document.documentElement.clientWidth"


@contextmanager
def page_of(chromium: "Browser", size: str, language: str = "zh-CN", scheme: str = "light") -> Iterator["Page"]:
    """A new person's page; what the browser complains about fails the test."""
    width, height = SIZES[size]
    context = chromium.new_context(
        viewport={"width": width, "height": height},
        locale=language,
        color_scheme=scheme,
        device_scale_factor=1,  # type: ignore[arg-type]
    )
    page = context.new_page()
    complaints: list[str] = []
    page.on(
        "console", lambda message: complaints.append(message.text) if message.type in ("error", "warning") else None
    )
    page.on("pageerror", lambda error: complaints.append(str(error)))
    yield page
    context.close()
    assert not complaints


def shoot(page: "Page", name: str, size: str) -> None:
    """Keep a picture of the whole page and see that it does not scroll sideways."""
    FOLDER.mkdir(exist_ok=True)
    page.screenshot(path=FOLDER / f"{name}-{size}.png", full_page=True)
    assert not page.evaluate(WIDER_THAN_SCREEN), f"{name} scrolls sideways at {size}"


@pytest.mark.browser
@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
def test_screenshots_of_every_page(asgi_server: str, chromium: "Browser", size: str) -> None:
    from accounts.models import Player
    from games.models import Hand
    from tests.pages import scenes

    running = scenes.aside(scenes.evening)
    bot = Player.objects.filter(is_bot=True).first()
    assert bot is not None
    hand = Hand.objects.exclude(ended_at=None).first()
    assert hand is not None
    with page_of(chromium, size) as page:
        paths = {
            "home": "/", "zone": "/zone/", "rules": "/rules/", "terms": "/terms/", "tips": "/tips/",
            "me-visitor": "/me/", "recover": "/recover/", "login": "/login/", "room-visitor": f"/events/{running.slug}/",
            "room-coming": "/events/chumen/", "room-finished": "/events/xuanmen/", "ranking-finished": "/events/xuanmen/ranking/",
            "history": f"/players/{bot.pk}/hands/", "profile": f"/players/{bot.pk}/", "fair": "/fair/", "help": "/help/",
            "calculator": "/calculator/?wild=3p&concealed=123456m99m377p234s&meld=pong:777z&bonus=1&tile=3m",
        }  # fmt: skip
        for name, path in paths.items():
            page.goto(asgi_server + path)
            shoot(page, name, size)
        page.goto(f"{asgi_server}/events/{running.slug}/")
        page.get_by_role("button", name="进入比赛房间").click()
        shoot(page, "room-entered", size)
        page.get_by_role("link", name="坐下").click()
        page.get_by_role("button", name="开始").wait_for()
        shoot(page, "room-sitting", size)
        page.get_by_role("button", name="开始").click()
        page.get_by_role("button", name="起身").wait_for()
        shoot(page, "room-waiting", size)
        page.goto(f"{asgi_server}/events/{running.slug}/ranking/")
        shoot(page, "ranking", size)
        for name in ("me", "me/claim", "me/tokens"):
            page.goto(f"{asgi_server}/{name}/")
            shoot(page, name.replace("/", "-"), size)


@pytest.mark.browser
@pytest.mark.slow
def test_screenshots_in_english_and_in_the_dark(asgi_server: str, chromium: "Browser") -> None:
    from tests.pages import scenes

    running = scenes.aside(scenes.running_event)
    for language, scheme in (("en-US", "light"), ("zh-CN", "dark")):
        with page_of(chromium, "390", language, scheme) as page:
            paths = {
                "home": "/",
                "zone": "/zone/",
                "rules": "/rules/",
                "room": f"/events/{running.slug}/",
                "me": "/me/",
                "calculator": "/calculator/?wild=3p&concealed=123456m99m377p234s&meld=pong:777z&bonus=1&tile=3m",
                "help": "/help/",
            }
            for name, path in paths.items():
                page.goto(asgi_server + path)
                shoot(page, f"{name}-{language[:2]}-{scheme}", "390")
