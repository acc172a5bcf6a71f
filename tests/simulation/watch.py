"""What is held against the invariants while an evening goes on. It looks; it changes nothing."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any
from unittest import mock

from games import moves, snapshot
from games.engine.play import Entry, Play
from games.engine.visibility import Facts
from games.invariants import Violation, of_move
from games.invariants.privacy import Seen, check_counter, check_interference, check_shape
from games.signals import written
from tournaments.books import books_of, room_of
from tournaments.invariants import of_books, of_room
from tournaments.models import Event

LOOKS_AT_EVERY = 3


class Watch:
    """`found`: every violation so far, in words; of one look at most three."""

    def __init__(self) -> None:
        self.found: list[str] = []
        self.looked = 0

    def look_around(self, event: Event) -> None:
        """The money and the people in the middle of everything: what is right at the end may have been wrong before."""
        event.refresh_from_db()
        self._note(of_books(books_of(event)))
        self._note(of_room(room_of(event)))

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Every line of a log, and some of all views, as they are made."""
        written.connect(self._on_line, dispatch_uid="simulation", weak=False)
        with ExitStack() as stack:
            stack.callback(written.disconnect, dispatch_uid="simulation")
            stack.enter_context(mock.patch.object(moves, "frames", self._tapped_frames(moves.frames)))
            stack.enter_context(mock.patch.object(snapshot, "_made", self._tapped_snapshot(snapshot._made)))
            yield

    def _on_line(self, before: Play, entry: Entry, after: Play, **_more: Any) -> None:
        self._note(of_move(before, entry, after))

    def _tapped_frames(self, real: Any) -> Any:
        def frames(at_table: Any, play: Play, events: Any, seats: Any) -> Any:
            facts = moves.facts_of(at_table.hand, at_table.seats, at_table.at_ms)
            for seat in seats:
                self._look(play, seat, facts, moves.view, moves.count_for)
            return real(at_table, play, events, seats)

        return frames

    def _tapped_snapshot(self, real: Any) -> Any:
        def made(hand: Any, play: Play, viewer: int | None, now_ms: int) -> Any:
            shown = real(hand, play, viewer, now_ms)
            facts = snapshot.facts_of(hand, list(hand.table.seats.all()), now_ms)
            self._look(play, viewer, facts, snapshot.view, snapshot.count_for)
            return shown

        return made

    def _look(self, play: Play, viewer: int | None, facts: Facts, view_of: Any, number: Any) -> None:
        self.looked += 1
        if self.looked % LOOKS_AT_EVERY:
            return
        shown = view_of(play, viewer, facts)
        seen = Seen(play, viewer, facts, shown)
        self._note(check_shape(seen) + check_counter(seen, number(play, viewer, closed=facts.closed)))
        self._note(check_interference(seen))

    def _note(self, violations: list[Violation]) -> None:
        self.found += [str(violation) for violation in violations][:3]
