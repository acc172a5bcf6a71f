"""The replay of a hand that bots really played: the score without a script, the steps with one."""

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.camera import DRAWN
from tests.browser.table_page import picture

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page, Route

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
    picture(page, "replay_plain_390x664", whole=True)
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
    picture(page, f"replay_end_{size[0]}x{size[1]}")
    page.goto(f"{asgi_server}/hands/{won_hand.id}/#seat=2&step={last // 2}")
    page.reload()
    page.wait_for_selector("#hand .tile")
    assert step_number(page) == last // 2
    picture(page, f"replay_middle_{size[0]}x{size[1]}")
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    page.keyboard.press("Escape")
    assert page.is_hidden("#stage")
    assert not errors
    context.close()


@pytest.fixture
def replay(won_hand: "Hand", asgi_server: str, chromium: "Browser") -> "Iterator[Page]":
    """The hand opened at its second step on a phone; any error in its scripts fails the test."""
    context = chromium.new_context(viewport={"width": 390, "height": 664}, locale="zh-CN", has_touch=True)
    page, errors = context.new_page(), []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda said: errors.append(said.text) if said.type == "error" else None)
    page.goto(f"{asgi_server}/hands/{won_hand.id}/#seat=0&step=2")
    page.wait_for_selector("#hand .tile")
    yield page
    context.close()
    assert not errors


def test_the_keys_change_seat_speed_and_hand(replay: "Page", won_hand: "Hand") -> None:
    page = replay
    page.keyboard.press("v")
    expect(page.locator("#replay-seat")).to_have_value("1")
    assert "seat=1" in page.evaluate("location.hash")
    page.select_option("#replay-seat", "3")
    page.wait_for_url("**#seat=3&step=2")
    page.locator("#replay-on").focus()
    page.keyboard.press("+")
    assert page.inner_text("#replay-speed").startswith("2×")
    page.keyboard.press("-")
    page.keyboard.press("-")
    assert page.inner_text("#replay-speed").startswith("0.5×")
    other = ("later", "ArrowDown", 1) if won_hand.number < 4 else ("earlier", "ArrowUp", -1)
    wanted = page.get_attribute("#stage", f"data-{other[0]}")
    assert wanted == f"/hands/{won_hand.table.hands.get(number=won_hand.number + other[2]).pk}/"
    page.keyboard.press(other[1])
    page.wait_for_url(f"**{wanted}#seat=3&step=1")
    page.wait_for_selector("#hand .tile")


