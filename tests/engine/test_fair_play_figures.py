"""The figures of fair play: calibrated where nobody conspires, the same whatever people are called, and sharp where bots do."""

from random import Random

import pytest

from benchmarks import colluders
from tournaments.fairplay import HandFacts, read_facts, reports
from tournaments.fairplay.facts import Chance, Throw, gathered
from tournaments.fairplay.figures import evidence, strongest, together
from tournaments.fairplay.null import beta_binomial, first_sum, mean, poisson_binomial, relabelled, subset_sums, tail
from tournaments.fairplay.signals import Pair, declined, dump, feeding, flow, lift, soft, timing

NAMES = [f"p{number:02}" for number in range(12)]


def made_up(seed: int, rounds: int = 12) -> list[HandFacts]:
    """Hands in which nobody looks at who the others are: whatever happens, happens by lot."""
    chance, hands = Random(seed), []
    for number in range(rounds):
        line = list(NAMES)
        chance.shuffle(line)
        for table in range(3):
            for deal in range(4):
                hands.append(_hand(chance, f"{number}-{table}-{deal}", tuple(line[4 * table : 4 * table + 4])))
    return hands


def _hand(chance: Random, name: str, players: tuple[str, ...]) -> HandFacts:
    winner, moves, gains = chance.randrange(4), [], [0, 0, 0, 0]
    for step, total in ((1, 40), (2, 40), (3, 40)):
        payer, silver = (winner + step) % 4, chance.randrange(1, 11) * total // 4
        moves.append((payer, winner, silver))
        gains[payer] -= silver
        gains[winner] += silver
    throws = tuple(_throw(chance, step) for step in range(40))
    chances = tuple(Chance(0, (giver + 1) % 4, giver, int(chance.random() > 0.2), 0) for giver in (0, 1, 2, 3))
    return HandFacts(name, name, players, tuple(moves), tuple(gains), throws, chances)


def _throw(chance: Random, step: int) -> Throw:
    seat = step % 4
    shares = [0.0 if other == seat else chance.choice((0.05, 0.2, 0.4)) for other in range(4)]
    useful = [int(chance.random() < share) for share in shares]
    missing = [chance.choice((1, 2, 3)) for _ in range(4)]
    return Throw(
        step, seat, round(chance.lognormvariate(7.5, 0.5)), 0, shares, useful, int(chance.random() < 0.1), missing
    )


def shares_of(signal, events: int) -> list[float]:
    """The p of a figure for every ordered pair of some made-up events."""
    found = []
    for seed in range(events):
        event = gathered(made_up(seed))
        for one in NAMES:
            for other in NAMES:
                shared = [hand for hand in event.by_player[one] if other in hand.players]
                if one != other and shared:
                    figure = signal(Pair(event, one, other, shared, 1000))
                    found += [figure.p] if figure else []
    return found


@pytest.mark.parametrize("signal", [flow, lift, declined, feeding, soft, timing])
def test_where_nobody_conspires_a_figure_is_rare_as_often_as_it_says(signal):
    shares = shares_of(signal, 3)
    assert len(shares) > 250
    for level in (0.02, 0.05, 0.1, 0.3):
        assert sum(share <= level for share in shares) / len(shares) < 1.35 * level + 0.015, level


@pytest.mark.parametrize("signal", [lift, timing, feeding])
def test_these_figures_are_uniform_and_not_merely_careful(signal):
    shares = shares_of(signal, 3)
    assert 0.38 < sum(share <= 0.5 for share in shares) / len(shares) < 0.6


def test_pairs_of_an_event_without_conspiracies_rarely_stand_out():
    found = [pair.stands_out for seed in range(2) for pair in reports(made_up(seed, rounds=20), 1000)]
    assert len(found) > 120
    assert sum(found) <= 1


def test_names_do_not_matter():
    hands = made_up(7, rounds=5)
    order = list(NAMES)
    Random(1).shuffle(order)
    other_name = dict(zip(NAMES, order, strict=True))
    renamed = [
        HandFacts(
            hand.hand, hand.table, tuple(other_name[name] for name in hand.players), hand.moves, hand.gains, hand.throws,
            hand.chances,
        )
        for hand in hands
    ]  # fmt: skip
    before = {frozenset((other_name[pair.one], other_name[pair.other])): pair for pair in reports(hands, 1000)}
    after = {frozenset((pair.one, pair.other)): pair for pair in reports(renamed, 1000)}
    assert before.keys() == after.keys()
    for names, pair in before.items():
        assert after[names].p == pytest.approx(pair.p, rel=1e-6)
        assert after[names].hands == pair.hands


def test_the_order_of_hands_does_not_matter():
    hands = made_up(8, rounds=5)
    turned = hands[::-1]
    assert {(pair.one, pair.other): pytest.approx(pair.p, rel=0.2) for pair in reports(hands, 1000)} == {
        (pair.one, pair.other): pair.p for pair in reports(turned, 1000)
    }


def test_bots_are_left_out():
    found = reports(made_up(3, rounds=3), 1000, bots=NAMES[:8])
    assert {name for pair in found for name in (pair.one, pair.other)} <= set(NAMES[8:])


def test_a_distribution_sums_to_one_and_has_its_mean():
    chance = Random(5)
    shares = [chance.random() for _ in range(40)]
    null = poisson_binomial(shares)
    assert sum(null.values()) == pytest.approx(1)
    assert mean(null) == pytest.approx(sum(shares))
    rows = [[chance.randrange(-90, 90) for _ in range(3)] for _ in range(8)]
    null = relabelled(rows)
    assert sum(null.values()) == pytest.approx(1)
    assert mean(null) == pytest.approx(sum(sum(row) / 3 for row in rows), abs=2)
    assert sum(beta_binomial(6, 0.4, 7.6).values()) == pytest.approx(1)
    assert sum(subset_sums(range(30), 6, 500, 1).values()) == pytest.approx(1)


def test_relabelling_small_whole_numbers_is_exact():
    null = relabelled([(3, 0, 0), (3, 0, 0), (3, 0, 0)])
    assert null == pytest.approx({0: 8 / 27, 3: 12 / 27, 6: 6 / 27, 9: 1 / 27})
    assert tail(null, first_sum([(3, 0, 0)] * 3, null)) == pytest.approx(1 / 27)


def test_figures_go_together():
    assert strongest([]) == together([]) == 1.0
    assert strongest([0.01, 1.0]) == pytest.approx(0.0199)
    assert together([0.05]) == pytest.approx(0.05)
    assert together([0.01, 0.01]) < 0.002
    assert evidence(0.001) == pytest.approx(3)


def test_who_gives_all_silver_to_one_within_few_hands_has_the_profile():
    players = ("p00", "p01", "p02", "p03")
    hands = [HandFacts(str(n), "t", players, ((0, 1, 150), (2, 3, 10)), (-150, 150, -10, 10)) for n in range(6)]
    event = gathered(hands)
    figure = dump(Pair(event, "p00", "p01", hands, 1000))
    assert figure is not None
    assert figure.value == 900
    assert figure.p == pytest.approx(3**-6)
    assert dump(Pair(event, "p02", "p03", hands, 1000)) is None


@pytest.mark.parametrize("kind", ["feeds", "dumps"])
def test_bots_that_conspire_are_found(kind):
    players = colluders.field_of(8, [kind], seed=3)
    hands = [read_facts(hand) for hand in colluders.event(players, 6, seed=3)]
    first = reports(hands, colluders.SILVER)[0]
    assert (first.one, first.other) == ("p00", "p01")
    assert first.stands_out
