"""The replay of a hand that bots really played: the score without a script, the steps with one."""

from typing import TYPE_CHECKING

import pytest

from tests.browser.table_page import SCREENSHOTS

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from games.models import Hand

pytestmark = pytest.mark.browser


@pytest.fixture
def won_hand(transactional_db: None) -> "Hand":
    """A finished hand that somebody won, played by four bots through the engine."""
    from accounts.models import Player
    from games import service
    from games.engine.clock import TableSettings
    from games.engine.rules import rules_for
    from games.models import Hand

    bots = [
        Player.objects.create(nickname=name, is_bot=True) for name in ("陈建国", "林小敏", "王海", "海风里的老渔夫阿德")
    ]
    for _ in range(10):
        settings = TableSettings(hands_per_table=4)
        table = service.open_table(bots, "", "示范桌", rules_for("platform"), settings, [1000] * 4, [1000] * 4)
        service.play_out(table.id)
        for hand in Hand.objects.filter(table=table).order_by("number"):
            if hand.result and hand.result["kind"] == "win":
                return hand
    raise AssertionError("ten tables of bots without a win")


def step_number(page: "Page") -> int:
    return int(page.inner_text("#replay-count").split("/")[0])


def test_the_score_is_readable_without_a_script(won_hand: "Hand", asgi_server: str, chromium: "Browser") -> None:
    context = chromium.new_context(viewport={"width": 390, "height": 664}, java_script_enabled=False, locale="zh-CN")
    page = context.new_page()
    page.goto(f"{asgi_server}/hands/{won_hand.id}/")
    page.screenshot(path=SCREENSHOTS / "replay_plain_390x664.png", full_page=True)
    assert won_hand.result is not None
    winner = won_hand.result["seats"][won_hand.result["winner"]]
    shown = page.inner_text(".sheet .verdict")
    assert str(winner["total"]) in shown
    assert page.locator(".sheet .payments li").count() == 6
    assert page.locator(".sheet .score-lines").first.locator("li").count() == len(winner["items"]) + len(
        winner["tai_items"]
    )
    assert page.get_by_role("link", name="牌谱").or_(page.locator("a[download]")).count() >= 1
    context.close()


@pytest.mark.parametrize("size", [(390, 664), (750, 340), (1280, 800)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_the_hand_steps_forward_and_back_at_its_address(
    won_hand: "Hand", asgi_server: str, chromium: "Browser", size: tuple[int, int]
) -> None:
    context = chromium.new_context(viewport={"width": size[0], "height": size[1]}, locale="zh-CN")
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(f"{asgi_server}/hands/{won_hand.id}/")
    page.click("#open-replay")
    page.wait_for_selector("#hand .tile")
    assert step_number(page) == 1
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    assert step_number(page) == 2
    assert page.evaluate("location.hash") == "#seat=0&step=2"
    page.keyboard.press("End")
    last = step_number(page)
    assert last > 2
    page.screenshot(path=SCREENSHOTS / f"replay_end_{size[0]}x{size[1]}.png")
    page.goto(f"{asgi_server}/hands/{won_hand.id}/#seat=2&step={last // 2}")
    page.reload()
    page.wait_for_selector("#hand .tile")
    assert step_number(page) == last // 2
    page.screenshot(path=SCREENSHOTS / f"replay_middle_{size[0]}x{size[1]}.png")
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    page.keyboard.press("Escape")
    assert page.is_hidden("#stage")
    assert not errors
    context.close()
