"""Writing an event's exports: asked for once, written by the worker, begun again when it died over one."""

import csv
import json
import os
from collections.abc import Callable, Iterator
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any, Final, TextIO

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from games.models import Hand
from games.recording import records_of
from tournaments import broadcast
from tournaments.models import Event, Export, Standing
from tournaments.service.standings import row_json

EVERY: Final = 50
"""Rows between two notes of progress."""
STUCK: Final = timedelta(minutes=2)
NAMES: Final = {Export.Kind.CSV: "ranking.csv", Export.Kind.JSON: "ranking.json", Export.Kind.RECORDS: "records.jsonl"}
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠")


def ask_export(event: Event, kind: str) -> Export:
    """Have one file written anew, unless it is being written. Locks its row."""
    now = timezone.now()
    with transaction.atomic():
        Export.objects.get_or_create(event=event, kind=kind, defaults={"asked_at": now})
        export = Export.objects.select_for_update().get(event=event, kind=kind)
        if export.state == Export.State.WRITING and not _is_stuck(export):
            return export
        export.state, export.done, export.total, export.asked_at, export.moved_at = Export.State.ASKED, 0, 0, now, None
        export.save()
        transaction.on_commit(partial(broadcast.ask, "write_export", event.slug, kind))
    return export


def sweep_exports() -> None:
    """Ask again for what was asked for a while ago and does not move."""
    late = timezone.now() - STUCK
    waiting = Q(state=Export.State.ASKED, asked_at__lt=late) | Q(state=Export.State.WRITING, moved_at__lt=late)
    for export in Export.objects.filter(waiting).select_related("event"):
        ask_export(export.event, export.kind)


def write_export(slug: str, kind: str) -> bool:
    """Write one file that was asked for; False when there is nothing to do. A half-written file is never seen."""
    export = _begin(slug, kind)
    if export is None:
        return False
    path = path_of(export)
    part = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with part.open("w", encoding="utf-8-sig" if kind == Export.Kind.CSV else "utf-8", newline="") as file:
            WRITERS[Export.Kind(kind)](export, file)
        part.replace(path)
    except BaseException:
        Export.objects.filter(pk=export.pk).update(state=Export.State.FAILED)
        part.unlink(missing_ok=True)
        raise
    # Asked for again meanwhile, it stays asked for: what was just written is of the ranking before.
    Export.objects.filter(pk=export.pk, state=Export.State.WRITING).update(
        state=Export.State.DONE, done=export.total, size=path.stat().st_size, moved_at=timezone.now()
    )
    return True


def path_of(export: Export) -> Path:
    """Where an export's file is."""
    return Path(settings.EXPORTS_DIR) / export.event.slug / NAMES[Export.Kind(export.kind)]


@transaction.atomic
def _begin(slug: str, kind: str) -> Export | None:
    found = Export.objects.select_for_update(of=("self",)).select_related("event").filter(event__slug=slug, kind=kind)
    export = found.first()
    if export is None or export.state == Export.State.DONE:
        return None
    if export.state == Export.State.WRITING and not _is_stuck(export):
        return None
    export.state, export.done, export.moved_at = Export.State.WRITING, 0, timezone.now()
    export.total = _rows(export.event).count() if kind != Export.Kind.RECORDS else _hands(export.event).count()
    export.save()
    return export


def _is_stuck(export: Export) -> bool:
    return export.moved_at is None or timezone.now() - export.moved_at > STUCK


def _rows(event: Event) -> Any:
    return Standing.objects.filter(event=event).select_related("entry__player").order_by("position")


def _hands(event: Event) -> Any:
    hands = Hand.objects.open_to_all().filter(table__event=event.slug)
    wanted = hands.select_related("table").prefetch_related("table__seats")
    return wanted.order_by("table__created_at", "table_id", "number")


def _counted(export: Export, rows: Any) -> Iterator[Any]:
    """The rows, one by one; every fifty the progress is noted."""
    for number, row in enumerate(rows.iterator(chunk_size=EVERY), 1):
        yield row
        if number % EVERY == 0:
            Export.objects.filter(pk=export.pk).update(done=number, moved_at=timezone.now())


def _write_csv(export: Export, file: TextIO) -> None:
    """For a spreadsheet: a byte order mark, and no cell that begins as a formula does."""
    out = csv.writer(file)
    with translation.override(settings.LANGUAGE_CODE):
        out.writerow([_("Rank"), _("Player"), _("Number"), _("Silver"), _("Points"), _("Hands"), _("Wins")])
        for row in _counted(export, _rows(export.event)):
            told = row_json(row)
            out.writerow([
                "" if told["rank"] is None else told["rank"], _no_formula(told["nickname"]), _no_formula(told["player"]),
                told["silver"], told["points"], told["hands"], told["wins"],
            ])  # fmt: skip


def _no_formula(text: str) -> str:
    return f"'{text}" if text.startswith(_FORMULA) else text


def _write_json(export: Export, file: TextIO) -> None:
    rows = [row_json(row) for row in _counted(export, _rows(export.event))]
    json.dump({"event": export.event.slug, "name": export.event.name, "rows": rows}, file, ensure_ascii=False, indent=1)
    file.write("\n")


def _write_records(export: Export, file: TextIO) -> None:
    for record in records_of(_counted(export, _hands(export.event))):
        file.write(json.dumps(record, ensure_ascii=False, separators=(",", ":")) + "\n")


WRITERS: Final[dict[Export.Kind, Callable[[Export, TextIO], None]]] = {
    Export.Kind.CSV: _write_csv, Export.Kind.JSON: _write_json, Export.Kind.RECORDS: _write_records,
}  # fmt: skip
