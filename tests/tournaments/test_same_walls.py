"""Finals on the same walls: drawn in rounds, ranked by the difference to the same seat elsewhere."""

import pytest

from games import store
from games.models import Heat, Table
from games.service import play_out
from tests.tournaments.cast import begin, draw_now, guests, sit
from tournaments import service
from tournaments.models import Event, Standing


@pytest.fixture
def final(db) -> Event:
    return begin("final", same_walls=True, hands_per_table=2, min_hands=1)


def as_bots(event: Event) -> None:
    """Let the server play for everybody at once: at each table at another strength, else the same tiles end alike."""
    levels = ("novice", "expert", "regular")
    for table, level in zip(Table.objects.filter(event=event.slug, state="playing"), levels, strict=False):
        table.seats.update(is_bot=True)
        Table.objects.filter(pk=table.pk).update(settings=table.settings | {"bot_level": level})
        store.forget()
        play_out(table.pk)
        service.release_table(table.pk, event.slug)


def test_a_round_is_drawn_once_eight_wait_and_all_its_tables_share_a_heat(final):
    players = guests(9)
    sit(final, *players[:7])
    assert draw_now(final) == 0
    sit(final, *players[7:])
    assert draw_now(final) == 2
    heat = Heat.objects.get()
    assert Table.objects.filter(heat=heat).count() == 2
    assert heat.walls.count() == 2


def test_the_next_round_waits_for_every_table_of_this_one(final):
    players = guests(16)
    sit(final, *players[:8])
    assert draw_now(final) == 2
    sit(final, *players[8:])
    assert draw_now(final) == 0
    as_bots(final)
    assert draw_now(final) == 2
    assert Heat.objects.count() == 2


def test_what_players_made_of_the_same_tiles_ranks_them(final):
    sit(final, *guests(8))
    assert draw_now(final) == 2
    as_bots(final)
    service.compute_leaderboard("final")
    rows = list(Standing.objects.filter(event=final).order_by("position"))
    assert [row.difference for row in rows] == sorted((row.difference for row in rows), reverse=True)
    assert sum(row.difference for row in rows) == 0
    assert any(row.difference for row in rows), "the two tables did not end alike"
    listed = service.ranking_page(final).rows
    assert [row["difference"] for row in listed] == [row.difference / 100 for row in rows]
    assert next(row["rank"] for row in listed) == 1
