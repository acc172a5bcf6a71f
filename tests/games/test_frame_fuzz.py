"""Changed frames by the thousand, over real sockets: no traceback, nothing changes, nobody else hears, no memory goes.

100,000 with FULL=1 (`make faults`).
"""

import gc
import json
import random
from collections import Counter
from typing import Any

import psutil
import pytest
from django.apps import apps
from websockets.exceptions import ConnectionClosed

from accounts import socket as pace
from games.models import Hand, LoggedAction
from tests.faults import report
from tests.games.frame_mutations import mutated, obeyed
from tests.games.sockets import Socket
from tests.sizes import FULL, sized

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

FRAMES = sized(5_000, 100_000)
WARM_UP = sized(1_000, 5_000)
AT_ONCE = 100
CHANGES_SOMETHING = ("auto", "wish", "phrase", "call", "report")
MARK = {"type": "think", "decision": "no such decision"}
NOT_A_SITUATION = ("games_presence", "games_heartbeat", "accounts_token", "django_session")


def test_changed_frames_leave_no_trace(monkeypatch, dealt, players, open_socket, errors):
    monkeypatch.setattr(pace, "MAX_MALFORMED_A_MINUTE", 10**9)
    monkeypatch.setattr(pace, "SOCKET_PACE", (1e9, 1e9))
    monkeypatch.setattr(pace, "SESSION_PACE", (1e9, 1e9))
    table = dealt(turn_ms=3_600_000)
    neighbour = open_socket(table.id, players[1])
    v = neighbour.next("view")["v"]
    senders = [Sender(open_socket, table.id, players[2], seed=1), Sender(open_socket, table.id, None, seed=2)]
    before, sent, memory = situation(), 0, 0
    while sent < WARM_UP + FRAMES:
        sent += sum(sender.send_some() for sender in senders)
        if not memory and sent >= WARM_UP:
            memory = resident()
        drain(neighbour, v)
    assert resident() - memory < 10_000_000
    assert [record.getMessage() for record in errors] == []
    assert situation() == before
    answers = sum((sender.answers for sender in senders), Counter())
    assert "broken" not in answers
    assert {code for code in answers if code.isdigit()} <= {"1007", "1009"}
    assert min(answers[kind] for kind in ("malformed", "illegal", "stale", "pong", "view")) > FRAMES / 1_000
    told = f"{sent:,} frames: {dict(answers)}, {(resident() - memory) / 1e6:+.1f} MB."
    print(f"\n{told}")
    if FULL:
        report.note("Changed frames", told)


class Sender:
    """Somebody who sends changed frames, and demands an answer of the right kind to every one of them."""

    def __init__(self, open_socket: Any, table_id: str, player: Any, seed: int) -> None:
        self.open = lambda: open_socket(table_id, player)
        self.socket: Socket = self.open()
        self.watcher, self.chance = player is None, random.Random(seed)
        self.answers: Counter[str] = Counter()

    def send_some(self) -> int:
        """A hundred frames, then one that is always answered; returns how many went out before a socket closed."""
        frames = [frame for frame in (mutated(self.chance) for _ in range(AT_ONCE)) if not self.would_count(frame)]
        expected = Counter(kind for frame in frames for kind in self.due(frame))
        mark = f"mark{self.chance.getrandbits(60)}"
        try:
            for frame in (*frames, json.dumps(MARK | {"id": mark})):
                self.socket.send(frame)
            self.listen(mark, expected)
        except ConnectionClosed as closed:
            self.answers[str(closed.rcvd.code if closed.rcvd else "broken")] += 1
            self.socket = self.open()
        return len(frames)

    def would_count(self, frame: str | bytes) -> bool:
        """Whether it is a good frame, which may change something."""
        said = obeyed(frame) if isinstance(frame, str) else None
        return said is not None and not self.watcher and said["type"] in CHANGES_SOMETHING

    def due(self, frame: str | bytes) -> list[str]:
        said = obeyed(frame) if isinstance(frame, str) else None
        if said is None:
            return ["malformed"]
        return {"ping": ["pong"], "hidden": [], "sync": []}.get(said["type"], ["judged"])

    def listen(self, mark: str, expected: Counter[str]) -> None:
        heard: Counter[str] = Counter()
        while True:
            message = self.socket.next(within=30)
            if message.get("id") == mark:
                break
            kind = message.get("code", message["type"])
            self.answers[kind] += 1
            heard[kind] += 1
            assert kind in ("view", "pong", "malformed", "illegal", "stale"), message
        judged = heard["illegal"] + heard["stale"]
        # An action of the right form may still be none (`malformed`): by then both words are right for it.
        assert heard["pong"] == expected["pong"]
        assert heard["malformed"] >= expected["malformed"]
        assert heard["malformed"] + judged == expected["malformed"] + expected["judged"]


def situation() -> dict[str, Any]:
    """Everything that a frame could have changed: the log, the hand, and how much there is of anything."""
    counts = {model._meta.db_table: model._default_manager.count() for model in apps.get_models()}
    kept = {name: count for name, count in counts.items() if name not in NOT_A_SITUATION}
    hand = Hand.objects.values("seq", "state", "due_at", "result").get()
    return kept | hand | {"log": list(LoggedAction.objects.values_list("seq", "type", "payload"))}


def drain(neighbour: Socket, v: int) -> None:
    """Another seat hears nothing but who is there."""
    for message in neighbour.silent(0.001):
        assert (message["type"], message["v"]) == ("view", v)


def resident() -> int:
    gc.collect()
    return psutil.Process().memory_info().rss
