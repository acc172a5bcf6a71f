"""Time and questions of a live hand: turns, reserves, 托管, windows of both modes, the shown result (docs/protocol.md)."""

from dataclasses import replace

import pytest

from games.engine import progress as progress_module
from games.engine.actions import IllegalAction
from games.engine.clock import MalformedSettings, TableSettings, settings_from_json
from games.engine.due import Due, next_due
from games.engine.legal import legal_actions
from games.engine.play import Entry, Play, begin, carry
from games.engine.progress import advance
from games.engine.rules import preset
from games.engine.visibility import Facts, view
from games.engine.wishes import wished_action
from tests.engine.stacking import stacked
from tests.engine.test_claims import CHOW_5M, DEALER, PONG_5M, WINS_ON_5M

SETTINGS = TableSettings(turn_ms=10_000, reserve_ms=20_000, claim_ms=8_000, claim_min_ms=1_000, pause_ms=12_000)
UNIFORM = TableSettings(claim_mode="uniform", claim_ms=2_500, thinks=2)


@pytest.fixture
def dealt(monkeypatch):
    """A hand just dealt at 5,000 ms: seat 0 is to throw, the others hold what is said. Wild 8m."""

    def deal(settings=SETTINGS, bots=(), carried=None, draws="", **hands):
        stacks = {int(seat[-1]): text for seat, text in hands.items()}
        state = stacked({0: DEALER + "5m", **stacks}, wild="8m", front=draws).state
        monkeypatch.setattr(progress_module, "fair_deal", lambda *_: (state.dice, state.wall))
        play = begin("t", 1, 0, preset("platform"), settings, frozenset(bots), "c", bytes(32), carried or {})
        return after(play, Entry(None, "deal", at=5_000))

    return deal


def after(play: Play, *entries: Entry) -> Play:
    for entry in entries:
        play, _ = advance(play, entry)
    return play


def throw(tile="5m", at=6_000, seat=0, auto=False):
    return Entry(seat, "act", {"type": "discard", "tile": tile}, at, auto)


def says(seat, kind, at=6_100, **more):
    return Entry(seat, "act", {"type": kind, **more}, at)


def close(at=7_000):
    return Entry(None, "close", at=at)


def seen(play, viewer, now=6_000):
    facts = Facts("cup", ["甲", "乙", "丙", "丁"], [1000] * 4, [1000] * 4, frozenset(), now)
    return view(play, viewer, facts)


def test_a_turn_is_base_time_then_reserve_then_the_default(dealt):
    play = dealt()
    assert next_due(play) == Due(5_000 + 10_000 + 20_000, "timeout", 0)
    assert seen(play, 0, now=9_000)["deadline_ms"] == 6_000
    assert seen(play, 0, now=18_000)["reserve_ms"] == 17_000
    assert seen(play, 1, now=18_000)["deadline_ms"] == 0
    assert seen(play, 1, now=18_000)["reserve_ms"] == 20_000


def test_what_is_used_of_the_reserve_is_gone_for_the_hand(dealt):
    play = after(dealt(), throw(at=5_000 + 10_000 + 3_000))
    assert play.clocks[0].reserve_ms == 17_000
    assert after(dealt(), throw(at=6_000)).clocks[0].reserve_ms == 20_000


def test_two_missed_turns_in_a_row_make_the_seat_auto_and_an_act_ends_it(dealt):
    play = after(dealt(), throw(at=35_000, auto=True), close(36_000))
    assert not play.clocks[0].auto
    for seat in (1, 2, 3):
        play = play_turn(play, seat)
    own = next_due(play)
    assert (own.kind, own.seat) == ("timeout", 0)
    play = after(play, throw(str(seen(play, 0)["drawn"]), at=own.at, auto=True))
    assert play.clocks[0].auto
    assert seen(play, 1)["present"][0] == "here", "presence does not change inside a window"
    play = after(play, close(own.at + 1_000))
    assert seen(play, 1)["present"][0] == "auto"
    assert not after(play, Entry(0, "auto", {"on": False}, own.at + 1_100)).clocks[0].auto


