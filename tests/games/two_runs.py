"""One hand played twice through the whole write path on PostgreSQL, with the wall, commitment, ids and clock injected.

The second run's wall differs from the first's in every tile that the viewer never saw: the others' concealed tiles and
what was never drawn. What was public is replayed, and the viewer's own hidden answers; the others' are all passes.
"""

import json
import random
from collections import Counter
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.utils import timezone

from games import broadcast, dbclock, service, snapshot, store
from games.bots import choose
from games.engine import progress as progress_module
from games.engine.actions import IllegalAction, action_to_json
from games.engine.play import SEATS, WINDOWS
from games.engine.record import Replayed, read_record, replay_record
from games.engine.rules import preset
from games.engine.table import apply, close_window, start
from games.engine.tiles import TILE_COUNT, parse_tiles
from games.engine.visibility import seat_view
from games.models import Hand, Presence, Seat, Table
from games.recording import record_of
from games.service import Refused
from tests.games.exits import OTHERS, Exits
from tests.sizes import sized

DICE = ((1, 2), (3, 4))
NOTHING_MORE = {"type": "end", "seat": None}
LOOKS = sized({"act": [1], "window": [12]}, {"act": list(range(1, 99, 12)), "window": list(range(6, 99, 12))})
"""After so many rounds; pages are slow."""
CLAIMS = ("chow", "pong", "kong_open")


Viewer = int | str | None
"""A seat, `stranger`, `entrant` or `staff` (tests.games.exits), or None for a visitor."""
Viewers = tuple[Viewer, ...]


def clear() -> None:
    """An empty database, with every counter at its beginning."""
    call_command("flush", interactive=False, verbosity=0)
    store.forget()


