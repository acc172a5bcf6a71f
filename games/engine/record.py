"""Hand records: written from a finished hand, replayed action by action, and verified whole (RECORD.md)."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from games.engine.actions import Action, IllegalAction, action_to_json
from games.engine.claims import WINDOWS, best_claim
from games.engine.events import Event
from games.engine.fairness import HEAT_SCHEME, SCHEME, commitment, fair_deal
from games.engine.outcome import Step
from games.engine.recordform import FORMAT, Decision, Fairness, Record, RecordError, parse_line, read_record
from games.engine.rules import overrides_of
from games.engine.state import HandResult, HandState
from games.engine.table import apply, close_window, start
from games.engine.tiles import tile_name, write_tiles

__all__ = [
    "Decision", "Fairness", "Logged", "Record", "RecordError", "Replayed", "make_record", "parse_line", "played",
    "read_record", "replay_record", "result_to_json", "verify",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Logged:
    """One step of a live hand's log: an action or answer, or None where a window closed; `at` in ms."""

    action: Action | None
    at: int | None = None
    auto: bool = False


@dataclass(frozen=True, slots=True)
class Replayed:
    """One step of a replay. `action` and its `index` in the record are None for the deal and where all passed."""

    action: Action | None
    index: int | None
    state: HandState
    events: tuple[Event, ...]


def make_record(
    state: HandState, *, event: str, table: str, hand: int, players: Sequence[str], decisions: Iterable[Decision],
    fairness: Fairness | None,
) -> dict[str, Any]:  # fmt: skip
    """The record of a finished hand, JSON-ready. `decisions` are those that took effect (see `played`)."""
    if state.result is None:
        raise ValueError("the hand is not over")
    overrides = overrides_of(state.rules)
    return {
        "format": FORMAT,
        "rules": state.rules.label,
        **({"overrides": overrides} if overrides else {}),
        "event": event,
        "table": table,
        "hand": hand,
        "players": list(players),
        "dealer": state.dealer,
        "dice": [list(roll) for roll in state.dice],
        "wall": write_tiles(state.wall),
        "wild": tile_name(state.wild),
        "fairness": _fairness_to_json(fairness),
        "actions": [_decision_to_json(decision, state.result) for decision in decisions],
        "result": result_to_json(state.result),
    }


def played(state: HandState, log: Iterable[Logged]) -> tuple[HandState, tuple[Decision, ...]]:
    """A dealt hand played on by its log, to its end if it has one: the state then, and what of the log took effect.

    What took effect are turns, and of each window the claim that got the tile. `ms` is the time since the decision
    before (a claim counts at its window's close), the first since 0. Raises IllegalAction where the log does.
    """
    decisions: list[Decision] = []
    autos: dict[int, bool] = {}
    before = 0
    for step in log:
        if state.phase == "over":
            break
        taken = best_claim(state) if step.action is None else step.action
        if taken is not None and (step.action is None or state.phase not in WINDOWS):
            auto = autos.get(taken.seat, False) if step.action is None else step.auto
            ms = None if step.at is None else max(0, step.at - before)
            decisions.append(Decision(taken, None, ms, auto))
            before = step.at if step.at is not None else before
        if step.action is None:
            autos = {}
            state, _ = close_window(state)
        else:
            autos[step.action.seat] = step.auto
            state, _ = apply(state, step.action)
    return state, tuple(decisions)


def replay_record(record: Record) -> Iterator[Replayed]:
    """Every state of the hand, the deal first. Raises RecordError at the first action the rules do not allow."""
    state, events = start(record.rules, record.wall, record.dealer, record.dice)
    yield Replayed(None, None, state, events)
    for index, decision in enumerate(record.decisions):
        where = f"actions[{index}]"
        if state.phase in WINDOWS and not _is_claim(decision):
            state, events = close_window(state)
            yield Replayed(None, None, state, events)
        state, events = _play(state, decision, where)
        yield Replayed(decision.action, index, state, events)
    if state.phase in WINDOWS:
        state, events = close_window(state)
        yield Replayed(None, None, state, events)
    if state.phase != "over":
        raise RecordError(f"actions[{len(record.decisions)}]", f"is missing: {_situation(state)}")


def verify(data: Any) -> Record:
    """Check everything a record says: form, seeds, wall, each action, result. Raises RecordError at the first fault."""
    record = read_record(data)
    _check_fairness(record)
    state = [step.state for step in replay_record(record)][-1]
    assert state.result is not None
    difference = _difference("result", record.result, result_to_json(state.result))
    if difference is not None:
        raise difference
    return record


