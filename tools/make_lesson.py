"""Writes the record of the first lesson: a hand on a wall we stacked, played through the engine.

    .venv/bin/python -m tools.make_lesson

The learner is seat 0, the dealer. A test compares the committed file with what this makes.
"""

import json
from pathlib import Path
from typing import Any, Final

from games.engine.record import Decision, make_record
from tests.engine.stacking import said, stacked

FILE: Final = Path(__file__).resolve().parents[1] / "games/lessons/first_hand.json"
HANDS: Final = {
    0: "4m6m9m2p2p2p5p7p7s8s3s3m3m4z5z6z6z",
    1: "1m2m8m8m9m4p4p6p1s1s5s6s9s1z2z7z",
    2: "1m7m8m9m3p4p6p8p9p2s2s4s6s6z2z7z",
    3: "1m2m5m6m8m1p1p1p3p8p5s6s9s9s5z1z",
}
"""As dealt, the learner's seventeenth last; each of seats 0 and 3 has a bonus tile."""
FRONT: Final = "9s 6s 4p 5s 4m 2p 9m 3m 7m 7z 7s 6p".replace(" ", "")
BACK: Final = "1s 8p 3z".replace(" ", "")
SCRIPT: Final = (
    "0 discard 4z",
    "1 discard 2z", "2 discard 6z", "0 pong", "0 discard 9m",
    "1 discard 7z", "2 discard 2z", "3 discard 5m", "0 chow 4m6m", "0 discard 1s",
    "1 discard 2p", "0 kong_open", "0 discard 3z",
    "1 discard 1z", "2 discard 3m", "3 discard 1z", "0 discard 7z",
    "1 discard 9m", "2 discard 6p", "0 win",
)  # fmt: skip
PLAYERS: Final = ("你", "阿潮", "小渔", "大帆")


def lesson() -> dict[str, Any]:
    """The record, JSON-ready."""
    table = stacked(HANDS, wild="3s", front=FRONT, back=BACK)
    table.play(*SCRIPT)
    decisions = [Decision(said(words)) for words in SCRIPT]
    return make_record(
        table.state, event="lesson", table="first-hand", hand=1, players=PLAYERS, decisions=decisions, fairness=None
    )


if __name__ == "__main__":
    FILE.write_text(json.dumps(lesson(), ensure_ascii=False, indent=1) + "\n")
