"""朋友桌: four who came by its address, at a table of their own; the service, the pages, the API."""

import json
from datetime import timedelta

import pytest
from django.db import transaction
from django.test import Client
from django.utils import timezone

from accounts.guests import create_bot, create_guest
from accounts.models import Player
from games.models import LiveSeat, Seat, Table
from games.service import play_out
from tests.tournaments.cast import begin, draw_now, guests, sit
from tournaments import ledger, service
from tournaments.models import Entry, Event
from tournaments.service import NotNow
from tournaments.service.drawing import seat_bots

pytestmark = pytest.mark.django_db


def friends_of(host: Player, with_bots: bool = False, **fields: object) -> Event:
    return service.create_friends(host, **{"rules": "platform@1", "hands": 4, "with_bots": with_bots, **fields})


def four(with_bots: bool = False) -> tuple[Event, list[Player]]:
    people = guests(4)
    event = friends_of(people[0], with_bots)
    for player in people[1:]:
        service.enter(event, player)
    return event, people


def end_the_table(event: Event) -> None:
    """The table as it is when its last hand is over, without the hands."""
    table = Table.objects.get(event=event.slug, state=Table.State.PLAYING)
    Table.objects.filter(pk=table.pk).update(state=Table.State.CLOSED)
    LiveSeat.objects.filter(table=table).delete()
    service.release_table(table.pk, event.slug)


def browser_of(player: Player) -> Client:
    client = Client()
    client.force_login(player)
    return client


def listed(client: Client) -> list[str]:
    return [event["slug"] for event in json.loads(client.get("/api/events").content)]


def test_four_friends_are_seated_together_at_once_with_seats_drawn_by_lot():
    event, people = four()
    opened = service.open_friends(event, people[0])
    assert opened.state == "seated"
    seats = Seat.objects.filter(table=opened.table)
    assert {seat.player_id for seat in seats} == {player.pk for player in people}
    assert [service.me(event, player).table for player in people] == [opened.table] * 4
    assert Table.objects.get(pk=opened.table).private


def test_the_order_of_seats_is_not_the_order_of_coming():
    event, people = four()
    orders = set()
    for _ in range(8):
        table = service.open_friends(event, people[0]).table
        orders.add(tuple(Seat.objects.filter(table=table).order_by("index").values_list("player", flat=True)))
        end_the_table(event)
    assert len(orders) > 1


def test_opening_twice_opens_one_table():
    event, people = four()
    assert service.open_friends(event, people[0]) == service.open_friends(event, people[0])
    assert Table.objects.filter(event=event.slug).count() == 1


def test_without_bots_a_table_needs_four_and_says_how_many_are_missing():
    host, friend = guests(2)
    event = friends_of(host)
    service.enter(event, friend)
    with pytest.raises(NotNow, match="2"):
        service.open_friends(event, host)
    assert not Table.objects.filter(event=event.slug).exists()


def test_bots_take_the_missing_chairs_where_the_host_wished():
    host, friend = guests(2)
    event = friends_of(host, with_bots=True)
    service.enter(event, friend)
    table = service.open_friends(event, host).table
    assert sorted(Seat.objects.filter(table=table).values_list("is_bot", flat=True)) == [False, False, True, True]


def test_a_fifth_does_not_get_in():
    event, _people = four()
    with pytest.raises(NotNow):
        service.enter(event, create_guest("迟到").player)
    assert Entry.objects.filter(event=event).count() == 4


def test_a_latecomer_takes_a_bots_chair_at_the_next_table():
    host, late = guests(2)
    event = friends_of(host, with_bots=True)
    service.open_friends(event, host)
    service.enter(event, late)
    assert service.me(event, late).state == "idle"
    end_the_table(event)
    table = service.open_friends(event, late).table
    assert set(Seat.objects.filter(table=table, is_bot=False).values_list("player", flat=True)) == {host.pk, late.pk}


def test_the_host_opens_the_first_table_any_of_them_another():
    host, friend = guests(2)
    event = friends_of(host, with_bots=True)
    service.enter(event, friend)
    with pytest.raises(NotNow):
        service.open_friends(event, friend)
    with pytest.raises(NotNow):
        service.open_friends(event, create_guest("路人").player)
    first = service.open_friends(event, host).table
    end_the_table(event)
    assert service.open_friends(event, friend).table not in (None, first)


def test_when_all_four_are_there_any_of_them_may_open():
    event, people = four()
    assert service.open_friends(event, people[2]).state == "seated"


