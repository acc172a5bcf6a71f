"""Practice with more time than the room gives: with bots alone, at once (WCAG 2.2.1)."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from accounts.models import Player
from games import snapshot
from games.engine.clock import NO_LIMIT_MS, TableSettings, settings_from_json
from games.models import Hand, Table
from games.service import act, tick
from tests.tournaments.cast import begin, draw_now, guests, sit
from tournaments import service
from tournaments.models import Event

pytestmark = pytest.mark.django_db


@pytest.fixture
def practice() -> Event:
    return begin("practice", kind=Event.Kind.PRACTICE, bot_after_ms=60_000, seed_ms=50)


def settings_of(table: str | None) -> TableSettings:
    return settings_from_json(Table.objects.get(pk=table).settings)


def test_a_slower_pace_seats_one_with_three_bots_at_once(practice: Event) -> None:
    (player,) = guests(1)
    service.enter(practice, player)
    me = service.start(practice, player, "double")
    assert me.state == "seated"
    table = Table.objects.get(pk=me.table)
    assert sorted(seat.is_bot for seat in table.seats.all()) == [False, True, True, True]
    usual = practice.table_settings()
    slow = settings_of(me.table)
    assert slow.turn_ms == 2 * usual.turn_ms
    assert slow.reserve_ms == 2 * usual.reserve_ms
    assert slow.claim_ms == 2 * usual.claim_ms
    assert slow.pause_ms == 2 * usual.pause_ms
    assert slow.claim_min_ms == usual.claim_min_ms


def test_the_usual_pace_waits_for_others_as_ever(practice: Event) -> None:
    first, second, third, fourth = guests(4)
    service.enter(practice, first)
    assert service.start(practice, first, "normal").state == "waiting"
    sit(practice, second, third, fourth)
    assert draw_now(practice) == 1
    assert settings_of(service.me(practice, first).table) == practice.table_settings()


def test_who_waits_may_change_to_a_slower_pace(practice: Event) -> None:
    (player,) = guests(1)
    sit(practice, player)
    assert service.start(practice, player, "quadruple").state == "seated"
    assert draw_now(practice) == 0


@pytest.mark.parametrize("pace", ["double", "quadruple", "none", "fast"])
def test_nobody_slows_a_championship_down(pace: str) -> None:
    event, (player,) = begin("cup"), guests(1)
    service.enter(event, player)
    with pytest.raises(service.NotNow):
        service.start(event, player, pace)
    assert service.me(event, player).state == "idle"


def test_without_a_limit_no_clock_is_shown_and_nobody_is_acted_for(practice: Event) -> None:
    (player,) = guests(1)
    service.enter(practice, player)
    me = service.start(practice, player, "none")
    assert settings_of(me.table).untimed
    view = until_asked(me.table, player)
    assert view["deadline_ms"] is None
    assert view["reserve_ms"] == 0
    hand = Hand.objects.get(table_id=me.table)
    assert hand.due_at - hand.started_at > timedelta(hours=23)
    before = hand.seq
    tick(hand.pk)
    hand.refresh_from_db()
    assert hand.seq == before


def until_asked(table: str | None, player: Player) -> dict[str, Any]:
    """Let bots play, pass every window, until it is the player's turn. Gives the view."""
    seat = Table.objects.get(pk=table).seats.get(player=player).index
    for _ in range(400):
        shown = snapshot.for_seat(table, seat)
        assert shown is not None
        view: dict[str, Any] = shown.view
        if view["decision"] and view["phase"] == "act":
            return view
        hand = Hand.objects.get(table_id=table, ended_at=None)
        if view["decision"]:
            act(table, player.pk, f"p{view['decision']}", view["decision"], {"type": "pass"})  # type: ignore[arg-type]
        else:
            Hand.objects.filter(pk=hand.pk).update(started_at=hand.started_at - timedelta(seconds=3))
            tick(hand.pk)
    raise AssertionError("the player's turn never came")


def test_slow_tables_never_have_windows_that_cannot_close_early(practice: Event) -> None:
    uniform = practice.table_settings().at_pace("normal")
    assert TableSettings(claim_mode="uniform").at_pace("none").claim_mode == "natural"
    assert uniform == practice.table_settings()


@pytest.mark.parametrize("pace", ["normal", "double", "quadruple", "none"])
def test_every_pace_of_the_slowest_event_is_a_setting_a_table_may_have(pace: str) -> None:
    slowest = TableSettings(turn_ms=3_600_000, reserve_ms=3_600_000, claim_ms=3_600_000, pause_ms=3_600_000)
    settings = slowest.at_pace(pace)
    assert settings_from_json(settings.to_json()) == settings
    assert settings.untimed == (pace == "none")
    assert NO_LIMIT_MS >= 20 * 3_600_000


def test_the_room_offers_the_pace_and_leads_to_the_table(practice: Event) -> None:
    (player,) = guests(1)
    service.enter(practice, player)
    browser = Client()
    browser.force_login(player)
    page = browser.get("/events/practice/?sit=1").content.decode()
    assert page.count('name="pace"') == 4
    assert 'value="normal" form="start-form" checked' in page
    answer = browser.post("/events/practice/start/", {"pace": "none"})
    table = service.me(practice, player).table
    assert answer.headers["Location"] == f"/tables/{table}/"
    assert "不限时" in browser.get(f"/tables/{table}/").content.decode()
    assert Player.objects.get(pk=player.pk).preferences == {"pace": "none"}


def test_the_room_remembers_the_pace_and_no_other_room_offers_one(practice: Event) -> None:
    (player,) = guests(1)
    other = begin("cup")
    Player.objects.filter(pk=player.pk).update(preferences={"pace": "double"})
    for event in (practice, other):
        service.enter(event, player)
    browser = Client()
    browser.force_login(player)
    assert 'value="double" form="start-form" checked' in browser.get("/events/practice/?sit=1").content.decode()
    assert 'name="pace"' not in browser.get("/events/cup/?sit=1").content.decode()


def test_a_choice_outlives_a_fresh_fragment(practice: Event) -> None:
    (player,) = guests(1)
    service.enter(practice, player)
    browser = Client(headers={"HX-Request": "true"})
    browser.force_login(player)
    part = browser.get("/events/practice/me/?was=idle&sit=1&pace=none").content.decode()
    assert 'value="none" form="start-form" checked' in part
    assert part.count("checked") == 1


def test_a_program_may_ask_for_a_pace_too(practice: Event) -> None:
    (player,) = guests(1)
    service.enter(practice, player)
    browser = Client()
    browser.force_login(player)
    for body, status in (({"pace": "fast"}, 409), ({"speed": 1}, 400), ({"pace": "quadruple"}, 202)):
        answer = browser.post("/api/events/practice/start", body, content_type="application/json")
        assert answer.status_code == status
    assert answer.json() == {"state": "seated"}
