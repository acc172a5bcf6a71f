"""E1-E9: what holds in every state of a hand. Pure; a state is games.engine.state.HandState, a play engine.play.Play."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import permutations

from games.engine import table
from games.engine.actions import ACTION_TYPES, Action, IllegalAction
from games.engine.claims import CHOW_PAIRS, WINDOWS
from games.engine.due import next_due
from games.engine.legal import default_action, legal_actions
from games.engine.play import Entry, Play
from games.engine.progress import advance
from games.engine.settlement import settle
from games.engine.state import NO_ANSWERS, HandState
from games.engine.tiles import COPIES, KINDS
from games.engine.wall import EXHAUSTED_AT, WILD_POSITION, bonus_kind, wild_of
from games.invariants.violation import Violation, found

SEATS = range(4)


def tiles_of(state: HandState) -> Iterator[int]:
    """Every tile of a hand, wherever it lies."""
    yield state.wall[WILD_POSITION]
    yield from state.wall[state.front : state.back]
    for seat in state.seats:
        yield from seat.concealed
        yield from seat.river
        yield from [state.bonus_kind] * seat.bonus
        for meld in seat.melds:
            yield from meld.tiles
    if state.phase == "rob" and state.last is not None:
        yield state.last.tile  # the fourth of an added kong, on its way


def check_tiles(state: HandState) -> list[Violation]:
    """E1: four of each kind in wall, hands, melds, rivers, laid out, face up or on their way; the last 16 stay."""
    count = Counter(tiles_of(state))
    wrong = {kind: count[kind] for kind in {*KINDS, *count} if count[kind] != (COPIES if kind in KINDS else 0)}
    return found(
        "E1",
        "",
        [(bool(wrong), f"tiles are not 4 of a kind: {wrong}"), (state.left < EXHAUSTED_AT, "the last 16 were drawn")],
    )


def check_hand_sizes(state: HandState) -> list[Violation]:
    """E2: sixteen at rest, seventeen on turn and with the winner, a meld counting three; sorted; no bonus tile inside."""
    violations = []
    for seat, own in enumerate(state.seats):
        acting = state.phase == "act" and seat == state.turn
        winner = state.result is not None and seat == state.result.winner
        size, wanted = len(own.concealed) + 3 * len(own.melds), 17 if acting or winner else 16
        violations += found(
            "E2", f"seat {seat}", [
                (size != wanted, f"has {size} tiles, not {wanted}"),
                (own.concealed != tuple(sorted(own.concealed)), "its tiles are not in order"),
                (state.bonus_kind in own.concealed, "holds a bonus tile"),
            ],
        )  # fmt: skip
    return violations


def check_accepts_exactly(state: HandState, probes: Iterable[Action] = ()) -> list[Violation]:
    """E3: what is legal is accepted, anything else refused with IllegalAction; the state stays equal either way.

    `probes` are tried beside what is legal and what is nearly so.
    """
    legal = {action for seat in SEATS for action in legal_actions(state, seat)}
    before = repr(state)
    violations = []
    for action in [*legal, *_nearly(legal), *probes]:
        # Equal is not enough: True == 1, and a seat is an int.
        allowed = type(action.seat) is int and action in legal
        try:
            accepted = table.apply(state, action)[0] != state
        except IllegalAction:
            accepted = False
        if accepted != allowed:
            violations.append(
                Violation("E3", f"seat {action.seat}", f"{action}: {'accepted' if accepted else 'refused'}")
            )
    return violations + found("E3", "", [(repr(state) != before, "judging an action changed the state")])


def _nearly(legal: Iterable[Action]) -> Iterator[Action]:
    """Each legal action said by the next seat, as another kind, and with the next tile."""
    for action in legal:
        yield replace(action, seat=(action.seat + 1) % 4)
        yield replace(action, type=ACTION_TYPES[(ACTION_TYPES.index(action.type) + 1) % len(ACTION_TYPES)])
        if action.tile is not None:
            yield replace(action, tile=(action.tile + 1) % len(KINDS))


def check_alive(state: HandState) -> list[Violation]:
    """E4: a hand is never dead, and what belongs to one phase is gone in the others."""
    asked = {seat for seat in SEATS if legal_actions(state, seat)}
    over = state.phase == "over"
    if state.phase in WINDOWS:
        wanted = {seat for seat in SEATS if seat != state.turn and state.answers[seat] is None}
    else:
        wanted = set() if over else {state.turn}
    return found(
        "E4", "", [
            (asked != wanted, f"in {state.phase} seats {sorted(asked)} have a choice, not {sorted(wanted)}"),
            (over != (state.result is not None), "a hand is over exactly when it has a result"),
            (state.phase in WINDOWS and state.last is None, "a window without a tile"),
            (state.phase not in WINDOWS and any(state.answers), "answers outside a window"),
            (state.phase in WINDOWS and state.drawn is not None, "a drawn tile inside a window"),
            (state.first == "earth" and state.phase not in ("claim", "over"), "an earthly hand outside its window"),
            (state.first == "heaven" and state.turn != state.dealer, "a heavenly hand of another than the dealer"),
        ],
    )  # fmt: skip


def check_order(state: HandState) -> list[Violation]:
    """E5: the answers given so far close the window the same way, in whatever order they came."""
    answers = [answer for answer in state.answers if answer is not None]
    if state.phase not in WINDOWS or len(answers) < 2:
        return []
    ends = set()
    for order in permutations(answers):
        after = state.changed(answers=NO_ANSWERS)
        for answer in order:
            after, _ = table.apply(after, answer)
        ends.add(table.close_window(after)[0])
    return found("E5", "", [(len(ends) != 1, f"the order of {answers} matters")])


def check_wilds(state: HandState) -> list[Violation]:
    """E6: the wild kind is the face-up tile's; no wild is thrown, or taken into a chow or pong."""
    melded = [meld for seat in state.seats for meld in seat.melds if meld.type in ("chow", "pong", "kong_open")]
    let_go = [tile for seat in state.seats for tile in seat.river]
    return found(
        "E6", "", [
            (state.wild != wild_of(state.wall), "the wild kind is not that of the tile turned up"),
            (state.bonus_kind != bonus_kind(state.wild), "the bonus kind does not follow from the wild"),
            (state.wild in let_go, "a wild tile was thrown"),
            (any(state.wild in meld.tiles for meld in melded), "a wild tile was claimed"),
            (any(meld.type == "chow" and not _is_run(meld.tiles) for meld in melded), "a chow is no run"),
        ],
    )  # fmt: skip


