"""One pass of the drawing of tables over a long waiting line, its rows written by COPY and by the ORM's bulk_create.

    python benchmarks/bench_seating_pass.py [WAITING [ROUNDS]]

Both are the very same pass (locks, draw, certificates, tables, seats, sealed walls, meetings, what is told after the
commit); only `copy_rows` is another. In turns, each with a new event and a new crowd. Milliseconds: the whole pass,
where it goes, and the rows alone; on a busy machine the CPU of this process says more. A database of its own, not safe
against power cuts.
"""

import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from benchmarks.measure import show, spread  # noqa: E402
from benchmarks.own_site import enter_crowd, own_site, running_event  # noqa: E402

WAITING = 10_000
ROUNDS = 3
ROWS = "rows"


def bulk_create(model: Any, fields: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """What `copy_rows` does, as the ORM does it. JSON comes as text, and the ORM would write it as such."""
    import json

    from django.db.models import JSONField

    named = [model._meta.get_field(name) for name in fields]
    names = [(field.attname, json.loads if isinstance(field, JSONField) else None) for field in named]
    model.objects.bulk_create(
        [model(**{name: read(value) if read else value for (name, read), value in zip(names, row, strict=True)})
         for row in rows],
        batch_size=5_000,
    )  # fmt: skip


class Clock:
    """Milliseconds spent in functions of modules, by a name, while `with` lasts; the outermost counts."""

    def __init__(self) -> None:
        self.ms: dict[str, float] = defaultdict(float)
        self._within = False

    @contextmanager
    def on(self, *places: tuple[Any, str, str]) -> Iterator[None]:
        kept = [(module, attribute, getattr(module, attribute)) for module, attribute, _ in places]
        for module, attribute, name in places:
            setattr(module, attribute, self._timed(getattr(module, attribute), name))
        try:
            yield
        finally:
            for module, attribute, function in kept:
                setattr(module, attribute, function)

    def _timed(self, function: Callable[..., Any], name: str) -> Callable[..., Any]:
        def run(*arguments: Any, **named: Any) -> Any:
            began, used = perf_counter(), process_time()
            try:
                return function(*arguments, **named)
            finally:
                self.ms[name] += 1000 * (perf_counter() - began)
                if name == ROWS:
                    self.ms[f"{name}, CPU of this process"] += 1000 * (process_time() - used)

        return run


def one_pass(number: int, waiting: int, write: Callable[..., None]) -> dict[str, float]:
    """A new event with a new crowd, drawn once. Milliseconds: of all, and of parts of it (rows are part of tables)."""
    from games import dealing
    from games.models import LiveSeat
    from tournaments import service
    from tournaments.models import Event
    from tournaments.service import drawing, lots

    event = running_event(f"bench{number}")
    enter_crowd(event, waiting, state="waiting", first=1 + number * waiting)
    Event.objects.filter(pk=event.pk).update(next_draw_at=None)
    clock = Clock()
    places = [(dealing, "copy_rows", ROWS), (drawing, "copy_rows", ROWS), (drawing, "_waiting", "line read"),
              (drawing, "_drawn", "draw, and what it must know"), (lots, "keep", "of that the certificate"),
              (drawing, "_open", "tables, walls, meetings"), (drawing.broadcast, "to_entrants", "told after the commit")]  # fmt: skip
    kept = dealing.copy_rows
    dealing.copy_rows = drawing.copy_rows = write
    try:
        with clock.on(*places):
            began, used = perf_counter(), process_time()
            tables = service.draw_tables(event.slug)
            whole, cpu = 1000 * (perf_counter() - began), 1000 * (process_time() - used)
    finally:
        dealing.copy_rows = drawing.copy_rows = kept
    assert tables == waiting // 4
    assert LiveSeat.objects.filter(table__event=event.slug).count() == 4 * tables
    return {"whole pass": whole, "whole pass, CPU of this process": cpu} | clock.ms


def main() -> None:
    waiting = int(sys.argv[1]) if len(sys.argv) > 1 else WAITING
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else ROUNDS
    with own_site():
        from games.copying import copy_rows

        writers = {"COPY": copy_rows, "bulk_create": bulk_create}
        runs: dict[str, list[dict[str, float]]] = {name: [] for name in writers}
        number = 0
        for _ in range(rounds):
            for name, write in writers.items():
                runs[name].append(one_pass(number, waiting, write))
                number += 1
        ratios = {
            part: spread([b[part] / a[part] for a, b in zip(runs["COPY"], runs["bulk_create"], strict=True)])
            for part in runs["COPY"][0]
            if part.startswith(("whole", ROWS))
        }
        found = {
            name: {part: spread([one[part] for one in done], 1) for part in done[0]} for name, done in runs.items()
        }
        show({"waiting": waiting, "ms": found, "bulk_create / COPY": ratios}, "psycopg", "Django")


if __name__ == "__main__":
    main()
