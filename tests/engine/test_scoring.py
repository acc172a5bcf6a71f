"""RULES.md §4-§7, point by point, and the lines in which a score explains itself."""

import pytest

from games.engine.query import answer

OPEN = "123456m234p678s456s55p"


def scored(concealed, tile="6m", by="discard", *melds, wild="9s", seat="E", bonus=0, rules="platform", **win):
    """The answer for a hand; melds are (type, tiles)."""
    overrides = {"overrides": win.pop("overrides")} if "overrides" in win else {}
    return answer(
        {"rules": rules, "wild": wild, "seat": seat, "concealed": concealed, "bonus": bonus,
         "melds": [{"type": shape, "tiles": tiles} for shape, tiles in melds],
         "win": {"tile": tile, "by": by, **win}} | overrides
    )  # fmt: skip


def lost(concealed, *melds, wild="9s", seat="E", bonus=0, **overrides):
    """The answer for a seat that did not win."""
    return answer(
        {"rules": "platform", "wild": wild, "seat": seat, "concealed": concealed, "bonus": bonus,
         "melds": [{"type": shape, "tiles": tiles} for shape, tiles in melds], "win": None, "overrides": overrides}
    )  # fmt: skip


def hu(score):
    return {item["key"]: item["hu"] for item in score["items"]}


def tai(score):
    return {item["key"]: item["tai"] for item in score["tai_items"]}


# The base (§5)


@pytest.mark.parametrize(
    ("shape", "tiles", "worth"),
    [
        ("pong", "111m", 4), ("kong_open", "9999m", 16), ("kong_added", "3333z", 16), ("kong_concealed", "6666z", 32),
        ("pong", "222m", 2), ("kong_open", "8888m", 8), ("kong_added", "5555m", 8), ("kong_concealed", "3333m", 16),
    ],
)  # fmt: skip
def test_a_meld_is_worth_what_the_table_says(shape, tiles, worth):
    assert hu(scored("456p678s234s55p123s", "2s", "discard", (shape, tiles)))[shape] == worth
    assert lost("456p678s234s59p13s", (shape, tiles))["base"] == worth


def test_a_chow_is_worth_nothing():
    assert hu(scored(OPEN)) == {"win": 20}


@pytest.mark.parametrize(
    ("tile", "by", "shape", "worth"),
    [("1m", "discard", "pong", 4), ("1m", "self_draw", "triplet", 8), ("2p", "discard", "triplet", 8)],
)
def test_a_triplet_is_concealed_unless_another_seats_tile_completed_it(tile, by, shape, worth):
    score = scored("111m456m234p678s456s66p", tile, by)
    triplet = next(group for group in score["reading"]["sets"] if group["type"] == "triplet")
    assert hu(score)[shape] == worth
    assert triplet["concealed"] == (shape == "triplet")


def test_a_triplet_of_wilds_completed_by_a_robbed_kong_is_exposed():
    melds = [("pong", "222m"), ("pong", "333p"), ("pong", "555s"), ("pong", "666s")]
    score = scored("1z9s9s55p", "1z", "rob_kong", *melds)
    assert {"key": "pong", "label": "碰", "tiles": ["1z"] * 3, "hu": 4} in score["items"]
    assert tai(score) == {"seat_wind": 1, "rob_kong": 1, "wild_2": 1, "all_triplets": 2}


@pytest.mark.parametrize(
    ("pair", "seat", "worth"),
    [
        ("77z", "E", 2),
        ("66z", "E", 2),
        ("11z", "E", 2),
        ("11z", "S", 0),
        ("44z", "N", 2),
        ("44z", "E", 0),
        ("11s", "E", 0),
    ],
)
def test_a_pair_counts_when_it_is_a_dragon_or_the_own_wind(pair, seat, worth):
    assert hu(scored(f"123456m234p678s456s{pair}", seat=seat)).get("pair", 0) == worth
    assert lost(f"12457m2469p68s45s{pair}1p", seat=seat)["base"] == worth


@pytest.mark.parametrize(
    ("concealed", "tile", "wait"),
    [
        (OPEN, "6m", "open"), (OPEN, "5m", "middle"), ("123m456m234p678s456s55p", "3m", "edge"),
        ("789m456m234p678s456s55p", "7m", "edge"), ("789m456m234p678s456s55p", "9m", "open"),
        ("123m456m234p678s456s55p", "1m", "open"), (OPEN, "5p", "pair"), ("123m456m234p678s666s55p", "6s", None),
    ],
)  # fmt: skip
@pytest.mark.parametrize("by", ["self_draw", "discard"])
def test_closed_waits_earn_two_more_whatever_else_was_waited_for(concealed, tile, wait, by):
    score = scored(concealed, tile, by)
    assert wait is None or score["reading"]["wait"] == wait
    assert sum(hu(score).get(f"wait_{closed}", 0) for closed in ("middle", "edge", "pair")) == (
        2 if wait in ("middle", "edge", "pair") else 0
    )
    assert hu(score).get("self_draw", 0) == (2 if by == "self_draw" else 0)


