"""A final ranking as text, and its digest: what a certificate points to. Pure.

`yuhuan-result/1|EVENT`, then a line a player, in order: `RANK|PLAYER|SILVER|POINTS|HANDS|WINS|STATE`, RANK being `-` for
those without one, each line ended by a line feed; the digest is the hex SHA-256 of the whole in UTF-8.
"""

import hashlib
from collections.abc import Iterable, Mapping
from typing import Any, Final

FORMAT: Final = "yuhuan-result/1"


def result_text(event: str, rows: Iterable[Mapping[str, Any]]) -> str:
    """The text of a final ranking. `rows`: the dicts of `GET /api/events/{slug}/ranking`, in order."""
    lines = [f"{FORMAT}|{event}"]
    for row in rows:
        values = (row["player"], row["silver"], row["points"], row["hands"], row["wins"], row["state"])
        lines.append("|".join(str(value) for value in ("-" if row["rank"] is None else row["rank"], *values)))
    return "".join(f"{line}\n" for line in lines)


def digest(text: str) -> str:
    """The hex SHA-256 of a result's text."""
    return hashlib.sha256(text.encode()).hexdigest()
