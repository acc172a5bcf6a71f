"""The way in with a ticket or a code, the queue, messages and reports: pages and API."""

import json

import pytest
from django.test import Client

from accounts.guests import create_guest
from tests.tournaments.cast import guests, organiser
from tournaments import service
from tournaments.models import Entry, Letter, Report
from tournaments.service import places, sanctions, tickets

pytestmark = pytest.mark.django_db
ENGLISH = {"accept-language": "en"}


def opened(**rules: object):
    event = service.create_event("杯赛", slug="cup")
    service.open_event("cup")
    desk = organiser()
    places.set_entry_rules("cup", desk, "规定", **{"limit": 0, "code": "", "tickets": False, **rules})
    event.refresh_from_db()
    return event, desk


def browser_of(player) -> Client:
    client = Client(headers=ENGLISH)
    client.force_login(player)
    return client


def call(method: str, path: str, token: str, body: object = None):
    more = {} if body is None else {"data": json.dumps(body), "content_type": "application/json"}
    return getattr(Client(), method)(f"/api{path}", headers={"authorization": f"Bearer {token}"}, **more)


def test_a_scanned_ticket_fills_the_form_and_lets_a_visitor_in():
    event, desk = opened(tickets=True)
    (printed,) = tickets.make_tickets(event, desk, "卖票", [("楚门队", 1)])
    visitor = Client(headers=ENGLISH)
    page = visitor.get(f"/events/cup/?ticket={printed.code}").content.decode()
    assert f'value="{printed.code}"' in page
    assert visitor.post("/events/cup/enter/", {"word": printed.code}).status_code == 302
    assert Entry.objects.get().player.is_guest
    other = Client(headers=ENGLISH)
    text = other.post("/events/cup/enter/", {"word": printed.code}, follow=True).content.decode()
    assert "used before" in text
    assert Entry.objects.count() == 1


def test_the_queue_is_shown_and_left_on_the_page():
    event, _desk = opened(limit=1)
    one, other = guests(2)
    service.enter(event, one)
    assert "1 of 1 places taken" in Client(headers=ENGLISH).get("/events/cup/").content.decode()
    second = browser_of(other)
    second.post("/events/cup/enter/")
    assert "No. 1" in second.get("/events/cup/").content.decode()
    browser_of(one).post("/events/cup/leave/")
    page = second.get("/events/cup/").content.decode()
    assert "A place has become free" in page
    assert service.me(event, other).state == "idle"


def test_a_program_enters_with_a_word_leaves_and_reads_its_letters():
    event, desk = opened(code="潮88", limit=5)
    made = create_guest("程序")
    assert call("post", "/events/cup/enter", made.token).status_code == 409
    assert call("post", "/events/cup/enter", made.token, {"word": "潮88"}).json()["state"] == "idle"
    listed = next(one for one in Client().get("/api/events").json() if one["slug"] == "cup")
    assert (listed["asks"], listed["places"], listed["entrants"]) == ("code", 5, 1)
    sanctions.warn(event, made.player, desk, "慢一点")
    assert call("get", "/events/cup/me", made.token).json()["letters"] == 1
    (letter,) = call("get", "/letters", made.token).json()
    assert letter["text"] == "慢一点"
    assert call("post", f"/letters/{letter['id']}/read", made.token).status_code == 204
    assert call("get", "/letters", made.token).json() == []
    assert call("post", "/events/cup/leave", made.token).json() == {"state": "none"}


def test_messages_are_shown_on_any_page_until_they_are_read():
    event, desk = opened()
    (one,) = guests(1)
    service.enter(event, one)
    sanctions.warn(event, one, desk, "<b>别催人</b>")
    client = browser_of(one)
    for path in ("/", "/zone/", "/events/cup/"):
        page = client.get(path).content.decode()
        assert page.count("&lt;b&gt;别催人&lt;/b&gt;") == 1
    client.post(f"/letters/{Letter.objects.get().pk}/read/", {"next": "/zone/"})
    assert "别催人" not in client.get("/zone/").content.decode()


def test_a_player_reports_another_once_and_nobody_else_learns_of_it():
    one, other = guests(2)
    client = browser_of(one)
    assert f"/players/{other.pk}/report/" in client.get(f"/players/{other.pk}/").content.decode()
    for _ in range(2):
        client.post(f"/players/{other.pk}/report/", {"kind": "name", "text": "骂人的名字"})
    report = Report.objects.get()
    assert (report.reporter, report.about, report.nickname) == (one, other, other.nickname)
    assert "骂人的名字" not in browser_of(other).get("/").content.decode()
    assert client.get(f"/players/{one.pk}/report/").status_code == 404
    assert Client().get(f"/players/{other.pk}/report/").status_code == 404


def test_reports_by_a_program():
    made, (other,) = create_guest("程序"), guests(1)
    assert call("post", "/reports", made.token, {"player": other.pk, "kind": "stalling"}).status_code == 202
    assert call("post", "/reports", made.token, {"player": other.pk, "kind": "nonsense"}).status_code == 409
    assert call("post", "/reports", made.token, {"player": "nobody", "kind": "name"}).status_code == 404
    assert Report.objects.count() == 1


def test_the_unwelcome_are_told_so_and_offered_no_chair():
    event, desk = opened()
    one, other = guests(2)
    service.enter(event, one)
    service.start_event("cup")
    assert 'id="sit-down"' in browser_of(one).get("/events/cup/").content.decode()
    sanctions.disqualify(event, one, desk, "冒名")
    page = browser_of(one).get("/events/cup/").content.decode()
    assert 'id="sit-down"' not in page
    assert "You are disqualified in this event." in page
    sanctions.exclude(None, other, desk, "外挂")
    assert "Enter the room" not in browser_of(other).get("/events/cup/").content.decode()
