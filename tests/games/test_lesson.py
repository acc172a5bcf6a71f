"""The first lesson: its record holds, and every card's tile and amount is what the engine says."""

import json
import re

import pytest
from django.test import Client
from django.utils import translation

from games.engine.legal import legal_actions
from games.engine.record import RecordError, replay_record, verify
from games.engine.scoring import WinInfo, score_winner
from games.engine.tiles import parse_tile
from games.lesson import FILE, LEARNER, MOMENTS, READING, first_lesson
from games.lesson_words import cards, name_of
from tools.make_lesson import lesson as made


def states():
    return [step.state for step in replay_record(verify(json.loads(FILE.read_text())))]


def test_the_committed_record_holds_and_is_what_the_tool_makes():
    data = json.loads(FILE.read_text())
    verify(data)
    assert data == made()


def test_the_record_says_that_its_wall_is_nobodys_chance():
    data = json.loads(FILE.read_text())
    assert data["fairness"] is None
    with pytest.raises(RecordError):
        verify(data | {"dice": [[7, 1], [1, 1]]})


def test_the_lesson_is_between_ten_and_fourteen_cards_in_the_order_of_play():
    steps = [moment.step for moment in first_lesson().moments]
    assert 10 <= len(steps) <= 14
    assert steps == sorted(steps)


def test_wherever_the_learner_has_a_choice_a_card_asks_and_nowhere_else():
    """Nothing passes the learner by that could have been claimed, and no card asks what is not asked."""
    asked = {step for key, step in MOMENTS.items() if key not in READING}
    choices = {
        index for index, state in enumerate(states())
        if state.phase != "over" and any(action.type != "pass" for action in legal_actions(state, LEARNER))
    }  # fmt: skip
    assert choices == asked


def test_each_answer_is_the_records_and_legal():
    lesson = first_lesson()
    for moment in lesson.moments:
        legal = lesson.steps[moment.step]["view"]["legal"]
        assert (moment.answer is None) == (moment.key in READING)
        assert moment.answer is None or moment.answer in legal


def test_every_sort_of_claim_is_learned_and_one_is_let_go():
    types = {moment.answer["type"] for moment in first_lesson().moments if moment.answer}
    assert types == {"discard", "pong", "chow", "kong_open", "pass", "win"}


def test_what_a_wait_is_said_to_bring_is_what_winning_on_it_brings():
    found = 0
    all_states = states()
    for moment in first_lesson().moments:
        state = all_states[moment.step]
        own = state.seats[LEARNER]
        for wait in moment.worth["waits"]:
            tile = parse_tile(wait["tile"])
            win = WinInfo(tile=tile, by="self_draw" if tile == state.wild else "discard")
            score = score_winner(
                state.rules, state.wild, 0, tuple(sorted((*own.concealed, tile))), own.melds, own.bonus, win
            )
            assert score is not None
            assert score.total == wait["total"]
            found += 1
    assert found > 4


def test_the_win_brings_what_its_wait_promised():
    lesson = first_lesson()
    win = next(moment for moment in lesson.moments if moment.key == "win")
    tile = lesson.steps[win.step]["view"]["last"]["tile"]
    promised = next(wait["total"] for wait in win.worth["waits"] if wait["tile"] == tile)
    assert promised == lesson.result["seats"][LEARNER]["total"] == lesson.moments[-1].worth["total"]
    assert sum(lesson.result["settlement"]) == 0 == sum(lesson.result["silver_moved"])


@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_the_words_name_the_tiles_and_amounts_of_their_moment(language):
    lesson = first_lesson()
    final = lesson.result["seats"][LEARNER]
    with translation.override(language):
        told = {card.key: card for card in cards(lesson)}
        assert name_of(lesson.result["wild"]) in told["wild"].text
        for card in told.values():
            assert "%(" not in card.text + card.nudge
            assert bool(card.nudge) == (card.answer is not None)
            if card.answer and "tile" in card.answer:
                assert name_of(card.answer["tile"]) in card.text
        for key in ("pong", "chow", "kong", "let_go", "win"):
            assert name_of(lesson.steps[told[key].step]["view"]["last"]["tile"]) in told[key].text
        amounts = set(map(int, re.findall(r"\d+", told["score"].text)))
        assert {final["base"], final["tai"], final["total"], lesson.result["settlement"][LEARNER]} <= amounts


def test_what_the_words_claim_of_the_rules_is_so():
    """The 4 and 8 胡 of the kong's card, the 2 of the pong let go, the grown waits, the one throw that keeps them."""
    lesson = first_lesson()
    by_key = {moment.key: moment for moment in lesson.moments}
    assert by_key["replacement"].worth["base"] - by_key["kong"].worth["base"] == 8 - 4
    assert by_key["throw_after_pong"].worth["tai"] - by_key["pong"].worth["tai"] == 1
    before = {wait["tile"]: wait["total"] for wait in by_key["kong"].worth["waits"]}
    after = {wait["tile"]: wait["total"] for wait in by_key["let_go"].worth["waits"]}
    assert before.keys() == after.keys()
    assert all(after[tile] > before[tile] for tile in before)
    for key in ("get_ready", "replacement", "draw"):
        waits = lesson.steps[by_key[key].step]["view"]["waits"]["after"]
        assert list(waits) == [by_key[key].answer["tile"]]


@pytest.mark.django_db
def test_the_page_says_that_the_wall_was_stacked_and_stores_nothing():
    from games.models import Hand, Table
    from tournaments.models import Posting

    page = Client().get("/learn/")
    assert page.status_code == 200
    with translation.override("zh-hans"):
        for card in cards(first_lesson()):
            assert card.title in page.content.decode()
    assert not Table.objects.exists()
    assert not Hand.objects.exists()
    assert not Posting.objects.exists()
