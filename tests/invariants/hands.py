"""E, P and G: the cases of hands (tests.invariants.planted)."""

from dataclasses import replace
from functools import cache
from itertools import count
from typing import Any

from games.engine import table
from games.engine.actions import Action
from games.engine.due import Due
from games.engine.fairness import commitment
from games.engine.play import Play
from games.engine.state import HandState
from games.engine.visibility import Facts, count_for, view
from games.invariants import engine, log, privacy
from games.invariants.log import Journal
from games.invariants.privacy import Promise, Seen
from tests.invariants.planted import Case, replaced
from tests.invariants.plays import Step, log_of, played

FACTS = Facts("cup", "甲乙丙丁", [1000] * 4, [1000] * 4, frozenset(), now=5_000)


@cache
def steps() -> tuple[Step, ...]:
    """Every step of some hands, in natural and uniform windows."""
    return tuple(step for seed in range(8) for step in played(seed, claim_mode=("natural", "uniform")[seed % 2]))


@cache
def states() -> tuple[HandState, ...]:
    return tuple(after.state for _, _, after in steps() if after.state is not None)


def state(phase: str, **wanted: Any) -> HandState:
    """The first state in this phase with these properties."""
    return next(one for one in states() if one.phase == phase and all(getattr(one, k) == v for k, v in wanted.items()))


def play(phase: str, mode: str = "natural") -> Play:
    return next(p for _, _, p in steps() if p.phase == phase and p.settings.claim_mode == mode)


def answered() -> HandState:
    """A window with at least two answers."""
    return next(one for one in states() if one.phase in ("claim", "rob") and sum(map(bool, one.answers)) > 1)


def seen(of: Play, viewer: int | None, **more: Any) -> Seen:
    return Seen(of, viewer, FACTS, {**view(of, viewer, FACTS), **more})


@cache
def a_log() -> log.Log:
    return log_of(list(played(3)))


def line(number: int, **changes: Any) -> log.Log:
    """The log with one of its lines changed."""
    lines = list(a_log().lines)
    lines[number] = replace(lines[number], **changes)
    return replace(a_log(), lines=tuple(lines))


def with_concealed(one: HandState, seat: int, change: Any) -> HandState:
    own = one.seats[seat]
    return one.with_seat(seat, replace(own, concealed=change(own.concealed)))


def _accepts_all() -> Any:
    with replaced(table, apply=lambda one, action: (one.changed(front=one.front + 1), ())):
        return engine.check_accepts_exactly(state("act"))


def _refuses_discards() -> Any:
    def apply(given: HandState, action: Action) -> Any:
        raise table.IllegalAction("not today")

    with replaced(table, apply=apply):
        return engine.check_accepts_exactly(state("act"))


def _last_counts() -> Any:
    real = table.apply
    with replaced(table, apply=lambda one, action: (real(one, action)[0].changed(bonus_kind=action.seat), ())):
        return engine.check_order(answered())


def _differently_each_time() -> Any:
    number = count()
    before, entry, _ = steps()[3]
    with replaced(engine, advance=lambda *_: (next(number), ())):
        return engine.check_determined(before, entry)


def _illegal_default() -> Any:
    with replaced(engine, default_action=lambda one: Action(one.turn, "pass")):
        return engine.check_default(state("act"))


def _early(step: Step) -> tuple[Play, Any]:
    before, entry, _ = step
    return before, replace(entry, at=entry.at - 1)


def _due(due: Due, of: Play) -> Any:
    with replaced(engine, next_due=lambda *_: due):
        return engine.check_due(of)


def _leaks_the_wall() -> Any:
    def leaking(of: Play, viewer: int | None, facts: Facts) -> dict[str, Any]:
        assert of.state is not None
        return {**view(of, viewer, facts), "left": of.state.wall[of.state.front]}

    with replaced(privacy, view=leaking):
        one = play("act")
        return privacy.check_interference(Seen(one, 2, FACTS, leaking(one, 2, FACTS)))


def _shows_a_neighbour() -> Any:
    def leaking(of: Play, viewer: int | None, facts: Facts) -> dict[str, Any]:
        assert of.state is not None
        return {**view(of, viewer, facts), "waits": list(of.state.seats[1].concealed)}

    with replaced(privacy, view=leaking):
        one = play("claim")
        return privacy.check_interference(Seen(one, None, FACTS, leaking(one, None, FACTS)))


def _early_window() -> Any:
    one = play("claim", "uniform")
    with replaced(privacy, next_due=lambda _: Due(one.opened_at + 1, "close")):
        return privacy.check_window(one)


def _told_to_all() -> Any:
    before, entry, after = next(s for s in steps() if s[0].in_window and s[1].type == "act" and s[2].in_window)
    return privacy.check_silence(before, replace(after, v=tuple(n + 1 for n in before.v)), entry.seat)


