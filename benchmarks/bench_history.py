"""Years of hands: a player's pages, one hand's record, an event's archive, as the site asks for them.

    python benchmarks/bench_history.py [HANDS [ROUNDS]]

Hands really played by bots are copied to that many (`copied_hands.py`). The archive is one event of copies with their logs.
Milliseconds for a middling player, for one with some ten thousand hands and for the busiest; `in order of time` is the same
list as a sort of all a player's hands by their end would give it, `first time` a busy player at each call that nobody has
asked for yet. `plan`: what the database did. A database of its own, not safe against power cuts.
"""

import os
import sys
from collections.abc import Callable, Iterator, Mapping
from itertools import count
from pathlib import Path
from time import perf_counter
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from benchmarks.copied_hands import copy_tables, play_tables  # noqa: E402
from benchmarks.measure import show, spread  # noqa: E402
from benchmarks.own_site import own_site, running_event, timed  # noqa: E402

HANDS = 1_000_000
ROUNDS = 5
TEN_THOUSAND = 10_000
ARCHIVE = "archive"
MOST_ARCHIVED = 2_500

_HANDS = "SELECT player_id, 4 * count(*) FROM games_seat WHERE player_id = ANY (%s) GROUP BY player_id"
_BY_TIME = """
SELECT hand.id FROM games_seat AS seat JOIN games_hand AS hand ON hand.table_id = seat.table_id
WHERE seat.player_id = %s AND hand.ended_at IS NOT NULL ORDER BY hand.ended_at DESC, hand.id DESC LIMIT %s
"""


def crowd(players: int) -> dict[str, tuple[str, int]]:
    """Whose pages are asked for: id and number of hands of a middling player, of one with TEN_THOUSAND, of the busiest."""
    from django.db import connection

    with connection.cursor() as cursor:
        busy, middling = [f"p{number:011}" for number in range(min(50, players))], f"p{players // 4:011}"
        cursor.execute(_HANDS, [[*busy, middling]])
        hands = dict(cursor.fetchall())
    ordinary = min(busy, key=lambda player: abs(hands.get(player, 0) - TEN_THOUSAND))
    chosen = {"middling": middling, "ten thousand": ordinary, "busiest": busy[0]}
    return {who: (player, hands.get(player, 0)) for who, player in chosen.items()}


def questions(people: Mapping[str, str]) -> dict[str, Callable[[], Any]]:
    """What the pages ask, for each of these players."""
    from django.db import connection

    from games.history import PAGE, events_of, finished_hands
    from games.profile import LATEST, profile_of

    def by_time(player: str, limit: int) -> Any:
        with connection.cursor() as cursor:
            cursor.execute(_BY_TIME, [player, limit])
            return cursor.fetchall()

    found: dict[str, Callable[[], Any]] = {}
    for who, player in people.items():
        page = finished_hands(player)
        found |= {
            f"{who}: profile": lambda player=player: profile_of(player),
            f"{who}: page of hands": lambda player=player: finished_hands(player),
            f"{who}: next page": lambda player=player, before=page[-1]["hand_id"]: finished_hands(player, before),
            f"{who}: page of wins": lambda player=player: finished_hands(player, outcome="win"),
            f"{who}: list of events": lambda player=player: events_of(player),
            f"{who}: page in order of time": lambda player=player: by_time(player, PAGE),
            f"{who}: profile in order of time": lambda player=player: by_time(player, LATEST),
        }
    return found


def never_asked(people: Iterator[str]) -> dict[str, Callable[[], Any]]:
    """The same of another busy player at each call, so that nothing of it has been read before."""
    from games.history import events_of, finished_hands
    from games.profile import profile_of

    return {
        "first time: profile": lambda: profile_of(next(people)),
        "first time: page of hands": lambda: finished_hands(next(people)),
        "first time: page of wins": lambda: finished_hands(next(people), outcome="win"),
        "first time: list of events": lambda: events_of(next(people)),
    }


