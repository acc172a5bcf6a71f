"""Tables whose players do not know one another before they are done."""

import pytest
from django.db import transaction

from accounts.guests import create_bot, create_guest
from games import service
from games.engine.clock import TableSettings
from games.engine.rules import preset
from games.models import Hand, Table

ONE = TableSettings(hands_per_table=1, seed_ms=0, spectator_delay_ms=0)


@pytest.fixture
def table(db) -> Table:
    players = [create_guest().player, *(create_bot() for _ in range(3))]
    with transaction.atomic():
        return service.open_table(
            players, "cup", "杯赛", preset("platform"), ONE, [1000] * 4, [1000] * 4, nameless=True
        )


def test_a_seat_is_told_its_own_name_alone_and_a_watcher_none(client, table):
    own = table.seats.get(index=0)
    client.force_login(own.player)
    assert client.get(f"/api/tables/{table.pk}").json()["names"] == [own.nickname, "", "", ""]
    page = client.get(f"/tables/{table.pk}/").content.decode()
    assert not [seat.nickname for seat in table.seats.exclude(index=0) if seat.nickname in page]
    client.logout()
    assert client.get(f"/api/tables/{table.pk}").json()["names"] == ["", "", "", ""]


def test_once_the_table_is_done_names_and_hands_are_open(client, table):
    table.seats.update(is_bot=True)
    from games import store

    store.forget()
    service.play_out(table.pk)
    hand = Hand.objects.get(table=table)
    record = client.get(f"/api/hands/{hand.pk}/record").json()
    assert record["players"] == [seat.nickname for seat in table.seats.order_by("index")]
    assert "" not in client.get(f"/api/tables/{table.pk}").json()["names"]