SEED = bytes(range(32))
KEPT = Promise("h1", "t1", 1, commitment(SEED, "t1", 1), SEED.hex(), True)
LIVE = replace(KEPT, hand="h2", number=2, commitment=commitment(SEED, "t1", 2), server_seed="", over=False)
JOURNAL = Journal(frozenset({"a", "b", "c"}), {"a": 3, "b": 4}, (("a", 3), ("b", 4)))
OVER = next(one for one in states() if one.result is not None and one.result.kind == "win")

CASES = [
    Case(engine.check_tiles, [(one,) for one in states()], {
        "a tile too many": lambda: engine.check_tiles(with_concealed(state("act"), 1, lambda own: (*own, own[0]))),
        "a tile of another kind": lambda: engine.check_tiles(with_concealed(state("act"), 1, lambda own: ((own[0] + 1) % 34, *own[1:]))),
        "no such tile": lambda: engine.check_tiles(with_concealed(state("act"), 1, lambda own: (*own[:-1], 34))),
    }),
    Case(engine.check_hand_sizes, [(one,) for one in states()], {
        "a tile too few": lambda: engine.check_hand_sizes(with_concealed(state("act"), 1, lambda own: own[1:])),
        "out of order": lambda: engine.check_hand_sizes(with_concealed(state("act"), 1, lambda own: own[::-1])),
        "a bonus tile in the hand": lambda: engine.check_hand_sizes(state("act").changed(bonus_kind=state("act").seats[0].concealed[0])),
    }),
    Case(engine.check_accepts_exactly, [(one,) for one in states()[::9]], {
        "everything is accepted": _accepts_all, "a discard is refused": _refuses_discards,
    }),
    Case(engine.check_alive, [(one,) for one in states()], {
        "over without a result": lambda: engine.check_alive(state("act").changed(phase="over")),
        "a window without a tile": lambda: engine.check_alive(state("claim").changed(last=None)),
        "an answer outside a window": lambda: engine.check_alive(state("act").changed(answers=(None, Action(1, "pass"), None, None))),
        "a heavenly hand of another": lambda: engine.check_alive(next(s for s in states() if s.turn != s.dealer).changed(first="heaven")),
    }),
    Case(engine.check_due, [(after,) for _, _, after in steps()], {
        "due for nobody": lambda: _due(Due(9**9, "timeout", (play("act").state.turn + 1) % 4), play("act")),
        "due before it was asked": lambda: _due(Due(-1, "close"), play("claim")),
    }),
    Case(engine.check_order, [(one,) for one in states()], {"who answers last counts": _last_counts}),
    Case(engine.check_wilds, [(one,) for one in states()], {
        "a wild thrown": lambda: engine.check_wilds(state("act").with_seat(0, replace(state("act").seats[0], river=(state("act").wild,)))),
        "another wild": lambda: engine.check_wilds(state("act").changed(wild=(state("act").wild + 1) % 34)),
    }),
    Case(engine.check_settlement, [(one,) for one in states()], {
        "not to zero": lambda: engine.check_settlement(OVER.changed(result=replace(OVER.result, settlement=(1, 0, 0, 0)))),
        "to other seats": lambda: engine.check_settlement(
            OVER.changed(result=replace(OVER.result, settlement=OVER.result.settlement[1:] + OVER.result.settlement[:1]))),
        "a winner of nothing": lambda: engine.check_settlement(OVER.changed(result=replace(OVER.result, kind="draw"))),
    }),
    Case(engine.check_determined, [step[:2] for step in steps()[::5]], {"differently each time": _differently_each_time}),
    Case(engine.check_default, [(one,) for one in states()], {"passing one's turn": _illegal_default}),
    Case(engine.check_in_time, [step[:2] for step in steps()], {
        "before its time": lambda: engine.check_in_time(*_early(steps()[0])),
        "acted for too soon": lambda: engine.check_in_time(*_early(next(step for step in steps() if step[1].auto))),
        "a window closed too soon": lambda: engine.check_in_time(*_early(next(step for step in steps() if step[1].type == "close"))),
    }),
    Case(privacy.check_same_output, [("seat 1", ["a", "b"], ["a", "b"])], {
        "another byte": lambda: privacy.check_same_output("seat 1", ["a", "b"], ["a", "c"]),
        "another number of messages": lambda: privacy.check_same_output("seat 1", ["a"], ["a", "a"]),
    }),
    Case(privacy.check_interference, [(seen(p, v),) for _, _, p in steps()[::3] for v in (0, 3, None)], {
        "the next tile of the wall": _leaks_the_wall, "a neighbour's hand": _shows_a_neighbour,
    }),
    Case(privacy.check_canaries, [({"log": ["nothing"], "frames": []}, ["TILE-1"])], {
        "in a log": lambda: privacy.check_canaries({"log": ["drew TILE-1"]}, ["TILE-1"]),
    }),
    Case(privacy.check_shape, [(seen(p, v),) for _, _, p in steps()[::3] for v in (0, 1, None)], {
        "the log's number": lambda: privacy.check_shape(seen(play("act"), 1, seq=17)),
        "tiles for a count": lambda: privacy.check_shape(seen(play("act"), 1, counts=[["1m"]] * 4)),
        "a hand for a watcher": lambda: privacy.check_shape(seen(play("act"), None, mine=["1m"])),
        "more in a meld": lambda: privacy.check_shape(seen(play("act"), 1, melds=[[{"type": "chow", "tiles": [], "from": 1, "id": 7}]])),
    }),
    Case(privacy.check_window, [(after,) for _, _, after in steps()], {
        "closing early": _early_window,
        "asking who can claim": lambda: privacy.check_window(
            replace(play("claim", "uniform"), clocks=tuple(replace(c, asked=False) for c in play("claim", "uniform").clocks))),
    }),
    Case(privacy.check_silence, [(before, after, entry.seat) for before, entry, after in steps()], {"an answer told to all": _told_to_all}),
    Case(privacy.check_counter, [(seen(p, v), count_for(p, v)) for _, _, p in steps()[::5] for v in (0, None)], {
        "the log's number": lambda: privacy.check_counter(seen(play("act", "uniform"), 1), play("act", "uniform").seq + 1_000),
    }),
    Case(privacy.check_seeds, [([KEPT, LIVE],)], {
        "readable while live": lambda: privacy.check_seeds([replace(KEPT, over=False)]),
        "kept back": lambda: privacy.check_seeds([replace(KEPT, server_seed="")]),
        "not the promised one": lambda: privacy.check_seeds([replace(KEPT, server_seed="00" * 32)]),
        "twice": lambda: privacy.check_seeds([KEPT, replace(KEPT, hand="h3")]),
    }),
    Case(log.check_numbers, [(a_log(),)], {
        "a gap": lambda: log.check_numbers(replace(a_log(), lines=a_log().lines[:5] + a_log().lines[6:])),
        "twins": lambda: log.check_numbers(replace(a_log(), lines=(*a_log().lines, a_log().lines[-1]))),
        "the hand counts on": lambda: log.check_numbers(replace(a_log(), seq=a_log().seq + 1)),
    }),
    Case(log.check_replay, [(a_log(),), (log_of(list(played(4, claim_mode="uniform"))),)], {
        "an illegal action": lambda: log.check_replay(line(1, payload={"type": "kong_added", "tile": "1z"})),
        "nonsense": lambda: log.check_replay(line(1, type="dream")),
        "another v": lambda: log.check_replay(line(1, v=99)),
        "another result": lambda: log.check_replay(replace(a_log(), result={**a_log().result, "settlement": [1, -1, 0, 0]})),
        "other totals": lambda: log.check_replay(replace(a_log(), result={**a_log().result, "seats": []})),
        "over too early": lambda: log.check_replay(replace(a_log(), lines=a_log().lines[:-1], live=None)),
        "another play in memory": lambda: log.check_replay(replace(a_log(), live=a_log().begun)),
    }),
    Case(log.check_journal, [(JOURNAL,)], {
        "lost": lambda: log.check_journal(replace(JOURNAL, stored=(("a", 3),))),
        "invented": lambda: log.check_journal(replace(JOURNAL, stored=(*JOURNAL.stored, ("x", 1)))),
    }),
    Case(log.check_once, [(JOURNAL,)], {
        "stored twice": lambda: log.check_once(replace(JOURNAL, stored=(*JOURNAL.stored, ("a", 3)))),
        "acknowledged otherwise": lambda: log.check_once(replace(JOURNAL, acked={"a": 4})),
    }),
    Case(log.check_ids, [(a_log(),)], {
        "one id, two lines": lambda: log.check_ids(replace(a_log(), lines=(*a_log().lines, replace(a_log().lines[1], seq=999)))),
    }),
    Case(log.check_chain, [(a_log(),)], {
        "a changed action": lambda: log.check_chain(line(2, at_ms=a_log().lines[2].at_ms + 1)),
        "a changed hash": lambda: log.check_chain(line(-1, hash="0" * 64)),
        "the last line cut off": lambda: log.check_chain(replace(a_log(), lines=a_log().lines[:-1], seq=a_log().seq - 1)),
        "a whole chain made anew": lambda: log.check_chain(replace(a_log(), result={"log_hash": "0" * 64})),
        "another beginning": lambda: log.check_chain(replace(a_log(), number=2)),
    }),
    Case(log.check_readable, [(a_log(),)], {"forgotten": lambda: log.check_readable(replace(a_log(), rules="platform@0")),
                "sealed for ever": lambda: log.check_readable(replace(a_log(), begun=None, unreadable="wrong key"))}),
]  # fmt: skip