def record(ids: Iterator[str]) -> Callable[[], Any]:
    """The record of the next hand, as the interface gives it."""
    from games.models import Hand
    from games.recording import record_of

    def one() -> Any:
        return record_of(Hand.objects.open_to_all().select_related("table").get(pk=next(ids)))

    return one


def archive(event: Any) -> dict[str, Any]:
    """All records of an event into a file: until the first one stands there, in all, and how much memory that took."""
    from tournaments import service
    from tournaments.models import Export
    from tournaments.service import exports

    export = service.ask_export(event, Export.Kind.RECORDS)
    began, resident = perf_counter(), _resident()
    next(exports.records_of(exports._counted(export, exports._hands(event))))
    first_ms = 1000 * (perf_counter() - began)
    early, began = _resident(), perf_counter()
    assert service.write_export(event.slug, Export.Kind.RECORDS)
    seconds = perf_counter() - began
    export.refresh_from_db()
    return {
        "hands": export.total, "first record, ms": round(first_ms, 1), "records a second": round(export.total / seconds),
        "megabytes": round(export.size / 1e6, 1), "memory for the first, MB": round(early - resident, 1),
        "more for all the others, MB": round(_resident() - early, 1),
    }  # fmt: skip


def _resident() -> float:
    """Megabytes of this process in memory."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


def plans(job: Callable[[], Any]) -> list[list[str]]:
    """For each statement of a job the nodes of its plan, with their indexes."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    with CaptureQueriesContext(connection) as captured:
        job()
    found = []
    with connection.cursor() as cursor:
        for query in captured.captured_queries:
            cursor.execute("EXPLAIN (FORMAT JSON) " + query["sql"].replace("%", "%%"))
            found.append(list(_nodes(cursor.fetchone()[0][0]["Plan"])))
    return found


def _nodes(plan: dict[str, Any]) -> Iterator[str]:
    yield " ".join(filter(None, (plan["Node Type"], plan.get("Index Name") or plan.get("Relation Name"))))
    for below in plan.get("Plans", ()):
        yield from _nodes(below)


def main() -> None:
    hands = int(sys.argv[1]) if len(sys.argv) > 1 else HANDS
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else ROUNDS
    tables, players = max(8, hands // 4), max(50, hands // 100)
    archived = min(MOST_ARCHIVED, max(4, tables // 10))
    with own_site() as folder:
        from django.conf import settings
        from django.db import connection

        from games.models import Hand

        settings.EXPORTS_DIR = str(folder / "exports")
        began = perf_counter()
        play_tables(ARCHIVE)
        played = perf_counter()
        copy_tables(tables, players, ARCHIVE, archived)
        loading = perf_counter() - played
        event = running_event(ARCHIVE)
        people = crowd(players)
        jobs = questions({who: player for who, (player, _) in people.items()})
        fresh = (f"p{number % players:011}" for number in count(1))
        fresh = (player for player in fresh if player not in {player for player, _ in people.values()})
        ids = iter(
            list(Hand.objects.filter(table__event=ARCHIVE).values_list("pk", flat=True).order_by("commitment", "pk"))
        )
        found = timed(never_asked(fresh), rounds) | timed(jobs, rounds)
        found |= timed({"record": record(ids)}, min(rounds, 4 * archived - 1))
        told = {
            name: plans(jobs[f"ten thousand: {name}"])
            for name in ("profile", "page of hands", "page of wins", "list of events")
        }
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_database_size(current_database()) / 1e9")
            gigabytes = round(float(cursor.fetchone()[0]), 2)
        show({
            "hands": hands, "hands of": {who: own for who, (_, own) in people.items()}, "gigabytes": gigabytes,
            "playing, s": round(played - began, 1), "loading, s": round(loading, 1),
            "ms": {name: spread(times) for name, times in found.items()}, "archive": archive(event), "plan": told,
        }, "psycopg", "Django")  # fmt: skip


if __name__ == "__main__":
    main()
