"""The table's page on crafted views: the real template, scripts and styles in a real Chromium, its far end scripted."""

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from types import SimpleNamespace
from typing import Any
from weakref import WeakKeyDictionary

from django.template.loader import render_to_string
from django.utils import translation
from playwright.sync_api import Browser, BrowserContext, Page, WebSocketRoute

from games.engine import glossary
from games.scoresheet import Person, Surroundings, called, sheet_of
from tests.sizes import FULL
from yuhuan_site import security

ROOT = Path(__file__).resolve().parents[2]
STATIC = ROOT / "static"
SCREENSHOTS = ROOT / "screenshots"
POLICY = f"{security.WITHOUT_HTMX} ws:"

DEVICES: WeakKeyDictionary[Browser, dict[str, BrowserContext]] = WeakKeyDictionary()

View = dict[str, Any]
Frame = dict[str, Any]

# To a refusal as stale the page always answers with `sync`, whatever was refused: by then it has taken all that came
# before, and all it had sent before has arrived.
TELL_WHEN_DONE: Frame = {"type": "refused", "id": "", "code": "stale", "message": ""}
PATIENCE_S = 30.0
GOING_AWAY = 1012
# All that is said at once, in its order: what comes next replaces the words on the page, however late a test looks.
LISTEN = """
addEventListener("DOMContentLoaded", () => {
  const region = document.getElementById("say-now");
  if (!region) return; // another page, to which somebody has gone
  window.heardNow = [];
  new MutationObserver(() => region.textContent && window.heardNow.push(region.textContent))
    .observe(region, { childList: true, characterData: true, subtree: true });
});
"""


def page_html(view: View, language: str, claim_mode: str, private: bool = False) -> str:
    """games/table.html as `games.views.table` renders it."""
    table = SimpleNamespace(title="玉环争霸赛 · 示范赛", settings={"claim_mode": claim_mode}, private=private)
    context = {
        "table": table, "table_id": "t1", "ws_path": "/ws/tables/t1/", "initial_view": {"v": 1, "view": view},
        "event_url": "/events/demo/", "glossary": glossary.as_json(), "LANGUAGE_CODE": language,
    }  # fmt: skip
    with translation.override(language):
        return render_to_string("games/table.html", context)


def sheet_html(view: View, language: str) -> str:
    """games/_sheet.html as `games.views.sheet` renders it for the hand that the view shows."""
    people = [
        Person(called(name, bot=view["present"][seat] == "bot"), view["present"][seat] == "bot", seat == view["seat"])
        for seat, name in enumerate(view["names"])
    ]
    around = Surroundings(people, view["wild"], view["bonus_kind"], 4)
    links = [("复盘", f"/hands/{view['result']['hand_id']}/")]
    with translation.override(language):
        return render_to_string("games/_sheet.html", {"sheet": sheet_of(view["result"], around), "links": links})


class FarEnd:
    """The server's side of the socket, scripted: sends the view, answers pings, keeps what the page sent.

    What is sent to an open page has been drawn when `show` and `send` return.
    """

    def __init__(self, view: View) -> None:
        self.view = view
        Files.view = view
        self.v = 1
        self.sent: list[Frame] = []
        self.sockets: list[WebSocketRoute] = []
        self.answer: Callable[[Frame], Frame | None] = self.acknowledge
        self.page: Page | None = None
        self.unreachable = False
        self._telling = 0

    def acknowledge(self, frame: Frame) -> Frame | None:
        return {"type": "ack", "id": frame["id"], "v": self.v} if "id" in frame else None

    def cut(self) -> None:
        """The line breaks, and no new one is to be had until `unreachable` is False again."""
        assert self.page is not None
        self.unreachable = True
        self.page.route("**/api/**", lambda asked: asked.abort() if self.unreachable else asked.fallback())
        self.sockets[-1].close(code=GOING_AWAY)

    def connect(self, socket: WebSocketRoute) -> None:
        if self.unreachable:
            socket.close(code=GOING_AWAY)
            return
        self.sockets.append(socket)
        socket.on_message(lambda text: self.receive(socket, json.loads(str(text))))
        self._show(self.view)

    def receive(self, socket: WebSocketRoute, frame: Frame) -> None:
        if frame["type"] == "ping":
            socket.send(json.dumps({"type": "pong", "v": self.v}))
            return
        if frame["type"] == "sync" and self._telling:
            self._telling -= 1
            return
        self.sent.append(frame)
        answer = self.answer(frame)
        if answer:
            socket.send(json.dumps(answer))

    def show(
        self, view: View, v: int | None = None, events: list[Frame] | None = None, *, more_follows: bool = False
    ) -> None:
        """Send a view, by default as the next one. `more_follows`: another comes in the same moment, undrawn as yet."""
        self._show(view, v, events)
        if not more_follows:
            self.settle()

    def _show(self, view: View, v: int | None = None, events: list[Frame] | None = None) -> None:
        self.v = self.v + 1 if v is None else v
        self.view = Files.view = view
        self._write({"type": "view", "v": self.v, "view": view, "events": events or []})

    def send(self, frame: Frame) -> None:
        """Send any frame of the protocol to the page."""
        self._write(frame)
        self.settle()

    def _write(self, frame: Frame) -> None:
        self.sockets[-1].send(json.dumps(frame))

    def settle(self) -> None:
        """Until the page has drawn all that was sent to it, and all that it sent has come."""
        if self.page is None:
            return
        self._telling = 1
        self._write(TELL_WHEN_DONE)
        end = time.monotonic() + PATIENCE_S
        while self._telling:
            assert time.monotonic() < end, "the page does not answer"
            self.page.wait_for_timeout(2)

    def acts(self) -> list[Frame]:
        return [frame for frame in self.sent if frame["type"] == "act"]


