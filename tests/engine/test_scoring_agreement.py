"""The engine against the slow scorer: random hands by the thousand, every preset, overrides, wilds and melds.

`YUHUAN_SCORING_HANDS` sets how many (600 unless told).
"""

import os

from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from games.engine.decompose import is_winning, waits
from games.engine.distance import tiles_missing
from games.engine.hand_table import pack
from games.engine.query import answer
from games.engine.tiles import parse_tile, parse_tiles
from games.engine.wall import bonus_kind
from tests.engine.hands import query_from
from tests.engine.slow_scorer import all_readings, slow_score

HANDS = int(os.environ.get("YUHUAN_SCORING_HANDS", "600"))
SEEDS = st.integers(0, 2**40)
MANY = settings(max_examples=HANDS, deadline=None, suppress_health_check=list(HealthCheck))
SOME = settings(MANY, max_examples=max(HANDS // 60, 10))


def slow_wins(concealed, wild, melds):
    return next(all_readings(concealed, wild, 5 - melds), None) is not None


@MANY
@given(SEEDS)
def test_both_scorers_agree_on_winning_hands(seed):
    query = query_from(seed)
    given_, wanted = answer(query), slow_score(query)
    assert {key: given_[key] for key in wanted} == wanted, query
    assert wanted["win"]
    assert sum(item["hu"] for item in given_["items"]) == given_["base"]
    assert sum(item["tai"] for item in given_["tai_items"]) == given_["raw_tai"]


@MANY
@given(SEEDS)
def test_both_scorers_agree_on_hands_that_may_not_win(seed):
    query = query_from(seed, wins=False)
    given_, wanted = answer(query), slow_score(query)
    assert {key: given_[key] for key in wanted} == wanted, query


@MANY
@given(SEEDS)
def test_a_reading_accounts_for_every_tile(seed):
    query = query_from(seed)
    reading = answer(query)["reading"]
    groups = [*reading["sets"], reading["pair"]]
    hand = groups[: 5 - len(query["melds"])] + groups[-1:]
    wild = query["wild"]
    naturals = [
        tile for group in hand for tile, is_wild in zip(group["tiles"], group["wild"], strict=True) if not is_wild
    ]
    wilds = sum(sum(group["wild"]) for group in hand)
    concealed = [query["concealed"][at : at + 2] for at in range(0, len(query["concealed"]), 2)]
    assert sorted([*naturals, *[wild] * wilds]) == sorted(concealed)
    place = reading["pair"] if reading["winning_set"] is None else reading["sets"][reading["winning_set"]]
    tiles = (
        dict(zip(place["tiles"], place["wild"], strict=True)) if reading["wait"] in ("open", "middle", "edge") else {}
    )
    assert reading["winning_as"] in place["tiles"]
    assert query["win"]["tile"] in (None, reading["winning_tile"])
    assert not tiles or tiles[reading["winning_as"]] == (reading["winning_tile"] == wild)


@MANY
@given(SEEDS)
def test_the_win_check_agrees_with_trying_everything(seed):
    query = query_from(seed, wins=False)
    if query["win"] is None:
        return
    concealed, wild, melds = parse_tiles(query["concealed"]), parse_tile(query["wild"]), len(query["melds"])
    wins = is_winning(concealed, melds, wild)
    assert wins == slow_wins(concealed, wild, melds), query
    naturals = [kind for kind in concealed if kind != wild]
    assert wins == (tiles_missing(pack(naturals), 5 - melds) <= len(concealed) - len(naturals))


@SOME
@given(SEEDS)
@example(0)
def test_waits_are_the_tiles_that_win(seed):
    query = query_from(seed)
    concealed, wild, melds = parse_tiles(query["concealed"])[1:], parse_tile(query["wild"]), len(query["melds"])
    held = (*concealed, wild)
    wanted = tuple(
        kind
        for kind in range(34)
        if kind != bonus_kind(wild) and held.count(kind) < 4 and slow_wins((*concealed, kind), wild, melds)
    )
    assert waits(concealed, melds, wild, bonus_kind(wild)) == wanted