def gone_for(event: Event, player: Player, seconds: int) -> None:
    seen = timezone.now() - timedelta(seconds=seconds)
    Entry.objects.filter(event=event, player=player).update(seen_at=seen)


def test_when_the_host_has_gone_away_the_others_need_not_wait():
    host, friend = guests(2)
    event = friends_of(host, with_bots=True)
    service.enter(event, friend)
    gone_for(event, host, 30)
    assert not service.may_open(event, friend)
    gone_for(event, host, 90)
    assert next(chair.away for chair in service.chairs(event))
    page = browser_of(friend).get(f"/friends/{event.slug}/").text
    assert "不在" in page
    assert 'id="open-table"' in page
    assert service.open_friends(event, friend).state == "seated"


def test_an_open_room_is_what_makes_somebody_be_there():
    host, friend = guests(2)
    event = friends_of(host)
    service.enter(event, friend)
    assert [chair.away for chair in service.chairs(event)] == [False, False]
    gone_for(event, friend, 90)
    assert [chair.away for chair in service.chairs(event)] == [False, True]
    browser_of(friend).get(f"/friends/{event.slug}/people/", headers={"HX-Request": "true"})
    assert [chair.away for chair in service.chairs(event)] == [False, False]


def test_who_leaves_frees_the_chair_and_may_come_back():
    event, people = four()
    service.leave(event, people[2])
    service.leave(event, people[2])
    assert [chair.player.pk for chair in service.chairs(event)] == [people[at].pk for at in (0, 1, 3)]
    assert service.me(event, people[2]).state == "none"
    assert event not in service.own_friends(people[2])
    with pytest.raises(NotNow):
        service.open_friends(event, people[0])
    service.enter(event, people[2])
    assert len(service.chairs(event)) == 4
    service.leave(event, people[2])
    service.enter(event, create_guest("替补").player)
    with pytest.raises(NotNow):
        service.enter(event, people[2])


def test_the_leaving_host_hands_on_to_who_is_there():
    event, people = four()
    gone_for(event, people[1], 300)
    service.leave(event, people[0])
    event.refresh_from_db()
    assert event.host_id == people[2].pk
    assert [chair.host for chair in service.chairs(event)] == [False, True, False]


def test_the_last_one_to_leave_ends_it():
    host = create_guest("阿海").player
    event = friends_of(host)
    service.leave(event, host)
    event.refresh_from_db()
    assert event.state == Event.State.CANCELLED
    assert "散" in browser_of(host).get(f"/friends/{event.slug}/").text
    event, people = four()
    service.open_friends(event, people[0])
    end_the_table(event)
    for player in people:
        service.leave(event, player)
    event.refresh_from_db()
    assert event.state == Event.State.FINISHED


def test_nobody_leaves_and_nobody_is_sent_away_in_the_middle_of_a_table():
    event, people = four()
    service.open_friends(event, people[0])
    with pytest.raises(NotNow):
        service.leave(event, people[1])
    with pytest.raises(NotNow):
        service.remove(event, people[0], people[1].pk)
    assert len(service.chairs(event)) == 4


def test_the_host_alone_asks_somebody_to_leave_who_cannot_come_back():
    event, people = four()
    with pytest.raises(NotNow):
        service.remove(event, people[1], people[2].pk)
    with pytest.raises(NotNow):
        service.remove(event, people[0], people[0].pk)
    service.remove(event, people[0], people[2].pk)
    service.remove(event, people[0], "nobody")
    assert len(service.chairs(event)) == 3
    with pytest.raises(NotNow):
        service.enter(event, people[2])
    page = browser_of(people[2]).get(f"/friends/{event.slug}/").text
    assert "房主请你离开" in page
    assert "join/" not in page
    assert browser_of(people[2]).post(f"/api/events/{event.slug}/enter").status_code in (403, 409)


def test_the_page_lets_the_host_send_away_and_everybody_leave():
    event, people = four()
    room = f"/friends/{event.slug}/"
    host, friend = browser_of(people[0]), browser_of(people[1])
    assert host.get(room).text.count('name="player"') == 3
    assert 'name="player"' not in friend.get(room).text
    friend.post(f"{room}remove/", {"player": people[3].pk})
    assert len(service.chairs(event)) == 4
    host.post(f"{room}remove/", {"player": people[3].pk})
    friend.post(f"{room}leave/")
    assert [chair.player.pk for chair in service.chairs(event)] == [people[0].pk, people[2].pk]
    assert Client().post(f"{room}leave/")["Location"] == room


