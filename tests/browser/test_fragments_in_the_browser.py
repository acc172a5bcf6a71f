"""The event's socket tells, htmx fetches: the room and the ranking change without loading the page again."""

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Request, Route

pytestmark = pytest.mark.browser

PHONE = {"width": 390, "height": 664}


def counted(page: "Page") -> dict[str, int]:
    """Counts fragment requests and whole pages from now on."""
    counts = {"fragment": 0, "page": 0}

    def count(request: "Request") -> None:
        if request.headers.get("hx-request") == "true":
            counts["fragment"] += 1
        elif request.resource_type == "document":
            counts["page"] += 1

    page.on("request", count)
    return counts


def test_the_ranking_follows_by_fragments_alone(asgi_server: str, chromium: "Browser") -> None:
    from accounts.guests import create_guest
    from tests.pages import scenes
    from tournaments import service

    event = scenes.aside(lambda: scenes.running_event(people=2))
    page = chromium.new_page(viewport=PHONE, locale="zh-CN")  # type: ignore[arg-type]
    with page.expect_websocket():
        page.goto(f"{asgi_server}/events/{event.slug}/ranking/")
    expect(page.locator(".ranking tbody tr")).to_have_count(2)
    page.wait_for_timeout(300)
    counts = counted(page)

    def enter_one() -> str:
        player = create_guest().player
        service.enter(event, player)
        scenes.compute_now(event.slug)
        return player.nickname

    for rows in (3, 4):
        nickname = scenes.aside(enter_one)
        expect(page.locator(".ranking tbody tr")).to_have_count(rows)
        expect(page.locator(".ranking")).to_contain_text(nickname)
    assert counts == {"fragment": 2, "page": 0}
    page.context.close()


def test_who_waits_is_taken_to_the_table_when_it_is_drawn(asgi_server: str, chromium: "Browser") -> None:
    from tests.pages import scenes
    from tournaments import service

    event = scenes.aside(lambda: scenes.running_event(people=0))
    pages = [chromium.new_context(viewport=PHONE, locale="zh-CN").new_page() for _ in range(4)]  # type: ignore[arg-type]
    for page in pages:
        page.goto(f"{asgi_server}/events/{event.slug}/")
        page.get_by_role("button", name="进入比赛房间").click()
        page.get_by_role("link", name="坐下").click()
        page.get_by_role("button", name="开始").click()
        expect(page.get_by_role("button", name="起身")).to_be_visible()
    scenes.aside(lambda: scenes.due_now(event.slug))
    assert scenes.aside(lambda: service.draw_tables(event.slug)) == 1
    for page in pages:
        page.wait_for_url("**/tables/*/", timeout=20_000)
        page.context.close()


def test_on_the_way_to_the_table_nothing_more_is_fetched(asgi_server: str, chromium: "Browser") -> None:
    """A second answer would begin the way anew, and on a slow line again and again."""
    from tests.pages import scenes

    event = scenes.aside(lambda: scenes.running_event(people=0))
    page = chromium.new_page(viewport=PHONE, locale="zh-CN")  # type: ignore[arg-type]
    page.goto(f"{asgi_server}/events/{event.slug}/")
    page.get_by_role("button", name="进入比赛房间").click()
    page.get_by_role("link", name="坐下").click()
    expect(page.get_by_role("button", name="开始")).to_be_visible()
    page.wait_for_load_state()
    asked: list[str] = []

    def lead_on(route: "Route") -> None:
        asked.append("me")
        route.fulfill(body="", headers={"HX-Redirect": "/tables/far-away/"})

    def stay(route: "Route") -> None:  # the page stays, as on a slow line
        asked.append("table")
        route.fulfill(status=204)

    page.route("**/me/**", lead_on)
    page.route("**/tables/**", stay)
    for _ in range(3):
        page.evaluate("document.body.dispatchEvent(new CustomEvent('me-changed'))")
        page.wait_for_timeout(300)
    assert asked == ["me", "table"]
    page.context.close()


