"""The engine alone: hands played by the simplest legal bots, beside @kobalab/majiang-core playing its own game.

    python benchmarks/bench_engine.py [HANDS [ROUNDS]]

Both games' bots win when they may and otherwise throw what they drew; every window after a discard is judged for all
three others. Rounds alternate. Prints JSON: hands and discards per CPU second, our rate divided by the peer's. The
peer needs Node and `npm install` in benchmarks/peers (`make bench` does it); without them it is left out and named.
"""

import json
import shutil
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from benchmarks.measure import beside, show  # noqa: E402
from games.engine.claims import claims_of  # noqa: E402
from games.engine.fairness import fair_deal  # noqa: E402
from games.engine.legal import default_action, legal_actions  # noqa: E402
from games.engine.rules import Rules, preset  # noqa: E402
from games.engine.state import HandState  # noqa: E402
from games.engine.table import apply, close_window, start  # noqa: E402

HANDS = 400
ROUNDS = 3
PEERS = Path(__file__).resolve().parent / "peers"
PEER = "@kobalab/majiang-core"


def play(rules: Rules, number: int) -> tuple[HandState, int]:
    """A hand whose wall follows from its number, and how many tiles were thrown."""
    dice, wall = fair_deal(number.to_bytes(32, "big"), "bench", 1, ("", "", "", ""))
    state, _ = start(rules, wall, number % 4, dice)
    discards = 0
    while state.phase != "over":
        if state.phase == "act":
            state, discards = _turn(state), discards + 1
        else:
            state = _window(state)
    return state, discards


def _turn(state: HandState) -> HandState:
    first = legal_actions(state, state.turn)[0]
    return apply(state, first if first.type == "win" else default_action(state))[0]


def _window(state: HandState) -> HandState:
    for seat in range(4):
        claims = claims_of(state, seat)
        if claims and claims[0].type == "win":
            state, _ = apply(state, claims[0])
    return close_window(state)[0] if state.phase in ("claim", "rob") else state


def ours(hands: int, number: int) -> Counter[str]:
    """That many hands: hands, discards, wins, CPU seconds."""
    rules = preset("platform")
    found: Counter[str] = Counter()
    began = time.process_time()
    for hand in range(hands):
        state, discards = play(rules, number * hands + hand)
        found["hands"] += 1
        found["discards"] += discards
        found["wins"] += state.result is not None and state.result.kind != "draw"
    found["cpu"] = time.process_time() - began  # type: ignore[assignment]
    return found


def theirs(hands: int) -> dict[str, float]:
    """The same of the peer, in a process of its own."""
    done = subprocess.run(
        ["node", "majiang_core.cjs", str(hands)], cwd=PEERS, check=True, capture_output=True, text=True
    )
    return dict(json.loads(done.stdout))


def main() -> None:
    hands = int(sys.argv[1]) if len(sys.argv) > 1 else HANDS
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else ROUNDS
    there = shutil.which("node") is not None and (PEERS / "node_modules" / PEER).is_dir()
    ours(max(1, hands // 10), rounds)  # warms the tables
    runs: dict[str, list[dict[str, float]]] = {"yuhuan": []} | ({PEER: []} if there else {})
    for number in range(rounds):
        runs["yuhuan"].append(dict(ours(hands, number)))
        if there:
            runs[PEER].append(theirs(hands))
    figures = {
        what: beside({name: [run[what] / run["cpu"] for run in done] for name, done in runs.items()}, "yuhuan")
        for what in ("hands", "discards")
    }
    wins = {
        name: round(sum(run["wins"] for run in done) / sum(run["hands"] for run in done), 3)
        for name, done in runs.items()
    }
    show({"hands a round": hands, "rounds": rounds, "missing": [] if there else [PEER], "share won": wins, **figures})


if __name__ == "__main__":
    main()
