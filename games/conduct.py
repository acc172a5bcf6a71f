"""How the seats of a finished hand conducted themselves: what a look for collusion needs of each decision.

Pure. A throw is compared with a baseline that knows what its seat knew and nothing more, so that a seat which plays
to what it cannot know stands out. Nothing here judges anybody.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from math import exp
from typing import Any, Final

from games.bots.outlook import Outlook, edge, outlook
from games.engine.actions import Action
from games.engine.claims import CHOW_PAIRS, WINDOWS, claims_of
from games.engine.decompose import is_winning
from games.engine.distance import nearer, tiles_missing
from games.engine.hand_table import UNIT_OF, pack
from games.engine.state import HandState
from games.engine.tiles import Kind
from games.engine.visibility import seat_view

_SETS: Final = 5
_STEP_BACK: Final = 2.5
"""What a throw that leads away from winning loses in the baseline's score, for each tile."""
_LIVE: Final = 0.15
_UNSEEN: Final = 0.2
_EDGE: Final = 0.1
"""The score of a live tile kept, of an unseen copy that others might use, of a step away from the suit's middle."""


@dataclass(frozen=True, slots=True)
class Moment:
    """One decision of a hand. `state` is what it was made in, `step` where the replay shows that.

    `action` None: a window closed on a seat that had said nothing. `ms`: since it was asked, None where unknown.
    `auto`: the server played.
    """

    step: int
    state: HandState
    seat: int
    action: Action | None
    ms: int | None = None
    auto: bool = False


@dataclass(frozen=True, slots=True)
class Throw:
    """A discard. Tuples of four are by seat.

    `chance`: of being useful to that seat, had the baseline thrown; `useful`: whether the tile was (the seat could win
    on it, or claim it and be nearer). `back`: it led away from winning although another throw did not. `missing`: tiles each
    seat lacked just before.
    """

    step: int
    seat: int
    ms: int | None
    auto: bool
    chance: tuple[float, ...]
    useful: tuple[bool, ...]
    back: bool
    missing: tuple[int, ...]

    def to_json(self) -> list[Any]:
        """A list, for there are many; mirror of tournaments.fairplay.facts."""
        return [
            self.step, self.seat, self.ms, int(self.auto), [round(chance, 3) for chance in self.chance],
            [int(useful) for useful in self.useful], int(self.back), list(self.missing),
        ]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Chance:
    """A win that was possible. `giver` let the tile go, None on the own draw; `taken`: the seat said so."""

    step: int
    seat: int
    giver: int | None
    taken: bool
    auto: bool

    def to_json(self) -> list[Any]:
        """A list; mirror of tournaments.fairplay.facts."""
        return [self.step, self.seat, self.giver, int(self.taken), int(self.auto)]


def throws(moments: Iterable[Moment]) -> list[Throw]:
    """Every discard that was a choice."""
    return [
        _throw(moment, moment.action)
        for moment in moments
        if moment.action is not None and moment.action.type == "discard" and _kinds(moment.state) > 1
    ]


def chances(moments: Iterable[Moment]) -> list[Chance]:
    """Every win that a seat could have had, and whether it took it."""
    found = []
    for moment in moments:
        giver = moment.state.turn if moment.state.phase in WINDOWS else None
        if _could_win(moment.state, moment.seat):
            taken = moment.action is not None and moment.action.type == "win"
            found.append(Chance(moment.step, moment.seat, giver, taken, moment.auto))
    return found


def _kinds(state: HandState) -> int:
    return len(set(state.seats[state.turn].concealed) - {state.wild})


def _could_win(state: HandState, seat: int) -> bool:
    own = state.seats[seat]
    if state.phase in WINDOWS:
        return any(claim.type == "win" for claim in claims_of(state, seat))
    return seat == state.turn and state.drawn is not None and is_winning(own.concealed, len(own.melds), state.wild)


def _throw(moment: Moment, action: Action) -> Throw:
    state, seat, tile = moment.state, moment.seat, action.tile
    assert tile is not None
    likely, fewest, now = _baseline(state)
    needs = [frozenset() if other == seat else wanted(state, other) for other in range(4)]
    return Throw(
        step=moment.step,
        seat=seat,
        ms=moment.ms,
        auto=moment.auto,
        chance=tuple(sum(share for kind, share in likely.items() if kind in kinds) for kinds in needs),
        useful=tuple(tile in kinds for kinds in needs),
        back=now.without(tile).missing() > fewest,
        missing=tuple(_missing(state, other) for other in range(4)),
    )


def _baseline(state: HandState) -> tuple[dict[Kind, float], int, Outlook]:
    """How likely each throw is for somebody who wants to win and knows what this seat knows; the fewest missing after."""
    now = outlook(seat_view(state, state.turn))
    kinds = sorted(set(state.seats[state.turn].concealed) - {state.wild})
    missing = {kind: tiles_missing(now.packed - UNIT_OF[kind], now.sets) - now.wilds for kind in kinds}
    fewest = min(missing.values())
    live = {kind: now.without(kind).live() for kind in kinds if missing[kind] == fewest}
    most = max(live.values())
    scores = {
        kind: -_STEP_BACK * (missing[kind] - fewest) - _LIVE * (most - live.get(kind, most))
        - _UNSEEN * now.unseen[kind] + _EDGE * edge(kind)
        for kind in kinds
    }  # fmt: skip
    weights = {kind: exp(score) for kind, score in scores.items()}
    whole = sum(weights.values())
    return {kind: weight / whole for kind, weight in weights.items()}, fewest, now


def wanted(state: HandState, seat: int) -> frozenset[Kind]:
    """The kinds that would win for this seat, or that it could claim and be nearer, were they thrown now."""
    packed, sets, wilds, concealed = _holding(state, seat)
    missing, kinds = nearer(packed, sets)
    if missing - wilds == 1:
        return frozenset(kinds)
    follows = seat == (state.turn + 1) % 4
    return frozenset(
        kind
        for kind in kinds
        if concealed.count(kind) >= 2
        or (follows and any(a in concealed and b in concealed for a, b in CHOW_PAIRS[kind]))
    )


def _missing(state: HandState, seat: int) -> int:
    packed, sets, wilds, _ = _holding(state, seat)
    return tiles_missing(packed, sets) - wilds


def _holding(state: HandState, seat: int) -> tuple[int, int, int, tuple[Kind, ...]]:
    own = state.seats[seat]
    naturals = tuple(kind for kind in own.concealed if kind != state.wild)
    return pack(naturals), _SETS - len(own.melds), len(own.concealed) - len(naturals), naturals
