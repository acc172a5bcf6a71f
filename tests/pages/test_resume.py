"""继续对局: whoever sits at a table is led back to it from every page (a phone call may have closed the view)."""

import pytest
from django.contrib.auth import SESSION_KEY
from django.test import Client

from tests.pages import scenes


@pytest.fixture
def seated(db: None) -> Client:
    """The browser of somebody who sits at a table of a running championship."""
    from accounts.guests import create_guest
    from tournaments import service
    from tournaments.service.drawing import seat

    scenes.finished_event()
    event = scenes.running_event(people=0)
    four = [create_guest().player for _ in range(4)]
    for player in four:
        service.enter(event, player)
    assert seat(event, four)
    client = Client()
    client.force_login(four[0])
    return client


def test_the_way_back_to_the_table_is_on_every_page(seated: Client) -> None:
    from accounts.models import Player
    from games.models import Hand, LiveSeat

    table = LiveSeat.objects.get(player=seated.session[SESSION_KEY]).table_id
    bot = Player.objects.filter(is_bot=True).first()
    hand = Hand.objects.exclude(ended_at=None).first()
    assert bot is not None
    assert hand is not None
    for path in (
        *(
            "/",
            "/zone/",
            "/rules/",
            "/terms/",
            "/tips/",
            "/help/",
            "/learn/",
            "/fair/",
            "/friends/",
            "/me/",
            "/me/claim/",
        ),
        *("/calculator/", "/calculator/?wild=3p&concealed=1m", "/events/xuanmen/", "/events/xuanmen/ranking/"),
        *("/events/kanmen/ranking/", f"/hands/{hand.id}/", f"/players/{bot.pk}/", f"/players/{bot.pk}/hands/"),
        *("/nowhere/", "/recover/"),
    ):
        assert f'class="resume" href="/tables/{table}/"' in seated.get(path).text, path


def test_who_sits_nowhere_is_not_led_anywhere(client: Client, db: None) -> None:
    assert 'class="resume"' not in client.get("/").text