def test_play_runs_to_the_end_and_the_score_is_one_press_away(replay: "Page") -> None:
    page = replay
    last = int(page.inner_text("#replay-count").split("/")[1])
    page.evaluate(f"location.hash = '#seat=0&step={last - 2}'")
    expect(page.locator("#replay-count")).to_have_text(f"{last - 2}/{last}")
    page.locator("#prompt").click()
    page.keyboard.press("+")
    page.keyboard.press("+")
    page.keyboard.press(" ")
    expect(page.locator("#replay-play")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#replay-count")).to_have_text(f"{last}/{last}")
    expect(page.locator("#replay-play")).to_have_attribute("aria-pressed", "false")
    page.click("#replay-score")
    assert page.is_hidden("#stage")
    assert page.evaluate("document.activeElement.id") == "score"


def test_claims_and_the_win_are_marked_on_the_slider_and_can_be_jumped_to(replay: "Page") -> None:
    page = replay
    marks = page.locator("#replay-marks i")
    assert page.locator("#replay-marks .win").count() == 1
    lefts = marks.evaluate_all("nodes => nodes.map(node => node.getBoundingClientRect().left)")
    assert lefts == sorted(lefts)
    assert len(set(lefts)) == len(lefts)
    page.keyboard.press("Home")
    for number in range(marks.count()):
        page.keyboard.press(".")
        said = marks.nth(number).get_attribute("title")
        assert said
        expect(page.locator("#prompt-text")).to_have_text(said)
    page.keyboard.press(".")
    page.keyboard.press(",")
    first, total = page.inner_text("#replay-count").split("/")
    assert int(first) < int(total)


def test_a_kong_is_said_although_its_replacement_comes_in_the_same_step(
    won_hand: "Hand", asgi_server: str, chromium: "Browser"
) -> None:
    """A hand of chance has a kong now and then; here a step gets one."""
    kong = [{"type": "kong", "seat": 0, "tile": "3z", "kind": "kong_open"}, {"type": "draw", "seat": 0, "tile": "8p"}]

    def with_a_kong(route: "Route") -> None:
        answer = route.fetch()
        told = answer.json()
        told["steps"][4]["events"] = kong
        route.fulfill(response=answer, json=told)

    page = chromium.new_page(viewport={"width": 390, "height": 664}, locale="zh-CN")
    page.route("**/steps.json*", with_a_kong)
    page.goto(f"{asgi_server}/hands/{won_hand.id}/#seat=0&step=5")
    expect(page.locator("#prompt-text")).to_have_text("陈建国杠西风")
    page.close()


def test_the_link_to_a_step_is_copied_and_keeps_closed_hands(replay: "Page") -> None:
    page = replay
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    opened = page.locator(".open-hand")
    assert opened.count() == 3
    page.click("#replay-open")
    assert opened.count() == 0
    page.click("#replay-link")
    expect(page.locator("#replay-link .copied")).not_to_be_empty()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.endswith("#seat=0&step=2&open=0")
    page.goto("about:blank")
    page.goto(copied)
    page.wait_for_selector("#hand .tile")
    assert page.get_attribute("#replay-open", "aria-pressed") == "false"
    assert page.locator(".open-hand").count() == 0


def test_every_seat_is_marked_as_a_bot_and_a_river_opens_large(replay: "Page") -> None:
    page = replay
    for place in range(4):
        expect(page.locator(f"#plate-{place} .chip.bot")).to_be_visible()
    page.keyboard.press("End")
    page.locator(".river[role=button]").first.click()
    expect(page.locator("dialog.enlarged")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("dialog.enlarged")).to_have_count(0)
    assert page.is_visible("#stage")


def test_what_the_reader_prefers_at_the_table_holds_in_the_replay_and_on_the_sheet(replay: "Page") -> None:
    page = replay
    page.evaluate(
        """localStorage.setItem("yuhuan-table", JSON.stringify({corner: true, contrast: true, lightFelt: true}))"""
    )
    page.reload()
    page.wait_for_selector("#hand .tile")
    root = page.locator("html")
    for name, value in (("corner", "index"), ("contrast", "high"), ("felt", "light")):
        expect(root).to_have_attribute(f"data-{name}", value)
    expect(page.locator("#hand .corner").first).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#score .laid-out .corner").first).to_be_visible()
    assert (
        page.evaluate("getComputedStyle(document.querySelector('#score .tile')).backgroundColor")
        == "rgb(255, 255, 255)"
    )


@pytest.mark.parametrize("language", ["zh-CN", "en"])
def test_every_control_lies_on_the_screen_and_under_a_finger(
    won_hand: "Hand", asgi_server: str, chromium: "Browser", language: str
) -> None:
    page = chromium.new_page(locale=language)
    page.goto(f"{asgi_server}/hands/{won_hand.id}/#seat=1&step=999")
    page.wait_for_selector("#hand .tile")
    for width, height in ((320, 568), (390, 664), (640, 300), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(DRAWN)
        for control in page.locator("#stage button:visible, #replay-seat, #replay-slider").all():
            box = control.bounding_box()
            assert box is not None
            where = f"{control} at {width}x{height}: {box}"
            assert box["height"] >= 28, where
            assert box["width"] >= 24, where
            assert box["x"] >= 0, where
            assert box["y"] >= 0, where
            assert box["x"] + box["width"] <= width, where
            assert box["y"] + box["height"] <= height, where
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.context.close()


def test_the_wall_is_worked_out_again_on_the_hands_page(
    won_hand: "Hand", asgi_server: str, chromium: "Browser"
) -> None:
    page = chromium.new_page(locale="zh-CN")
    page.goto(f"{asgi_server}/hands/{won_hand.id}/")
    page.click("#check-wall")
    expect(page.locator("#wall-said")).to_contain_text("都对得上")
    forged = page.request.get(f"{asgi_server}/api/hands/{won_hand.id}/record").json() | {"wall": "1m" * 136}
    page.route("**/record", lambda route: route.fulfill(json=forged))
    page.click("#check-wall")
    expect(page.locator("#wall-said")).to_contain_text("牌墙和种子对不上")
    page.context.close()
