"""The facts of finished hands (games.witness), read, and counted by player."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple


class Throw(NamedTuple):
    """A discard; tuples of four by seat (games.conduct.Throw)."""

    step: int
    seat: int
    ms: int | None
    auto: int
    chance: Sequence[float]
    useful: Sequence[int]
    back: int
    missing: Sequence[int]


class Chance(NamedTuple):
    """A win that was possible (games.conduct.Chance)."""

    step: int
    seat: int
    giver: int | None
    taken: int
    auto: int


@dataclass(frozen=True, slots=True)
class HandFacts:
    """One finished hand. `players` by seat; `moves`: payer, payee (seats), silver; `gains`: silver by seat."""

    hand: str
    table: str
    players: tuple[str, ...]
    moves: tuple[tuple[int, int, int], ...]
    gains: tuple[int, ...]
    throws: tuple[Throw, ...] = ()
    chances: tuple[Chance, ...] = ()

    def flow(self, giver: int, taker: int) -> int:
        """Silver that went from one seat to another, less what came back."""
        there = sum(silver for payer, payee, silver in self.moves if (payer, payee) == (giver, taker))
        return there - sum(silver for payer, payee, silver in self.moves if (payer, payee) == (taker, giver))


def read_facts(data: Mapping[str, Any]) -> HandFacts:
    """One hand of games.witness.facts_of."""
    return HandFacts(
        hand=data["hand"],
        table=data["table"],
        players=tuple(data["players"]),
        moves=tuple((payer, payee, silver) for payer, payee, silver in data["moves"]),
        gains=tuple(data["gains"]),
        throws=tuple(Throw(*row) for row in data["throws"]),
        chances=tuple(Chance(*row) for row in data["chances"]),
    )


@dataclass(slots=True)
class Rate:
    """How often something happened, of how many times it could; `expected` where a model says how often."""

    times: float = 0
    of: float = 0

    def add(self, happened: float, of: float = 1) -> None:
        self.times += happened
        self.of += of

    def without(self, other: "Rate") -> "Rate":
        """What is left when a part is taken out."""
        return Rate(self.times - other.times, self.of - other.of)


@dataclass(slots=True)
class Ways:
    """How somebody, or everybody, plays whoever sits there.

    `useful` is by relation: True where the other plays next and may chow. `declined` counts wins on others' tiles,
    `backs` throws that led away from winning while somebody else was ready.
    """

    useful: dict[bool, Rate] = field(default_factory=lambda: {True: Rate(), False: Rate()})
    declined: Rate = field(default_factory=Rate)
    backs: Rate = field(default_factory=Rate)

    def throw(self, throw: Throw) -> None:
        """Count one discard."""
        if throw.auto:
            return
        for other in others(throw.seat):
            self.useful[follows(throw.seat, other)].add(throw.useful[other], throw.chance[other])
        if any(throw.missing[other] == 1 for other in others(throw.seat)):
            self.backs.add(throw.back)

    def chance(self, chance: Chance) -> None:
        """Count one win that was possible on another's tile."""
        if chance.giver is not None and not chance.auto:
            self.declined.add(not chance.taken)


@dataclass(slots=True)
class Event:
    """All hands of an event, by player, with everybody's ways and each one's own."""

    hands: Sequence[HandFacts]
    by_player: dict[str, list[HandFacts]] = field(default_factory=lambda: defaultdict(list))
    ways: Ways = field(default_factory=Ways)
    own: dict[str, Ways] = field(default_factory=lambda: defaultdict(Ways))


def gathered(hands: Iterable[HandFacts]) -> Event:
    """The hands of an event, ready to be looked at."""
    event = Event(tuple(hands))
    for hand in event.hands:
        for player in hand.players:
            event.by_player[player].append(hand)
        for throw in hand.throws:
            for ways in (event.ways, event.own[hand.players[throw.seat]]):
                ways.throw(throw)
        for chance in hand.chances:
            for ways in (event.ways, event.own[hand.players[chance.seat]]):
                ways.chance(chance)
    return event


def others(seat: int) -> tuple[int, int, int]:
    """The other three seats, in the order of play."""
    return (seat + 1) % 4, (seat + 2) % 4, (seat + 3) % 4


def follows(seat: int, other: int) -> bool:
    """Whether the other plays next, and may chow."""
    return other == (seat + 1) % 4