def test_who_sits_elsewhere_is_named_and_who_waits_elsewhere_waits_no_more():
    cup = begin("cup")
    event, people = four()
    sit(cup, people[3])
    sit(cup, people[2], *guests(3))
    draw_now(cup)
    away = next(player for player in people[2:] if LiveSeat.objects.filter(player=player).exists())
    with pytest.raises(NotNow, match=away.nickname):
        service.open_friends(event, people[0])
    LiveSeat.objects.filter(player__in=people).delete()
    service.open_friends(event, people[0])
    assert not Entry.objects.filter(player__in=people, state=Entry.State.WAITING).exists()


def test_nobody_is_drawn_at_a_friends_table():
    event, people = four()
    with pytest.raises(NotNow):
        service.start(event, people[0])


def test_who_has_lost_all_silver_plays_on():
    event, people = four()
    mine, other = (Entry.objects.get(event=event, player=player) for player in people[:2])
    with transaction.atomic():
        ledger.post(event, "hand:none", {mine.silver_account_id: -1000, other.silver_account_id: 1000})
    table = service.open_friends(event, people[0]).table
    assert Seat.objects.get(table=table, player=people[0]).silver == 1000


def test_a_table_of_friends_played_out_keeps_the_ledger_and_ranks_nobody():
    host = create_guest("阿海").player
    event = friends_of(host, with_bots=True)
    Player.objects.filter(pk=host.pk).update(is_bot=True)
    host.refresh_from_db()
    bots = [create_bot() for _ in range(3)]
    play_out(seat_bots(event, [host, *bots]).pk)
    assert ledger.differences() == []
    assert service.compute_leaderboard(event.slug) is False
    assert service.compute_leaderboard(event.slug, final=True) is False
    assert service.ranking_page(event).rows == []


def test_an_abandoned_table_ends_by_itself_after_some_hours():
    host = create_guest("阿海").player
    event = friends_of(host)
    service.advance_events()
    event.refresh_from_db()
    assert event.state == Event.State.RUNNING
    Event.objects.filter(pk=event.pk).update(ends_at=timezone.now() - timedelta(seconds=1))
    service.advance_events()
    event.refresh_from_db()
    assert event.state == Event.State.FINISHED
    with pytest.raises(NotNow):
        service.open_friends(event, host)


def test_opening_a_table_puts_the_end_off():
    event, people = four()
    soon = timezone.now() + timedelta(minutes=1)
    Event.objects.filter(pk=event.pk).update(ends_at=soon)
    service.open_friends(event, people[0])
    event.refresh_from_db()
    assert event.ends_at > soon + timedelta(hours=1)


def test_unknown_rules_and_numbers_of_hands_are_refused():
    host = create_guest("阿海").player
    for wrong in ({"rules": "none@1"}, {"hands": 5}, {"bot_level": "god"}):
        with pytest.raises(NotNow):
            friends_of(host, **wrong)
    assert not Event.objects.exists()


def test_a_friends_table_is_listed_for_nobody_and_found_by_its_address():
    event, people = four()
    staff = Player.objects.create(pk="organiser123", nickname="主办", username="boss", is_staff=True)
    for client in (Client(), browser_of(people[0]), browser_of(staff)):
        assert event.slug not in listed(client)
        assert event.slug not in client.get("/zone/").content.decode()
        assert event.slug not in client.get("/").content.decode()
    assert len(event.slug) > len("friends-") + 12
    assert Client().get(f"/friends/{event.slug}/").status_code == 200
    assert Client().get("/friends/friends-0000000000000000/").status_code == 404


def test_it_has_no_ranking_and_its_event_page_leads_to_its_room():
    event, people = four()
    client = browser_of(people[0])
    assert client.get(f"/api/events/{event.slug}/ranking").status_code == 404
    assert client.get(f"/events/{event.slug}/ranking/").status_code == 404
    assert client.get(f"/events/{event.slug}/")["Location"] == f"/friends/{event.slug}/"


def test_a_championship_has_no_friends_room():
    cup = begin("cup")
    assert Client().get(f"/friends/{cup.slug}/").status_code == 404


