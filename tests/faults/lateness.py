"""`python -m tests.faults.lateness SEEN TABLE SINCE UNTIL`: how late each change at a table was seen by each seat.

SEEN is a JSON file of what players saw (tests.faults.survivor.Survivor.seen), SINCE and UNTIL are seconds of the epoch.
Counted from the moment the log gives the change to the first view that has it. Prints seconds, the shortest first, as JSON.
"""

import json
import os
import sys
from collections import defaultdict
from pathlib import Path

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "yuhuan_site.settings")
django.setup()

# These need Django set up.
from games import recording  # noqa: E402
from games.engine.play import SEATS  # noqa: E402
from games.models import Hand  # noqa: E402


def lateness(seen: list[list[object]], table: str, since: float, until: float) -> list[float]:
    """Of every change within that time and every seat whose view it changed."""
    views = defaultdict(list)
    for name, seat, v, _, at in seen:
        if name == table:
            views[seat].append((v, at))
    found = []
    for hand in Hand.objects.filter(table=table).order_by("number"):
        before = recording.begun(hand)
        for play, entry, _ in recording.plays_of(hand):
            at = hand.started_at.timestamp() + entry.at / 1000
            for seat in SEATS:
                if since <= at <= until and play.v[seat] > before.v[seat]:
                    first = min((when for v, when in views[seat] if v >= play.v[seat]), default=None)
                    found += [] if first is None else [first - at]
            before = play
    return sorted(found)


if __name__ == "__main__":
    path, table, since, until = sys.argv[1:]
    print(json.dumps(lateness(json.loads(Path(path).read_text()), table, float(since), float(until))))