def _is_run(tiles: tuple[int, ...]) -> bool:
    return len(tiles) == 3 and tiles[1:] in CHOW_PAIRS[tiles[0]]


def check_settlement(state: HandState) -> list[Violation]:
    """E7: the settlement follows from the totals, sums to 0, and turns with the seats."""
    result = state.result
    if result is None:
        return []
    totals = tuple(score.total for score in result.scores)
    violations = found(
        "E7", "", [
            (sum(result.settlement) != 0, f"the settlement sums to {sum(result.settlement)}"),
            ((result.kind == "win") != (result.winner is not None), "a win has a winner, a draw none"),
        ],
    )  # fmt: skip
    for turn in SEATS:

        def moved(seat: int | None, by: int = turn) -> int | None:
            return None if seat is None else (seat + by) % 4

        given = tuple(totals[(seat - turn) % 4] for seat in SEATS)
        settled = settle(given, moved(result.winner), moved(result.from_seat), result.by, result.liable).settlement
        if settled != tuple(result.settlement[(seat - turn) % 4] for seat in SEATS):
            violations.append(Violation("E7", f"turned by {turn}", f"{totals} settle as {settled}"))
    return violations


def check_determined(before: Play, entry: Entry) -> list[Violation]:
    """E8: the same play and entry make the same play and the same events, to the last letter."""
    first, second = advance(before, entry), advance(before, entry)
    return found(
        "E8", f"entry {before.seq + 1}", [(repr(first) != repr(second), f"{entry.type} was judged in two ways")]
    )


def check_default(state: HandState) -> list[Violation]:
    """E9: what is played for a seat whose time is up is legal."""
    if state.phase != "act":
        return []
    action = default_action(state)
    return found(
        "E9", f"seat {state.turn}", [(action not in legal_actions(state, state.turn), f"would be made to {action}")]
    )


def check_in_time(before: Play, entry: Entry) -> list[Violation]:
    """E9: nobody is acted for, nothing dealt and no window closed before its time."""
    if not (entry.auto or entry.type in ("deal", "close")):
        return []
    due = next_due(before)
    return found("E9", f"entry {before.seq + 1}", [(entry.at < due.at, f"{entry.type} at {entry.at}, due at {due.at}")])


def check_due(play: Play) -> list[Violation]:
    """E4 of a whole table: something is due at every moment, for a seat that may do it, and never before its question."""
    due = next_due(play)
    for_seat = due.kind in ("bot", "wish", "timeout")
    may = play.state is not None and due.seat is not None and bool(legal_actions(play.state, due.seat))
    return found(
        "E4", f"hand {play.number}", [
            (for_seat and not may, f"{due.kind} is due for seat {due.seat}, which is asked nothing"),
            (due.at < play.opened_at, "what is due was due before the question"),
        ],
    )  # fmt: skip