def play_turn(play, seat):
    at = play.opened_at + 500
    return after(play, throw(seen(play, seat)["legal"][0]["tile"], at, seat), close(at + 1_000))


def test_an_auto_seat_plays_after_a_second(dealt):
    play = dealt(carried={"auto": [True, False, False, False], "misses": [2, 0, 0, 0], "v": [7] * 5})
    assert next_due(play) == Due(6_000, "timeout", 0)
    assert play.v == (9, 9, 9, 9, 9)
    assert carry(play)["auto"] == [True, False, False, False]


def test_a_natural_window_without_a_claim_lasts_the_minimum_and_asks_nobody(dealt):
    play = after(dealt(), throw())
    assert next_due(play) == Due(7_000, "close")
    assert [play.decision(seat) for seat in range(4)] == [None] * 4
    assert [seen(play, seat)["deadline_ms"] for seat in (0, 1, 2, 3, None)] == [None] * 5


def test_a_natural_window_waits_for_whoever_can_claim_and_tells_nobody_else(dealt):
    play = after(dealt(seat2=PONG_5M), throw())
    assert next_due(play) == Due(14_000, "close")
    assert [play.decision(seat) is None for seat in range(4)] == [True, True, False, True]
    assert [seen(play, seat)["deadline_ms"] for seat in (0, 1, 2, 3, None)] == [None, None, 8_000, None, None]
    passed = after(play, says(2, "pass"))
    assert next_due(passed) == Due(7_000, "close")
    assert seen(passed, 2)["decision"] is None
    assert seen(passed, 2)["deadline_ms"] is None


def test_an_answer_in_a_window_is_seen_by_its_own_seat_alone(dealt):
    play = after(dealt(seat2=PONG_5M), throw())
    answered = after(play, says(2, "pong"))
    assert [now - before for now, before in zip(answered.v, play.v, strict=True)] == [0, 0, 1, 0, 0]
    for viewer in (0, 1, 3, None):
        assert seen(answered, viewer) == seen(play, viewer)


def test_a_window_waits_only_while_an_answer_could_change_the_outcome(dealt):
    play = after(dealt(seat1=CHOW_5M, seat2=PONG_5M), throw(), says(2, "pong"))
    assert next_due(play).at == 7_000, "the chow cannot beat the pong"
    play = after(dealt(seat1=CHOW_5M, seat3=WINS_ON_5M), throw(), says(1, "chow", tiles=["4m", "6m"]))
    assert next_due(play).at == 14_000, "the win can"


def test_the_best_claim_is_taken_whoever_came_first(dealt):
    play = after(dealt(seat2=PONG_5M, seat3=WINS_ON_5M), throw(), says(2, "pong"), says(3, "win", 6_900), close())
    assert play.phase == "result"
    assert play.state.result.winner == 3


def test_nobody_waits_for_an_auto_seats_claim(dealt):
    play = after(dealt(seat2=PONG_5M), Entry(2, "auto", {"on": True}, 5_500), throw())
    assert next_due(play) == Due(7_000, "close")
    back = after(play, says(2, "pong"), close())
    assert back.state.turn == 2
    assert not back.clocks[2].auto


def test_a_uniform_window_asks_all_three_and_never_closes_early(dealt):
    play = after(dealt(UNIFORM, seat2=PONG_5M), throw())
    assert [play.decision(seat) is None for seat in range(4)] == [True, False, False, False]
    assert seen(play, 1)["legal"] == [{"type": "pass"}]
    for seat in (1, 2, 3):
        play = after(play, says(seat, "pass"))
    assert next_due(play) == Due(8_500, "close")
    assert [seen(play, seat)["deadline_ms"] for seat in (0, 1, 2, 3, None)] == [2_500] * 5


