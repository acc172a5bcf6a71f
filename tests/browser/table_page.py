"""The table's page on crafted views: the real template, scripts and styles in a real Chromium, its far end scripted."""

import json
import mimetypes
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from django.template.loader import render_to_string
from django.utils import translation
from playwright.sync_api import Browser, Page, Route, WebSocketRoute

from games.engine import glossary

ROOT = Path(__file__).resolve().parents[2]
STATIC = ROOT / "static"
SCREENSHOTS = ROOT / "screenshots"
ADDRESS = "http://table.test"
POLICY = "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self' ws://table.test"

View = dict[str, Any]
Frame = dict[str, Any]


def page_html(view: View, language: str, claim_mode: str) -> str:
    """games/table.html as `games.views.table` renders it."""
    table = SimpleNamespace(title="玉环争霸赛 · 示范赛", settings={"claim_mode": claim_mode})
    context = {
        "table": table, "table_id": "t1", "ws_path": "/ws/tables/t1/", "initial_view": {"v": 1, "view": view},
        "event_url": "/events/demo/", "glossary": glossary.as_json(), "LANGUAGE_CODE": language,
    }  # fmt: skip
    with translation.override(language):
        return render_to_string("games/table.html", context)


class FarEnd:
    """The server's side of the socket, scripted: sends the view, answers pings, keeps what the page sent."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.v = 1
        self.sent: list[Frame] = []
        self.sockets: list[WebSocketRoute] = []
        self.answer: Callable[[Frame], Frame | None] = self.acknowledge

    def acknowledge(self, frame: Frame) -> Frame | None:
        return {"type": "ack", "id": frame["id"], "v": self.v} if "id" in frame else None

    def connect(self, socket: WebSocketRoute) -> None:
        self.sockets.append(socket)
        socket.on_message(lambda text: self.receive(socket, json.loads(str(text))))
        self.show(self.view)

    def receive(self, socket: WebSocketRoute, frame: Frame) -> None:
        if frame["type"] == "ping":
            socket.send(json.dumps({"type": "pong", "v": self.v}))
            return
        self.sent.append(frame)
        answer = self.answer(frame)
        if answer:
            socket.send(json.dumps(answer))

    def show(self, view: View, v: int | None = None, events: list[Frame] | None = None) -> None:
        """Send a view, by default as the next one."""
        self.v = self.v + 1 if v is None else v
        self.view = view
        self.sockets[-1].send(json.dumps({"type": "view", "v": self.v, "view": view, "events": events or []}))

    def acts(self) -> list[Frame]:
        return [frame for frame in self.sent if frame["type"] == "act"]


@contextmanager
def opened(
    browser: Browser, view: View, size: tuple[int, int] = (390, 664), language: str = "zh-hans", claim_mode: str = "natural"
) -> Iterator[tuple[Page, FarEnd]]:
    """The page with its first view drawn; any error in its scripts fails the test."""
    far_end, errors = FarEnd(view), []
    html = page_html(view, language, claim_mode)
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]}, has_touch=size[0] < 1000, reduced_motion="reduce"
    )
    page = context.new_page()
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda said: errors.append(said.text) if said.type == "error" else None)
    page.route(f"{ADDRESS}/**", lambda route: _serve(route, html))
    page.route_web_socket(f"{ADDRESS.replace('http', 'ws')}/ws/tables/t1/", far_end.connect)
    page.goto(f"{ADDRESS}/")
    page.wait_for_selector("#net:not([data-level='down'])")
    yield page, far_end
    context.close()
    assert not errors


def _serve(route: Route, html: str) -> None:
    path = route.request.url.removeprefix(ADDRESS)
    if path == "/":
        route.fulfill(body=html, content_type="text/html; charset=utf-8", headers={"Content-Security-Policy": POLICY})
        return
    file = STATIC / path.removeprefix("/static/")
    kind = "text/javascript" if file.suffix == ".js" else mimetypes.guess_type(file.name)[0] or "text/plain"
    route.fulfill(path=file, content_type=kind)
