"""Tables of a heat: the same walls, the same dealers, and nothing shown of them while one still plays."""

import json

import pytest
from django.db import transaction

from accounts.guests import create_bot, create_guest
from games import recording, service
from games.engine.clock import TableSettings
from games.engine.record import verify
from games.engine.rules import preset
from games.models import Hand, Heat, Table

QUICK = TableSettings(hands_per_table=2, seed_ms=0, pause_ms=1_000)


@pytest.fixture
def heat(db) -> Heat:
    with transaction.atomic():
        opened = service.open_heat("final", QUICK.hands_per_table)
        for _ in range(2):
            bots = [create_bot() for _ in range(4)]
            service.open_table(bots, "final", "决赛", preset("platform"), QUICK, [1000] * 4, [1000] * 4, heat=opened)
    return opened


@pytest.fixture
def tables(heat) -> list[Table]:
    return list(Table.objects.filter(heat=heat).order_by("id"))


def test_both_tables_have_the_same_promises_and_no_seed_is_in_the_database(heat, tables):
    walls = list(heat.walls.all())
    assert [wall.number for wall in walls] == [1, 2]
    assert {hand.commitment for hand in Hand.objects.filter(number=1)} == {walls[0].commitment}
    assert set(Hand.objects.values_list("server_seed", flat=True)) == {""}
    assert len({wall.commitment for wall in walls}) == 2


def test_nothing_of_a_played_table_is_shown_before_the_heats_last_table_is_done(client, heat, tables):
    service.play_out(tables[0].pk)
    hand = Hand.objects.filter(table=tables[0]).earliest("number")
    player = tables[0].seats.first().player_id
    assert hand.ended_at is not None
    assert hand.server_seed == ""
    for address in (f"/api/hands/{hand.pk}/record", f"/hands/{hand.pk}/", f"/hands/{hand.pk}/steps/", f"/tables/{tables[0].pk}/",
                    f"/api/tables/{tables[0].pk}"):  # fmt: skip
        assert client.get(address).status_code == 404, address
    assert client.get(f"/api/players/{player}/hands").json() == []
    service.play_out(tables[1].pk)
    heat.refresh_from_db()
    assert heat.over_at is not None
    assert client.get(f"/api/hands/{hand.pk}/record").status_code == 200
    assert client.get(f"/hands/{hand.pk}/").status_code == 200
    assert len(client.get(f"/api/players/{player}/hands").json()) == 2


def test_the_records_of_a_heat_hold_and_share_wall_dice_and_dealer(heat, tables):
    for table in tables:
        service.play_out(table.pk)
    records = {}
    for hand in Hand.objects.filter(table__heat=heat).select_related("table"):
        record = json.loads(json.dumps(recording.record_of(hand)))
        verify(record)
        assert record["fairness"]["scheme"] == "yuhuan-fair/heat-1"
        assert record["fairness"]["heat"] == heat.pk
        records.setdefault(hand.number, []).append((record["wall"], record["dice"], record["dealer"]))
    assert sorted(records) == [1, 2]
    assert all(one == other for one, other in records.values())


def test_a_players_own_result_leaves_out_the_losers_tiles_until_the_heat_is_over(client, db):
    with transaction.atomic():
        opened = service.open_heat("final", 1)
        for _ in range(2):
            players = [create_guest().player, *(create_bot() for _ in range(3))]
            settings = TableSettings(
                hands_per_table=1, seed_ms=0, turn_ms=1_000, reserve_ms=0, claim_ms=500, claim_min_ms=100
            )
            service.open_table(
                players, "final", "决赛", preset("platform"), settings, [1000] * 4, [1000] * 4, heat=opened
            )
    table = Table.objects.filter(heat=opened).first()
    person = table.seats.get(is_bot=False).player
    hand = play_to_the_result(table)
    client.force_login(person)
    shown = client.get(f"/api/tables/{table.pk}").json()["result"]
    hidden = [seat for seat in range(4) if seat not in (0, shown["winner"])]
    assert [shown["seats"][seat]["hand"] for seat in hidden] == [[]] * len(hidden)
    assert shown["seats"][0]["hand"]
    assert shown["seats"][0]["total"] == hand.result["seats"][0]["total"]
    assert all(hand.result["seats"][seat]["hand"] for seat in range(4)), "the hand itself keeps them"


def play_to_the_result(table: Table) -> Hand:
    """Let the server play for everybody, on a clock of its own."""
    from games import moves, store
    from games.engine.due import next_due

    with transaction.atomic():
        at_table = moves.lock(table_id=table.pk)
        play = store.load(at_table.hand)
        while play.phase != "result":
            due = next_due(play)
            at_table, play = moves.do(at_table.when(due.at), play, due)
    return Hand.objects.get(pk=at_table.hand.pk)
