"""The look back at a seat's throws: a planted blunder is named with why, good throws are not, hidden tiles count nothing."""

import random

from games.bots import choose
from games.bots.review import MOST, Moment, slips
from games.engine.actions import Action
from games.engine.glossary import GLOSSARY
from games.engine.tiles import parse_tile
from games.engine.visibility import seat_view
from tests.engine.test_bot_levels import hand_of, with_other_hidden_tiles
from tests.engine.test_bots import view

READY_BUT_FOR_1Z = "123456m234p678s45s55p1z"


def thrown(concealed, tile, step=1, **others):
    return Moment(step, view(concealed, **others), Action(0, "discard", tile=parse_tile(tile)))


def test_a_planted_blunder_is_named_with_the_better_throw_and_why():
    (slip,) = slips([thrown(READY_BUT_FOR_1Z, "5s", step=9)])
    told = slip.to_json()
    assert (told["step"], told["thrown"], told["better"]) == (9, "5s", "1z")
    assert told["cost"] >= 5
    assert {"key": "missing", "thrown": 2, "better": 1} in told["reasons"]


def test_a_good_throw_is_not_named():
    assert slips([thrown(READY_BUT_FOR_1Z, "1z")]) == []


def test_at_most_three_are_named_the_dearest_first():
    found = slips([thrown(READY_BUT_FOR_1Z, tile, step) for step, tile in enumerate(("5s", "2m", "1z", "3p", "5p"))])
    assert len(found) == MOST
    costs = [slip.cost for slip in found]
    assert costs == sorted(costs, reverse=True)


def test_every_reason_has_its_words():
    moments = [
        Moment(step, shown, action)
        for step, (_state, _seat, shown, action) in enumerate(hand_of(2, "novice"))
        if action.type == "discard"
    ]
    found = slips(moments, most=len(moments))
    assert found
    assert {why.key for slip in found for why in slip.reasons} <= set(GLOSSARY["review"])


def test_the_expert_finds_nothing_in_its_own_throws():
    moments = [
        Moment(step, shown, action)
        for step, (_state, _seat, shown, action) in enumerate(hand_of(3, "expert"))
        if action.type == "discard"
    ]
    assert slips(moments) == []


def test_hidden_tiles_change_nothing_in_a_review():
    chance = random.Random(3)
    seen, changed = [], []
    for step, (state, seat, shown, action) in enumerate(hand_of(2, "novice")):
        if action.type == "discard" and seat == 1:
            other = seat_view(with_other_hidden_tiles(state, seat, chance), seat)
            assert choose(other, "novice") == action
            seen.append(Moment(step, shown, action))
            changed.append(Moment(step, other, action))
    assert slips(seen) == slips(changed)