def test_the_first_think_adds_time_once_for_the_whole_table_unnamed(dealt):
    play = after(dealt(UNIFORM), throw())
    thinking = after(play, Entry(1, "think", {}, 6_500))
    assert next_due(thinking).at == 8_500 + 4_000
    assert thinking.decision(1) == play.decision(1)
    assert seen(thinking, 1)["thinks_left"] == 1
    views = [seen(thinking, seat) for seat in (0, 2, 3, None)]
    assert [one["deadline_ms"] for one in views] == [6_500] * 4
    with pytest.raises(IllegalAction):
        after(thinking, Entry(2, "think", {}, 6_600))
    assert thinking.clocks[2].thinks == 2


def test_there_is_no_think_on_a_turn_or_in_a_natural_window(dealt):
    for play in (dealt(UNIFORM), after(dealt(seat2=PONG_5M), throw())):
        with pytest.raises(IllegalAction):
            after(play, Entry(0 if play.phase == "act" else 2, "think", {}, 6_200))


def test_a_question_has_a_new_name_each_time_and_keeps_it(dealt):
    play = dealt()
    first = play.decision(0)
    play = after(play, throw(), close())
    for seat in (1, 2, 3):
        play = play_turn(play, seat)
    assert play.decision(0) not in (None, first)


def test_bots_answer_before_the_shortest_window_ends(dealt):
    play = after(dealt(bots=(2,), seat2=PONG_5M), throw())
    assert next_due(play) == Due(6_500, "bot", 2)
    assert next_due(after(play, says(2, "pass"))) == Due(7_000, "close")


def test_time_given_back_moves_every_deadline(dealt):
    play = after(dealt(), Entry(None, "grace", {"ms": 4_000}, 12_000))
    assert next_due(play).at == 35_000 + 4_000
    assert seen(play, 0, now=12_000)["deadline_ms"] == 7_000


def test_the_result_is_shown_for_the_pause_or_until_all_present_went_on(dealt):
    play = after(dealt(bots=(1,), seat3=WINS_ON_5M), throw(), says(3, "win"), close())
    assert seen(play, 0)["legal"] == [{"type": "pass"}]
    assert next_due(play) == Due(19_000, "next")
    play = after(play, says(0, "pass", 7_500), says(3, "pass", 7_600))
    assert next_due(play) == Due(19_000, "next")
    assert next_due(play, away=frozenset({2})).at == 7_000
    with pytest.raises(IllegalAction):
        after(play, says(2, "win", 7_700))


def test_seeds_are_taken_once_a_seat_before_the_deal_only(dealt):
    play = begin("t", 1, 0, preset("platform"), SETTINGS, frozenset(), "c", bytes(32), {})
    with_seed = after(play, Entry(1, "seed", {"client_seed": "ab"}, 100))
    assert with_seed.v == play.v
    assert with_seed.seeds == (None, "ab", None, None)
    for late in (with_seed, dealt()):
        with pytest.raises(IllegalAction):
            after(late, Entry(1, "seed", {"client_seed": "cd"}, 200))


def test_before_the_deal_nothing_is_known(dealt):
    play = begin("t", 1, 0, preset("platform"), SETTINGS, frozenset(), "c", bytes(32), {})
    shown = seen(play, 0, now=500)
    unknown = ("dice", "wild", "bonus_kind", "mine", "drawn", "last", "client_seeds", "decision", "result")
    assert [shown[name] for name in unknown] == [None] * len(unknown)
    assert (shown["phase"], shown["left"], shown["deadline_ms"], shown["legal"]) == ("deal", 136, 1_500, [])