class Stage:
    """One hand played through the service with injected wall, commitment, ids and clock."""

    def __init__(
        self,
        monkeypatch: pytest.MonkeyPatch,
        seat_four: Any,
        mode: str,
        wall: tuple[int, ...],
        exits: Exits,
        viewers: Viewers,
    ) -> None:
        self.now = datetime(2026, 1, 1, tzinfo=UTC)
        self.rounds, self.said = 0, Counter[int]()
        self.exits, self.viewers = exits, viewers
        self.looks = {moment: list(rounds) for moment, rounds in LOOKS.items()}
        self.sent: dict[Viewer, list[str]] = {viewer: [] for viewer in (*SEATS, None, *OTHERS)}
        monkeypatch.setattr(dbclock, "now", lambda: self.now)
        monkeypatch.setattr(timezone, "now", lambda: self.now)
        monkeypatch.setattr(progress_module, "fair_deal", lambda *_: (DICE, wall))
        monkeypatch.setattr("games.dealing.commitment", lambda *_: "c" * 64)
        monkeypatch.setattr(Table._meta.get_field("id"), "_get_default", lambda: "t1", raising=False)
        monkeypatch.setattr("games.dealing.new_id", lambda: "h1")
        monkeypatch.setattr(broadcast, "send", self._keep)
        self.table = seat_four(
            claim_mode=mode, turn_ms=60_000, claim_ms=2_500, claim_min_ms=1_000, hands_per_table=1, pause_ms=60_000
        )
        Table.objects.update(created_at=self.now)
        self.players = [seat.player_id for seat in Seat.objects.filter(table=self.table)]

    def _keep(self, frames: list[broadcast.Frame]) -> None:
        for frame in frames:
            self.sent[frame.seat].append(frame.text)

    def play(self, script: "Script | None") -> "Script":
        """Play the hand: by the bots' choices, or by a script of what was public (and a viewer's own answers)."""
        written = Script([], {seat: [] for seat in SEATS})
        reader = script.reader() if script else None
        while (hand := Hand.objects.get()).state == Hand.State.LIVE:
            play = store.load(hand)
            self.pass_time(400)
            match play.phase:
                case "deal":
                    self.pass_time(10_000)
                    service.tick(hand.id)
                case "act":
                    assert play.state is not None
                    self.say(play.state.turn, play, reader, written)
                case _:
                    for seat in SEATS:
                        if play.clocks[seat].asked:
                            self.say(seat, store.load(Hand.objects.get()), reader, written)
                    self.look_everywhere("window")  # while hidden answers lie there
                    self.pass_time(play.settings.claim_ms if play.settings.uniform else play.settings.claim_min_ms)
                    service.tick(hand.id)
                    assert store.load(Hand.objects.get()).phase != play.phase or Hand.objects.get().seq > play.seq
            self.rounds += 1
            if self.rounds % 3 == 0:
                self.fetch()
            self.look_everywhere("act")
        written.public = list(record_of(Hand.objects.get())["actions"])
        return written

    def say(self, seat: int, play: Any, reader: Any, written: "Script") -> None:
        assert play.state is not None
        if reader is None:
            action = action_to_json(choose(seat_view(play.state, seat)))
        else:
            action = reader.action(seat, play.phase)
        if action["type"] == "win":
            written.until[seat] = {viewer: len(sent) for viewer, sent in self.sent.items()}
        if play.phase != "act":
            written.answers[seat].append(action)
        decision = play.decision(seat)
        self.said[seat] += 1
        if self.said[seat] % 4 == 0:
            self.probe(seat, decision)
        try:
            v = service.act(self.table.id, self.players[seat], decision, decision, action)
        except Refused as refused:
            raise OtherHistory from refused
        self.sent[seat].append(json.dumps({"ack": v}))

    def probe(self, seat: int, decision: str) -> None:
        """What a seat is told when it asks for the impossible."""
        for name, action in (("nonsense", {"type": "pass"}), (decision, {"type": "kong_added", "tile": "5z"})):
            with pytest.raises(Refused) as refused:
                service.act(self.table.id, self.players[seat], "probe", name, action)
            self.sent[seat].append(f"{refused.value.code} {refused.value.message}")

    def look_everywhere(self, moment: str) -> None:
        """What those of this test get out of the site, where it is time for a look."""
        if self.looks[moment] and self.rounds >= self.looks[moment][0] and Hand.objects.get().state == Hand.State.LIVE:
            self.looks[moment].pop(0)
            for viewer in self.viewers:
                self.sent[viewer] += self.exits.of(viewer)

    def fetch(self) -> None:
        """What every viewer would get now by asking."""
        for viewer in (*SEATS, None):
            (shown,) = snapshot.shown_to([("t1", viewer)])
            assert shown is not None
            self.sent[viewer].append(shown.text)

    def pass_time(self, ms: int) -> None:
        self.now += timedelta(milliseconds=ms)
        for seat in Seat.objects.filter(table=self.table):
            Presence.objects.update_or_create(seat=seat, defaults={"seen_at": self.now})


class Script:
    """The decisions that everybody saw, and each seat's own answers in windows."""

    def __init__(self, public: list[dict[str, Any]], answers: dict[int, list[dict[str, Any]]]) -> None:
        self.public, self.answers = public, answers
        self.until: dict[int, dict[Viewer, int]] = {}
        self.viewer: int | None = None

    def before_the_win(self, viewer: Viewer, sent: list[str]) -> list[str]:
        """What a viewer was sent before the winner spoke: a win needs tiles that were hidden until then."""
        winner = self.public[-1]["seat"] if self.public[-1]["type"] == "win" else None
        return sent if winner is None else sent[: self.until[winner][viewer]]

    def reader(self) -> "Reader":
        return Reader(self)


class Won(Exception):
    """The script has come to its win: everything that had to be equal has been sent."""


class OtherHistory(Exception):
    """With the changed tiles the others could not do in public what they did."""


