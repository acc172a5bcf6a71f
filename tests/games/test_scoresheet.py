"""The score sheet as a value: what was owed and what was paid, and the same sheet wherever it is shown."""

import re
from dataclasses import replace

import pytest

from games import service, store
from games.ending import result_json
from games.engine.outcome import drawn
from games.engine.scoring import score_loser
from games.models import Hand
from games.scoresheet import Person, ScoreSheet, Surroundings, called, sheet_of

PEOPLE = [Person("甲", me=True), Person("乙"), Person("丙"), Person("丁", bot=True)]


def result(before: list[int], after: list[int], points: list[int] | None = None) -> dict:
    """Seat 0 wins 400 by self-draw; the others come to 100, 0, 20. Rate 4: 400 胡 are 160 silver."""
    payments = [(1, 0, 400), (2, 0, 400), (3, 0, 400), (2, 1, 100), (3, 1, 80), (2, 3, 20)]
    seat = {"hand": [], "melds": [], "bonus": 0, "items": [], "tai_items": [], "reading": None}
    return {
        "kind": "win", "winner": 0, "from": None, "by": "self_draw", "liable": False,
        "seats": [seat | {"total": total} for total in (400, 100, 0, 20)],
        "settlement": [1200, -220, -520, -460],
        "payments": [{"from": payer, "to": payee, "hu": hu} for payer, payee, hu in payments],
        "silver_moved": [b - a for a, b in zip(before, after, strict=True)], "silver": after,
        "points": points or after,
    }  # fmt: skip


def sheet(rate: int | None = 4, **kwargs: list[int]) -> ScoreSheet:
    return sheet_of(result(**kwargs), Surroundings(PEOPLE, "3p", "5z", rate))


def test_one_who_cannot_pay_is_shown_with_what_was_owed_and_what_was_paid() -> None:
    shown = sheet(before=[1000, 1000, 50, 1000], after=[1370, 872, 0, 808], points=[1480, 912, -158, 816])
    paid = [(line.payer.name, line.payee.name, line.due, line.silver, line.short) for line in shown.payments]
    assert paid == [
        ("乙", "甲", 160, 160, False), ("丙", "甲", 160, 50, True), ("丁", "甲", 160, 160, False),
        ("丙", "乙", 40, 0, True), ("丁", "乙", 32, 32, False), ("丙", "丁", 8, 0, True),
    ]  # fmt: skip
    assert shown.anybody_short
    money = shown.rows[2].money
    assert money is not None
    assert (money.due, money.moved, money.silver, money.points) == (-208, -50, 0, -158)


def test_when_all_can_pay_nothing_is_said_of_owing() -> None:
    shown = sheet(before=[1000] * 4, after=[1480, 912, 792, 816])
    assert not shown.anybody_short
    assert [line.silver for line in shown.payments] == [160, 160, 160, 40, 32, 8]
    assert all(row.money is not None and row.money.points is None for row in shown.rows)


def test_payments_that_do_not_add_up_to_the_stored_silver_are_shown_in_hu_alone() -> None:
    shown = sheet(before=[1000] * 4, after=[1481, 911, 792, 816])
    assert [line.silver for line in shown.payments] == [None] * 6
    assert [line.hu for line in shown.payments] == [400, 400, 400, 100, 80, 20]


def test_a_table_of_no_event_plays_for_no_silver() -> None:
    shown = sheet(rate=None, before=[1000] * 4, after=[1000] * 4)
    assert all(row.money is None for row in shown.rows)


def test_a_bot_is_called_without_the_prefix_that_its_mark_replaces() -> None:
    assert called("机器人·浪花船长", bot=True) == "浪花船长"
    assert called("机器人·浪花船长", bot=False) == "机器人·浪花船长"


@pytest.fixture
def hand(seat_four) -> Hand:
    table = seat_four(bots=(0, 1, 2, 3), hands_per_table=4)
    service.play_out(table.id)
    return Hand.objects.filter(table=table).exclude(result__kind="draw").first()


def sheet_of_page(page: str) -> str:
    """The section itself without the links below it, and without what lies open on one page alone."""
    section = page.split('<section class="sheet">')[1].split("</section>")[0]
    return re.sub(r"\s+", " ", section.split('<p class="links">')[0].replace(" open><summary", "><summary"))


def test_the_table_is_sent_the_very_sheet_that_stands_on_the_hands_page(hand, client):
    assert sheet_of_page(client.get(f"/hands/{hand.id}/sheet/").text) == sheet_of_page(
        client.get(f"/hands/{hand.id}/").text
    )


def test_one_who_sat_there_is_marked_and_led_to_a_look_back(hand, client, players):
    type(players[2]).objects.filter(pk=players[2].pk).update(is_bot=False)
    client.force_login(players[2])
    page = client.get(f"/hands/{hand.id}/sheet/").text
    assert page.count('<tr class="me">') == 1
    assert f'href="/hands/{hand.id}/#review"' in page
    client.logout()
    page = client.get(f"/hands/{hand.id}/sheet/").text
    assert '<tr class="me">' not in page
    assert "#review" not in page


def test_a_running_hand_has_no_sheet(seat_four, client):
    table = seat_four(hands_per_table=1)
    live = Hand.objects.get(table=table)
    assert client.get(f"/hands/{live.id}/sheet/").status_code == 404
    assert client.get(f"/hands/{live.id}/record.jsonl").status_code == 404


def test_a_drawn_hand_shows_what_everybody_held_and_would_have_counted(hand, client):
    play = store.load(hand)
    state = drawn(play.state)[0]
    exhausted = replace(play, state=state)
    store._live.keep(hand.id, exhausted)  # as if the wall had run out just before the win
    hand.result |= result_json(exhausted, state.result)
    hand.save(update_fields=["result"])
    page = client.get(f"/hands/{hand.id}/sheet/").text
    assert page.count('class="held-by"') == 4
    assert 'class="payments"' not in page
    for at, own in enumerate(state.seats):
        counted = score_loser(state.rules, state.wild, state.wind(at), own.concealed, own.melds, own.bonus)
        assert f"<b>{counted.total} 胡</b></summary>" in page
