"""The reducer: a hand's state and one action make the next state (RULES.md §2-§3)."""

from collections.abc import Sequence

from games.engine.actions import Action, IllegalAction
from games.engine.claims import WINDOWS, best_claim
from games.engine.events import Event
from games.engine.legal import legal_actions
from games.engine.melds import Meld, MeldType
from games.engine.outcome import Step, drawn, next_dealer, won
from games.engine.rules import Rules
from games.engine.state import NO_ANSWERS, Dice, HandState, LastTile, SeatState, WinBy
from games.engine.tiles import KINDS, TILE_COUNT, Kind, tile_name
from games.engine.wall import DEALER_EXTRA, EXHAUSTED_AT, LIVE_START, bonus_kind, wild_of

__all__ = ["apply", "close_window", "next_dealer", "start"]


def start(rules: Rules, wall: Sequence[Kind], dealer: int, dice: Dice) -> Step:
    """Deal a wall of 136 and lay out all bonus tiles; the dealer is to act (RULES.md §2.4-§2.8)."""
    tiles, wild = tuple(wall), wild_of(wall)
    one, two, three, four = (SeatState(_dealt(tiles, (seat - dealer) % 4)) for seat in range(4))
    state = HandState(
        rules=rules, dealer=dealer, dice=dice, wild=wild, bonus_kind=bonus_kind(wild), wall=tiles, front=LIVE_START,
        back=TILE_COUNT, seats=(one, two, three, four), phase="act", turn=dealer, drawn=tiles[DEALER_EXTRA], first="heaven",
    )  # fmt: skip
    events = [Event("dice"), Event("deal", dealer)]
    for offset in range(4):
        state, laid = _lay_out_dealt(state, (dealer + offset) % 4)
        events.extend(laid)
    return state, tuple(events)


def apply(state: HandState, action: Action) -> Step:
    """Play a turn's action, or store a window's answer, which stays hidden until the window closes.

    Raises IllegalAction for anything that `legal_actions` does not list; the state is a value and stays as it was.
    """
    legal = legal_actions(state, action.seat)
    try:
        action = legal[legal.index(action)]
    except ValueError:
        raise IllegalAction(_why_not(action, legal)) from None
    if state.phase in WINDOWS:
        return _answered(state, action), ()
    return _act(state, action)


def close_window(state: HandState) -> Step:
    """Settle the open window by priority, missing answers being passes. Raises IllegalAction outside a window."""
    if state.phase not in WINDOWS:
        raise IllegalAction("no window is open")
    claim = best_claim(state)
    return _unclaimed(state) if claim is None else _claim(state, claim)


def _why_not(action: Action, legal: tuple[Action, ...]) -> str:
    known = isinstance(action.tile, int) and action.tile in KINDS  # an Action made by hand may hold anything
    tile = f" {tile_name(action.tile)}" if known and action.tile is not None else ""
    if tile and any(other.type == action.type for other in legal):
        return f"seat {action.seat} may {action.type} now, but not{tile}"
    return f"seat {action.seat} may not {action.type}{tile} now"


def _act(state: HandState, action: Action) -> Step:
    seat, tile = action.seat, action.tile
    match action.type:
        case "win":
            return won(state, seat, "self_draw")
        case "discard" if tile is not None:
            return _discard(state, seat, tile)
        case "kong_concealed" if tile is not None:
            return _kong_concealed(state, seat, tile)
        case "kong_added" if tile is not None:
            return _offer_kong(state, seat, tile)
    raise AssertionError(action)


def _claim(state: HandState, claim: Action) -> Step:
    match claim.type:
        case "win":
            return _win_on(state, claim.seat)
        case "kong_open":
            return _kong_open(state, claim.seat)
        case "pong":
            return _expose(state, claim.seat, "pong", (_tile(state), _tile(state)))
        case "chow" if claim.tiles is not None:
            return _expose(state, claim.seat, "chow", claim.tiles)
    raise AssertionError(claim)


def _unclaimed(state: HandState) -> Step:
    if state.phase == "rob":
        return _kong_added(state)
    return _draw(state, (state.turn + 1) % 4)


def _answered(state: HandState, answer: Action) -> HandState:
    answers = list(state.answers)
    answers[answer.seat] = answer
    return state.changed(answers=tuple(answers))


def _discard(state: HandState, seat: int, tile: Kind) -> Step:
    first = "earth" if state.first == "heaven" else None
    state = state.with_seat(
        seat, state.seats[seat].throwing(tile), phase="claim", drawn=None, replacement=False, first=first,
        last=LastTile(seat, tile, "discard"),
    )  # fmt: skip
    return state, (Event("discard", seat, tile),)


def _kong_concealed(state: HandState, seat: int, tile: Kind) -> Step:
    four = (tile,) * 4
    state = state.with_seat(seat, state.seats[seat].melding(Meld("kong_concealed", four), *four))
    return _after_kong(state, seat, Event("kong", seat, tile, four, "kong_concealed"))