@pytest.mark.parametrize(
    ("settings", "field"),
    [
        ({"turn_ms": 10}, "turn_ms"),
        ({"turn_ms": "fast"}, "turn_ms"),
        ({"turn_ms": True}, "turn_ms"),
        ({"claim_mode": "loud"}, "claim_mode"),
        ({"claim_ms": 100, "claim_min_ms": 200}, "claim_min_ms"),
        ({"colour": "red"}, "colour"),
        ({"hands_per_table": 0}, "hands_per_table"),
    ],
)
def test_an_unusable_setting_is_named(settings, field):
    with pytest.raises(MalformedSettings) as error:
        settings_from_json(settings)
    assert error.value.field == field


def wishes(play, seat, *names):
    return after(play, Entry(seat, "wish", {"wishes": list(names)}, play.opened_at + 10))


def test_a_wish_to_win_takes_the_win_and_a_wish_to_pass_stops_for_it(dealt):
    play = dealt(seat3=WINS_ON_5M)
    winning = after(wishes(play, 3, "win"), throw())
    assert next_due(winning) == Due(6_500, "wish", 3)
    assert wished_action(winning, 3).type == "win"
    waiting = after(wishes(play, 3, "no_claims", "draw_throw"), throw())
    assert next_due(waiting) == Due(14_000, "close"), "a possible win is asked"


def test_a_wish_to_claim_nothing_passes_within_the_shortest_window(dealt):
    play = after(wishes(dealt(seat2=PONG_5M), 2, "no_claims"), throw())
    assert next_due(play) == Due(6_500, "wish", 2)
    assert next_due(after(play, says(2, "pass"))) == Due(7_000, "close")


def test_a_wish_to_throw_throws_what_was_drawn_but_no_replacement(dealt):
    play = wishes(dealt(), 0, "draw_throw")
    assert wished_action(play, 0).tile == play.state.drawn
    assert next_due(play) == Due(5_600, "wish", 0)
    for wish in ("draw_throw", "win"):
        replaced = replace(wishes(play, 0, wish), state=play.state.changed(replacement=True))
        assert wished_action(replaced, 0) is None
        assert next_due(replaced).kind == "timeout"


def test_even_a_wish_to_win_leaves_a_win_on_a_replacement_tile_to_its_player(dealt):
    drawn = after(dealt(seat1=WINS_ON_5M, draws="5m"), throw("1m"), close())
    winning = wishes(drawn, 1, "win", "draw_throw")
    assert wished_action(winning, 1).type == "win", "on a tile from the wall it is taken"
    replaced = replace(winning, state=winning.state.changed(replacement=True))
    assert "win" in {action.type for action in legal_actions(replaced.state, 1)}
    assert wished_action(replaced, 1) is None


def test_wishes_end_with_the_hand_but_for_sorting(dealt):
    play = wishes(dealt(), 1, "sort", "no_claims", "win")
    assert carry(play)["wishes"] == [["sort"], ["sort"], ["sort"], ["sort"]]
    assert carry(wishes(play, 1))["wishes"][1] == []
    assert seen(play, 1)["wishes"] == ["no_claims", "sort", "win"]
    assert seen(play, 2)["wishes"] == ["sort"]
    assert seen(play, None)["wishes"] is None


def test_a_ready_hand_is_told_its_waits_with_what_is_left_and_worth(dealt):
    play = after(dealt(seat3=WINS_ON_5M), throw("1m"))
    ready = seen(play, 3)["waits"]["ready"]
    assert [wait["tile"] for wait in ready] == ["5m", "8m"], "the wild 8m completes it too"
    assert ready[0]["left"] == 4
    assert ready[0]["total"] > 0
    assert seen(play, None)["waits"] is None


def test_each_throw_that_makes_ready_is_named_in_mode_all_only(dealt):
    one = "4m6m1p2p3p4p5p6p7p8p9p1s2s3s7z7z"
    for mode, named in (("all", ["9s"]), ("tenpai", []), ("none", None)):
        play = dealt(TableSettings(hints=mode), seat1=one, draws="9s")
        play = after(play, throw("1m"), close())
        waits = seen(play, 1)["waits"]
        assert (waits and list(waits["after"])) == named
