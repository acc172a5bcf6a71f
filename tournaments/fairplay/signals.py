"""The figures of one player towards another. Each compares what was done with what that player does to anybody else.

A figure is None where there is nothing to look at. Shared hands are those in which both sat.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log
from typing import Final

from tournaments.fairplay.facts import Event, HandFacts, Rate, Throw, follows
from tournaments.fairplay.figures import Figure, figure
from tournaments.fairplay.null import (
    beta_binomial,
    first_sum,
    poisson_binomial,
    relabelled,
    subset_sums,
    tail,
)

MOMENTS: Final = 12
"""Links into the replays that a figure carries."""
DRAWS: Final = 2_000
_USEFUL_PRIOR: Final = 30.0
"""So many expected useful throws of everybody's weigh as much as the player's own."""
_RATE_PRIOR: Final = 8.0
"""The same for declined wins and steps back, in chances."""
_LEAST_HANDS: Final = 4
_LEAST_THROWS: Final = 4
_QUICK_HANDS: Final = 16
_BROKE: Final = 0.9
_SURPRISING: Final = 0.25
"""A useful throw that the baseline gave less than this is worth a look."""


@dataclass(frozen=True, slots=True)
class Pair:
    """One player towards another, in the hands that they shared, and all of the event around them."""

    event: Event
    giver: str
    taker: str
    shared: Sequence[HandFacts]
    silver: int

    def seats(self, hand: HandFacts) -> tuple[int, int]:
        """Where the two sat."""
        return hand.players.index(self.giver), hand.players.index(self.taker)


def flow(pair: Pair) -> Figure | None:
    """Silver from giver to taker.

    Nulls: in each hand the taker might as well have been another of the giver's opponents, and the giver another of
    the taker's. The larger p counts, so that neither a weak giver nor a strong taker is suspicious; the picture is the first.
    """
    if len(pair.shared) < _LEAST_HANDS:
        return None
    to_any, from_any = [], []
    for hand in pair.shared:
        giver, taker = pair.seats(hand)
        third, fourth = (seat for seat in range(4) if seat not in (giver, taker))
        between = hand.flow(giver, taker)
        to_any.append((between, hand.flow(giver, third), hand.flow(giver, fourth)))
        from_any.append((between, hand.flow(third, taker), hand.flow(fourth, taker)))
    null, other = relabelled(to_any), relabelled(from_any)
    value = first_sum(to_any, null)
    p = max(tail(null, value), tail(other, first_sum(from_any, other)))
    return figure("flow", pair.giver, pair.taker, value, null, len(to_any), p=p)


def lift(pair: Pair) -> Figure | None:
    """What the taker gains in silver while the giver sits there too.

    Null: which of the taker's hands were those with the giver is chance (random subsets, repeatable).
    """
    apart = len(pair.event.by_player[pair.taker]) - len(pair.shared)
    if min(apart, len(pair.shared)) < _LEAST_HANDS:
        return None
    gains = [hand.gains[hand.players.index(pair.taker)] for hand in pair.event.by_player[pair.taker]]
    value = sum(hand.gains[hand.players.index(pair.taker)] for hand in pair.shared)
    null = subset_sums(gains, len(pair.shared), DRAWS, seed=len(gains))
    p = (1 + tail(null, value) * DRAWS) / (1 + DRAWS)
    return figure("lift", pair.giver, pair.taker, value, null, len(pair.shared), p=p)


def declined(pair: Pair) -> Figure | None:
    """Wins that the giver let pass on the taker's tiles (here the giver is who could have won).

    Null: declining has one rate, whoever let the tile go; it is known from the giver's chances on others' tiles and, with the weight
    of eight more, from everybody's.
    """
    here, moments = Rate(), []
    for hand in pair.shared:
        giver, taker = pair.seats(hand)
        for chance in hand.chances:
            if (chance.seat, chance.giver) == (giver, taker) and not chance.auto:
                here.add(not chance.taken)
                moments += [] if chance.taken else [(hand.hand, chance.step)]
    if not here.of:
        return None
    own = pair.event.own[pair.giver].declined
    return _rate("declined", pair, here, own, pair.event.ways.declined, moments)


def soft(pair: Pair) -> Figure | None:
    """Throws by which the giver led its own hand away from winning while the taker was ready.

    Null: stepping back has one rate, whoever of the others is ready; known as for declined wins.
    """
    here, moments = Rate(), []
    for hand, throw, taker in _throws(pair):
        if throw.missing[taker] == 1:
            here.add(throw.back)
            moments += [(hand.hand, throw.step)] if throw.back else []
    if not here.of:
        return None
    return _rate("soft", pair, here, pair.event.own[pair.giver].backs, pair.event.ways.backs, moments)


def feeding(pair: Pair) -> Figure | None:
    """The giver's discards that the taker could use.

    Null: each discard is the baseline's, which knows what the giver knew, by itself; its chances are scaled to how the giver
    plays towards others (and everybody does, with a weight of thirty), apart for who may chow and who may not.
    """
    chances, moments, useful = [], [], 0
    scales = {relation: _scale(pair, relation) for relation in (True, False)}
    for hand, throw, taker in _throws(pair):
        chance = throw.chance[taker]
        chances.append(min(0.98, chance * scales[follows(throw.seat, taker)]))
        useful += throw.useful[taker]
        if throw.useful[taker] and chance < _SURPRISING:
            moments.append((chance, (hand.hand, throw.step)))
    if not chances:
        return None
    shown = [moment for _, moment in sorted(moments)[:MOMENTS]]
    null = poisson_binomial(chances)
    return figure("feeding", pair.giver, pair.taker, useful, null, len(chances), shown)


def timing(pair: Pair) -> Figure | None:
    """Whether the giver's time to think goes with the taker's being ready, beside what goes on anyway.

    Times are logarithms, standardised within a hand, without their trend over it. Null: in each hand the taker might as well
    have been another of the giver's opponents.
    """
    rows = []
    for hand in pair.shared:
        giver, taker = pair.seats(hand)
        timed = [throw for throw in hand.throws if throw.seat == giver and throw.ms is not None and not throw.auto]
        if len(timed) >= _LEAST_THROWS:
            third, fourth = (seat for seat in range(4) if seat not in (giver, taker))
            times = _without_trend([log(200 + (throw.ms or 0)) for throw in timed])
            rows.append(tuple(_goes_with(times, timed, seat) for seat in (taker, third, fourth)))
    if len(rows) < _LEAST_HANDS:
        return None
    null = relabelled(rows)
    return figure("timing", pair.giver, pair.taker, first_sum(rows, null), null, len(rows))


def dump(pair: Pair) -> Figure | None:
    """Silver paid to the taker, for a giver who lost nearly all of it within few hands, most of it to the taker.

    Null: as for the flow, in each hand the payee might as well have been another of the giver's opponents.
    """
    hands = pair.event.by_player[pair.giver]
    lost = -sum(hand.gains[hand.players.index(pair.giver)] for hand in hands)
    if len(hands) > _QUICK_HANDS or lost < _BROKE * pair.silver or len(pair.shared) < _LEAST_HANDS:
        return None
    rows = []
    for hand in pair.shared:
        giver, taker = pair.seats(hand)
        third, fourth = (seat for seat in range(4) if seat not in (giver, taker))
        rows.append(tuple(hand.flow(giver, seat) for seat in (taker, third, fourth)))
    if sum(row[0] for row in rows) < lost / 2:
        return None
    null = relabelled(rows)
    return figure("dump", pair.giver, pair.taker, first_sum(rows, null), null, len(hands))


SIGNALS: Final = (flow, lift, declined, feeding, soft, timing, dump)


def _throws(pair: Pair) -> list[tuple[HandFacts, Throw, int]]:
    found = []
    for hand in pair.shared:
        giver, taker = pair.seats(hand)
        found += [(hand, throw, taker) for throw in hand.throws if throw.seat == giver and not throw.auto]
    return found


def _rate(
    name: str, pair: Pair, here: Rate, own: Rate, everybody: Rate, moments: Sequence[tuple[str, int]]
) -> Figure:  # fmt: skip
    apart, rest = own.without(here), everybody.without(own)
    usual = (rest.times + 0.5) / (rest.of + 10)
    happens = _RATE_PRIOR * usual + apart.times
    fails = _RATE_PRIOR * (1 - usual) + apart.of - apart.times
    null = beta_binomial(int(here.of), happens, fails)
    return figure(name, pair.giver, pair.taker, here.times, null, int(here.of), moments[:MOMENTS])


def _scale(pair: Pair, relation: bool) -> float:
    """How the giver's useful throws compare with the baseline's, towards all but the taker."""
    here = Rate()
    for _hand, throw, taker in _throws(pair):
        if follows(throw.seat, taker) == relation:
            here.add(throw.useful[taker], throw.chance[taker])
    own = pair.event.own[pair.giver].useful[relation]
    apart, rest = own.without(here), pair.event.ways.useful[relation].without(own)
    usual = (rest.times + 1) / (rest.of + 1)
    return (apart.times + _USEFUL_PRIOR * usual) / (apart.of + _USEFUL_PRIOR)


def _without_trend(values: Sequence[float]) -> list[float]:
    """Residuals of a straight line, standardised."""
    count = len(values)
    middle, average = (count - 1) / 2, sum(values) / count
    spread = sum((at - middle) ** 2 for at in range(count))
    slope = sum((at - middle) * (value - average) for at, value in enumerate(values)) / spread
    rest = [value - average - slope * (at - middle) for at, value in enumerate(values)]
    size = (sum(value * value for value in rest) / count) ** 0.5
    return [value / size for value in rest] if size else [0.0] * count


def _goes_with(times: Sequence[float], timed: Sequence[Throw], seat: int) -> float:
    ready = [float(throw.missing[seat] == 1) for throw in timed]
    average = sum(ready) / len(ready)
    return sum(time * (is_ready - average) for time, is_ready in zip(times, ready, strict=True))