def _offer_kong(state: HandState, seat: int, tile: Kind) -> Step:
    """The fourth tile leaves the hand; until the window closes the meld stays a pong, and stays one if robbed."""
    state = state.with_seat(
        seat, state.seats[seat].giving(tile), phase="rob", drawn=None, replacement=False, first=None, konged=True,
        last=LastTile(seat, tile, "kong_added"),
    )  # fmt: skip
    return state, (Event("kong", seat, tile, (tile,) * 4, "kong_added"),)


def _kong_added(state: HandState) -> Step:
    seat, tile = state.turn, _tile(state)
    own = state.seats[seat]
    melds = tuple(
        Meld("kong_added", (tile,) * 4, meld.from_seat) if meld.type == "pong" and meld.tiles[0] == tile else meld
        for meld in own.melds
    )
    state = state.with_seat(seat, SeatState(own.concealed, melds, own.bonus, own.river), last=None)
    return _draw(state, seat, replacing=True)


def _kong_open(state: HandState, seat: int) -> Step:
    tile = _tile(state)
    four, from_seat = (tile,) * 4, state.turn
    state = _take_discard(state, seat, Meld("kong_open", four, from_seat), (tile,) * 3)
    return _after_kong(state, seat, Event("kong", seat, tile, four, "kong_open"))


def _expose(state: HandState, seat: int, kind: MeldType, used: tuple[Kind, Kind]) -> Step:
    """After a chow or pong the claimer discards directly, without a draw (RULES.md §3.4)."""
    tile = _tile(state)
    meld = Meld(kind, tuple(sorted((tile, *used))), state.turn)
    state = _take_discard(state, seat, meld, used)
    return state, (Event("pong" if kind == "pong" else "chow", seat, tile, meld.tiles),)


def _win_on(state: HandState, seat: int) -> Step:
    """The winner takes the discard out of the river, or the robbed tile that is already out of the konger's hand."""
    by: WinBy = "rob_kong" if state.phase == "rob" else "discard"
    if by == "discard":
        state = state.with_seat(state.turn, state.seats[state.turn].claimed())
    return won(state.with_seat(seat, state.seats[seat].taking(_tile(state))), seat, by)


def _take_discard(state: HandState, seat: int, meld: Meld, used: tuple[Kind, ...]) -> HandState:
    state = state.with_seat(state.turn, state.seats[state.turn].claimed())
    own = state.seats[seat].melding(meld, *used)
    return state.with_seat(seat, own, phase="act", turn=seat, drawn=None, last=None, first=None, answers=NO_ANSWERS)


def _after_kong(state: HandState, seat: int, event: Event) -> Step:
    state, events = _draw(state.changed(konged=True), seat, replacing=True)
    return state, (event, *events)


def _draw(state: HandState, seat: int, replacing: bool = False) -> Step:
    """The seat draws, from the back when replacing a kong or bonus tile; exhaustion ends the hand (RULES.md §3.6)."""
    events: list[Event] = []
    front, back, own = state.front, state.back, state.seats[seat]
    while back - front > EXHAUSTED_AT:
        tile = state.wall[back - 1] if replacing else state.wall[front]
        front, back = (front, back - 1) if replacing else (front + 1, back)
        events.append(Event("draw", seat, tile))
        if tile != state.bonus_kind:
            state = state.with_seat(
                seat, own.taking(tile), front=front, back=back, phase="act", turn=seat, drawn=tile,
                replacement=replacing, first=None, answers=NO_ANSWERS,
            )  # fmt: skip
            return state, tuple(events)
        own, replacing = own.laying_out(1), True
        events.append(Event("bonus", seat, tile))
    state, ending = drawn(state.with_seat(seat, own, front=front, back=back))
    return state, (*events, *ending)


def _dealt(wall: tuple[Kind, ...], place: int) -> tuple[Kind, ...]:
    """The tiles of the seat `place` steps from the dealer: four rounds of four, and the dealer's 17th."""
    rounds = (wall[16 * turn + 4 * place : 16 * turn + 4 * place + 4] for turn in range(4))
    dealt = [tile for four in rounds for tile in four]
    return tuple(sorted(dealt if place else [*dealt, wall[DEALER_EXTRA]]))


def _lay_out_dealt(state: HandState, seat: int) -> Step:
    """Lay out all bonus tiles and replace them from the back, until the seat holds none (RULES.md §2.8)."""
    events: list[Event] = []
    own, tile = state.seats[seat], state.bonus_kind
    while held := own.concealed.count(tile):
        taken = state.wall[state.back - held : state.back][::-1]
        kept = tuple(kind for kind in own.concealed if kind != tile)
        own = SeatState(tuple(sorted(kept + taken)), own.melds, own.bonus + held, own.river)
        state = state.with_seat(
            seat, own, back=state.back - held, drawn=taken[-1] if seat == state.dealer else state.drawn
        )
        events.extend([Event("bonus", seat, tile)] * held)
        events.extend(Event("draw", seat, kind) for kind in taken)
    return state, tuple(events)


def _tile(state: HandState) -> Kind:
    assert state.last is not None
    return state.last.tile
