"""An event's desk: what it shows, what it costs, what it never shows, and the acts it offers."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Player
from games import service as games
from games import snapshot, store
from games.engine.tiles import tile_names
from games.models import Hand, Table
from tests.tournaments.cast import begin, draw_now, guests, sit
from tournaments import service
from tournaments.models import Account, AuditEntry, Entry, Event

pytestmark = pytest.mark.django_db
A_TILE = re.compile(r"(?<![\w-])[1-9][mpsz](?![\w-])")


@pytest.fixture
def organiser() -> Client:
    client = Client()
    client.force_login(Player.objects.create_superuser("organiser", password="x"))
    return client


def let_pass(hand: Hand, seconds: float) -> None:
    """So much time goes by at a table, and the ticker looks at it."""
    Hand.objects.filter(pk=hand.pk).update(started_at=hand.started_at - timedelta(seconds=seconds))
    games.tick(hand.pk)


def dealt(event: Event, tables: int = 1) -> list[Table]:
    """Tables of the event whose first hand is dealt."""
    sit(event, *guests(4 * tables))
    draw_now(event)
    opened = list(Table.objects.filter(event=event.slug))
    assert len(opened) == tables
    for table in opened:
        let_pass(table.hands.get(), 5)
    return opened


def at(event: Event, name: str = "desk") -> str:
    return reverse(f"admin:tournaments_event_{name}", args=[event.pk])


def do(client: Client, event: Event, kind: str, key: object, name: str, **data: object) -> Client:
    address = reverse("admin:tournaments_event_act", args=[event.pk, kind, key, name])
    assert client.get(address).status_code == 200
    answer = client.post(address, {"reason": "试一下", **data}, follow=True)
    assert answer.redirect_chain == [(at(event), 302)]
    return answer


def test_the_desk_shows_state_counts_tables_and_whom_each_waits_for(organiser, running):
    (table,) = dealt(running)
    sit(running, *guests(12)[10:])
    page = organiser.get(at(running)).content.decode()
    desk = service.desk_of(running)
    (shown,) = desk.tables
    assert (desk.counts.entrants, desk.counts.playing, desk.counts.waiting) == (6, 4, 2)
    assert (shown.hand, shown.hands, shown.phase, shown.waits_for) == (1, 4, "act", 0)
    assert table.seats.get(index=0).nickname in page
    assert "进行中" in page
    assert "6,000 / 6,000 ✓" in page


def test_no_tile_of_a_hand_in_play_is_on_the_desk_or_anywhere_in_the_admin(organiser, running):
    """The canary: what the four hold and what lies in the wall, by every name a tile has."""
    tables = dealt(running, tables=2)
    pages = [at(running), at(running, "desk_live"), at(running, "desk_people"), at(running, "desk_checks")]
    pages += [reverse("admin:games_table_change", args=[table.pk]) for table in tables]
    pages += [reverse("admin:games_hand_change", args=[table.hands.get().pk]) for table in tables]
    for address in pages:
        text = organiser.get(address).content.decode()
        assert not A_TILE.search(text), (address, A_TILE.search(text))
        for table in tables:
            hand = table.hands.get()
            play = store.load(hand)
            assert play.server_seed.hex() not in text
            held = tile_names(tuple(tile for seat in play.state.seats for tile in seat.concealed))
            assert len(held) >= 65
            assert not any(f'"{tile}"' in text for tile in held)
            assert not any(word in text for word in ("一万", "九条", "五筒", "红中", "白板", "发财"))


def test_a_window_does_not_tell_whose_answer_is_missing(running):
    (table,) = dealt(running)
    view = snapshot.for_seat(table.pk, 0).view
    throw = next(action for action in view["legal"] if action["type"] == "discard")
    games.act(table.pk, table.seats.get(index=0).player_id, "a", view["decision"], throw)
    (shown,) = service.desk_of(running).tables
    assert (shown.phase, shown.waits_for) == ("claim", None)


@pytest.mark.django_db(transaction=True)
def test_the_live_part_costs_six_queries_for_two_tables_and_for_eight(django_assert_num_queries):
    few, many = begin("few"), begin("many")
    people = guests(40)
    sit(few, *people[:8])
    draw_now(few)
    sit(many, *people[8:])
    draw_now(many)
    for event, tables in ((few, 2), (many, 8)):
        service.desk_of(event)  # what a process has not seen of a hand it reads once
        for hand in Hand.objects.filter(table__event=event.slug):
            let_pass(hand, 5)
        with django_assert_num_queries(6):
            assert len(service.desk_of(event).tables) == tables


def test_a_stuck_table_is_seen_in_the_title_and_first_in_the_list(organiser, running):
    first, second = dealt(running, tables=2)
    Hand.objects.filter(table=second).update(due_at=timezone.now() - timedelta(minutes=2))
    page = organiser.get(at(running, "desk_live")).content.decode()
    title = re.search(r"<title>(.*?)</title>", page, re.S)
    assert title
    assert "⚠" in title[1]
    assert page.index(f"table-{second.pk}") < page.index(f"table-{first.pk}")
    assert 'class="stuck"' in page
    games.pause_table(second.pk)
    games.tick(second.hands.get().pk)
    assert "⚠" not in organiser.get(at(running, "desk_live")).content.decode()


def test_silver_that_does_not_add_up_is_seen(organiser, running):
    dealt(running)
    assert "✓" in organiser.get(at(running, "desk_checks")).content.decode()
    Hand.objects.update(result={"kind": "draw"}, ended_at=timezone.now())
    from django.core.cache import cache

    cache.clear()
    assert "was not posted" in organiser.get(at(running, "desk_checks")).content.decode()
    assert service.findings_of(begin("other")) == []
    assert Account.objects.filter(event=running).exists()


def test_a_table_is_paused_given_time_and_ended_by_mouse(organiser, running):
    (table,) = dealt(running)
    do(organiser, running, "table", table.pk, "pause")
    assert [halt["why"] for halt in snapshot.for_seat(table.pk, 0).view["halts"]] == ["table"]
    page = organiser.get(at(running)).content.decode()
    assert reverse("admin:tournaments_event_act", args=[running.pk, "table", table.pk, "resume"]) in page
    assert reverse("admin:tournaments_event_act", args=[running.pk, "table", table.pk, "pause"]) not in page
    do(organiser, running, "table", table.pk, "resume")
    before = snapshot.for_seat(table.pk, 0).view["reserve_ms"]
    do(organiser, running, "table", table.pk, "time", seat=0, seconds=30)
    assert snapshot.for_seat(table.pk, 0).view["reserve_ms"] == before + 30_000
    do(organiser, running, "table", table.pk, "freeze")
    do(organiser, running, "table", table.pk, "release")
    do(organiser, running, "table", table.pk, "tell")
    do(organiser, running, "table", table.pk, "end")
    table.refresh_from_db()
    assert table.gate == "ending"
    acts = AuditEntry.objects.filter(actor__username="organiser", target=table.pk).values_list("act", "reason")
    assert len(acts) == 7
    assert {reason for _act, reason in acts} == {"试一下"}


def test_an_entrant_is_warned_played_for_and_disqualified_by_mouse(organiser, running):
    (table,) = dealt(running)
    entry = Entry.objects.get(event=running, player=table.seats.get(index=0).player_id)
    for name in ("warn", "mute", "hold", "back", "disqualify"):
        do(organiser, running, "entry", entry.pk, name)
    assert AuditEntry.objects.filter(actor__username="organiser", event=running).count() >= 5


def test_what_belongs_to_another_event_cannot_be_acted_on_from_this_desk(organiser, running):
    (table,) = dealt(running)
    other = begin("other")
    entry = Entry.objects.filter(event=running).first()
    for kind, key in (("table", table.pk), ("entry", entry.pk), ("entry", "x"), ("nothing", "x")):
        address = reverse("admin:tournaments_event_act", args=[other.pk, kind, key, "warn"])
        assert organiser.post(address, {"reason": "x"}).status_code == 404


def test_people_are_found_by_name_and_paged(organiser, running):
    for player in guests(60):
        service.enter(running, player)
    page = organiser.get(at(running, "desk_people"))
    assert len(page.context["people"].object_list) == 50
    found = organiser.get(at(running, "desk_people"), {"q": "阿海3"}).context["people"]
    assert [str(entry.player) for entry in found] == ["阿海3"]


def test_taking_an_announcement_down_is_offered_while_one_stands(organiser, running):
    down = reverse("admin:tournaments_event_act", args=[running.pk, "event", running.pk, "take-down"])
    assert down not in organiser.get(at(running)).content.decode()
    do(organiser, running, "event", running.pk, "announce", reason="九点钟有茶点")
    assert down in organiser.get(at(running)).content.decode()