def test_completing_one_of_two_pairs_earns_nothing_for_the_wait():
    score = scored("222m456m234p678s456s55p", "2m", "discard")
    assert score["reading"]["wait"] == "triplet"
    assert hu(score) == {"win": 20, "pong": 2}


# The tai (§6)


@pytest.mark.parametrize(
    ("meld", "seat", "key"),
    [
        ("666z", "S", "green"),
        ("777z", "S", "red"),
        ("222z", "S", "seat_wind"),
        ("333z", "S", None),
        ("999m", "S", None),
    ],
)
def test_dragons_and_the_own_wind_give_a_tai_each(meld, seat, key):
    keys = set(tai(scored("456p678s234s55p123s", "2s", "discard", ("pong", meld), seat=seat)))
    assert keys == {"wild_0"} | ({key} if key else set())


@pytest.mark.parametrize("tile", ["3p", "5p"])
def test_all_chows_with_a_closed_wait_is_not_ping_hu(tile):
    assert "all_chows" in tai(scored(OPEN))
    assert "all_chows" not in tai(scored(OPEN, tile))


def test_claimed_chows_count_for_ping_hu_and_any_pair_will_do():
    assert "all_chows" in tai(scored("456m77z", "4m", "discard", *[("chow", "123s")] * 2, *[("chow", "234p")] * 2))


@pytest.mark.parametrize(
    ("by", "flags", "key"),
    [
        ("self_draw", {"replacement": True}, "replacement"),
        ("discard", {"replacement": True}, None),
        ("discard", {"pong_fourth": True}, "rob_kong"),
        ("self_draw", {"pong_fourth": True}, None),
        ("rob_kong", {"pong_fourth": True}, "rob_kong"),
        ("rob_kong", {}, "rob_kong"),
        ("self_draw", {"replacement": True, "first": "heaven"}, None),
    ],
)
def test_how_the_tile_came_may_give_a_tai_once(by, flags, key):
    assert tai(scored(OPEN, "6m", by, **flags)) == {"wild_0": 1, "all_chows": 1} | ({key: 1} if key else {})


def test_one_suit_is_a_full_flush_with_honours_a_half_flush_and_honours_alone_a_half_flush_too():
    assert tai(scored("123345567m789m222m88m"))["full_flush"] == 3
    assert tai(scored("123345567m789m222z88m"))["half_flush"] == 2
    honours = tai(scored("111222333z44z", "4z", "discard", ("pong", "666z"), ("pong", "777z")))
    assert (honours["half_flush"], honours["all_triplets"]) == (2, 2)


def test_what_a_wild_stands_for_decides_the_flush():
    assert "full_flush" in tai(scored("123345567m789m22m9s88m", "1m"))
    assert "full_flush" not in tai(scored("123345567m789m22m9s88p", "1m"))


def test_a_meld_of_another_suit_ends_the_flush():
    assert "full_flush" not in tai(scored("123345567m222m88m", "1m", "discard", ("chow", "123p")))


def test_bonus_tiles_are_no_honours():
    score = scored("123345567m789m222m88m", bonus=1)
    assert tai(score)["full_flush"] == 3
    assert (hu(score)["bonus"], tai(score)["bonus"]) == (4, 1)


@pytest.mark.parametrize(("rules", "worth"), [("platform", [1, 0, 1, 4]), ("folk", [1, 0, 1, 3])])
def test_wilds_count_as_tiles_held_whatever_they_stand_for(rules, worth):
    hands = [
        "78s456m234p678s456s55p1s1s1s", "78s9s456m234p678s456s55p", "78s9s456m234p678s456s5p9s", "9s9s9s456m234p678s456s55p",
    ]  # fmt: skip
    for wilds, concealed in enumerate(hands):
        if wilds:
            assert tai(scored(concealed, "4m", rules=rules)).get(f"wild_{wilds}", 0) == worth[wilds]
    assert tai(scored(OPEN, rules=rules))["wild_0"] == worth[0]


# Which reading (§4)


def test_the_winning_tile_may_be_any_of_several_equal_ones():
    # 4m completes the pair (2 胡) or the open chow; both round to 70, the higher base is told.
    score = scored(
        "23444m", "4m", "discard", ("pong", "555p"), ("pong", "888s"), ("pong", "444z"), ("pong", "222z"), seat="W"
    )
    assert (score["base"], score["total"], score["reading"]["wait"]) == (34, 70, "pair")


def test_a_claimed_tile_may_be_read_into_a_chow_to_leave_a_triplet_concealed():
    # 1m may complete 111m (then exposed, 4) or the open end of 123m (111m then stays concealed, 8).
    score = scored("1111m23m456p678s456s55p", "1m")
    assert score["reading"]["wait"] == "open"
    assert hu(score) == {"win": 20, "triplet": 8}


