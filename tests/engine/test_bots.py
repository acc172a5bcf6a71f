"""Bots: what they throw, claim and kong, and that they know no more than their seat."""

import inspect
import re
from dataclasses import replace

import pytest

from games import bots
from games.bots import choose
from games.bots.outlook import outlook, unseen
from games.engine.actions import Action
from games.engine.fairness import fair_deal
from games.engine.melds import Meld
from games.engine.rules import preset
from games.engine.seatview import LastTile, SeatView
from games.engine.table import apply, close_window, start
from games.engine.tiles import parse_tile, parse_tiles, tile_name
from games.engine.visibility import seat_view


def view(concealed, legal=(), seat=0, phase="act", last=None, melds=(), rivers="", wild="9s"):
    """A seat's view; `last` is what seat 3 threw, the other seats have thrown `rivers`."""
    own = tuple(sorted(parse_tiles(concealed)))
    throws = tuple(Action(seat, "discard", tile=kind) for kind in dict.fromkeys(own) if kind != parse_tile(wild))
    return SeatView(
        rules=preset("platform"), seat=seat, dealer=0, wild=parse_tile(wild), bonus_kind=parse_tile("5z"), left=50,
        phase=phase, turn=seat if phase == "act" else 3, concealed=own, drawn=own[-1] if phase == "act" else None,
        counts=(len(own), 16, 16, 16), melds=(tuple(melds), (), (), ()), bonus=(0, 0, 0, 0),
        rivers=((), parse_tiles(rivers), (), ()), last=LastTile(3, parse_tile(last), "discard") if last else None,
        legal=(*legal, *throws) if phase == "act" else (*legal, Action(seat, "pass")),
    )  # fmt: skip


def thrown(concealed, **others):
    action = choose(view(concealed, **others))
    assert action.type == "discard"
    return tile_name(action.tile)


def answered(concealed, last, *legal, **others):
    return choose(view(concealed, legal, phase="claim", last=last, **others)).type


PONG = Action(0, "pong")
KONG = Action(0, "kong_open")


def test_a_bot_wins_when_it_can():
    win = Action(0, "win")
    assert choose(view("123456m234p678s456s55p", [win])) == win
    assert answered("123456m234p678s45s55p", "6s", PONG, win) == "win"


def test_a_bot_throws_the_tile_that_leaves_it_fewest_from_winning():
    assert thrown("123456m234p678s45s55p1z") == "1z"


def test_between_such_tiles_a_bot_keeps_the_most_live_ones():
    # Throwing 1p or 4p of 1p4p5p leaves a wait on two kinds, or on none.
    assert thrown("123456m678s456s99m1p45p") == "1p"
    # 3p and 6p are gone: of three open waits the dead one is broken up.
    assert thrown("123m789s456s99m45p23s56m", rivers="3p3p3p3p6p6p6p6p", wild="4z") in ("4p", "5p")


def test_dead_tiles_do_not_count():
    plain = "123456m678s456s99m45p7z"
    assert outlook(view(plain)).without(parse_tile("7z")).live() == 8
    assert outlook(view(plain, rivers="3p3p6p")).without(parse_tile("7z")).live() == 5


def test_a_seat_has_seen_its_hand_all_melds_all_rivers_and_the_wild_tile():
    left = unseen(view("123456m234p678s456s55p", rivers="1m1m", melds=[Meld("pong", parse_tiles("777z"), 1)]))
    assert [left[parse_tile(tile)] for tile in ("1m", "5p", "7z", "9s", "5z", "1z")] == [1, 2, 1, 3, 0, 4]


def test_a_bot_claims_what_brings_it_nearer_and_passes_what_does_not():
    chow = Action(0, "chow", tiles=(parse_tile("4s"), parse_tile("5s")))
    assert answered("123456m234p45s55p1z4z1s", "6s", chow) == "chow"
    assert answered("123456m234p345s55p1z4z", "6s", chow) == "pass"


def test_of_two_claims_a_bot_takes_the_better_one():
    low = Action(0, "chow", tiles=(parse_tile("4s"), parse_tile("5s")))
    assert answered("123m45s66s12p4p78p5m1z2z3z", "6s", PONG, low) in ("pong", "chow")


def test_a_pong_of_value_is_claimed_even_when_it_gains_no_tile():
    hand = "123456m234p345s77z99p"
    assert answered(hand, "7z", PONG) == "pong"
    assert answered("123456m234p345s22p99p", "2p", PONG) == "pass"


def test_a_bot_kongs_when_it_costs_nothing():
    kong = Action(0, "kong_concealed", tile=parse_tile("1z"))
    assert choose(view("1111z123456m234p45s5p9m", [kong])) == kong
    kong = Action(0, "kong_concealed", tile=parse_tile("3m"))
    assert choose(view("3333m12m45m234p678s55p9p", [kong])).type == "discard"
    assert answered("111z23m456m234p678s55p", "1z", PONG, KONG) == "kong_open"


def test_a_bot_adds_the_fourth_tile_to_its_pong():
    kong = Action(0, "kong_added", tile=parse_tile("7z"))
    pong = Meld("pong", parse_tiles("777z"), 1)
    assert choose(view("7z23m456m234p678s55p", [kong], melds=[pong])) == kong


def test_a_bot_never_throws_a_wild_tile():
    assert thrown("9s9s9s123m456m234p678s5p1z") in ("5p", "1z")


def test_nothing_asked_is_an_error():
    with pytest.raises(ValueError, match="nothing is asked"):
        choose(replace(view("11m"), legal=()))


def test_the_same_view_gives_the_same_choice_and_it_is_always_legal():
    for hand in range(6):
        dice, wall = fair_deal(bytes(32), "bots", hand, ("", "", "", ""))
        state, _ = start(preset("platform"), wall, 0, dice)
        while state.phase != "over":
            for seat in range(4):
                seen = seat_view(state, seat)
                if seen.legal:
                    action = choose(seen)
                    assert action in seen.legal
                    assert action == choose(seen)
                    state, _ = apply(state, action)
                    break
            if state.phase in ("claim", "rob") and all(state.answers[s] or s == state.turn for s in range(4)):
                state, _ = close_window(state)
        assert state.result is not None


def test_bots_see_views_alone():
    for module in (bots, inspect.getmodule(outlook)):
        assert not re.search(r"games\.(engine\.(state|table)|models|store)\b", inspect.getsource(module))