def test_what_changes_while_a_fragment_is_on_its_way_is_asked_for_once_more(
    asgi_server: str, chromium: "Browser"
) -> None:
    from tests.pages import scenes

    event = scenes.aside(lambda: scenes.running_event(people=0))
    page = chromium.new_page(viewport=PHONE, locale="zh-CN")  # type: ignore[arg-type]
    page.goto(f"{asgi_server}/events/{event.slug}/")
    page.get_by_role("button", name="进入比赛房间").click()
    expect(page.get_by_role("link", name="坐下")).to_be_visible()
    page.wait_for_load_state()
    asked: list[str] = []

    def old_news(route: "Route") -> None:
        """The first answer was made before the changes that are told while it is under way."""
        asked.append("me")
        if len(asked) == 1:
            for _ in range(3):
                page.evaluate("document.body.dispatchEvent(new CustomEvent('me-changed'))")
        route.continue_()

    page.route("**/me/?*", old_news)
    page.evaluate("document.body.dispatchEvent(new CustomEvent('me-changed'))")
    page.wait_for_timeout(1_500)
    assert asked == ["me", "me"]
    page.context.close()


def test_what_comes_by_itself_does_not_replace_what_is_being_pressed(asgi_server: str, chromium: "Browser") -> None:
    from tests.pages import scenes

    event = scenes.aside(lambda: scenes.running_event(people=0))
    page = chromium.new_page(viewport=PHONE, locale="zh-CN")  # type: ignore[arg-type]
    page.goto(f"{asgi_server}/events/{event.slug}/")
    page.get_by_role("button", name="进入比赛房间").click()
    page.wait_for_load_state()
    asked: list[str] = []
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))

    def slow(route: "Route") -> None:
        asked.append(route.request.url.partition("?")[2])
        if "pressed" in asked[-1]:
            page.evaluate("document.body.dispatchEvent(new CustomEvent('me-changed'))")
        route.continue_()

    page.route("**/me/?*", slow)
    page.focus("#sit-down")
    page.keyboard.press("Enter")
    expect(page.locator("#start")).to_be_focused()
    page.wait_for_timeout(300)
    assert asked == ["sit=1&pressed=1", "was=idle&sit=1"]
    assert not complaints
    expect(page.locator("#start")).to_be_focused()
    page.context.close()


def test_without_a_script_the_same_room_works(asgi_server: str, chromium: "Browser") -> None:
    from tests.pages import scenes

    event = scenes.aside(lambda: scenes.running_event(people=0))
    context = chromium.new_context(viewport=PHONE, locale="zh-CN", java_script_enabled=False)  # type: ignore[arg-type]
    page = context.new_page()
    page.goto(f"{asgi_server}/events/{event.slug}/")
    page.get_by_role("button", name="进入比赛房间").click()
    page.get_by_role("link", name="坐下").click()
    page.get_by_role("button", name="开始").click()
    expect(page.get_by_role("button", name="起身")).to_be_visible()
    page.get_by_role("button", name="起身").click()
    expect(page.get_by_role("link", name="坐下")).to_be_visible()
    context.close()


def test_without_the_socket_the_room_asks_every_few_seconds(asgi_server: str, chromium: "Browser") -> None:
    from tests.pages import scenes

    event = scenes.aside(lambda: scenes.running_event(people=0))
    page = chromium.new_page(viewport=PHONE, locale="zh-CN")  # type: ignore[arg-type]
    page.route_web_socket("**/ws/events/**", lambda socket: socket.close())
    page.goto(f"{asgi_server}/events/{event.slug}/")
    with page.expect_request(lambda request: request.headers.get("hx-request") == "true"):
        pass
    page.context.close()


def test_the_focus_goes_along_with_what_is_pressed_and_stays_when_a_fragment_comes_by_itself(
    asgi_server: str, chromium: "Browser"
) -> None:
    from tests.pages import scenes

    event = scenes.aside(lambda: scenes.running_event(people=1))
    page = chromium.new_page(viewport=PHONE, locale="zh-CN")  # type: ignore[arg-type]
    page.goto(f"{asgi_server}/events/{event.slug}/")
    page.click(".felt form button")
    page.wait_for_selector("#sit-down")
    page.goto(f"{asgi_server}/events/{event.slug}/")  # waits until htmx listens
    for press, then in (("#sit-down", "#start"), ("#start", "#stand-up"), ("#stand-up", "#sit-down")):
        page.focus(press)
        page.keyboard.press("Enter")
        expect(page.locator(then)).to_be_focused()
    page.focus(".room-head a")
    with page.expect_response("**/me/?*"):
        page.evaluate("document.body.dispatchEvent(new CustomEvent('me-changed'))")
    page.wait_for_timeout(200)
    expect(page.locator(".room-head a")).to_be_focused()
    page.context.close()