def test_between_equal_totals_more_raw_tai_is_told_before_the_higher_base():
    # Three triplets would be worth more base, three chows one tai more; either way the cap is reached.
    score = scored("111222333m456p55p", "1m", "self_draw", ("chow", "789m"), bonus=4)
    assert (score["total"], score["raw_tai"]) == (400, 6)
    assert hu(score) == {"win": 20, "bonus": 16, "self_draw": 2}


def test_a_wild_that_wins_is_worth_what_it_is_read_as():
    score = scored("12m456m234p678s456s55p9s", "9s", "self_draw")
    reading = score["reading"]
    assert (reading["winning_tile"], reading["winning_as"]) == ("9s", "3m")
    place = reading["sets"][reading["winning_set"]]
    assert place["wild"] == [False, False, True]


def test_a_natural_tile_is_not_the_wild_that_stands_for_the_same_kind():
    # 5p was drawn; the wild is the other half of the pair or fills 46s, but 5p itself is natural.
    score = scored("12m9s456m234p678s456s5p5p", "5p", "self_draw")
    pair = score["reading"]["pair"]
    assert pair["tiles"] == ["5p", "5p"]
    assert pair["wild"] == [False, False]


def test_three_wilds_may_be_one_triplet_of_the_dearest_kind():
    score = scored("9s9s9s456m234p678s456s55p", "4m", seat="S", rules="folk")
    assert score["win"] is True


def test_a_wild_never_stands_for_the_bonus_kind():
    # White is the wild kind, so red is the bonus kind: three wilds are a triplet of anything but red.
    score = scored("5z5z5z456m234p678s456s55p", "4m", wild="5z")
    tiles = {tile for group in score["reading"]["sets"] for tile in group["tiles"]}
    assert "7z" not in tiles


def test_a_wild_may_stand_for_its_own_kind():
    score = scored("789s456m234p789p456s55p", "4m", wild="8s")
    chow = next(group for group in score["reading"]["sets"] if group["tiles"] == ["7s", "8s", "9s"])
    assert chow["wild"] == [False, True, False]


def test_wilds_may_go_beyond_four_copies():
    assert scored("1m9s9s456m234p678s55p", "5p", "discard", ("pong", "111m"))["win"] is True


# Caps, rounding, 天胡 and 地胡


def test_the_total_is_rounded_up_to_tens_and_capped():
    score = scored(
        "111999m111p33m", "3m", "self_draw", ("kong_concealed", "7777z"), ("kong_concealed", "6666z"), bonus=3
    )
    assert (score["base"], score["raw_tai"], score["tai"], score["rounded"], score["total"]) == (124, 8, 4, 1990, 400)


@pytest.mark.parametrize(("first", "by", "seat"), [("heaven", "self_draw", "E"), ("earth", "discard", "W")])
def test_the_first_wins_are_worth_the_cap_and_still_show_their_reading(first, by, seat):
    score = scored(OPEN, "6m", by, seat=seat, first=first)
    assert (score["total"], score["rounded"], score["first"]) == (400, 90 if first == "heaven" else 80, first)
    assert score["reading"]["wait"] == "open"


def test_heaven_without_a_tile_takes_the_best_of_the_seventeen():
    score = scored(OPEN, None, "self_draw", first="heaven")
    assert (score["base"], score["raw_tai"]) == (22, 2)


def test_overrides_replace_the_presets_values():
    score = scored(OPEN, overrides={"wild_tai": [3, 0, 0, 0], "cap": 120})
    assert (score["raw_tai"], score["rounded"], score["total"]) == (4, 320, 120)
    assert scored(OPEN, overrides={"max_tai": 0})["total"] == 20


# The other seats (§7)


def test_a_loser_counts_natural_triplets_and_pairs_and_no_wilds():
    score = lost("77z22z111m234p5p99s234s", seat="S")
    assert score["win"] is False
    assert [(item["key"], item["hu"]) for item in score["items"]] == [("triplet", 8), ("pair", 2), ("pair", 2)]
    assert (score["tai"], score["total"]) == (0, 20)


def test_a_losers_four_in_hand_are_one_concealed_triplet_and_three_are_no_pair():
    assert lost("1111z345m2468p1357s9m")["items"][0]["hu"] == 8
    assert lost("777z345m22p468p1357s9m")["base"] == 8


def test_a_losers_wilds_of_the_own_wind_count_nothing():
    assert lost("222z345m2469p1357s19m", wild="2z", seat="S")["base"] == 0


def test_the_losers_base_is_a_field_of_the_rules():
    score = lost("123456m234p678s45s5p9s", loser_base=20)
    assert (hu(score), score["total"]) == ({"loser_base": 20}, 20)


def test_a_loser_with_nothing_has_nothing():
    assert lost("123456m234p678s45s5p9s")["total"] == 0
