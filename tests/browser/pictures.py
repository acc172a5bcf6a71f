"""`make pictures`: the few pictures that README.md and the organiser's guide show, into docs/img, small enough for both."""

import base64
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.browser import table_views
from tests.browser.table_page import View, opened

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "img"
MOST_BYTES = 120_000
# A PNG becomes WebP in the browser, which has the only encoder that is at hand.
ENCODE = """async (png) => {
  const image = new Image();
  image.src = `data:image/png;base64,${png}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [image.width, image.height];
  canvas.getContext('2d').drawImage(image, 0, 0);
  return canvas.toDataURL('image/webp', 0.82).split(',')[1];
}"""


def keep(page: "Page", name: str) -> None:
    """What is on the screen as docs/img/name.webp."""
    png = base64.b64encode(page.screenshot()).decode()
    page.evaluate("location.href = 'about:blank'")
    page.wait_for_url("about:blank")
    picture = base64.b64decode(page.evaluate(ENCODE, png))
    assert len(picture) <= MOST_BYTES, f"{name}: {len(picture)} bytes"
    FOLDER.mkdir(parents=True, exist_ok=True)
    (FOLDER / f"{name}.webp").write_bytes(picture)
    print(f"{name}: {len(picture)} bytes")


def middle_of_a_hand() -> View:
    """A claim is open: five of characters, to chow in two ways or to pong."""
    rivers = [
        ["1z", "9s", "1p", "4z", "9m", "2z", "8p"],
        ["3z", "1s", "9p", "1z", "9s", "1m", "7s"],
        ["4z", "9m", "1s", "2z", "9p", "8s"],
        ["1p", "3z", "9s", "8m", "1m", "7p", "5m"],
    ]
    pong = {"type": "pong", "tiles": ["7z"] * 3, "from": 3}
    kong = {"type": "kong_open", "tiles": ["2p"] * 4, "from": 0}
    legal = [{"type": "chow", "tiles": ["3m", "4m"]}, {"type": "chow", "tiles": ["4m", "6m"]}, {"type": "pong"}]
    return table_views.table(
        names=["林小敏", "阿海", "陈建国", "坎门阿婆"], silver=[1084, 940, 1052, 924], points=[1084, 940, 1052, 924],
        present=["here", "here", "bot", "here"], phase="claim", turn=3, drawn=None, counts=[16, 13, 13, 16], left=37,
        mine=["3p", "3p", "2m", "3m", "4m", "5m", "5m", "6m", "4p", "5p", "6p", "4s", "5s", "6s", "6z", "6z"], bonus=[1, 0, 2, 0], rivers=rivers,
        melds=[[], [pong], [kong], []], legal=[*legal, {"type": "pass"}], deadline_ms=8200,
        last={"seat": 3, "tile": "5m", "type": "discard"},
    )  # fmt: skip


@pytest.mark.parametrize(
    ("name", "view", "size", "scale"),
    [
        ("table-upright", middle_of_a_hand, (390, 664), 2),
        ("table-across", middle_of_a_hand, (750, 340), 1.5),
        ("table-desk", middle_of_a_hand, (1280, 800), 1),
        ("score-sheet", table_views.result, (390, 664), 2),
    ],
)
def test_the_table(chromium: "Browser", name: str, view: Any, size: tuple[int, int], scale: float) -> None:
    shown = view()
    if shown["result"]:
        shown |= {"names": middle_of_a_hand()["names"]}
    with opened(chromium, shown, size, device_scale_factor=scale) as (page, _):
        if shown["result"]:
            page.wait_for_selector("#sheet:not([hidden])")
        page.wait_for_timeout(600)
        keep(page, name)


def test_the_pages(asgi_server: str, chromium: "Browser") -> None:
    from tests.browser import every_page

    evening = every_page.made()
    wanted = {"home": "home", "replay": "replay", "admin-event": "organiser-form"}
    for shown in evening.pages:
        if shown.name not in wanted:
            continue
        width, height, scale = (1280, 800, 1) if shown.desk else (390, 664, 2)
        context = chromium.new_context(
            viewport={"width": width, "height": height},
            device_scale_factor=scale,
            locale="zh-CN",
            reduced_motion="reduce",
        )
        context.add_cookies(evening.cookies(shown.reader, asgi_server))  # type: ignore[arg-type]
        page = context.new_page()
        page.goto(asgi_server + shown.path)
        page.wait_for_selector(shown.ready)
        page.wait_for_timeout(600)
        keep(page, wanted[shown.name])
        context.close()