def picture(page: Page, name: str, *, whole: bool = False) -> None:
    """Into screenshots/, for whoever wants to look; taken with FULL=1 alone. `whole`: what must be scrolled to as well."""
    if FULL:
        page.screenshot(path=SCREENSHOTS / f"{name}.png", full_page=whole)


@contextmanager
def opened(
    browser: Browser,
    view: View,
    size: tuple[int, int] = (390, 664),
    language: str = "zh-hans",
    claim_mode: str = "natural",
    expected: str = "",
    private: bool = False,
    **device: Any,
) -> Iterator[tuple[Page, FarEnd]]:
    """The page with its first view drawn, tiles in motion or not.

    Any error in its scripts fails the test, but one that names `expected`. `device`: of the browser's context.
    """
    far_end, errors = FarEnd(view), []
    address = file_server()
    Files.page, Files.language = page_html(view, language, claim_mode, private), language
    page = new_tab(browser, size, {"has_touch": size[0] < 1000, "reduced_motion": "reduce"} | device)
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda said: errors.append(said.text) if said.type == "error" else None)
    page.route_web_socket(f"{address.replace('http', 'ws')}/ws/tables/t1/", far_end.connect)
    page.add_init_script(LISTEN)
    page.goto(f"{address}/")
    page.wait_for_selector("#net:not([data-level='down'])")
    far_end.page = page
    yield page, far_end
    put_away(page)
    assert not [error for error in errors if not expected or expected not in error]


def new_tab(browser: Browser, size: tuple[int, int], device: dict[str, Any]) -> Page:
    """A tab of a browser that is set up like this. The last one is used again, for to load the site anew costs more than
    all else that most tests do; an empty tab keeps its process alive. A test that fails leaves its tab open, and the
    next one gets a browser of its own.
    """
    known = DEVICES.setdefault(browser, {})
    key = repr(sorted(device.items()))
    context = known.get(key)
    if context is None or len(context.pages) > 1:
        context = known[key] = browser.new_context(**device)
        context.new_page().goto(f"{file_server()}/empty")
    page = context.new_page()
    page.set_viewport_size({"width": size[0], "height": size[1]})
    return page


def put_away(page: Page) -> None:
    """Close a tab; the browser keeps nothing but copies of files."""
    empty, *_ = page.context.pages
    page.close()
    empty.evaluate("localStorage.clear()")
    empty.context.clear_permissions()


def until(page: Page, condition: str) -> None:
    """Wait for a condition of the page (whose policy forbids Playwright's own way of waiting for one)."""
    for _ in range(600):
        if page.evaluate(condition):
            return
        page.wait_for_timeout(50)
    raise AssertionError(condition)


def forget(page: Page) -> None:
    """Of what was said at once, nothing is heard any more."""
    page.evaluate("window.heardNow.length = 0")


def heard(page: Page) -> str:
    """What was said at once first of all since `forget`, as soon as something was."""
    until(page, "window.heardNow.length > 0")
    return all_heard(page)[0]


def all_heard(page: Page) -> list[str]:
    """All that was said at once since `forget`."""
    return [str(words) for words in page.evaluate("window.heardNow")]


class Files(SimpleHTTPRequestHandler):
    """The project's static files, and the page of the test that is running at `/`, under the site's own policy."""

    protocol_version = "HTTP/1.1"  # one connection for all of a page's files
    page = ""
    view: View = {}
    record = ""  # the hand's, once it is over; empty: there is none to check
    language = "zh-hans"
    extensions_map = SimpleHTTPRequestHandler.extensions_map | {".js": "text/javascript"}

    def __init__(self, *args: Any) -> None:
        super().__init__(*args, directory=str(ROOT))

    def do_GET(self) -> None:
        if self.path.startswith("/static/"):
            super().do_GET()
            return
        body = self.page.encode() if self.path == "/" else b""
        if self.path.endswith("/sheet/"):
            body = sheet_html(self.view, self.language).encode()
        if self.path.endswith(".jsonl"):
            body = (self.record + "\n").encode()
        self.send_response(200 if body else 404)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Content-Security-Policy", POLICY)
        self.end_headers()
        self.wfile.write(body)

    def end_headers(self) -> None:
        if self.path.startswith("/static/"):
            self.send_header("Cache-Control", "max-age=3600")
        super().end_headers()

    def log_message(self, *args: Any) -> None:
        """A test's output is not an access log."""


@cache
def file_server() -> str:
    """Start the server of the static files once a run. Gives its address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Files)
    Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_address[1]}"