def result_to_json(result: HandResult) -> dict[str, Any]:
    """RECORD.md's `result`."""
    return {
        "kind": result.kind,
        "winner": result.winner,
        "from": result.from_seat,
        "by": result.by,
        "seats": [{"base": score.base, "tai": score.tai, "total": score.total} for score in result.scores],
        "settlement": list(result.settlement),
    }


def _is_claim(decision: Decision) -> bool:
    if decision.action.type == "win":
        return decision.by != "self_draw"
    return decision.action.type in ("chow", "pong", "kong_open")


def _play(state: HandState, decision: Decision, where: str) -> Step:
    action = decision.action
    if state.phase == "over":
        raise RecordError(where, "the hand is already over")
    by = {"act": "self_draw", "claim": "discard", "rob": "rob_kong"}[state.phase]
    if action.type == "win" and decision.by != by:
        raise RecordError(f"{where}.by", f"is {decision.by!r}, a win is by {by!r} here: {_situation(state)}")
    try:
        state, events = apply(state, action)
    except IllegalAction as error:
        raise RecordError(where, f"{_words(action)} is not possible: {_why_not(state, action)}") from error
    return close_window(state) if _is_claim(decision) else (state, events)


def _words(action: Action) -> str:
    said = " ".join(str(value) for value in action_to_json(action).values())
    return f"seat {action.seat}'s {said}"


def _why_not(state: HandState, action: Action) -> str:
    on_turn = state.phase == "act" and action.seat == state.turn
    if on_turn and action.tile is not None and action.tile not in state.seats[action.seat].concealed:
        return f"seat {action.seat} does not hold {tile_name(action.tile)}"
    return _situation(state)


def _situation(state: HandState) -> str:
    if state.phase in WINDOWS and state.last is not None:
        return f"seat {state.turn} has let {tile_name(state.last.tile)} go ({state.last.type})"
    return f"seat {state.turn} is on turn" if state.drawn is not None else f"seat {state.turn} must discard"


def _check_fairness(record: Record) -> None:
    """Recompute commitment, dice and wall; dealer and hand number are not compared (RECORD.md)."""
    if record.fairness is None:
        return
    seed, name = bytes.fromhex(record.fairness.server_seed), record.fairness.heat or record.table
    committed = commitment(seed, name, record.hand)
    if record.fairness.commitment != committed:
        raise RecordError("fairness.commitment", f"is not that of the server seed, table and hand: {committed}")
    dice, wall = fair_deal(seed, name, record.hand, record.fairness.client_seeds)
    if record.dice != dice:
        raise RecordError("dice", f"the seeds give {[list(roll) for roll in dice]}")
    for place, (tile, fair) in enumerate(zip(record.wall, wall, strict=True)):
        if tile != fair:
            raise RecordError("wall", f"tile {place} is {tile_name(tile)}, the seeds give {tile_name(fair)}")


def _difference(where: str, given: Any, right: Any) -> RecordError | None:
    """The first place where two JSON values differ; true is not 1 and 1.0 is not 1."""
    if isinstance(right, dict) and isinstance(given, dict):
        missing = [name for name in right if name not in given]
        if missing:
            return RecordError(f"{where}.{missing[0]}", "is missing")
        extra = [name for name in given if name not in right]
        if extra:
            return RecordError(f"{where}.{extra[0]}", "does not belong here")
        parts = ((f"{where}.{name}", given[name], right[name]) for name in right)
    elif isinstance(right, list) and isinstance(given, list) and len(given) == len(right):
        parts = ((f"{where}[{i}]", given[i], right[i]) for i in range(len(right)))
    elif type(given) is type(right) and given == right:
        return None
    else:
        return RecordError(where, f"is {given!r}, replaying gives {right!r}")
    return next((found for part in parts if (found := _difference(*part)) is not None), None)


def _decision_to_json(decision: Decision, result: HandResult) -> dict[str, Any]:
    data = {"seat": decision.action.seat, **action_to_json(decision.action)}
    if decision.action.type == "win":
        data["by"] = result.by
    if decision.auto:
        data["auto"] = True
    if decision.ms is not None:
        data["ms"] = decision.ms
    return data


def _fairness_to_json(fairness: Fairness | None) -> dict[str, Any] | None:
    if fairness is None:
        return None
    data = {**asdict(fairness), "client_seeds": list(fairness.client_seeds)}
    if fairness.heat is None:
        del data["heat"]
    return {"scheme": SCHEME if fairness.heat is None else HEAT_SCHEME, **data}
