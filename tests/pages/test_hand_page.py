"""A finished hand's page: how its link presents itself, its files, every hand counted, ways to the hands beside it."""

import json
import re
from html import unescape

import pytest
from django.test import Client

from games.models import Hand


@pytest.fixture
def hands(db: None) -> list[Hand]:
    """The four hands of one table."""
    from tests.pages.scenes import finished_event

    return list(Hand.objects.filter(table__event=finished_event().slug).order_by("number"))


def meta(page: str, name: str) -> str:
    found = re.search(rf'<meta property="og:{name}" content="([^"]*)">', page)
    assert found is not None
    return unescape(found[1])


def test_a_chat_is_told_who_won_with_what(visitor: Client, hands: list[Hand]) -> None:
    hand = next(hand for hand in hands if hand.result and hand.result["kind"] == "win")
    assert hand.result is not None
    page = visitor.get(f"/hands/{hand.pk}/").text
    names = [seat.nickname.rpartition("·")[2] for seat in hand.table.seats.all()]
    winner = hand.result["winner"]
    total = hand.result["seats"][winner]["total"]
    assert names[winner] in meta(page, "title")
    assert f"{total} 胡" in meta(page, "title")
    assert all(name in meta(page, "description") for name in names)
    assert meta(page, "url") == f"http://testserver/hands/{hand.pk}/"
    assert re.fullmatch(r"http://testserver/static/img/icon-512[.\w]*png", meta(page, "image"))


def test_a_hand_and_a_table_are_taken_away_as_json_lines(visitor: Client, hands: list[Hand]) -> None:
    hand = hands[1]
    one = visitor.get(f"/hands/{hand.pk}/record.jsonl")
    assert one["Content-Disposition"] == f'attachment; filename="yuhuan-{hand.table_id}-2.jsonl"'
    assert one["Content-Type"].startswith("application/jsonl")
    assert one.text.count("\n") == 1
    assert json.loads(one.text) == visitor.get(f"/api/hands/{hand.pk}/record").json()
    table = visitor.get(f"/tables/{hand.table_id}/records.jsonl")
    assert [json.loads(line)["hand"] for line in table.text.splitlines()] == [1, 2, 3, 4]
    page = visitor.get(f"/hands/{hand.pk}/").text
    assert f'href="/hands/{hand.pk}/record.jsonl"' in page
    assert f'href="/tables/{hand.table_id}/records.jsonl"' in page


def test_a_private_tables_file_is_for_those_who_sat_there(visitor: Client, hands: list[Hand]) -> None:
    table = hands[0].table
    type(table).objects.filter(pk=table.pk).update(private=True)
    assert visitor.get(f"/tables/{table.pk}/records.jsonl").status_code == 404
    visitor.force_login(table.seats.first().player)
    assert visitor.get(f"/tables/{table.pk}/records.jsonl").status_code == 200


def test_the_hands_of_a_table_lead_to_one_another(visitor: Client, hands: list[Hand]) -> None:
    first, middle, last = (visitor.get(f"/hands/{hands[at].pk}/").context for at in (0, 1, 3))
    assert (first["earlier"], first["later"]) == (None, hands[1].pk)
    assert (middle["earlier"], middle["later"]) == (hands[0].pk, hands[2].pk)
    assert (last["earlier"], last["later"]) == (hands[2].pk, None)


def test_every_hand_is_laid_open_with_what_it_waited_for(visitor: Client, hands: list[Hand]) -> None:
    from games import store
    from games.engine.scoring import WinInfo, score_winner
    from games.engine.tiles import parse_tile

    ready = 0
    for hand in hands:
        shown = visitor.get(f"/hands/{hand.pk}/").context["sheet"]
        state = store.load(hand).state
        assert state is not None
        for at, row in enumerate(shown.rows):
            own = state.seats[at]
            assert len(row.counted["hand"]) == len(own.concealed)
            for wait in row.waits:
                tile = parse_tile(wait.tile)
                won = score_winner(
                    state.rules, state.wild, state.wind(at), (*own.concealed, tile), own.melds, own.bonus,
                    WinInfo(tile=tile, by="self_draw" if tile == state.wild else "discard"),
                )  # fmt: skip
                assert won is not None
                assert wait.total in (won.total, None)
                assert wait.left == state.wall[state.front : state.back].count(tile)
                ready += 1
    assert ready


def test_a_link_to_a_hand_of_friends_does_not_pass_their_invitation_on(visitor: Client, hands: list[Hand]) -> None:
    table = hands[0].table
    type(table).objects.filter(pk=table.pk).update(private=True)
    pages = (f"/hands/{hands[0].pk}/", f"/hands/{hands[0].pk}/sheet/")
    files = (
        f"/hands/{hands[0].pk}/steps.json",
        f"/hands/{hands[0].pk}/record.jsonl",
        f"/api/hands/{hands[0].pk}/record",
    )
    assert all(table.event not in visitor.get(page).text for page in pages + files)
    visitor.force_login(table.seats.first().player)
    assert all(table.event in visitor.get(page).text for page in pages)
