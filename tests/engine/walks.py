"""Whole hands played at random on biased walls, so that claims, kongs and wins are not rare."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

from games.engine.actions import Action
from games.engine.claims import claimants
from games.engine.events import Event
from games.engine.legal import legal_actions
from games.engine.record import Logged
from games.engine.rules import PRESETS, Rules
from games.engine.state import HandState
from games.engine.table import apply, close_window, start
from games.engine.tiles import COPIES, EAST, KINDS, WHITE, Kind, counts

BIASES = ("fair", "suits", "pairs", "late")
LATE = range(116, 120)
KONGS = {"kong_open": 0.8, "kong_added": 0.9, "kong_concealed": 0.8}
STYLES = (
    {**KONGS, "win": 0.9, "pong": 0.6, "chow": 0.3},
    {**KONGS, "win": 0.9, "pong": 0.95, "chow": 0.95},
    {**KONGS, "win": 0.9, "pong": 0.1, "chow": 0.1},
    {**KONGS, "win": 0.2, "pong": 0.9, "chow": 0.9},
)


@dataclass
class Walk:
    """One hand: the states after every step, the log, and what happened how often."""

    state: HandState
    dealt: HandState
    log: list[Logged] = field(default_factory=list)
    seen: Counter[str] = field(default_factory=Counter)
    events: tuple[Event, ...] = ()

    def apply(self, action: Action) -> None:
        self.state, self.events = apply(self.state, action)
        self.log.append(Logged(action))

    def close(self) -> None:
        self.state, self.events = close_window(self.state)
        self.log.append(Logged(None))


def biased_wall(random: Random, bias: str) -> tuple[Kind, ...]:
    """136 tiles. `suits`: two seats share a suit; `pairs`: equal tiles lie together; `late`: bonus tiles come last."""
    tiles = [kind for kind in KINDS for _ in range(COPIES)]
    random.shuffle(tiles)
    if bias == "suits":
        tiles.sort(key=lambda kind: (kind // 9 if kind < 18 else 2, random.random()))
        tiles = _dealt_in_turn(tiles, random)
    if bias == "pairs":
        pairs = [kind for kind in KINDS for _ in range(COPIES // 2)]
        random.shuffle(pairs)
        tiles = [kind for kind in pairs for _ in range(2)]
    if bias == "late":
        for place in LATE:
            found = next(i for i, kind in enumerate(tiles) if (kind == WHITE and i not in LATE) or i == place)
            tiles[place], tiles[found] = tiles[found], tiles[place]
    return tuple(tiles)


def _dealt_in_turn(tiles: list[Kind], random: Random) -> list[Kind]:
    """Two suits alternate by four through the deal, some tiles of the third in between."""
    first, second, rest = tiles[:36], tiles[36:72], tiles[72:]
    for _ in range(6):
        i, j = random.randrange(36), random.randrange(len(rest))
        first[i], rest[j] = rest[j], first[i]
    dealt = [kind for turn in range(8) for kind in first[4 * turn : 4 * turn + 4] + second[4 * turn : 4 * turn + 4]]
    left = first[32:] + second[32:] + rest
    random.shuffle(left)
    return dealt + left


def begin(random: Random, bias: str, rules: Rules | None = None) -> Walk:
    rules = rules or random.choice(list(PRESETS.values()))
    state, _ = start(rules, biased_wall(random, bias), random.randrange(4), ((1, 2), (3, 4)))
    return Walk(state, state)


def play(walk: Walk, random: Random) -> Iterator[HandState]:
    """Play to the end, yielding every state; each seat in a style of its own."""
    styles = [random.choice(STYLES) for _ in range(4)]
    while walk.state.phase != "over":
        yield walk.state
        _count(walk)
        if walk.state.phase == "act":
            walk.apply(_choice(walk.state, walk.state.turn, styles, random))
            continue
        seats = [seat for seat in range(4) if legal_actions(walk.state, seat)]
        random.shuffle(seats)
        for seat in seats:
            if random.random() < 0.9:
                walk.apply(_choice(walk.state, seat, styles, random))
                yield walk.state
        walk.close()
    _count(walk)
    yield walk.state


def _choice(state: HandState, seat: int, styles: list[dict[str, float]], random: Random) -> Action:
    legal = legal_actions(state, seat)
    for action in legal:
        if random.random() < styles[seat].get(action.type, 0):
            return action
    discards = [action for action in legal if action.type == "discard"]
    if not discards:
        return legal[-1]
    if random.random() < 0.1:
        return random.choice(discards)
    held = counts(state.seats[seat].concealed)
    return min(discards, key=lambda action: _company(held, action.tile or 0))


def _company(held: list[int], tile: Kind) -> int:
    """How much a tile has to do with the rest of the hand."""
    near = [3, 4, 10, 4, 3]
    if tile >= EAST:
        return 10 * held[tile]
    suit = range(tile - tile % 9, tile - tile % 9 + 9)
    return sum(near[step + 2] * held[tile + step] for step in range(-2, 3) if tile + step in suit)


def _count(walk: Walk) -> None:
    state, seen = walk.state, walk.seen
    if state.phase in ("claim", "rob"):
        seen[f"{min(2, len(claimants(state)))} claimants to {state.phase}"] += 1
        seen["wild in a claimant's hand"] += any(state.wild in state.seats[seat].concealed for seat in claimants(state))
    if state.phase == "act" and legal_actions(state, state.turn)[0].type == "win":
        seen["must win"] += len(legal_actions(state, state.turn)) == 1
    if state.result is not None:
        seen[state.result.by or "draw"] += 1
        seen["liable"] += state.result.liable
        seen["exhausted while replacing"] += [event.type for event in walk.events[-2:]] == ["bonus", "end"]
        for meld in (meld for own in state.seats for meld in own.melds):
            seen[meld.type] += 1
        for score in state.result.scores:
            seen[f"first: {score.first}"] += score.first is not None
            seen.update(f"tai: {item.key}" for item in score.tai_items)
