"""Reading files of hand records on the command line: JSON Lines, or one record spread over several lines."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from games.engine.recordform import RecordError, parse_line


def records_in(name: str) -> Iterator[tuple[int, Any]]:
    """(line number, JSON value or the RecordError of a line that is no JSON) of a file, or of `-`, standard input.

    Raises CommandError when the file cannot be read, is not UTF-8 or holds nothing.
    """
    text = _read(name)
    lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    if not lines:
        raise CommandError(f"{name}: holds no records")
    whole = _parsed(text) if len(lines) > 1 and isinstance(_parsed(lines[0][1]), RecordError) else None
    if isinstance(whole, dict):
        yield lines[0][0], whole
        return
    for number, line in lines:
        yield number, _parsed(line)


def _parsed(text: str) -> Any:
    try:
        return parse_line(text)
    except RecordError as error:
        return error


def _read(name: str) -> str:
    try:
        data = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    except OSError as error:
        raise CommandError(f"{name}: {error.strerror}") from error
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise CommandError(f"{name}: not UTF-8 text: {error}") from error
