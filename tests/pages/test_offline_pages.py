"""线下桌 on four phones: sit down, enter a hand, count a seat's tiles, confirm, object; and what strangers get."""

import re
from typing import Any

import pytest
from django.test import Client

from tournaments import service
from tournaments.models import Event, OfflineHand, OfflineTable

pytestmark = pytest.mark.django_db
WON = {"winner": "0", "by": "self_draw", "total0": "60", "total2": "30"}
COUNTED = "?wild=3p&seat=E&concealed=123456m99m377p234s&meld=pong:777z&bonus=1&tile=3m&by=self_draw"


@pytest.fixture
def cup(event: Event) -> Event:
    Event.objects.filter(pk=event.pk).update(offline=True, min_hands=1)
    return Event.objects.get(pk=event.pk)


def seated(cup: Event) -> tuple[list[Client], str]:
    """Four phones at one table, and its address."""
    phones = [Client(HTTP_ACCEPT_LANGUAGE="zh-hans") for _ in range(4)]
    phones[0].post(f"/events/{cup.slug}/enter/")
    answer = phones[0].post(f"/events/{cup.slug}/offline/")
    address: str = answer["Location"]
    for seat, phone in enumerate(phones):
        assert phone.post(f"{address}sit/", {"seat": str(seat)}).status_code == 302
    return phones, address


def text(phone: Client, address: str) -> str:
    answer = phone.get(address)
    assert answer.status_code == 200
    return answer.content.decode()


def entered(phones: list[Client], address: str, fields: dict[str, Any] = WON) -> OfflineHand:
    phones[0].post(f"{address}enter/", fields)
    return OfflineHand.objects.latest("pk")


def test_visitors_scan_the_code_sit_down_and_are_entrants(cup):
    phones, address = seated(cup)
    assert OfflineTable.objects.get().state == "playing"
    assert cup.entries.count() == 4
    assert "记这一副" in text(phones[3], address)


def test_while_it_gathers_the_page_shows_the_way_and_the_free_seats(cup):
    phone = Client(HTTP_ACCEPT_LANGUAGE="zh-hans")
    phone.post(f"/events/{cup.slug}/enter/")
    address = phone.post(f"/events/{cup.slug}/offline/")["Location"]
    page = text(Client(HTTP_ACCEPT_LANGUAGE="zh-hans"), address)
    assert page.count("我坐这里") == 4
    assert "<svg" in page


def test_a_hand_is_entered_on_one_phone_and_confirmed_on_the_others(cup):
    phones, address = seated(cup)
    hand = entered(phones, address)
    assert hand.state == "proposed"
    for phone in phones[1:]:
        assert "对，没错" in text(phone, address)
        phone.post(f"{address}{hand.pk}/answer/", {"agrees": "yes"})
    page = text(phones[0], address)
    assert "+72<" in page
    assert ">线下<" in page
    service.compute_leaderboard(cup.slug)
    assert "线下 1 副" in text(Client(HTTP_ACCEPT_LANGUAGE="zh-hans"), f"/events/{cup.slug}/ranking/")


def test_an_objection_is_shown_with_its_words(cup):
    phones, address = seated(cup)
    hand = entered(phones, address)
    phones[2].post(f"{address}{hand.pk}/answer/", {"agrees": "no", "why": "我只有二十胡"})
    page = text(phones[0], address)
    assert "交给主办人看了" in page
    assert "我只有二十胡" in page