def test_a_visitor_makes_a_table_and_friends_join_by_its_link():
    host, friend, stranger = Client(), Client(), Client()
    made = host.post("/friends/", {"rules": "folk@1", "hands": "8"})
    room = made["Location"]
    event = Event.objects.get(kind=Event.Kind.FRIENDS)
    assert room == f"/friends/{event.slug}/"
    assert (event.rules, event.hands_per_table, event.bots) == ("folk@1", 8, False)
    page = host.get(room).content.decode()
    assert f"http://testserver{room}" in page
    assert "<svg" in page
    friend.post(f"{room}join/")
    assert len(service.chairs(event)) == 2
    page = host.get(room).content.decode()
    for chair in service.chairs(event):
        assert chair.player.nickname in page
    for _ in range(2):
        Client().post(f"{room}join/")
    before = Player.objects.count()
    stranger.post(f"{room}join/")
    assert Player.objects.count() == before
    assert "坐满" in stranger.get(room).content.decode()
    answer = host.post(f"{room}open/")
    assert answer["Location"].startswith("/tables/")
    assert friend.get(answer["Location"]).status_code == 200
    assert stranger.get(answer["Location"]).status_code == 404


def test_the_fragment_leads_all_of_them_to_the_table():
    event, people = four()
    client = browser_of(people[2])
    fragment = {"headers": {"HX-Request": "true"}}
    assert "HX-Redirect" not in client.get(f"/friends/{event.slug}/people/?was=idle", **fragment)
    table = service.open_friends(event, people[0]).table
    assert client.get(f"/friends/{event.slug}/people/?was=idle", **fragment)["HX-Redirect"] == f"/tables/{table}/"


def test_nobody_watches_and_others_do_not_find_its_hands():
    host = create_bot()
    bots = [create_bot() for _ in range(3)]
    event = friends_of(host, with_bots=True)
    table = seat_bots(event, [host, *bots])
    play_out(table.pk)
    address = f"/api/players/{host.pk}/hands"
    assert Client().get(f"/tables/{table.pk}/").status_code == 404
    assert Client().get(address).json() == []
    assert browser_of(create_guest().player).get(address).json() == []
    assert len(browser_of(bots[0]).get(address).json()) == 4
    assert len(browser_of(host).get(address).json()) == 4


def test_tables_are_not_made_without_end():
    client = Client()
    answers = [client.post("/friends/", {"rules": "platform@1", "hands": "4"}).status_code for _ in range(21)]
    assert answers[:20] == [302] * 20
    assert answers[20] == 429


def test_on_the_own_computer_the_invitation_names_the_network_address_if_it_has_one(settings):
    event, people = four()
    client = browser_of(people[0])
    page = client.get(f"/friends/{event.slug}/", headers={"Host": "127.0.0.1:8000"}).content.decode()
    assert "HOST=0.0.0.0" not in page  # full: nobody is called any more
    alone = friends_of(people[0])
    page = client.get(f"/friends/{alone.slug}/", headers={"Host": "127.0.0.1:8000"}).content.decode()
    assert "HOST=0.0.0.0" in page
    settings.ALLOWED_HOSTS = ["localhost", "127.0.0.1", "192.168.1.20"]
    page = client.get(f"/friends/{alone.slug}/", headers={"Host": "127.0.0.1:8000"}).content.decode()
    assert f"http://192.168.1.20:8000/friends/{alone.slug}/" in page
    assert "HOST=0.0.0.0" not in page


def test_house_rules_and_the_bots_strength_are_chosen_when_the_table_is_made():
    client = Client()
    client.post(
        "/friends/", {"rules": "classic", "hands": "16", "with_bots": "on", "bot_level": "expert", "cap": "800"}
    )
    event = Event.objects.get()
    assert (event.rules, event.overrides, event.hands_per_table) == ("classic@1", {"cap": 800}, 16)
    assert (event.with_bots, event.bot_level) == (True, "expert")
    assert event.table_settings().bot_level == "expert"
    page = client.get(f"/friends/{event.slug}/").text
    assert "高手机器人" in page
    assert "800" in client.get(f"/rules/?event={event.slug}").text


def test_a_value_that_cannot_be_read_is_marked_and_nothing_chosen_is_lost():
    answer = Client().post("/friends/", {"rules": "folk", "hands": "8", "bot_level": "novice", "cap": "viel"})
    assert answer.status_code == 400
    assert not Event.objects.exists()
    for kept in (
        'value="folk" checked', 'value="8" checked', 'value="novice" checked', 'name="cap" value="viel"',
        'aria-invalid="true"',
    ):  # fmt: skip
        assert kept in answer.text
    assert 'name="with_bots" checked' not in answer.text
