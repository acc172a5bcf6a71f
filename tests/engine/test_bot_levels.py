"""Three strengths of bots: legal, different, told apart by name; what the expert weighs beside speed."""

import random
from collections import Counter
from dataclasses import replace

import pytest

from games.bots import choose
from games.bots.expert import throw_prospects
from games.bots.holding import holding, seen
from games.engine.actions import Action
from games.engine.clock import BOT_LEVELS, MalformedSettings, settings_from_json
from games.engine.fairness import fair_deal
from games.engine.glossary import word
from games.engine.melds import Meld
from games.engine.rules import preset
from games.engine.state import HandState, SeatState
from games.engine.table import apply, close_window, start
from games.engine.tiles import parse_tile, parse_tiles, tile_name
from games.engine.visibility import seat_view
from tests.engine.test_bots import view


def hand_of(number: int, level: str):
    """Every (state, seat, view, choice) of one hand between bots of a level."""
    dice, wall = fair_deal(bytes(32), "levels", number, ("", "", "", ""))
    state, _ = start(preset("classic"), wall, number % 4, dice)
    while state.phase != "over":
        asked = [seat for seat in range(4) if seat_view(state, seat).legal]
        if not asked:
            state, _ = close_window(state)
            continue
        shown = seat_view(state, asked[0])
        action = choose(shown, level)
        yield state, asked[0], shown, action
        state, _ = apply(state, action)


def with_other_hidden_tiles(state: HandState, seat: int, chance: random.Random) -> HandState:
    """The same to this seat's eyes: the live wall and the others' concealed tiles are mixed anew."""
    others = [other for other in range(4) if other != seat]
    hidden = [*state.wall[state.front : state.back]]
    hidden += [kind for other in others for kind in state.seats[other].concealed]
    chance.shuffle(hidden)
    for other in others:
        old = state.seats[other]
        mine, hidden = hidden[: len(old.concealed)], hidden[len(old.concealed) :]
        state = state.with_seat(other, SeatState(tuple(sorted(mine)), old.melds, old.bonus, old.river))
    return state.changed(wall=(*state.wall[: state.front], *hidden, *state.wall[state.back :]))


@pytest.mark.parametrize("level", BOT_LEVELS)
def test_a_level_plays_whole_hands_legally_and_throws_no_wild_tile(level):
    for number in range(4):
        for _state, _seat, shown, action in hand_of(number, level):
            assert action in shown.legal
            assert action == choose(shown, level)
            assert action.type != "discard" or action.tile != shown.wild


def test_the_levels_choose_differently():
    differ = Counter()
    for number in range(4):
        for _state, _seat, shown, action in hand_of(number, "regular"):
            differ.update(level for level in BOT_LEVELS if choose(shown, level) != action)
    assert differ["regular"] == 0
    assert differ["novice"] > 10
    assert differ["expert"] > 10


def test_without_a_level_a_bot_is_regular_and_an_unknown_level_is_an_error():
    shown = view("123456m234p678s45s1z4z9p")
    assert choose(shown) == choose(shown, "regular")
    with pytest.raises(KeyError):
        choose(shown, "grandmaster")


def test_what_a_seat_cannot_see_changes_no_choice():
    chance = random.Random(7)
    for state, seat, shown, action in hand_of(1, "expert"):
        other = seat_view(with_other_hidden_tiles(state, seat, chance), seat)
        if state.phase == "act":
            assert other.legal == shown.legal
        assert choose(replace(other, legal=shown.legal), "expert") == action


def test_every_level_has_its_name_and_is_a_setting_of_a_table():
    for level in BOT_LEVELS:
        assert word("bot_level", level, "zh") != word("bot_level", level, "en")
        assert settings_from_json({"bot_level": level}).bot_level == level
    assert settings_from_json({}).bot_level == "regular"
    with pytest.raises(MalformedSettings, match="bot_level"):
        settings_from_json({"bot_level": "grandmaster"})


def prospects(concealed, **others):
    shown = view(concealed, **others)
    kinds = [action.tile for action in shown.legal if action.type == "discard"]
    return {tile_name(kind): found for kind, found in throw_prospects(seen(shown), holding(shown), kinds)}


def test_the_expert_values_a_pair_of_dragons_above_any_other():
    found = prospects("123456m2344p8s22s77z1z")
    assert found["2s"].keeps > found["7z"].keeps
    assert found["2s"].worth > found["7z"].worth


def test_the_expert_knows_what_a_ready_hand_is_worth():
    ready = prospects("234567p234888p99p23p1m", wild="9s")["1m"]
    assert ready.plan.missing == 1
    assert ready.total > 200  # 清一色, and no wild tile


def test_an_own_kong_is_worth_silver_to_a_loser_too():
    kong = Action(0, "kong_concealed", tile=parse_tile("1z"))
    assert choose(view("1111z123456m234p45s5p9m", [kong]), "expert") == kong
    kong = Action(0, "kong_added", tile=parse_tile("7z"))
    pong = Meld("pong", parse_tiles("777z"), 1)
    assert choose(view("7z23m456m234p678s55p", [kong], melds=[pong]), "expert") == kong


def test_the_novice_throws_what_stands_alone():
    action = choose(view("123456m234p678s45s55p1z"), "novice")
    assert tile_name(action.tile) == "1z"
