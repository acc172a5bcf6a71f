"""Announcements: in the room, at the tables, on the screen; one at a time."""

import pytest
from django.core.exceptions import ValidationError

from games.models import Table
from tests.tournaments.cast import draw_now, guests, sit
from tournaments.models import Announcement, AuditEntry
from tournaments.service.announcements import announce, standing_announcement, take_down
from tournaments.service.permits import NotAllowed


@pytest.fixture
def chief(django_user_model):
    return django_user_model.objects.create_superuser("chief", password="x", nickname="裁判长")


def test_everybody_reads_an_announcement_in_the_room_on_the_screen_and_at_the_table(client, running, chief):
    players = guests(4)
    sit(running, *players)
    assert draw_now(running) == 1
    announce(running, chief, "九点钟有茶点")
    assert "九点钟有茶点" in client.get(f"/events/{running.slug}/").content.decode()
    assert "九点钟有茶点" in client.get(f"/events/{running.slug}/screen/").content.decode()
    client.force_login(players[0])
    view = client.get(f"/api/tables/{Table.objects.get().pk}").json()
    assert [(notice["code"], notice["text"]) for notice in view["notices"]] == [("announcement", "九点钟有茶点")]
    assert AuditEntry.objects.get(act="announce").reason == "九点钟有茶点"


def test_a_new_announcement_takes_the_place_of_the_old_and_can_be_taken_down(running, chief):
    announce(running, chief, "一")
    announce(running, chief, "二")
    assert standing_announcement(running).text == "二"
    assert Announcement.objects.filter(event=running).count() == 2
    assert take_down(running, chief, "过时了")
    assert standing_announcement(running) is None
    assert not take_down(running, chief, "过时了")


def test_an_announcement_needs_words_and_a_permission(running, chief, people):
    with pytest.raises(ValidationError):
        announce(running, chief, "  ")
    with pytest.raises(NotAllowed):
        announce(running, people(1)[0], "我也说一句")
    assert not Announcement.objects.exists()
