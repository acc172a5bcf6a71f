"""The desk by mouse: asked first, with a reason, by who may; sent twice it is done once."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Player
from games.models import Hand, LiveSeat, Table
from tests.tournaments.cast import begin, draw_now, guests, organiser, play_through, sit
from tournaments import ledger, service
from tournaments.admin import acts
from tournaments.models import Award, Call, Entry, Event, Report, Sanction, Ticket
from tournaments.service import announcements, permits, places, reports, sanctions

pytestmark = pytest.mark.django_db


def desk_of(player: Player) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(player)
    return client


def key_in(page: str) -> str:
    found = re.search(r'name="key" value="([0-9a-f]{32})"', page)
    assert found, page[:2000]
    return found[1]


def case(client: Client, name: str, key: object, times: int = 1, **data: object) -> str:
    address = reverse("admin:tournaments_case", args=[name, key])
    sent = {"key": key_in(client.get(address).content.decode()), "reason": "有理由", **data}
    return [client.post(address, sent, follow=True) for _ in range(times)][-1].content.decode()


def test_a_call_from_the_table_is_answered_once_from_the_desk(running):
    people, referee = guests(4), organiser("裁判", "Referee")
    sit(running, *people)
    draw_now(running)
    table = Table.objects.get(event="cup")
    call = reports.call_referee(table, 1, people[0], "c1", "他看我的牌")
    assert reports.call_referee(table, 1, people[0], "c1", "again") == call
    assert reports.call_referee(table, 1, people[0], "c2", "快来") == call
    client = desk_of(referee)
    desk = client.get(reverse("admin:tournaments_event_desk", args=[running.pk])).content.decode()
    assert "快来" in desk
    assert "快来" in client.get(reverse("admin:tournaments_call_changelist")).content.decode()
    case(client, "answer", call.pk, times=2, reason="我来看")
    call.refresh_from_db()
    assert (call.answer, call.answered_by) == ("我来看", referee)
    assert service.me(running, people[0]).letters == 1
    seat = LiveSeat.objects.get(player=people[0])
    from games import snapshot

    assert snapshot.for_seat(seat.table_id, seat.index).view["notices"][-1]["text"] == "我来看"


def test_an_act_wants_a_reason_and_the_permission(running):
    (one,) = guests(1)
    service.enter(running, one)
    referee = desk_of(organiser("裁判", "Referee"))
    address = reverse("admin:tournaments_case", args=["exclude-everywhere", one.pk])
    assert referee.get(address).status_code == 404
    client = desk_of(organiser())
    page = client.get(address).content.decode()
    assert client.post(address, {"key": key_in(page), "reason": " "}).status_code == 200
    assert not Sanction.objects.exists()
    case(client, "exclude-everywhere", one.pk)
    assert Sanction.objects.get().event is None
    assert desk_of(one).get(address).status_code == 302


def test_a_referee_is_shown_what_works_and_announces(running):
    people = guests(4)
    sit(running, *people)
    draw_now(running)
    client = desk_of(organiser("裁判", "Referee"))
    table, entry = Table.objects.get(event="cup"), Entry.objects.filter(event=running).first()
    here = reverse("admin:tournaments_event_desk", args=[running.pk])
    desk = client.get(here).content.decode()
    head = client.get(reverse("admin:tournaments_event_change", args=[running.pk])).content.decode()
    keys = {"event": running.pk, "table": table.pk, "entry": entry.pk}
    for kind, own in acts.ACTS.items():
        for name, act in own.items():
            address = reverse("admin:tournaments_event_act", args=[running.pk, kind, keys[kind], name])
            may = act.permit == permits.REFEREE
            assert client.get(address).status_code == (200 if may else 404), address
            assert may or (address not in desk and address not in head), address
    links = set(re.findall(r'href="(/admin/[^"]+)"', desk + head))
    assert [link for link in links if client.get(link.replace("&amp;", "&")).status_code not in (200, 302)] == []
    address = reverse("admin:tournaments_event_act", args=[running.pk, "event", running.pk, "announce"])
    assert address in desk
    client.post(address, {"key": key_in(client.get(address).content.decode()), "reason": "休息十分钟"})
    assert "休息十分钟" in str(announcements.standing_announcement(running).text)


def test_a_form_sent_twice_warns_once(running):
    (one,) = guests(1)
    service.enter(running, one)
    client = desk_of(organiser())
    assert "It was so already" in case(client, "warn-everywhere", one.pk, times=2)
    assert Sanction.objects.count() == 1
    address = reverse("admin:tournaments_event_act", args=[running.pk, "entry", Entry.objects.get().pk, "warn"])
    sent = {"key": key_in(client.get(address).content.decode()), "reason": "再来一次"}
    for _ in range(2):
        client.post(address, sent)
    assert Sanction.objects.count() == 2


def test_silver_is_proposed_and_approved_by_mouse_by_two(running):
    (one,) = guests(1)
    service.enter(running, one)
    first, second = desk_of(organiser("甲")), desk_of(organiser("乙"))
    case(first, "award", Entry.objects.get().pk, times=2, silver=40)
    award = Award.objects.get()
    assert "Another organiser" in case(first, "approve", award.pk)
    case(second, "approve", award.pk, times=2)
    assert service.me(running, one).silver == 1040
    assert ledger.differences() == []


def test_a_hand_is_voided_from_the_list_of_its_table():
    event, people = begin("cup", kind="demo", seed_ms=0, silver=100_000), guests(4)
    hand = None
    while hand is None:
        hand = Hand.objects.filter(table=play_through(event, people), result__kind="win").first()
    client = desk_of(organiser())
    hands = reverse("admin:tournaments_hands", args=[hand.table_id])
    closed = reverse("admin:games_table_changelist") + f"?event={event.slug}&state__exact=closed"
    desk = client.get(reverse("admin:tournaments_event_desk", args=[event.pk])).content.decode()
    assert closed.replace("&", "&amp;") in desk
    Table.objects.filter(pk=hand.table_id).update(state="closed")
    assert hands in client.get(closed).content.decode()
    assert hands in client.get(reverse("admin:games_table_change", args=[hand.table_id])).content.decode()
    assert "Void this hand" in client.get(hands).content.decode()
    case(client, "void", hand.pk, reason="牌墙倒了")
    page = client.get(hands).content.decode()
    assert "牌墙倒了" in page
    assert ledger.differences() == []


def test_the_ticket_sheet_is_printed_once_and_its_codes_let_people_in(running):
    client = desk_of(organiser())
    address = reverse("admin:tournaments_make_tickets", args=["cup"])
    sent = {"key": key_in(client.get(address).content.decode()), "reason": "卖票", "groups": "楚门队 × 2\n3"}
    answer = client.post(address, sent)
    sheet = answer.content.decode()
    codes = re.findall(r'class="code">([0-9A-Z-]{14})<', sheet)
    assert (len(codes), sheet.count("<svg")) == (5, 5)
    assert "no-store" in answer["Cache-Control"]
    assert [ticket.group for ticket in Ticket.objects.order_by("number")] == ["楚门队"] * 2 + [""] * 3
    again = client.post(address, sent).content.decode()
    assert not any(code in again for code in codes)
    assert Ticket.objects.count() == 5
    places.set_entry_rules("cup", organiser("乙"), "凭票", limit=0, code="", tickets=True)
    assert service.enter(Event.objects.get(), guests(1)[0], codes[2]).state == "idle"
    bad = client.post(address, {**sent, "groups": "没有数字"}).content.decode()
    assert "Not understood" in bad


def test_who_may_come_in_is_said_by_mouse(running):
    client = desk_of(organiser())
    case(client, "entry-rules", "cup", limit=12, code="潮88")
    event = Event.objects.get()
    assert (event.entry_limit, event.entry_code, event.needs_ticket) == (12, "潮88", False)


def test_reports_are_closed_and_sanctions_taken_back_by_mouse(running):
    one, other = guests(2)
    report = reports.report_player(one, other, "name", "骂人")
    client = desk_of(organiser("裁判", "Referee"))
    assert "骂人" in client.get(reverse("admin:tournaments_report_changelist") + "?open=yes").content.decode()
    case(client, "handle", report.pk, reason="已改名")
    assert Report.objects.get().outcome == "已改名"
    sanctions.mute(None, other, organiser(), "骂人")
    case(client, "lift", Sanction.objects.get().pk)
    assert Sanction.objects.get().lifted_at is not None


def test_every_list_of_the_desk_opens(running):
    (one,) = guests(1)
    service.enter(running, one)
    desk = organiser()
    sanctions.warn(running, one, desk, "慢")
    client = desk_of(desk)
    for name in ("call", "report", "sanction", "award", "ticket", "queued", "letter"):
        assert client.get(reverse(f"admin:tournaments_{name}_changelist")).status_code == 200, name
    assert not Call.objects.exists()


def test_an_organiser_takes_a_name_away_and_cannot_touch_accounts(running):
    (one,), desk, admin = guests(1), organiser(), Player.objects.create_superuser("root", password="x" * 20)
    client = desk_of(desk)
    before = one.nickname
    case(client, "rename", one.pk, reason="骂人的名字")
    one.refresh_from_db()
    assert one.nickname != before
    change = reverse("admin:accounts_player_change", args=[admin.pk])
    assert client.post(change, {"nickname": "root", "is_superuser": ""}).status_code == 403
    assert client.get(reverse("admin:auth_user_password_change", args=[admin.pk])).status_code == 403
    ban = {"action": "ban", "_selected_action": [admin.pk]}
    client.post(reverse("admin:accounts_player_changelist"), ban)
    admin.refresh_from_db()
    assert admin.is_active
    assert admin.is_superuser