def test_tiles_are_counted_in_the_calculator_and_the_total_comes_back(cup):
    phones, address = seated(cup)
    fields = {"winner": "1", "by": "discard", "from": "2", "count": "1", "total3": "40"}
    there = phones[0].post(f"{address}enter/", fields)["Location"]
    assert there.startswith("/calculator/?")
    assert "seat=S" in there
    back = f"{address}take/1/"
    page = text(phones[0], f"/calculator/{COUNTED}&back={back}")
    link = re.search(rf'href="({re.escape(back)}[^"]+)"', page)
    assert link is not None
    phones[0].get(link[1].replace("&amp;", "&"))
    form = text(phones[0], address)
    total = re.search(r'name="total1"[^>]* value="(\d+)"', form)
    assert total is not None
    assert int(total[1]) > 0
    assert re.search(r'name="total3"[^>]* value="40"', form)
    sent = {"winner": "1", "by": "discard", "from": "2", "total1": total[1], "total3": "40"}
    hand = entered(phones, address, sent)
    assert hand.totals == [0, int(total[1]), 0, 40]
    assert "concealed=123456m99m377p234s" in hand.counted["1"]


def test_a_total_typed_over_a_counted_one_is_no_longer_that_hands(cup):
    phones, address = seated(cup)
    phones[0].get(f"{address}take/0/{COUNTED}")
    hand = entered(phones, address, {"winner": "0", "by": "self_draw", "total0": "100"})
    assert hand.totals[0] == 100
    assert hand.counted == {}


def test_the_calculator_leads_back_to_real_tables_alone(cup):
    for back in ("https://evil.example/", "//evil.example/offline/x/take/0/", "/offline/x/take/9/", "/logout/"):
        page = text(Client(), f"/calculator/{COUNTED}&back={back}")
        assert "calc-hand-over" not in page
        assert 'name="back"' not in page


@pytest.mark.parametrize(
    "fields",
    [
        {}, {"winner": "7"}, {"winner": "0", "by": "discard", "total0": "60"}, {"winner": "0", "by": "self_draw"},
        {"winner": "0", "by": "self_draw", "total0": "sixty"}, {"winner": "0", "by": "self_draw", "total0": "６０"},
        {**WON, "dealer": "x"},
    ],
)  # fmt: skip
def test_a_form_that_says_nothing_possible_is_answered_in_words(cup, fields):
    phones, address = seated(cup)
    answer = phones[0].post(f"{address}enter/", fields, follow=True)
    assert answer.status_code == 200
    assert list(answer.context["messages"])
    assert not OfflineHand.objects.exists()


def test_strangers_see_the_table_and_touch_nothing(cup):
    phones, address = seated(cup)
    hand = entered(phones, address)
    stranger = Client(HTTP_ACCEPT_LANGUAGE="zh-hans")
    assert "对，没错" not in text(stranger, address)
    for path in ("sit/", "up/", "enter/", f"{hand.pk}/answer/", f"{hand.pk}/back/", "close/"):
        assert stranger.post(f"{address}{path}", {"agrees": "yes", "winner": "none"}).status_code == 302
    hand.refresh_from_db()
    assert hand.state == "proposed"
    assert hand.answers.count() == 1


def test_a_hand_of_another_table_is_not_found_at_this_one(cup):
    phones, address = seated(cup)
    hand = entered(phones, address)
    other = service.gather_offline(cup, hand.entered_by)
    assert phones[1].post(f"/offline/{other.pk}/{hand.pk}/answer/", {"agrees": "yes"}).status_code == 404
    assert Client().get("/offline/nowhere/").status_code == 404


def test_the_page_comes_anew_only_when_there_is_something_else_to_do(cup):
    phones, address = seated(cup)
    page = text(phones[1], address)
    was = re.search(r"now/\?was=([^\"]*)\"", page)
    assert was is not None
    assert "HX-Refresh" not in phones[1].get(f"{address}now/?was={was[1]}").headers
    entered(phones, address)
    assert phones[1].get(f"{address}now/?was={was[1]}").headers["HX-Refresh"] == "true"


def test_the_four_close_their_table(cup):
    phones, address = seated(cup)
    phones[2].post(f"{address}close/")
    assert "这桌散了" in text(phones[0], address)
    assert "记这一副" not in text(phones[0], address)
    assert "线下" in text(phones[0], "/offline/tables/")
