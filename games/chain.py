"""`yuhuan-log/1`: every line of a hand's log carries the hash of all before it, so that no line can be changed alone.

The first link is SHA-256("yuhuan-log/1|TABLE|HAND|COMMITMENT"); each line's is SHA-256(the link before it, as hex, and
the line as JSON without blanks, names sorted, ASCII). The link of a hand's last action is published in its record.
"""

import hashlib
import json
from collections.abc import Mapping
from typing import Any, Final

SCHEME: Final = "yuhuan-log/1"


def first_link(table: str, number: int, commitment: str) -> str:
    """What the log of a hand hangs on, before its first line."""
    return _sha256(f"{SCHEME}|{table}|{number}|{commitment}")


def link(
    before: str, *, seq: int, seat: int | None, type: str, payload: Mapping[str, Any], auto: bool, at_ms: int,
    client_id: str | None, v: int,
) -> str:  # fmt: skip
    """The hash of one line after the link `before`; hex."""
    line = {
        "seq": seq, "seat": seat, "type": type, "payload": payload, "auto": auto, "at_ms": at_ms,
        "client_id": client_id, "v": v,
    }  # fmt: skip
    return _sha256(before + json.dumps(line, sort_keys=True, separators=(",", ":"), ensure_ascii=True))


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode("ascii")).hexdigest()
