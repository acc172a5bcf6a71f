"""Simulated events with bots that conspire, labelled: what the look for collusion is measured on.

A conspirator knows its partner's tiles, as two people with a telephone do. The kinds:

- `feeds`: throws what the partner can use whenever that costs at most one step back from winning, and what the partner wins on at any price;
- `declines`: never wins on the partner's tile, and otherwise plays on;
- `yields`: breaks its own hand up once the partner is ready and it is not;
- `dumps`: feeds, breaks its own hand up and never wins, so that its silver goes to the partner;
- `signals`: waits for the partner's message when the partner is ready, then throws the wait if that costs no step back.

Honest bots are novices, regulars and regulars who slip: now and then any throw. Everybody's times to think are drawn from a
log-normal that grows with the number of choices and has each player's own pace.
"""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import exp
from random import Random
from typing import Any, Final

from games import conduct
from games.bots import choose
from games.conduct import Moment
from games.engine.actions import Action
from games.engine.claims import PASSES, WINDOWS, claimants
from games.engine.decompose import is_winning
from games.engine.distance import tiles_missing
from games.engine.fairness import fair_deal
from games.engine.hand_table import pack
from games.engine.legal import legal_actions
from games.engine.rules import preset
from games.engine.settlement import silver_after
from games.engine.state import HandState
from games.engine.table import apply, close_window, next_dealer, start
from games.engine.tiles import Kind
from games.engine.visibility import seat_view

KINDS: Final = ("feeds", "declines", "yields", "dumps", "signals")
SLIPS: Final = {"novice": 0.0, "regular": 0.0, "human": 0.12}
"""Levels of honest bots: how many of their throws are any tile."""
PER_UNIT: Final = 4
SILVER: Final = 1000
HANDS: Final = 4


@dataclass(frozen=True, slots=True)
class Player:
    """One entrant. `pace`: the median of its thinking, in ms; `kind` and `partner` of a conspirator, else None."""

    name: str
    level: str
    pace: float
    kind: str | None = None
    partner: str | None = None


def field_of(size: int, pairs: Sequence[str], seed: int) -> list[Player]:
    """Entrants of an event, with one conspiring pair for each kind named; who feeds and who profits may change over."""
    chance = Random(f"field|{seed}")
    players = [
        Player(f"p{number:02}", chance.choice(tuple(SLIPS)), exp(chance.gauss(7.6, 0.3))) for number in range(size)
    ]
    for index, kind in enumerate(pairs):
        for here, there in ((2 * index, 2 * index + 1), (2 * index + 1, 2 * index)):
            old = players[here]
            one_sided = kind == "dumps" and here > there  # one dumps, the other plays on
            players[here] = Player(old.name, "regular", old.pace, None if one_sided else kind, players[there].name)
    return players