class Reader:
    def __init__(self, script: Script) -> None:
        self.next = list(script.public)
        self.own = iter(script.answers[script.viewer]) if script.viewer is not None else iter(())
        self.viewer = script.viewer

    def action(self, seat: int, phase: str) -> dict[str, Any]:
        """Of others only what became public; everything else they could have said is a pass."""
        coming = self.next[0] if self.next else NOTHING_MORE
        claims = coming["type"] in CLAIMS or (coming["type"] == "win" and coming["by"] != "self_draw")
        if phase == "act" or (claims and coming["seat"] == seat):
            if coming["seat"] != seat:
                raise OtherHistory
            if coming["type"] == "win":
                raise Won
            self.next.pop(0)
            said = {name: value for name, value in coming.items() if name in ("type", "tile", "tiles")}
            if phase != "act" and seat == self.viewer:
                next(self.own)
            return said
        if seat == self.viewer:
            return next(self.own)
        return {"type": "pass"}


def owners(replayed: list[Replayed]) -> dict[int, int | None]:
    """Who took each place of the wall, None for what was never drawn; in the order of drawing."""
    dealer = replayed[0].state.dealer
    owner: dict[int, int | None] = {place: (dealer + place // 4) % 4 for place in range(64)} | {64: dealer}
    front, back = 66, TILE_COUNT
    phase = "rob"  # after the deal all replacements come from the back, as after a kong that nobody robbed
    for step in replayed:
        from_back, phase = phase == "rob", step.state.phase
        for event in step.events:
            if event.type == "draw" and from_back:
                back -= 1
                owner[back] = event.seat
            elif event.type == "draw":
                owner[front] = event.seat
                front += 1
            from_back = from_back or event.type in ("kong", "bonus")
    assert (front, back) == (replayed[-1].state.front, replayed[-1].state.back)
    return owner | dict.fromkeys(range(front, back))


def shown(replayed: list[Replayed]) -> list[Counter[int]]:
    """The tiles of each seat's own drawing that everybody has seen: thrown, or laid out from the hand."""
    seen: list[Counter[int]] = [Counter() for _ in SEATS]
    for step in replayed:
        action = step.action
        if action is None or action.type in ("win", "pass"):
            continue
        last = step.state.seats[action.seat].melds[-1].tiles[0] if action.type in ("pong", "kong_open") else None
        copies = {"pong": 2, "kong_open": 3, "kong_concealed": 4}.get(action.type, 1)
        tiles = action.tiles if action.tiles is not None else (action.tile if last is None else last,) * copies
        seen[action.seat].update(tiles)
    return seen


def unseen(record: dict[str, Any], viewer: int | None) -> list[int]:
    """Places of the wall whose tile the viewer never saw. Bonus tiles stay: where they lie decides public events."""
    replayed = list(replay_record(read_record(record)))
    wall, bonus, seen = replayed[0].state.wall, replayed[0].state.bonus_kind, shown(replayed)
    hidden = []
    for place, seat in owners(replayed).items():
        if wall[place] == bonus or (seat == viewer and seat is not None):
            continue
        if seat is not None and seen[seat][wall[place]]:
            seen[seat][wall[place]] -= 1
        else:
            hidden.append(place)
    return hidden


def changed_wall(record: dict[str, Any], places: list[int], chance: random.Random) -> tuple[int, ...]:
    wall = list(parse_tiles(record["wall"]))
    tiles = [wall[place] for place in places]
    chance.shuffle(tiles)
    for place, tile in zip(places, tiles, strict=True):
        wall[place] = tile
    assert wall != list(parse_tiles(record["wall"]))
    return tuple(wall)


def allows(record: dict[str, Any], wall: tuple[int, ...]) -> bool:
    """Whether everybody could have acted in public as recorded, up to the win, with this wall."""
    public = read_record(record).decisions
    state, _ = start(preset(record["rules"]), wall, record["dealer"], DICE)
    try:
        for decision in public[:-1] if public[-1].action.type == "win" else public:
            if state.phase in WINDOWS and decision.action.type not in CLAIMS:
                state, _ = close_window(state)
            state, _ = apply(state, decision.action)
            if decision.action.type in CLAIMS:
                state, _ = close_window(state)
    except IllegalAction:
        return False
    return True


def base_wall(seed: int) -> tuple[int, ...]:
    wall = [kind for kind in range(34) for _ in range(4)]
    random.Random(seed).shuffle(wall)
    return tuple(wall)
