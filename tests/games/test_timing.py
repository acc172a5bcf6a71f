"""A window lasts as long whether or not somebody could use it (docs/protocol.md, "How a hand goes").

A thousand windows of each kind with FULL=1 (`make faults`), whose figures stand in docs/fault-report.md; some dozens in
`make test`, where an improbable result is tried once more on fresh data and is believed at p < 0.001.
"""

import random
from typing import Any

import pytest
from django.db import transaction

from games import store
from games.engine import due
from games.engine import progress as progress_module
from games.engine.claims import claimants
from games.engine.play import Play
from games.models import Hand
from tests.faults import report
from tests.games import kong_walls
from tests.games.timing import NATURAL, UNIFORM, WINDOW_MS, Sample, ks_p, measure, play_a_table
from tests.sizes import FULL, sized

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

WINDOWS = sized(10, 1_000)
AT_ONCE = sized(3, 6)
A_TABLE = sized(8, 60)
BELIEVED = sized(0.001, 0.01)

HOW = (
    "Four programs a table over real sockets, windows of 600 ms. `stored`: from the discard, or the added kong, to the"
    " next public event on the database's clock; `seen`: between the two frames at the first seat's socket. KS: the"
    " two-sample Kolmogorov-Smirnov test."
)


def assert_of_one_distribution(what: str, play_one: Any) -> None:
    """Measure; in `make test` measure again what looks different by chance, and judge the database's clock alone."""
    sample = measured(what, play_one)
    if not FULL and sample.p("stored") < 0.01:
        sample = measured(what, play_one)
    assert sample.p("stored") > BELIEVED
    assert not FULL or sample.p("seen") > BELIEVED


def measured(what: str, play_one: Any) -> Sample:
    sample = measure(WINDOWS, AT_ONCE, play_one)
    print(f"\n{what}\n{sample.says()}")
    if FULL:
        report.note(f"Timing: {what}", HOW, sample.says())
    return sample


def any_discard(view: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    return chance.choice([action for action in view["legal"] if action["type"] == "discard"])


@pytest.mark.parametrize("settings", [UNIFORM, NATURAL], ids=["uniform", "natural"])
def test_the_window_after_a_discard_does_not_tell_whether_somebody_could_claim(asgi_server, settings):
    def play_a_hand(chance: random.Random, sample: Sample) -> None:
        play_a_table(asgi_server, settings, any_discard, A_TABLE, chance, sample)

    assert_of_one_distribution(f"discards, {settings['claim_mode']}", play_a_hand)


def test_the_window_after_an_added_kong_does_not_tell_whether_somebody_could_rob_it(monkeypatch, asgi_server):
    walls: dict[str, Any] = {}
    real = progress_module.fair_deal

    def fair_deal(seed: bytes, context: str, *rest: Any) -> Any:
        return (kong_walls.DICE, walls[context]) if context in walls else real(seed, context, *rest)

    monkeypatch.setattr(progress_module, "fair_deal", fair_deal)

    def rob_or_not(chance: random.Random, sample: Sample) -> None:
        def prepare(table_id: str) -> None:
            walls[table_id] = kong_walls.wall(chance.random() < 0.5, chance)
            play_up_to_the_kong(table_id)

        play_a_table(asgi_server, UNIFORM, lambda *_: kong_walls.KONG, 1, chance, sample, prepare)

    assert_of_one_distribution("added kongs, uniform", rob_or_not)


def test_windows_that_close_early_when_nobody_could_claim_are_noticed(monkeypatch, asgi_server):
    """The planted fault: a window of which the server knows that it is of no use is a third shorter."""
    real = due._window_end

    def in_a_hurry(play: Play) -> int:
        assert play.state is not None
        return real(play) - (0 if claimants(play.state) else WINDOW_MS // 3)

    monkeypatch.setattr(due, "_window_end", in_a_hurry)

    def play_a_hand(chance: random.Random, sample: Sample) -> None:
        play_a_table(asgi_server, UNIFORM, any_discard, A_TABLE, chance, sample)

    assert measure(10, AT_ONCE, play_a_hand).p("stored") < 0.001


def play_up_to_the_kong(table_id: str) -> None:
    with transaction.atomic():
        hand = Hand.objects.select_for_update(of=("self",)).select_related("table").get(table_id=table_id)
        play = store.begun(hand)
        for entry in kong_walls.history():
            change = store.judge(hand, play, entry)
            store.append([change])
            play = change.after
        hand.due_at = None
        hand.save(update_fields=["seq", "due_at"])


def test_the_statistic_tells_two_distributions_apart_and_one_not():
    chance = random.Random(3)
    one, same = ([chance.gauss(250, 5) for _ in range(1_000)] for _ in range(2))
    later = [chance.gauss(251, 5) for _ in range(1_000)]
    assert ks_p(one, same) > 0.05
    assert ks_p(one, later) < 0.01
    assert ks_p([1.0] * 50, [1.0] * 50) == 1.0
    assert abs(ks_p([1, 2, 3, 4, 5, 6, 7, 8], [5, 6, 7, 8, 9, 10, 11, 12]) - 0.19) < 0.1
