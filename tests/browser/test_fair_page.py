"""The fair page works a wall out again in the browser, and says so when it is another."""

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Route

pytestmark = pytest.mark.browser

RECORDS = Path(__file__).resolve().parents[1] / "data" / "golden-records.jsonl"


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({}, "都对得上"),
        ({"wall": "1m" * 136}, "牌墙和种子对不上"),
        ({"dice": [[1, 1], [1, 1]]}, "骰子和种子对不上"),
        ({"hand": 99}, "不是当初承诺的"),
    ],
    ids=lambda value: str(value)[:20],
)
def test_a_hand_is_checked_in_the_browser(asgi_server: str, chromium: "Browser", change: dict, said: str) -> None:
    records = [json.loads(line) for line in RECORDS.read_text().splitlines()]
    record = next(record for record in records if record["fairness"]) | change

    def answer(route: "Route") -> None:
        route.fulfill(json=record)

    page = chromium.new_page(viewport={"width": 390, "height": 664}, locale="zh-CN")
    page.route("**/api/hands/abc/record", answer)
    page.goto(f"{asgi_server}/fair/")
    page.fill("#fair-hand", "https://example.org/hands/abc/#seat=0&step=2")
    page.get_by_role("button", name="重算一遍").click()
    expect(page.locator("#fair-said")).to_contain_text(said)
    page.context.close()


def test_a_hand_that_does_not_exist_is_said_to(asgi_server: str, chromium: "Browser") -> None:
    page = chromium.new_page(locale="zh-CN")
    page.goto(f"{asgi_server}/fair/?hand=nothing")
    expect(page.locator("#fair-said")).to_contain_text("没有打完的牌局")
    page.context.close()
