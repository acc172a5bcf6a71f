"""The first lesson: a committed record, replayed by the engine, with cards at the moments that matter.

Its wall was stacked by us (tools/make_lesson.py), so the record has no fairness. It belongs to no table: nothing of it
is ever ranked, paid or stored.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, Final

from games.ending import result_json
from games.engine.actions import Action, action_to_json
from games.engine.clock import TableSettings
from games.engine.hints import hints
from games.engine.legal import legal_actions
from games.engine.play import Play, begin
from games.engine.record import Record, Replayed, replay_record, verify
from games.engine.scoring import score_loser
from games.engine.settlement import silver_after
from games.engine.state import HandState
from games.engine.tiles import tile_names
from games.engine.visibility import Facts, events_for, seat_view, view
from games.handsheet import waits_at_the_end
from games.scoresheet import Wait

FILE: Final = Path(__file__).resolve().parent / "lessons/first_hand.json"
LEARNER: Final = 0
SILVER: Final = 1000
MOMENTS: Final = {
    "wild": 0, "bonus": 0, "throw": 0, "pong": 5, "throw_after_pong": 6, "chow": 13, "get_ready": 14, "ready": 15,
    "kong": 17, "replacement": 18, "let_go": 23, "draw": 26, "win": 31, "score": 32,
}  # fmt: skip
"""Each card and the step of the replay at which it is shown, in the order of the lesson."""
READING: Final = frozenset({"wild", "bonus", "ready", "score"})
"""Cards that ask nothing."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A card without its words. `answer`: what the learner is to do, as an action of docs/protocol.md; None to read on.

    `worth`: what the hand is worth now: `base`, `tai`, `total` should another win (RULES.md §7), at the end as the
    winner's; and `waits` as in a view's hints, each with what winning on it would bring.
    """

    key: str
    step: int
    answer: Mapping[str, Any] | None
    worth: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Lesson:
    """The whole of it. `steps`: views of the learner with their events, JSON-ready; `result` as stored with a hand.

    `waits`: what each seat waited for at the end.
    """

    record: Mapping[str, Any]
    steps: tuple[Mapping[str, Any], ...]
    moments: tuple[Moment, ...]
    result: Mapping[str, Any]
    waits: Sequence[tuple[Wait, ...]]


@cache
def first_lesson() -> Lesson:
    """Read and verified once a process. Raises games.engine.record.RecordError when the committed file does not hold."""
    data = json.loads(FILE.read_text())
    record = verify(data)
    replayed = list(replay_record(record))
    asked = {step: key for key, step in MOMENTS.items() if key not in READING}
    steps = tuple(_step(record, replayed, index, asks=index in asked) for index in range(len(replayed)))
    moments = tuple(
        Moment(key, step, None if key in READING else _answer(replayed, step), worth_now(replayed[step].state))
        for key, step in MOMENTS.items()
    )
    last = replayed[-1].state
    return Lesson(data, steps, moments, _result(record, last), waits_at_the_end(last))


def worth_now(state: HandState) -> dict[str, Any]:
    """What the learner's hand is worth at this moment."""
    if state.result is not None:
        won = state.result.scores[LEARNER]
        return {"base": won.base, "tai": won.tai, "total": won.total, "waits": []}
    own = state.seats[LEARNER]
    seen = seat_view(state, LEARNER)
    score = score_loser(state.rules, state.wild, seen.wind, own.concealed, own.melds, own.bonus)
    found = hints(seen, "all")
    return {"base": score.base, "tai": score.tai, "total": score.total, "waits": found["ready"] if found else []}


def _answer(replayed: list[Replayed], step: int) -> dict[str, Any]:
    """What the record does next; a window that closes without a claim was passed."""
    action = replayed[step + 1].action or Action(LEARNER, "pass")
    assert action.seat == LEARNER, f"step {step + 1} is not the learner's"
    return action_to_json(action)


def _step(record: Record, replayed: list[Replayed], index: int, *, asks: bool) -> dict[str, Any]:
    """One step as the table draws it; where something is asked, with a decision and what is legal."""
    at = replayed[index]
    over = at.state.phase == "over"
    silver = [SILVER + moved for moved in _silver_moved(at.state)] if over else [SILVER] * 4
    shown = view(
        _play(record, at.state),
        LEARNER,
        Facts(event=record.event, names=record.players, silver=silver, points=silver, away=frozenset(), now=0),
    )
    legal = [action_to_json(action) for action in legal_actions(at.state, LEARNER)] if asks else []
    question = {"decision": f"lesson.{index}" if asks else None, "legal": legal, "deadline_ms": None}
    return {"view": shown | question, "events": events_for(at.events, LEARNER)}


def _play(record: Record, state: HandState) -> Play:
    settings = TableSettings(hands_per_table=1)
    dealt = begin(record.table, record.hand, record.dealer, record.rules, settings, frozenset({1, 2, 3}), "", b"", {})
    return replace(dealt, state=state)


def _result(record: Record, state: HandState) -> dict[str, Any]:
    assert state.result is not None
    moved = _silver_moved(state)
    told = result_json(_play(record, state), state.result)
    return told | {
        "silver_moved": moved,
        "silver": [SILVER + change for change in moved],
        "wild": tile_names([state.wild])[0],
    }


def _silver_moved(state: HandState) -> list[int]:
    """What a championship's table would have moved."""
    assert state.result is not None
    after, _moves = silver_after(state.result.payments, [SILVER] * 4, TableSettings().silver_per_unit)
    return [silver - SILVER for silver in after]
