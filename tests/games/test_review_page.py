"""The look back on the page of a finished hand, and the strength of bots as a table's setting."""

from itertools import pairwise

import pytest
from django.utils import translation

from games import recording, service
from games.bots import choose
from games.engine.glossary import GLOSSARY
from games.engine.record import read_record, replay_record
from games.engine.visibility import seat_view
from games.models import Hand
from games.review_words import in_words


def turns_of(hand):
    """Every turn of a finished hand: the state before it and what was done."""
    record = read_record(recording.record_of(hand))
    for before, after in pairwise(replay_record(record)):
        if after.action is not None and before.state.phase == "act":
            yield before.state, after.action


@pytest.fixture
def played_by_novices(seat_four) -> Hand:
    table = seat_four(bots=(0, 1, 2, 3), hands_per_table=1, bot_level="novice")
    service.play_out(table.id)
    return Hand.objects.get(table=table)


def test_a_seats_costly_throws_are_shown_with_a_link_to_each_moment(played_by_novices, client):
    hand = played_by_novices
    costly = {seat: recording.review_of(hand, seat) for seat in range(4)}
    seat = next(seat for seat in range(4) if costly[seat])
    page = client.get(f"/hands/{hand.id}/?review={seat}").content.decode()
    for slip in costly[seat]:
        assert f"#seat={seat}&amp;step={slip['step']}" in page
        assert all(why in page for why in in_words(slip)["why"])
        before = recording.steps_of(hand, seat)[slip["step"] - 1]["view"]
        after = recording.steps_of(hand, seat)[slip["step"]]["view"]
        assert slip["thrown"] in before["mine"]
        assert before["phase"] == "act"
        assert after["last"] == {"seat": seat, "tile": slip["thrown"], "type": "discard"}


def test_without_a_seat_the_page_offers_all_four_and_judges_none(played_by_novices, client):
    page = client.get(f"/hands/{played_by_novices.id}/").content.decode()
    assert all(f"?review={seat}#review" in page for seat in range(4))
    assert "#seat=" not in page


def test_one_who_played_against_bots_finds_the_own_throws_reviewed(seat_four, players, client):
    table = seat_four(bots=(0, 1, 2, 3), hands_per_table=1, bot_level="novice")
    service.play_out(table.id)
    hand = Hand.objects.get(table=table)
    type(players[2]).objects.filter(pk=players[2].pk).update(is_bot=False)
    client.force_login(players[2])
    assert client.get(f"/hands/{hand.id}/").context["review_seat"] == 2


def test_the_tables_level_is_what_its_bots_play_at(seat_four):
    differ = 0
    for level in ("novice", "expert"):
        table = seat_four(bots=(0, 1, 2, 3), hands_per_table=1, bot_level=level)
        service.play_out(table.id)
        for before, action in turns_of(Hand.objects.get(table=table)):
            shown = seat_view(before, action.seat)
            assert choose(shown, level) == action
            differ += choose(shown, "regular") != action
    assert differ


def test_every_reason_is_a_sentence_that_names_both_tiles_and_both_figures():
    reasons = [{"key": key, "thrown": 61, "better": 47} for key in GLOSSARY["review"]]
    slip = {"step": 1, "thrown": "1m", "better": "3z", "cost": 12, "reasons": reasons}
    for language, names in (("zh-hans", ("一万", "西风")), ("en", ("1 of characters", "west"))):
        with translation.override(language):
            sentences = in_words(slip)["why"]
        assert len(set(sentences)) == len(reasons)
        assert all(part in sentence for sentence in sentences for part in (*names, "61", "47"))
