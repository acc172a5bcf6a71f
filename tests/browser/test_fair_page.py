"""The fair page works a wall out again in the browser, and says so when it is another."""

import hashlib
import hmac
import json
import random
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from games.engine.fairness import commitment, fair_deal
from games.engine.tiles import tile_name
from tests.browser import table_page, table_views
from tests.browser.table_page import opened

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


SEED = bytes(range(32))


def a_heat() -> dict:
    """What of a record says how its wall was made, of a hand in a heat."""
    none = ["", "", "", ""]
    dice, wall = fair_deal(SEED, "heat9", 2, none)
    fair = {
        "heat": "heat9",
        "commitment": commitment(SEED, "heat9", 2),
        "server_seed": SEED.hex(),
        "client_seeds": none,
    }
    return {"table": "t1", "hand": 2, "dice": dice, "wall": "".join(map(tile_name, wall)), "fairness": fair}


def a_hand(table: str = "t1", hand: int = 3) -> dict:
    """The same of a hand of the crafted views, with the seeds and dice they show."""
    view = table_views.result()
    dice, wall = fair_deal(SEED, table, hand, view["client_seeds"])
    fair = {
        "commitment": commitment(SEED, table, hand), "server_seed": SEED.hex(), "client_seeds": view["client_seeds"],
    }  # fmt: skip
    return {"table": table, "hand": hand, "dice": dice, "wall": "".join(map(tile_name, wall)), "fairness": fair}


def test_our_own_sha_256_is_the_one_of_the_standard(asgi_server: str, chromium: "Browser") -> None:
    chance = random.Random(7)
    messages = [b"", b"abc", *(chance.randbytes(length) for length in (1, 55, 56, 63, 64, 65, 119, 120, 1000))]
    page = chromium.new_page()
    page.goto(f"{asgi_server}/fair/")
    found = page.evaluate(
        """async messages => {
            const { sha256, hmac } = await import("/static/js/pages/sha256.js");
            const bytes = (text) => new Uint8Array((text.match(/../g) || []).map((pair) => parseInt(pair, 16)));
            const hex = (data) => [...data].map((byte) => byte.toString(16).padStart(2, "0")).join("");
            return messages.map((text) => [hex(sha256(bytes(text))), hex(hmac(bytes(text), bytes("abcd")))]);
        }""",
        [message.hex() for message in messages],
    )
    assert found == [
        [hashlib.sha256(message).hexdigest(), hmac.new(message, b"\xab\xcd", hashlib.sha256).hexdigest()]
        for message in messages
    ]
    page.context.close()


def test_the_check_needs_no_https_and_knows_heats(asgi_server: str, chromium: "Browser") -> None:
    page = chromium.new_page(locale="zh-CN")
    page.add_init_script("Object.defineProperty(crypto, 'subtle', { value: undefined })")
    page.route("**/api/hands/abc/record", lambda route: route.fulfill(json=a_heat()))
    page.goto(f"{asgi_server}/fair/?hand=abc")
    expect(page.locator("#fair-said")).to_contain_text("都对得上")
    page.context.close()


@pytest.mark.parametrize(
    ("kept", "said"),
    [
        ({}, "正是这个浏览器在开牌前看到的"),
        ({"commitment": "00" * 32}, "时这个浏览器看到的不一样"),
        ({"seeds": ["aa", "", "", ""]}, "时这个浏览器看到的不一样"),
        ({"dice": [[1, 1], [1, 2]]}, "时这个浏览器看到的不一样"),
    ],
)
def test_a_record_is_held_against_what_this_browser_saw(
    asgi_server: str, chromium: "Browser", kept: dict, said: str
) -> None:
    record = a_hand()
    fair = record["fairness"]
    promise = {"commitment": fair["commitment"], "seeds": fair["client_seeds"], "dice": record["dice"], "done": False}
    page = chromium.new_page(locale="zh-CN")
    page.route("**/api/hands/abc/record", lambda route: route.fulfill(json=record))
    page.goto(f"{asgi_server}/rules/")
    page.evaluate("kept => localStorage.setItem('yuhuan-promises', kept)", json.dumps({"t1/3": promise | kept}))
    page.goto(f"{asgi_server}/fair/?hand=abc")
    expect(page.locator("#fair-said")).to_contain_text(said)
    page.context.close()


def test_a_commitment_that_changes_during_a_hand_is_said_in_red(chromium: "Browser") -> None:
    with opened(chromium, table_views.first_turn()) as (page, far_end):
        expect(page.locator("#broken")).to_be_hidden()
        far_end.show(table_views.first_turn() | {"commitment": "cd" * 32})
        expect(page.locator("#broken")).to_contain_text("对不上")
        page.click("#broken-close")
        expect(page.locator("#broken")).to_be_hidden()


@pytest.mark.parametrize("fault", [None, "seed", "wall"])
def test_when_a_hand_is_over_its_reveal_is_held_against_the_promise(
    chromium: "Browser", monkeypatch: pytest.MonkeyPatch, fault: str | None
) -> None:
    """The table looks by itself, a few seconds after the score is shown."""
    record = a_hand()
    promised = record["fairness"]["commitment"]
    if fault == "seed":
        record["fairness"] |= {"server_seed": "11" * 32}
    elif fault == "wall":
        record["wall"] = record["wall"][2:] + record["wall"][:2]
    monkeypatch.setattr(table_page.Files, "record", json.dumps(record))
    shown = {"commitment": promised, "dice": record["dice"]}
    with opened(chromium, table_views.first_turn() | shown) as (page, far_end):
        with page.expect_response("**/record.jsonl", timeout=20_000):
            far_end.show(table_views.result() | shown)
        if fault:
            expect(page.locator("#broken")).to_be_visible()
            assert "hand=Abc123Def456" in page.get_attribute("#broken-more", "href")
        else:
            page.wait_for_function("JSON.parse(localStorage.getItem('yuhuan-promises'))['t1/3'].done")
            expect(page.locator("#broken")).to_be_hidden()
