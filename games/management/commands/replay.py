"""`replay FILE`: tell hand records step by step."""

import os
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any, ClassVar

from django.core.management.base import BaseCommand, CommandError

from games.engine.actions import Action, action_to_json
from games.engine.events import Event
from games.engine.record import Record, RecordError, Replayed, read_record, replay_record, verify
from games.engine.state import HandResult, HandState
from games.engine.tiles import tile_name, write_tiles
from games.management.recordfile import records_in


class Command(BaseCommand):
    help = "Tell hand records step by step, every seat's tiles included with --hands."
    requires_system_checks: ClassVar[list[str]] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", help="JSON Lines, one record a line; - reads standard input")
        parser.add_argument("--hands", action="store_true", help="show every seat's tiles after each action")

    def handle(self, *args: Any, file: str, hands: bool, **options: Any) -> None:
        try:
            self._tell(file, hands)
        except BrokenPipeError:  # a pager has seen enough: nothing more can be written, at exit neither
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())

    def _tell(self, file: str, hands: bool) -> None:
        for line, data in records_in(file):
            try:
                if isinstance(data, RecordError):
                    raise data
                for text in _told(read_record(data), hands):
                    self.stdout.write(text)
                verify(data)
            except RecordError as error:
                raise CommandError(f"line {line}: {error}") from error


def _told(record: Record, hands: bool) -> Iterator[str]:
    yield f"table {record.table}, hand {record.hand}, {record.rules.label}, dice {record.dice}"
    for step in replay_record(record):
        state = step.state
        if step.index is None and step.action is None and not step.events:
            continue
        head = "   " if step.index is None else f"{step.index:3}"
        yield f"{head}  {_step(step)}  [{state.left} left]"
        if hands:
            yield from (f"       {_seat(state, seat)}" for seat in range(4))
        if state.result is not None:
            yield from _result(state.result)


def _step(step: Replayed) -> str:
    said = [_event(event) for event in step.events if event.type not in ("dice", "deal", "end")]
    if step.action is not None:
        return "; ".join([_action(step.action), *said[1:]])
    if step.events and step.events[0].type == "dice":
        state = step.state
        said.insert(0, f"seat {state.dealer} deals, wild {tile_name(state.wild)}, bonus {tile_name(state.bonus_kind)}")
    return "; ".join(said) or "the wall is exhausted"


def _action(action: Action) -> str:
    words = (word if isinstance(word, str) else "".join(word) for word in action_to_json(action).values())
    return f"seat {action.seat} " + " ".join(words)


def _event(event: Event) -> str:
    tile = "" if event.tile is None else f" {tile_name(event.tile)}"
    return f"seat {event.seat} {event.type}{tile}"


def _seat(state: HandState, index: int) -> str:
    seat = state.seats[index]
    melds = " ".join(f"{meld.type}:{write_tiles(meld.tiles)}" for meld in seat.melds)
    return f"seat {index}: {write_tiles(seat.concealed)}  melds {melds or '-'}  bonus {seat.bonus}"


def _result(result: HandResult) -> Iterator[str]:
    if result.kind == "draw":
        yield "  drawn hand"
        return
    source = "by self-draw" if result.from_seat is None else f"from seat {result.from_seat} by {result.by}"
    yield f"  seat {result.winner} wins {source}{', liable' if result.liable else ''}"
    for seat, (score, change) in enumerate(zip(result.scores, result.settlement, strict=True)):
        yield f"  seat {seat}: base {score.base}, tai {score.tai}, total {score.total}, settlement {change:+}"
