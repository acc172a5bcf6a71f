"""Fits the chances in games/bots/odds.py to hands between regular bots, and prints them.

    python tools/bot_odds.py [HANDS]

Every throw of every hand is a line: what the hand lacked then, and whether it won; what was thrown, and whether somebody
won on it. Logistic regressions by Newton's method, without any package. The last digits depend on the number of hands.
"""

import hashlib
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from math import exp, log
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from games.bots import choose  # noqa: E402
from games.bots.odds import LIVE_WEIGHT, WILDS  # noqa: E402
from games.bots.outlook import outlook  # noqa: E402
from games.engine.claims import WINDOWS, claimants  # noqa: E402
from games.engine.fairness import fair_deal  # noqa: E402
from games.engine.rules import preset  # noqa: E402
from games.engine.state import HandState  # noqa: E402
from games.engine.table import apply, close_window, start  # noqa: E402
from games.engine.tiles import EAST  # noqa: E402
from games.engine.visibility import seat_view  # noqa: E402

Line = tuple[Sequence[float], bool]
FURTHEST = 5


def main() -> None:
    hands = int(sys.argv[1]) if len(sys.argv) > 1 else 1_200
    winning: dict[int, list[Line]] = defaultdict(list)
    feeding: list[Line] = []
    for number in range(hands):
        for missing, facts, won, thrown, fed in lines_of(number):
            winning[min(missing, FURTHEST + 1)].append((facts, won))
            feeding.append((thrown, fed))
    for missing in range(1, FURTHEST + 1):
        print(f"win, {missing} missing ({len(winning[missing])} throws):", fitted(winning[missing]))
    print(f"fed ({len(feeding)} throws):", fitted(feeding))
    print(f"odds.py gives live tiles {LIVE_WEIGHT} times the weight where more than one tile is missing")


def lines_of(number: int) -> list[tuple[int, list[float], bool, list[float], bool]]:
    """The throws of one hand: tiles missing, facts of the hand, whether it won, facts of the throw, whether it fed."""
    found, seats, fed_last = [], [], False
    for state, seat, action in turns(number):
        if state.phase == "over":
            fed_last = state.result is not None and state.result.by == "discard"
            winner = state.result.winner if state.result else None
            break
        if action.type != "discard":
            continue
        view = seat_view(state, seat)
        now = outlook(view)
        rest, wall = now.without(action.tile), log((view.left - 15) / 40)
        most = max(len(melds) for other, melds in enumerate(view.melds) if other != seat)
        seen = any(action.tile in river for river in view.rivers)
        honour, middle = action.tile >= EAST, action.tile < EAST and 2 <= action.tile % 9 <= 6
        found.append((rest.missing(), [1, log(rest.live() + WILDS - now.wilds + 0.5), wall, now.wilds],
                      [1, now.unseen[action.tile], seen, wall, most, honour, middle]))  # fmt: skip
        seats.append(seat)
    last = len(found) - 1
    return [
        (missing, facts, seat == winner, thrown, fed_last and place == last)
        for place, (seat, (missing, facts, thrown)) in enumerate(zip(seats, found, strict=True))
    ]


def turns(number: int) -> Iterator[tuple[HandState, int, object]]:
    """Every turn of a hand between regular bots: the state before it and the choice; the state at the end."""
    dice, wall = fair_deal(hashlib.sha256(f"yuhuan-odds|{number}".encode()).digest(), "odds", 1, ("", "", "", ""))
    state, _ = start(preset("platform"), wall, number % 4, dice)
    while state.phase != "over":
        if state.phase in WINDOWS:
            for seat in sorted(claimants(state)):
                state, _ = apply(state, choose(seat_view(state, seat)))
            state, _ = close_window(state)
            continue
        action = choose(seat_view(state, state.turn))
        yield state, state.turn, action
        state, _ = apply(state, action)
    yield state, state.turn, None


def fitted(lines: Sequence[Line], rounds: int = 8) -> list[float]:
    """The weights of a logistic regression, hardly pulled towards nought."""
    size = len(lines[0][0])
    weights = [0.0] * size
    for _ in range(rounds):
        matrix = [[1e-3 * (i == j) for j in range(size)] for i in range(size)]
        slope = [-1e-3 * weight for weight in weights]
        for facts, happened in lines:
            chance = 1 / (1 + exp(-sum(weight * fact for weight, fact in zip(weights, facts, strict=True))))
            for i, fact in enumerate(facts):
                slope[i] += (happened - chance) * fact
                for j, other in enumerate(facts):
                    matrix[i][j] += chance * (1 - chance) * fact * other
        weights = [weight + step for weight, step in zip(weights, solved(matrix, slope), strict=True)]
    return [round(weight, 2) for weight in weights]


def solved(matrix: list[list[float]], right: list[float]) -> list[float]:
    """The solution of a small system of linear equations (Gauss and Jordan)."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for i in range(len(rows)):
        pivot = max(range(i, len(rows)), key=lambda row: abs(rows[row][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        for row in range(len(rows)):
            if row != i:
                factor = rows[row][i] / rows[i][i]
                rows[row] = [value - factor * own for value, own in zip(rows[row], rows[i], strict=True)]
    return [row[-1] / row[i] for i, row in enumerate(rows)]


if __name__ == "__main__":
    main()