def event(players: Sequence[Player], rounds: int, seed: int) -> Iterator[dict[str, Any]]:
    """The facts (games.witness) of an event's hands: `rounds` draws, uniformly random, of tables of four hands."""
    chance = Random(f"event|{seed}")
    silver = {player.name: SILVER for player in players}
    for number in range(rounds):
        line = list(players)
        chance.shuffle(line)
        for table in range(len(line) // 4):
            seats = line[4 * table : 4 * table + 4]
            yield from _table(seats, f"{seed}-{number}-{table}", silver, chance)


def _table(
    seats: Sequence[Player], name: str, silver: dict[str, int], chance: Random
) -> Iterator[dict[str, Any]]:  # fmt: skip
    dealer = 0
    for number in range(1, HANDS + 1):
        digest = hashlib.sha256(f"yuhuan-colluders|{name}|{number}".encode()).digest()
        dice, wall = fair_deal(digest, name, number, ("", "", "", ""))
        moments, state = _play(start(preset("platform"), wall, dealer, dice)[0], seats, chance)
        yield _facts(f"{name}-{number}", name, seats, moments, state, silver)
        dealer = next_dealer(state)


def _facts(
    hand: str, table: str, seats: Sequence[Player], moments: Sequence[Moment], state: HandState, silver: dict[str, int]
) -> dict[str, Any]:  # fmt: skip
    assert state.result is not None
    before = [silver[seat.name] for seat in seats]
    after, moves = silver_after(state.result.payments, before, PER_UNIT)
    silver.update(zip((seat.name for seat in seats), after, strict=True))
    return {
        "hand": hand,
        "table": table,
        "players": [seat.name for seat in seats],
        "moves": [[move.payer, move.payee, move.silver] for move in moves],
        "gains": [new - old for new, old in zip(after, before, strict=True)],
        "throws": [throw.to_json() for throw in conduct.throws(moments)],
        "chances": [one.to_json() for one in conduct.chances(moments)],
    }


def _play(state: HandState, seats: Sequence[Player], chance: Random) -> tuple[list[Moment], HandState]:
    moments: list[Moment] = []
    names = {seat.name: index for index, seat in enumerate(seats)}
    while state.phase != "over":
        window = state.phase in WINDOWS
        for seat in sorted(claimants(state)) if window else [state.turn]:
            partner = names.get(seats[seat].partner or "")
            action = _choice(state, seat, seats[seat], partner, chance)
            ms = _time(state, seat, seats[seat], partner, chance)
            moments.append(Moment(0, state, seat, action, ms))
            state, _ = apply(state, action)
        if window:
            state, _ = close_window(state)
    return moments, state


def _time(state: HandState, seat: int, player: Player, partner: int | None, chance: Random) -> int:
    choices = len(legal_actions(state, seat))
    ms = player.pace * exp(chance.gauss(0, 0.45)) * (0.6 + 0.05 * choices)
    if player.kind == "signals" and partner is not None and state.phase == "act" and _missing(state, partner) == 1:
        ms += 1_500
    return round(ms)


def _choice(state: HandState, seat: int, player: Player, partner: int | None, chance: Random) -> Action:
    honest = _honest(state, seat, player, chance)
    if player.kind is None or partner is None:
        return honest
    if state.phase in WINDOWS:
        passes = player.kind == "dumps" or (player.kind == "declines" and state.turn == partner)
        return PASSES[seat] if passes and honest.type == "win" else honest
    return _TRICKS[player.kind](state, seat, partner, honest)


def _honest(state: HandState, seat: int, player: Player, chance: Random) -> Action:
    level = "novice" if player.level == "novice" else "regular"
    action = choose(seat_view(state, seat), level)
    if action.type == "discard" and chance.random() < SLIPS[player.level]:
        return chance.choice([other for other in legal_actions(state, seat) if other.type == "discard"])
    return action


def _feed(state: HandState, seat: int, partner: int, honest: Action, steps: int) -> Action:
    """The cheapest tile that the partner can use: at any price if it wins, else for at most so many steps back."""
    if honest.type != "discard":
        return honest
    cost = _costs(state, seat)
    fewest = min(cost.values())
    wins = [kind for kind in cost if _wins_on(state, partner, kind)]
    if wins:
        return Action(seat, "discard", tile=min(wins, key=lambda kind: cost[kind]))
    wanted = conduct.wanted(state, partner)
    useful = [kind for kind in cost if kind in wanted and cost[kind] - fewest <= steps]
    return Action(seat, "discard", tile=min(useful, key=lambda kind: cost[kind])) if useful else honest


def _give_way(state: HandState, seat: int, partner: int, honest: Action) -> Action:
    """Throws the hand away for a partner who is ready when one's own is not."""
    if honest.type != "discard" or _missing(state, partner) != 1 or _missing(state, seat) <= 1:
        return honest
    cost = _costs(state, seat)
    return Action(seat, "discard", tile=max(cost, key=lambda kind: (cost[kind], kind)))


def _dump(state: HandState, seat: int, partner: int, honest: Action) -> Action:
    fed = _feed(state, seat, partner, honest, 9)
    if fed is not honest or honest.type not in ("discard", "win"):
        return fed
    cost = _costs(state, seat)
    return Action(seat, "discard", tile=max(cost, key=lambda kind: (cost[kind], kind))) if cost else honest


def _signalled(state: HandState, seat: int, partner: int, honest: Action) -> Action:
    if honest.type != "discard" or _missing(state, partner) != 1:
        return honest
    return _feed_free(state, seat, partner, honest)


def _feed_free(state: HandState, seat: int, partner: int, honest: Action) -> Action:
    cost = _costs(state, seat)
    fewest = min(cost.values())
    wins = [kind for kind in cost if cost[kind] == fewest and _wins_on(state, partner, kind)]
    return Action(seat, "discard", tile=wins[0]) if wins else honest


_TRICKS: Final[Mapping[str, Any]] = {
    "feeds": lambda state, seat, partner, honest: _feed(state, seat, partner, honest, 1),
    "declines": lambda state, seat, partner, honest: honest,
    "yields": _give_way,
    "dumps": _dump,
    "signals": _signalled,
}


def _costs(state: HandState, seat: int) -> dict[Kind, int]:
    """Tiles missing after each possible throw."""
    own = state.seats[seat]
    naturals = [kind for kind in own.concealed if kind != state.wild]
    found = {}
    for kind in sorted(set(naturals)):
        rest = list(naturals)
        rest.remove(kind)
        found[kind] = tiles_missing(pack(rest), 5 - len(own.melds))
    return found


def _missing(state: HandState, seat: int) -> int:
    own = state.seats[seat]
    naturals = [kind for kind in own.concealed if kind != state.wild]
    return tiles_missing(pack(naturals), 5 - len(own.melds)) - (len(own.concealed) - len(naturals))


def _wins_on(state: HandState, seat: int, kind: Kind) -> bool:
    own = state.seats[seat]
    return is_winning((*own.concealed, kind), len(own.melds), state.wild)
